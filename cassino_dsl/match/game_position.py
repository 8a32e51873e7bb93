"""A position for programs that play: whose turn it is, what may be played, what each seat knows, and how it came about.

Positions never change: a play gives another one, and who keeps the one before has taken it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import index
from typing import Any

from cassino_dsl.engine.position.document import Document
from cassino_dsl.engine.position.play import in_order
from cassino_dsl.engine.position.position import Position, position_json, view_json
from cassino_dsl.engine.position.read import read_position
from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import written
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.plays import GamePlay, check_hand, game_play, refusal, written_play
from cassino_dsl.match.seen_so_far import MatchMoment, SeenSoFar, seen_at

Points = int | float  # whole and half points


class Engines:
    """The reference engines of a ruleset, by number of seats; each is ``made`` when it is asked for. ``steps``: how
    much work an answer may be."""

    def __init__(self, ruleset: Ruleset, steps: int = STEPS) -> None:
        self.ruleset, self.steps = ruleset, steps
        self.made: dict[int, Engine] = {}

    def __call__(self, seats: int | None = None) -> Engine:
        """The engine for a number of seats (default: the fewest); raises ``ValueError`` where there is none."""
        seats = self.ruleset.seats[0] if seats is None else seats
        if seats not in self.ruleset.seats:
            raise ValueError(f"{self.ruleset.name} is not played with {seats} seats")
        if seats not in self.made:
            self.made[seats] = Engine(make_plan(self.ruleset, seats))
        engine = self.made[seats]
        engine.evaluate.steps.most = self.steps
        return engine

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Engines) and other.ruleset == self.ruleset)

    def __hash__(self) -> int:
        return hash(self.ruleset.name)

    def __reduce__(self) -> tuple[type[Engines], tuple[Ruleset, int]]:
        return Engines, (self.ruleset, self.steps)


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a round: what it brought, and the state once that is counted."""

    standing: Standing
    state: State


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a position comes from: so many matches into what the ``seed`` gives, or (``match`` None) from one that was
    given, where that seed decides what chance does. ``seen``: what seats (from 0) had seen before."""

    engines: Engines
    seed: int
    match: int | None = None
    seen: tuple[tuple[int, SeenSoFar], ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GamePosition(Position):
    """A position of a match. Seats and sides are numbered from 1; points are whole numbers, or halves (``float``) where
    the variant gives such.

    It stands where a seat decides, or where a round is over (``round_over``): deals, passes and everything else between
    two decisions follows by itself. Positions are equal that came from the same beginning by the same plays. Raises
    ``RunFault`` where play shows a fault of the ruleset.
    """

    origin: Origin
    before: GamePosition | None = None
    made: Play | None = None
    played: State | None = None
    ended: Ended | None = None
    _seen: dict[int, SeenSoFar] = field(default_factory=dict)

    # ---- whose turn it is

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.engine.plan.seats

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.engine.plan.sides

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return self.engine.plan.side_of[self._numbered(seat)] + 1

    @property
    def turn(self) -> int | None:
        """The seat that decides; None where the round is over."""
        return None if self.is_over else self.engine.decider(self.state) + 1

    @property
    def round(self) -> int:
        """The number of the round in its match, from 1."""
        return self.state.round

    @property
    def is_over(self) -> bool:
        """Whether nobody decides here: the round is over, or the match."""
        return stopped(self.state)

    @property
    def round_over(self) -> bool:
        """Whether the round is over and counted: ``next_round`` deals another one, unless the match is over, too."""
        return self.ended is not None

    @property
    def match_over(self) -> bool:
        """Whether the match is over."""
        return self.state.match_over if self.ended is None else self.ended.standing.over

    # ---- plays

    def legal(self) -> list[GamePlay]:
        """The legal plays of the seat that decides; none where nobody does. Their order depends on nothing that this
        seat does not see: by action, cards played, cards taken, value. Raises ``CassinoError`` where the hand of that
        seat is not given."""
        return [game_play(self.engine.evaluate.tables, play) for play in self._legal()]

    def _legal(self) -> list[Play]:
        if self.is_over:
            return []
        check_hand(self)
        with self.engine.evaluate.steps.question():
            return in_order(self.engine.evaluate.tables, self.engine.legal(self.state))

    def play(self, play: GamePlay | str | Mapping[str, Any] | int) -> GamePosition:
        """The position after a play: one of ``legal()``, its number there (from 0), its text, or an object as `cassino
        moves` prints it. This position stays as it is. Raises ``CassinoError`` with the reason where the play is not
        legal, ``ValueError`` where nobody decides or there is no play of that number, ``TypeError`` for other things.
        """
        if self.is_over:
            ways = "the match is over" if self.match_over else "the round is over: `next_round()` deals the next"
            raise ValueError(f"nothing can be played here: {ways}")
        made = self._meant(play)
        with self.engine.evaluate.steps.question():
            played = self.engine.step(self.state, made)
            return self._followed(played.copy(), made, played)

    def _meant(self, play: GamePlay | str | Mapping[str, Any] | int) -> Play:
        plays, tables = self._legal(), self.engine.evaluate.tables
        if not isinstance(play, GamePlay | str | Mapping):
            if isinstance(play, bool) or not hasattr(play, "__index__"):
                raise TypeError(f"a play is one of `legal()`, its number there or its text, not {play!r:.60}")
            number = index(play)
            if not 0 <= number < len(plays):
                raise ValueError(
                    f"there are {len(plays)} legal plays here, from 0 to {len(plays) - 1}: none is {number}"
                )
            return plays[number]
        wanted = written_play(self.engine.plan.ruleset, play.as_json() if isinstance(play, GamePlay) else play)
        for legal in plays:
            if written(tables, legal) == wanted:
                return legal
        with self.engine.evaluate.steps.question():
            raise CassinoError(refusal(self, wanted))

    def next_round(self) -> GamePosition:
        """The first decision of the next round of the match, dealt from the match's seed. Raises ``ValueError`` where
        this round goes on, or the match is over."""
        if self.ended is None or self.match_over:
            raise ValueError("the match is over" if self.match_over else "this round is not over yet")
        state = self.ended.state.copy()
        with self.engine.evaluate.steps.question():
            self.engine.next_round(state)
            return self._followed(state, None, self.ended.state)

    def _followed(self, state: State, made: Play | None, played: State) -> GamePosition:
        """The position to which a state leads, which it changes."""
        ended = None
        if self.complete:
            ended = go_on(self.engine, state)
        elif not state.asks:
            self.engine.settle_turn(state)
        return GamePosition(self.engine, state, self.known_hands, self.stock, self.origin, self, made, played, ended)

    # ---- points

    def returns(self) -> list[Points]:
        """What the round has brought each side, side 1 first; zeros as long as it is not over."""
        if self.ended is None:
            return [0] * self.sides
        rows = self.ended.standing.awards.values()
        return [self._points(sum(row[side] for row in rows)) for side in range(self.sides)]

    @property
    def scores(self) -> list[Points]:
        """The points of each side in the match so far, side 1 first."""
        return [*map(self._points, self.state.scores if self.ended is None else self.ended.standing.scores)]

    @property
    def winner(self) -> int | None:
        """The side that has won the match; None as long as it is not over, and where nobody wins."""
        won = self.state.winner if self.ended is None else self.ended.state.winner
        return None if won is None else won + 1

    @property
    def reason(self) -> str:
        """Why the match is over, for people; empty as long as it is not."""
        return self.state.reason if self.ended is None else self.ended.state.reason

    def _points(self, number: int) -> Points:
        return self.engine.plan.ruleset.match.shown(number)

    # ---- what a seat knows

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees now, with the keys of `cassino moves` positions: what is hidden from it is only counted, or
        `?`."""
        return view_json(self, self._numbered(seat))

    def information_state(self, seat: int) -> str:
        """All that a seat has seen since the match began (or since the position that was given), in order, and nothing
        else: the same text in two positions just where the seat cannot tell them apart. One line for what it saw first,
        one for every play, and one each for what then was not as before; what it might play, where it decides; what
        rounds brought."""
        number = self._numbered(seat)
        ways: list[GamePosition] = []
        here: GamePosition | None = self
        while here is not None and number not in here._seen:
            ways.append(here)
            here = here.before
        seen = None if here is None else here._seen[number]
        for position in reversed(ways):
            with self.engine.evaluate.steps.question():
                seen = position._seen[number] = seen_at(position._moment(), number, seen)
        return self._seen[number].text

    def _moment(self) -> MatchMoment:
        came = None
        if self.before is not None and self.played is not None:
            came = self.before, self.made, self.played
        return MatchMoment(self, None if self.ended is None else self.ended.standing, came)

    def _numbered(self, seat: int) -> int:
        """A seat, counted from 0."""
        if isinstance(seat, bool) or not hasattr(seat, "__index__"):
            raise TypeError(f"a seat is a whole number, not {seat!r:.60}")
        if not 1 <= index(seat) <= self.seats:
            raise ValueError(f"there is no seat {seat}: seats go from 1 to {self.seats}")
        return index(seat) - 1

    # ---- as data

    def as_json(self) -> dict[str, Any]:
        """The whole position, hidden cards too, as data; ``Game.position`` reads it."""
        return position_json(self)

    @property
    def history(self) -> tuple[str | None, ...]:
        """The texts of the plays that led here; None where the next round was dealt."""
        made: list[str | None] = []
        here = self
        while here.before is not None:
            made.append(game_play(self.engine.evaluate.tables, here.made).text if here.made else None)
            here = here.before
        return tuple(reversed(made))

    def _course(self) -> tuple[Origin, int | dict[str, Any], tuple[str | None, ...]]:
        """How it came about: from where, from how many seats or which position, by which plays."""
        first = self
        while first.before is not None:
            first = first.before
        return self.origin, first.as_json() if self.origin.match is None else self.seats, self.history

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GamePosition):
            return NotImplemented
        return self is other or self._course() == other._course()

    def __hash__(self) -> int:
        return hash((self.origin.engines, self.history))

    def __copy__(self) -> GamePosition:
        return self

    def __deepcopy__(self, memo: object) -> GamePosition:
        return self

    def __reduce__(self) -> tuple[Callable[..., GamePosition], tuple[Any, ...]]:
        return _replayed, self._course()


