"""An engine that remembers which clauses it came across, for coverage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.meaning import Value
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.prefer import Preferring
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.engine.state import State
from cassino_dsl.game import Game
from cassino_dsl.plan.make import make_plan
from cassino_dsl.plan.plan import Plan, PlannedPreference
from cassino_dsl.ruleset.expr import Expr, Literal

Clause = tuple[str, str]  # what kind of clause, and its name


@dataclass
class Seen:
    """Clauses that came to pass, the actions that were legal, and what each condition said."""

    happened: set[Clause] = field(default_factory=set)
    legal: set[str] = field(default_factory=set)
    said: dict[Clause, set[bool]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How much has been seen: it grows with whatever is new."""
        return len(self.happened) + sum(map(len, self.said.values()))


def conditions(plan: Plan) -> Iterator[tuple[Clause, Expr]]:
    """The boolean clauses of a plan; a rule stands in every action that it can still refuse."""
    for action in plan.actions:
        if action.played_where is not None:
            yield ("the cards played by", action.name), action.played_where
        for test in (*action.tests, *(test for test, _ in action.priced)):
            yield (("rule", test.rule) if test.rule else ("the condition of", action.name)), test.expr
    for preference in plan.preferences:
        if preference.prefer is not None:
            yield ("what is preferred by", preference.name), preference.prefer
    for events in plan.events.values():
        for planned in events:
            if planned.when is not None:
                yield ("the condition of event", planned.event.name), planned.when
    for award in plan.awards:
        if award.condition is not None:
            yield ("the condition of award", award.name), award.condition


class RecordingGame(Game):
    """A game whose engines write down what they see."""

    def __init__(self, game: Game, seen: Seen) -> None:
        super().__init__(game.ruleset)
        self.seen = seen

    def engine(self, seats: int | None = None) -> Engine:
        seats = seats or self.ruleset.seats[0]
        if seats not in self._engines and seats in self.ruleset.seats:
            self._engines[seats] = _RecordingEngine(make_plan(self.ruleset, seats), self.seen)
        return super().engine(seats)


class _RecordingEvaluator(Evaluator):
    def __init__(self, plan: Plan, seen: Seen) -> None:
        self.seen = seen
        self.watched = {id(expr): clause for clause, expr in conditions(plan) if not isinstance(expr, Literal)}
        self.recorders: dict[int, Value] = {}
        super().__init__(plan)

    def __call__(self, expr: Expr) -> Value:
        value = super().__call__(expr)
        clause = self.watched.get(id(expr))
        if clause is None:
            return value
        if id(expr) not in self.recorders:
            said = self.seen.said.setdefault(clause, set())

            def record(f: Frame) -> bool:
                answer = bool(value(f))
                said.add(answer)
                return answer

            self.recorders[id(expr)] = record
        return self.recorders[id(expr)]


class _RecordingEngine(Engine):
    def __init__(self, plan: Plan, seen: Seen) -> None:
        super().__init__(plan, _RecordingEvaluator(plan, seen))
        self.seen = seen
        self.lister.preferences = tuple(_RecordingPreference(p, self.evaluate, seen) for p in plan.preferences)

    def legal(self, state: State) -> list[Play]:
        plays = super().legal(state)
        if plays:  # what is never sensible is chosen by nobody in a simulated game: an example has to make it
            sensible = self.lister.sensible(state, self.decider(state), plays)
            self.seen.happened.update(("action", p.name) for p in sensible)
            self.seen.legal.update(p.name for p in plays)
        return plays

    def start_round(self, state: State) -> None:
        with self._logging():
            super().start_round(state)

    def step(self, state: State, play: Play) -> State:
        self.seen.happened.add(("action", play.name))
        with self._logging():
            return super().step(state, play)

    def settle(self, state: State) -> State:
        with self._logging():
            return super().settle(state)

    def finish(self, state: State, checked: bool = True) -> Standing:
        with self._logging():
            standing = super().finish(state, checked)
        self.seen.happened.update(("award", name) for name, row in standing.awards.items() if any(row))
        return standing

    @contextmanager
    def _logging(self) -> Iterator[None]:
        """Write down the events of a stretch of the game, whoever else listens."""
        outer, self.applier.log = self.applier.log, []
        try:
            yield
        finally:
            log, self.applier.log = self.applier.log or [], outer
            if outer is not None:
                outer.extend(log)
            self.seen.happened.update(("event", name) for name in log)


class _RecordingPreference(Preferring):
    def __init__(self, preference: PlannedPreference, evaluate: Evaluator, seen: Seen) -> None:
        super().__init__(preference, evaluate)
        self.seen = seen

    def filter(self, f: Frame, plays: list[Play]) -> list[Play]:
        left = super().filter(f, plays)
        if len(left) < len(plays):
            self.seen.happened.add(("preference", self.preference.name))
        return left
