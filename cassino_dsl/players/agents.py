"""The players of one match at their seats; those who search remember what they have seen."""

from __future__ import annotations

import inspect
import operator
import reprlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from types import MappingProxyType
from typing import Any

from cassino_dsl.engine.position.position import Position, position_json, view_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight, seen_of, seen_since
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key, player_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import read_play, read_play_object, text_of_written
from cassino_dsl.players.determinizations import NOTHING, ReferenceWorlds, Worlds
from cassino_dsl.players.learned.slots import RoundSeen
from cassino_dsl.players.learned.weights import Weights
from cassino_dsl.players.names import acting, recalls, search_of
from cassino_dsl.players.own import OtherForm, OwnPlayer, PlayerFault, asked_of, place_of, told
from cassino_dsl.players.plays_seen import in_seen_order, knowledge_of, seen_by_decider, seen_json
from cassino_dsl.players.search import searched

# ---- a player of one's own at a seat: what it is asked, and what comes of its answer
LISTED = 6  # legal plays that a message names


class OwnSeat:
    """One seat (from 0) of one unit. ``lots``: what the lots of its players come from; ``asked``: who is asked, where
    the unit has begun before."""

    def __init__(
        self, engine: Engine, player: OwnPlayer, seat: int, lots: int, state: State, asked: Any = None
    ) -> None:
        self.engine, self.player, self.seat = engine, player, seat
        self.everybody = frozenset(range(engine.plan.seats))
        self.form = player.plays if isinstance(player.plays, OtherForm) else None
        self.seen = frozenset(seen_of(state, knowledge_of(engine).of(state, seat))) if self.form else frozenset()
        if asked is not None:
            self.asked = asked
            return
        plays = asked_of(player.plays)
        self.asked = self._call(state, plays) if isinstance(plays, type) else plays
        self._tell(state, "begin", seed=player_key(lots, seat + 1), seat=seat + 1)

    def apart(self, memo: dict[int, Any]) -> OwnSeat:
        """The same seat of a copy: an object that plays is copied with it."""
        found = copy(self)
        found.player, found.asked = self.player.apart(memo), deepcopy(self.asked, memo)
        return found

    def played(self, before: State, play: Play, after: State) -> None:
        """A play was made, and ``after`` is the next decision."""
        if self.form:
            self.seen = seen_since(self.seen, knowledge_of(self.engine), self.seat, before, play, after)

    def choose(self, state: State, plays: Sequence[Play]) -> Play:
        """The play that it chooses; it sees what `Game.view` shows its seat, and the plays with the keys of `moves`,
        without cards that are hidden from it; or what its form shows it."""
        choose = getattr(self.asked, "choose", self.asked)
        if self.form:
            listed, shown = self.form.shown(self.engine, state, plays, self.seen)
            answer = self._call(state, choose, *shown)
            with suppress(Exception):
                at = _index(answer, len(listed))
                if at is not None:
                    return listed[at]
            many = f"there are {len(listed)}, numbered from 0"
            raise self._fault(state, f"answered {_shown(answer)}, which is the number of no legal play: {many}")
        sees = seen_by_decider(self.engine, state, plays)
        listed = in_seen_order(self.engine.evaluate.tables, state, plays, sees)
        legal = [seen_json(self.engine, state, play, sees) for play in listed]
        texts = [play["text"] for play in legal]
        given = [*legal]  # the list may be changed
        answer = self._call(state, choose, view_json(self._position(state), self.seat), legal)
        with suppress(Exception):  # an answer may be any object
            own = (at for at, one in enumerate(given) if one is answer and one["text"] == texts[at])
            at = next(own, None)  # of plays that look the same, the one that it gives back
            at = self._number(answer, texts) if at is None else at
            if at is not None:
                return listed[at]
        more = ", …" if len(texts) > LISTED else ""
        legal_ones = ", ".join(f"`{text}`" for text in texts[:LISTED])
        raise self._fault(state, f"answered {_shown(answer)}, which is no legal play; legal: {legal_ones}{more}")

    def ended(self, state: State, points: Mapping[str, int | float], winner: int | None) -> None:
        """The unit is over. ``points``: by side; ``winner``: a side (from 1) or None."""
        self._tell(state, "end", points=dict(points), winner=winner)

    def _number(self, answer: Any, texts: list[str]) -> int | None:
        """The number of the legal play that is meant: by its text, as an object, or by itself."""
        if isinstance(answer, str | Mapping):
            text = answer if isinstance(answer, str) else answer.get("text")
            if text not in texts:
                ruleset = self.engine.plan.ruleset
                how = ruleset.pack, ruleset.tells
                read = read_play(answer, *how) if isinstance(answer, str) else read_play_object(answer, *how)
                text = text_of_written(read) if read else None
            return texts.index(text) if text in texts else None
        return _index(answer, len(texts))

    def _tell(self, state: State, what: str, **told: Any) -> None:
        method = getattr(self.asked, what, None)
        if method is not None:
            self._call(state, method, **told)

    def _call(self, state: State, what: Callable[..., Any], *args: Any, **named: Any) -> Any:
        try:
            return what(*args, **named)
        except (Exception, SystemExit) as error:
            place = place_of(error, _file_of(asked_of(self.player.plays)))
            raise self._fault(state, f"{told(error)}{place}", error) from error

    def _position(self, state: State) -> Position:
        return Position(self.engine, state, self.everybody, "listed")

    def _fault(self, state: State, said: str, error: BaseException | None = None) -> PlayerFault:
        return PlayerFault(str(self.player), self.seat + 1, said, position_json(self._position(state)), error)