def go_on(engine: Engine, state: State) -> Ended | None:
    """Go on to the next decision of the round, or to its end, which is counted in a state of its own. Changes
    ``state``."""
    if not engine.advance_in_round(state).round_over:
        return None
    scored = state.copy()
    return Ended(engine.finish_round(scored), scored)


def dealt(engines: Engines, seed: int, match: int, seats: int | None) -> GamePosition:
    """The first decision of a match."""
    engine = engines(seats)
    with engine.evaluate.steps.question():
        state = engine.begun(match_key(seed, match))
        ended = go_on(engine, state)
    everywhere = frozenset(range(engine.plan.seats))
    return GamePosition(engine, state, everywhere, "listed", Origin(engines, seed, match), ended=ended)


def given(
    engines: Engines, position: Position, seed: int, seen: tuple[tuple[int, SeenSoFar], ...] = ()
) -> GamePosition:
    """A position that somebody gave, as it stands."""
    engine, state = position.engine, position.state
    origin = Origin(engines, seed, None, seen)
    return GamePosition(engine, state, position.known_hands, position.stock, origin, _seen=dict(seen))


def _replayed(origin: Origin, first: int | dict[str, Any], history: tuple[str | None, ...]) -> GamePosition:
    """The position to which plays lead."""
    if origin.match is not None:
        assert isinstance(first, int)
        position = dealt(origin.engines, origin.seed, origin.match, first)
    else:
        assert isinstance(first, dict)
        found = read_position(origin.engines.ruleset, origin.engines, Document(first), Report(), origin.seed)
        assert found is not None
        position = given(origin.engines, found, origin.seed, origin.seen)
    for text in history:
        position = position.next_round() if text is None else position.play(text)
    return position
