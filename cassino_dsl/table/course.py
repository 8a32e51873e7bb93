"""The course of a match, decision by decision: what a play did, and in order what followed until the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cassino_dsl.engine.apply import Applier, Clause
from cassino_dsl.engine.effects import Effects
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.engine.state import State
from cassino_dsl.ruleset.model import Effect
from cassino_dsl.table.steps import (
    Dealt,
    EndedEarly,
    Moved,
    NextSeat,
    Noted,
    Passed,
    PlayOver,
    PointsGiven,
    Redealt,
    RoundBegun,
    RoundEnd,
    Shuffled,
    Step,
)


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
    """The engine of one table: plays, and keeps what came of each play until the next. Whoever looks ahead with it is
    not listened to."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.plan, engine.evaluate)
        self.steps: list[Step] = []
        self.listens = False
        self.named_by: Clause | None = None  # which seat plays next
        self.applier: _Applier = _Applier(self.evaluate, self)

    def begin(self, key: int) -> tuple[State, tuple[Step, ...]]:
        """The first decision of a match, and what came before it."""
        with self._listening(True):
            state = self.new_match(key)
        return state, tuple(self.steps)

    def follow(self, before: State, play: Play) -> Decision:
        """Make a play and go on to the next decision."""
        with self._listening(True):
            played = self.step(before, play)
            after = self.advance(played.copy())
        return Decision(before, play, played, tuple(self.steps), after)

    def note(self, step: Step) -> None:
        """Keep what has happened."""
        if self.listens:
            self.steps.append(step)

    @contextmanager
    def _listening(self, listens: bool) -> Iterator[None]:
        was, self.listens = self.listens, listens
        if listens:
            self.steps, self.applier.clause, self.named_by = [], None, None
        try:
            yield
        finally:
            self.listens = was

    # ---- what the engine does

    def can_pay(self, state: State, play: Play) -> bool:
        with self._listening(False):
            return super().can_pay(state, play)

    def start_round(self, state: State) -> None:
        self.note(RoundBegun(state.round, state.leader))
        super().start_round(state)

    def deal(self, state: State) -> bool:
        at = len(self.steps)
        dealt = super().deal(state)
        if self.listens and dealt and state.deals > 1:
            self.steps.insert(at, Dealt(len(state.stock)))  # what followed from it comes after it
        return dealt

    def on_pass(self, state: State) -> None:
        if state.at >= 0:  # who says so has played that
            self.note(Passed(state.seat, not state.hands[state.seat]))

    def _break_off(self, state: State) -> None:
        if not self.plan.turn.final[state.at]:
            self.on_pass(state)
        super()._break_off(state)

    def _next_seat(self, state: State) -> None:
        seat, named = state.seat, state.next_seat
        if named not in (None, (seat + 1) % self.plan.seats) and any(state.hands) and not state.round_over:
            self.note(NextSeat(self.named_by, named, named == seat))
        super()._next_seat(state)

    def finish(self, state: State, checked: bool = True) -> Standing:
        self.note(PlayOver())
        return super().finish(state, checked)

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        self.note(RoundEnd(state.round, state.leader, state.copy(), standing, stuck))


class _Applier(Applier):
    """Says of all that follows from which clause it does."""

    def __init__(self, evaluate: Evaluator, course: Course) -> None:
        super().__init__(evaluate)
        self.clause: Clause | None = None
        self.effects = _Effects(evaluate, self, course)

    def follow(self, clause: Clause, effects: tuple[Effect, ...], f: Frame) -> None:
        outer, self.clause = self.clause, clause
        super().follow(clause, effects, f)
        self.clause = outer


class _Effects(Effects):
    """Says what is done."""

    def __init__(self, evaluate: Evaluator, applier: _Applier, course: Course) -> None:
        super().__init__(evaluate, applier.fire)
        self.applier, self.course = applier, course

    def do(self, effects: Iterable[Effect], f: Frame) -> None:
        if not self.course.listens:
            super().do(effects, f)
            return
        for effect in effects:
            moves = "cards" in effect.row.writes
            before = f.state.copy() if moves else f.state
            over, anew = f.state.round_over, f.state.redeal
            super().do((effect,), f)
            clause = self.applier.clause
            if effect.op == "shuffle":
                self.course.note(Shuffled(clause, effect.zone))
            elif moves:
                self.course.note(Moved(clause, before, f.state.copy()))
            elif effect.row.remembers:
                self.course.note(Noted(clause, effect.name))
            elif effect.row.writes & {"round", "match"} and f.state.round_over and not over:
                self.course.note(EndedEarly(clause, "match" in effect.row.writes))
            elif effect.op == "next":
                self.course.named_by = clause
            elif effect.op == "redeal" and not anew:
                self.course.note(Redealt(clause))

    def _give(self, name: str, side: int, points: int, f: Frame) -> None:
        self.course.note(PointsGiven(self.applier.clause, name, side, points, f.state.round_over))
        super()._give(name, side, points, f)
