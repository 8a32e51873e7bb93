"""The course of a match, decision by decision: what a play did, and in order what followed until the next one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cassino_dsl.engine.reference.apply import Applier
from cassino_dsl.engine.reference.effects import Effects
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Frame, Play
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset.model import Effect

# ---- what happens between two decisions. Nothing of it is made for a seat: ``log_narration`` says what one is told.


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnd:
    """A round that is over: its number and leader, the state in which it was scored, and what it brought."""

    number: int
    leader: int
    state: State
    standing: Standing
    stuck: bool


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round is about to be dealt."""

    number: int
    leader: int


@dataclass(frozen=True, slots=True, eq=False)
class PlayOver:
    """Nothing more is played in the round, which lies as in this state; what its end brings follows."""

    state: State


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands were dealt once more, and so many cards are left in the stock."""

    left: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed because it could do nothing, or had no card."""

    seat: int
    bare: bool


@dataclass(frozen=True, slots=True)
class NextSeat:
    """A turn went to another seat than the one whose turn it was by order; ``again``: to the one that had it."""

    seat: int
    again: bool


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """Points, under a name; ``late``: once the round was over."""

    name: str
    side: int
    points: int
    late: bool


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """Cards, by one effect."""

    before: State
    after: State


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """The round was ended before its time; ``match``: and the match with it."""

    match: bool


@dataclass(frozen=True, slots=True)
class Redealt:
    """All that was dealt is thrown in."""


Effected = PointsGiven | Moved | EndedEarly | Redealt  # by effects that the file declares
Step = Effected | RoundEnd | PlayOver | RoundBegun | Dealt | Passed | NextSeat


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """One decision. ``played``: the state as the play left it, before anything else followed; ``steps``: what followed,
    also in the play itself; ``after``: the next decision, or the end of the match."""

    before: State
    play: Play
    played: State
    steps: tuple[Step, ...]
    after: State

    @property
    def rounds(self) -> tuple[RoundEnd, ...]:
        """The rounds that ended."""
        return rounds_in(self.steps)


def rounds_in(steps: Iterable[Step]) -> tuple[RoundEnd, ...]:
    return tuple(step for step in steps if isinstance(step, RoundEnd))


class Course(Engine):
    """An engine that makes the plays of one table, and keeps what came of each until the next. Who looks ahead asks
    another one."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.plan, engine.evaluate)
        self.ahead = engine
        self.steps: list[Step] = []
        self.applier.effects = _Effects(self.applier, self.steps)

    def begin(self, key: int) -> tuple[State, tuple[Step, ...]]:
        """The first decision of a match, and what came before it."""
        self.steps.clear()
        return self.new_match(key), tuple(self.steps)

    def follow(self, before: State, play: Play) -> Decision:
        """Make a play and go on to the next decision."""
        self.steps.clear()
        played = self.step(before, play)
        after = self.advance(played.copy())
        before.plays = None  # of which one was made
        played.settle_beside(before)
        after.settle_beside(played)
        return Decision(before, play, played, tuple(self.steps), after)

    # ---- what the engine does

    def can_pay(self, state: State, play: Play) -> bool:
        return self.ahead.can_pay(state, play)

    def start_round(self, state: State) -> None:
        self.steps.append(RoundBegun(state.round, state.leader))
        super().start_round(state)

    def deal(self, state: State) -> bool:
        at = len(self.steps)
        dealt = super().deal(state)
        if dealt and state.deals > 1:
            self.steps.insert(at, Dealt(len(state.stock)))  # what followed from it comes after it
        return dealt

    def on_pass(self, state: State) -> None:
        if state.at >= 0:  # who says so has played that
            self.steps.append(Passed(state.seat, not state.hands[state.seat]))

    def _break_off(self, state: State) -> None:
        if not self.plan.turn.final[state.at]:
            self.on_pass(state)
        super()._break_off(state)

    def _next_seat(self, state: State) -> None:
        seat, named = state.seat, state.next_seat
        if named not in (None, (seat + 1) % self.plan.seats) and any(state.hands) and not state.round_over:
            self.steps.append(NextSeat(named, named == seat))
        super()._next_seat(state)

    def finish(self, state: State, checked: bool = True) -> Standing:
        self.steps.append(PlayOver(state.copy()))
        return super().finish(state, checked)

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        self.steps.append(RoundEnd(state.round, state.leader, state.copy(), standing, stuck))


class _Effects(Effects):
    """Says what is done."""

    def __init__(self, applier: Applier, steps: list[Step]) -> None:
        super().__init__(applier.evaluate, applier.fire)
        self.steps = steps

    def do(self, effects: Iterable[Effect], f: Frame) -> None:
        for effect in effects:
            moves = "cards" in effect.row.writes
            before = f.state.copy() if moves else f.state
            over, anew = f.state.round_over, f.state.redeal
            super().do((effect,), f)
            if moves and effect.op != "shuffle":
                self.steps.append(Moved(before, f.state.copy()))
            elif effect.row.writes & {"round", "match"} and f.state.round_over and not over:
                self.steps.append(EndedEarly("match" in effect.row.writes))
            elif effect.op == "redeal" and not anew:
                self.steps.append(Redealt())

    def _give(self, name: str, side: int, points: int, f: Frame) -> None:
        self.steps.append(PointsGiven(name, side, points, f.state.round_over))
        super()._give(name, side, points, f)
