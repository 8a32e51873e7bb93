"""A ruleset that answers about matches and positions. What users load is in ``game.py``, which can also simulate and
compare."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Self

from cassino_dsl.engine.position.document import Document
from cassino_dsl.engine.position.position import Position, position_json, view_json
from cassino_dsl.engine.position.read import SEED
from cassino_dsl.engine.reference.game import Progress, no_progress
from cassino_dsl.engine.reference.text import WrittenPlay
from cassino_dsl.language.diagnostics.cassino_error import CassinoError, WrongArgument
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.match import arguments
from cassino_dsl.match.answering import ending_json
from cassino_dsl.match.engines import GamePack, number_of_seat, pack_of
from cassino_dsl.match.game_position import GamePosition, dealt, given, of_record
from cassino_dsl.match.questions import PositionQuestions, question


class BasicGame(PositionQuestions):
    """A ruleset ready to deal matches and to answer questions about positions; what it is made of is told by ``Game``,
    which users have."""

    _own = frozenset({*vars(PositionQuestions), "engines", "answering"})

    @property
    def pack(self) -> GamePack:
        """The cards of the game, as texts."""
        return pack_of(self.ruleset.pack)

    def __repr__(self) -> str:
        ruleset = self.ruleset
        seats = " or ".join(map(str, ruleset.seats))
        words = [
            *ruleset.house_rules,
            *(f"{o.name}={word_of(o.value)}" for o in ruleset.options if o.value != o.default),
        ]
        return f"<Game {ruleset.name}: {ruleset.title}, {seats} seats{''.join(f', {word}' for word in words)}>"

    def _repr_html_(self) -> str:
        from cassino_dsl.book.describe.rulebook import rulebook
        from cassino_dsl.book.pages.html_page import framed

        return framed(rulebook(self.ruleset, "html"))

    def __dir__(self) -> Iterable[str]:
        return {*object.__dir__(self)} - self._own

    def __eq__(self, other: object) -> bool:
        """Games of the same ruleset are equal."""
        return self is other or (isinstance(other, BasicGame) and other.engines == self.engines)

    def __hash__(self) -> int:
        return hash(self.engines)

    def __copy__(self) -> Self:
        return self  # nothing of it changes but what it has found out

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        return partial(type(self), source=self.engines.source), (self.ruleset, self.steps, self.answering.choice)

    # ---- matches

    def deal(self, seed: int | None = None, seats: int | None = None, match: int = 0) -> GamePosition:
        """The first decision of a match. Everything that chance decides in it follows from the ``seed`` (a whole number
        below 2⁶⁴; by chance where none is given) and the number of the ``match`` (from 0) among those of that seed, as
        `cassino simulate` numbers them. ``seats``: by default the fewest. Raises ``ValueError`` for a number of seats
        that the variant is not played with."""
        key = secrets.randbits(64) if seed is None else arguments.seed(seed)
        return dealt(self.engines, key, arguments.whole("match", match), seats)

    def replay(self, record: Mapping[str, Any]) -> GamePosition:
        """The position to which a record leads: a match of ``GamePosition.record`` or of `cassino simulate --records`,
        as data. Raises ``ValueError`` where it is no record of these rules, ``CassinoError`` where a play of it is not
        legal."""
        return of_record(self.engines, record)

    # ---- positions

    def position(self, position: Mapping[str, Any] | Document, seed: int = SEED) -> GamePosition:
        """Read a position; raises ``CassinoError`` where it is faulty. One before the first deal, whose hands are empty
        and whose stock is listed, is dealt out of it: every question is about the decision that follows. ``seed``: of
        what chance decides from here on."""
        found = self.read(position, arguments.seed(seed))
        if found.complete and not found.state.deals and not any(found.state.hands):
            with question(found):
                found.engine.settle(found.state)
        return given(self.engines, found, seed)

    def moves(self, position: Mapping[str, Any] | Document | Position) -> dict[str, Any]:
        """The answer of ``cassino moves``: `{"turn": seat from 1, "plays": [{"action", "kind", "play": [cards], "take":
        [cards], "groups": [[cards]], "value", "text"}]}`. Raises ``CassinoError`` where the position is faulty, or the
        hand of the seat that decides is not given; ``RunFault`` where the answer takes too long."""
        found = position if isinstance(position, Position) else self.position(position)
        with question(found):
            plays = [self.play_json(found, p) for p in self.plays(found)]
        return {"turn": found.engine.decider(found.state) + 1, "plays": plays, **remarked(found)}

    def apply(
        self, position: Mapping[str, Any] | Document | Position, play: str | Mapping[str, Any], seed: int = SEED
    ) -> dict[str, Any]:
        """The answer of ``cassino apply``: the position after the play, the events it caused, and where chance decided
        something, the ``seed`` by which it did (of a position that is read here). Raises ``CassinoError`` with the
        reason where the play is not legal."""
        found = position if isinstance(position, Position) else self.position(position, seed)
        with question(found):
            legal = self.find_play(found, play)
            if isinstance(legal, WrittenPlay):
                raise CassinoError(self.refusal(found, legal))
            after, events = self.after(found, legal)
        chance = {"seed": seed} if after.state.chances != found.state.chances else {}
        return {"position": position_json(after), "events": events, **chance, **remarked(after)}

    def view(self, position: Mapping[str, Any] | Document | Position, seat: int) -> dict[str, Any]:
        """The position as a seat (from 1) sees it, with the keys of positions: what the variant hides from it is only
        counted, or `?` among cards that it sees. Raises ``ValueError`` where there is no such seat."""
        found = position if isinstance(position, Position) else self.position(position)
        return view_json(found, number_of_seat(found.engine, seat))

    def score(self, position: Mapping[str, Any] | Document | Position) -> dict[str, Any]:
        """The answer of ``cassino score`` for a finished round: `{"sides": [{"side", "awards": {name: points}, "total",
        "score"}], "winner": side or None, "reason"}`; points are whole numbers, or halves."""
        found = position if isinstance(position, Position) else self.position(position)
        state = found.state
        # `checks:` speak of whole rounds: a position that leaves cards out is scored without them
        there = sum(map(len, (state.loose, state.set_apart(), *state.piles, *(b.cards for b in state.builds))))
        whole = there == self.ruleset.pack.size
        with question(found):
            standing = self.answering.finish(found, whole)
        shown = self.ruleset.match.shown
        return {
            "sides": [
                {
                    "side": s + 1,
                    "awards": {name: shown(row[s]) for name, row in standing.awards.items()},
                    "total": shown(sum(row[s] for row in standing.awards.values())),
                    "score": shown(standing.scores[s]),
                }
                for s in range(found.engine.plan.sides)
            ],
            "winner": None if standing.winner is None else standing.winner + 1,
            "reason": standing.reason,
        }

    def perft(self, position: Position, depth: int, progress: Progress = no_progress) -> list[int]:
        """How many sequences of plays there are: a number for each length from 0 up to ``depth``; a round's end has no
        plays. Each position on the way is a step (raises ``RunFault`` where there are more than those of the game), and
        a question of its own: as much work as any, however few there may be."""
        return self.answering.perft(position, arguments.whole("depth", depth), self.steps, progress)

    def solve(self, position: Mapping[str, Any] | Document | Position, steps: int | None = None) -> dict[str, Any]:
        """The answer of ``cassino solve``: what comes of a position if both of two sides see all cards and play as well
        as they can. Ask of the end of a round: raises ``RunFault`` where more than ``steps`` positions are to be looked
        at, or, if nobody says how many, where it is more work than any question may be."""
        found = position if isinstance(position, Position) else self.position(position)
        if steps is not None:
            return ending_json(self.answering, found, arguments.whole("steps", steps, 1))
        with question(found):
            return ending_json(self.answering, found, self.steps)


def of_game(given: object) -> BasicGame:
    """A game that somebody gave. Raises ``ValueError`` for what is none."""
    if isinstance(given, BasicGame):
        return given
    said = f"`load({given!r})`" if isinstance(given, str) and len(given) < 40 else "`load` gives one"
    raise WrongArgument(f"a game is meant, not {given!r:.60}: {said}")


def remarked(position: Position) -> dict[str, str]:
    """The remark of an answer about a position, where there is something to remark."""
    remark = position.remark or position.misbuilt
    return {"remark": remark} if remark else {}
