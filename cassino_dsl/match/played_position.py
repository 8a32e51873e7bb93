"""A position in the course of a match: whose turn it is, what may be played, what it brought, and how it came about.

Positions never change: a play gives another one, and who keeps the one before has taken it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from cassino_dsl.engine.position.position import HIDDEN, Position
from cassino_dsl.engine.reference.game import Engine, stopped
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.diagnostics.cassino_error import CassinoError, WrongArgument
from cassino_dsl.match.arguments import number_in
from cassino_dsl.match.engines import Engines, number_of_seat
from cassino_dsl.match.plays import GamePlay, check_hand, game_play, refusal, written_play
from cassino_dsl.match.worlds import SeenBefore
from cassino_dsl.players.plays_seen import in_seen_order, meant, seen_by_decider

Points = int | float  # whole and half points


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a round: what it brought, and the state once that is counted."""

    standing: Standing
    state: State


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a position comes from: so many matches into what the ``seed`` gives, or (``match`` None) from one that was
    given, where that seed decides what chance does. ``seen``: of a world, what the seat for which it was made had seen
    before."""

    engines: Engines
    seed: int
    match: int | None = None
    seen: SeenBefore | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlayedPosition(Position):
    """A position, and how it came about: from its ``origin``, or from the one ``before`` it by the play that was
    ``made`` there (None: the next round was dealt). ``played``: the state as that left it, before anything else
    followed; ``ended``: the end of the round; ``kept``: what seats know of it, once that was asked for."""

    origin: Origin
    before: Self | None = None
    made: Play | None = None
    played: State | None = None
    ended: Ended | None = None
    kept: dict[tuple[str, int], Any] = field(default_factory=dict)

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
    def seat(self) -> int:
        """The seat whose turn it is, from 1: that which decides, unless another one is asked for a decision."""
        return self.state.seat + 1

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
        """The legal plays of the seat that decides, as it sees them (`?` is a card that it does not); none where nobody
        does. Their order depends on nothing that this seat does not see: by action, cards played, cards taken, value.
        Raises ``CassinoError`` where the hand of that seat is not given."""
        tables, plays = self.engine.evaluate.tables, self.plays()
        with self.engine.evaluate.steps.question():
            sees = seen_by_decider(self.engine, self.state, plays) if plays else set[int]()
        return [game_play(tables, play, sees, number) for number, play in enumerate(plays)]

    def plays(self) -> list[Play]:
        """The engine's plays, in the order of ``legal()``."""
        if self.is_over:
            return []
        check_hand(self)
        with self.engine.evaluate.steps.question():
            plays = self.engine.legal(self.state)
            sees = seen_by_decider(self.engine, self.state, plays)
            return in_seen_order(self.engine.evaluate.tables, self.state, plays, sees)

    def play(self, play: GamePlay | str | Mapping[str, Any] | int) -> Self:
        """The position after a play: one of ``legal()``, its number there (from 0), its text, or an object as `cassino
        moves` prints it. This position stays as it is. Raises ``CassinoError`` with the reason where the play is not
        legal, ``ValueError`` where nobody decides, for a number that no play has and for other things.
        """
        if self.is_over:
            ways = "the match is over" if self.match_over else "the round is over: `next_round()` deals the next"
            ways = "the cards are to be dealt anew: `go_on()` does it" if self.state.redeal else ways
            raise ValueError(f"nothing can be played here: {ways}")
        made = self._meant(play)
        with self.engine.evaluate.steps.question():
            played = self.engine.step(self.state, made)
            return self._followed(played.copy(), made, played)

    def _meant(self, play: GamePlay | str | Mapping[str, Any] | int) -> Play:
        plays = self.plays()
        if not plays:
            raise ValueError(f"seat {self.turn} can play nothing here: `go_on()` leads to the next decision")
        if not isinstance(play, GamePlay | str | Mapping):
            number = number_in(play)
            if number is None:
                raise WrongArgument(f"a play is one of `legal()`, its number there or its text, not {play!r:.60}")
            if not 0 <= number < len(plays):
                raise ValueError(
                    f"there are {len(plays)} legal plays here, from 0 to {len(plays) - 1}: none is {number}"
                )
            return plays[number]
        if isinstance(play, GamePlay) and HIDDEN in play.text:
            legal = self.legal()
            if play.number < len(legal) and legal[play.number] == play:
                return plays[play.number]
        wanted = written_play(self.engine.plan.ruleset, play.as_json() if isinstance(play, GamePlay) else play)
        found = meant(self.engine, self.state, plays, wanted)
        if found is not None:
            return found
        with self.engine.evaluate.steps.question():
            raise CassinoError(refusal(self, wanted))

    def next_round(self) -> Self:
        """The first decision of the next round of the match, dealt from the match's seed. Raises ``ValueError`` where
        this round goes on, or the match is over."""
        if self.ended is None or self.match_over:
            open_ = "over, but not counted: `go_on()` does it" if self.state.round_over else "not over yet"
            raise ValueError("the match is over" if self.match_over else f"this round is {open_}")
        state = self.ended.state.copy()
        with self.engine.evaluate.steps.question():
            self.engine.next_round(state)
            return self._followed(state, None, self.ended.state)

    def go_on(self) -> Self:
        """The next decision, or the end of the round, from a position that was given in which the seat to move can play
        nothing (it passes), or in which cards are to be dealt, or dealt anew. Any other position itself."""
        if self.ended is not None or self.match_over or not self.complete or self.plays():
            return self
        with self.engine.evaluate.steps.question():
            return self._followed(self.state.copy(), None, self.state)

    def _followed(self, state: State, made: Play | None, played: State) -> Self:
        """The position to which a state leads, which it changes."""
        ended = None
        if self.complete:
            ended = go_on(self.engine, state)
        elif not state.asks:
            self.engine.settle_turn(state)
        return replace(self, state=state, before=self, made=made, played=played, ended=ended, kept={})

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

    def _numbered(self, seat: int) -> int:
        """A seat, counted from 0."""
        return number_of_seat(self.engine, seat)

    # ---- how it came about

    @property
    def course(self) -> list[Self]:
        """All positions of the match up to this one, from the first that is known."""
        found = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return found[::-1]

    @property
    def history(self) -> tuple[str | None, ...]:
        """The texts of the plays that led here; None where the next round was dealt, or `go_on` went on."""
        tables = self.engine.evaluate.tables
        plays = (position.made for position in self.course[1:])
        return tuple(None if play is None else play_text(tables, play) for play in plays)

    def record(self) -> dict[str, Any]:
        """The match as a record, as `cassino simulate --records` writes them: as JSON in a line of a file, `cassino
        replay` plays it again, and so does ``Game.replay``. One that is not over ends where it stands. Raises
        ``ValueError`` for a match that was not dealt here, whose cards no seed gives."""
        from cassino_dsl.match.record import Recorder  # what most runs never ask

        origin, shown = self.origin, self.engine.evaluate.tables
        if origin.match is None:
            raise ValueError("only a match that `Game.deal` has dealt has a record: no seed gives these cards")
        ruleset, source = self.engine.plan.ruleset, origin.engines.source
        recorder = Recorder(ruleset, self.seats, "match", ["person"] * self.seats, origin.seed, origin.match)
        for position in self.course:
            if position.made is not None:
                recorder.play(play_text(shown, position.made))
            if position.ended is not None:
                stuck = self.engine.stuck(position.state)
                recorder.round(position.state.leader, position.ended.standing, stuck)
        record = recorder.record if self.match_over else recorder.broken_off()
        if self.ended is not None and self.match_over:
            recorder.end(self.ended.state.winner, self.ended.state.reason)
        return {"variant": source.variant, "with": [*source.with_rules], "set": [*source.settings], **record}


def at_its_end(position: PlayedPosition) -> State:
    """How things stand; at the end of a round with all points."""
    return position.state if position.ended is None else position.ended.state


def go_on(engine: Engine, state: State) -> Ended | None:
    """Go on to the next decision of the round, or to its end, which is counted in a state of its own. Changes
    ``state``."""
    if not engine.advance_in_round(state).round_over:
        return None
    scored = state.copy()
    return Ended(engine.finish_round(scored), scored)
