"""The players of one match at their seats; those who search remember what they have seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from types import MappingProxyType
from typing import Any

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.players.determinizations import NOTHING, ReferenceWorlds, Worlds
from cassino_dsl.players.learned.slots import RoundSeen
from cassino_dsl.players.learned.weights import Weights
from cassino_dsl.players.names import acting, recalls, search_of
from cassino_dsl.players.own import OwnPlayer
from cassino_dsl.players.own_seat import OwnSeat
from cassino_dsl.players.search import searched


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