def _index(answer: Any, count: int) -> int | None:
    """The number among so many that an answer is."""
    at = operator.index(answer)
    return at if 0 <= at < count and not isinstance(answer, bool) else None


def _shown(answer: Any) -> str:
    try:
        return f"`{reprlib.repr(answer)}`"
    except Exception:
        return f"with a {type(answer).__name__}"


def _file_of(plays: Any) -> str | None:
    """The file in which a player stands, if it has one."""
    code = getattr(plays, "__wrapped__", plays)
    with suppress(Exception):
        return inspect.getsourcefile(code if hasattr(code, "__qualname__") else type(code))
    return None


class SeatedPlayers:
    """Chooses each play of a match, from its first state on. ``worlds``: the engine that they ask, the reference
    where no other is there. ``weights``: what was learned of the ruleset. ``asked``: who is
    asked at seats of players of one's own, where they have begun before."""

    def __init__(
        self,
        engine: Engine,
        names: tuple[str, ...],
        key: int,
        state: State,
        worlds: Worlds | None = None,
        weights: Weights | None = None,
        asked: Mapping[int, Any] = MappingProxyType({}),
    ) -> None:
        names = acting(names, weights)
        self.engine, self.names, self.key = engine, names, key
        self.worlds = worlds or ReferenceWorlds(engine, weights)
        self.searches = [search_of(name) for name in names]
        self.sights = {seat: Sight(engine, seat, state) for seat, search in enumerate(self.searches) if search}
        own = [(seat, player) for seat, player in enumerate(names) if isinstance(player, OwnPlayer)]
        self.own = {seat: OwnSeat(engine, player, seat, key, state, asked.get(seat)) for seat, player in own}
        self.shown = RoundSeen(state) if any(map(recalls, names)) else None
        self.decisions = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatedPlayers:
        found = copy(self)
        found.sights = {seat: copy(sight) for seat, sight in self.sights.items()}  # they put new things in their place
        found.shown = deepcopy(self.shown, memo)
        found.own = {seat: own.apart(memo) for seat, own in self.own.items()}
        return found

    def asked(self) -> dict[int, Any]:
        """Who is asked at the seats of players of one's own."""
        return {seat: own.asked for seat, own in self.own.items()}

    def choose(self, state: State, plays: list[Play]) -> Play:
        """The play of the seat that decides."""
        seat, key = self.engine.decider(state), decision_key(self.key, self.decisions)
        if seat in self.own:
            return self.own[seat].choose(state, plays)
        search = self.searches[seat]
        shown = self.shown.cards if self.shown else NOTHING
        if search is None:
            return self.worlds.glance(self.names[seat], state, plays, key, shown)
        return searched(*search, self.worlds, self.engine, self.sights[seat], state, plays, key, shown)

    def played(self, before: State, play: Play, after: State) -> None:
        """A play was made, and ``after`` is the next decision."""
        self.decisions += 1
        if self.shown is not None:
            self.shown.follow(before, play, after)
        for sight in self.sights.values():
            sight.follow(before, play, after)
        for own in self.own.values():
            own.played(before, play, after)

    def ended(self, state: State, points: Sequence[int], winner: int | None) -> None:
        """The unit is over: players of one's own are told the points of each side, and which has won."""
        shown = {str(side): self.engine.plan.ruleset.match.shown(n) for side, n in enumerate(points, 1)}
        for seat in self.own.values():
            seat.ended(state, shown, None if winner is None else winner + 1)
