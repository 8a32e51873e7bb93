"""Which clauses of a ruleset neither an example nor a random game has exercised.

An action has to be legal and sensible somewhere, or be played, a preference to take a play away, an event to come to
pass, an award to be given; and every condition has to hold once and fail once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from types import MappingProxyType
from typing import Any

from cassino_dsl.analysis.examples.read import Example
from cassino_dsl.analysis.examples.run import run_example
from cassino_dsl.analysis.simulate.reference_runner import ListingEngine, Lists
from cassino_dsl.analysis.simulate.stuck_position import shadowing
from cassino_dsl.engine.native.engine import legal_plays, native_engine
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.meaning import Value
from cassino_dsl.engine.reference.play import DONE, Frame, Play
from cassino_dsl.engine.reference.plays import Look, Preferring
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Expr, Literal, conjuncts
from cassino_dsl.language.ruleset.model import Preference, Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.players.policies import random

Clause = tuple[str, str]  # what kind of clause, and its name


@dataclass
class Seen:
    """What each clause has said (a condition yes or no, all else that it came to pass), and what actions were legal."""

    said: defaultdict[Clause, set[bool]] = field(default_factory=lambda: defaultdict(set))
    legal: set[str] = field(default_factory=set)

    def happened(self, kind: str, names: Iterable[str]) -> None:
        """That clauses of a kind came to pass."""
        for name in names:
            self.said[kind, name].add(True)

    @property
    def size(self) -> int:
        """How much has been seen: it grows with whatever is new."""
        return sum(map(len, self.said.values()))


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
                yield ("the condition of event", planned.name), planned.when
    for award in plan.ruleset.awards:
        if award.condition is not None:
            yield ("the condition of award", award.name), award.condition


class RecordingGame(BasicGame):
    """A game whose engines write down what they see."""

    def __init__(self, game: BasicGame, seen: Seen) -> None:
        super().__init__(game.ruleset)
        self.seen = seen

    def engine(self, seats: int | None = None) -> Engine:
        seats = seats or self.ruleset.seats[0]
        if seats not in self.engines.made and seats in self.ruleset.seats:
            self.engines.made[seats] = _RecordingEngine(make_plan(self.ruleset, seats), self.seen)
        return super().engine(seats)


class _RecordingEvaluator(Evaluator):
    def __init__(self, plan: Plan, seen: Seen) -> None:
        self.seen = seen
        # of `A and B` a listing asks A, and B, each as early as it can: the whole is not so where one of them is not
        wholes = [(clause, expr) for clause, expr in conditions(plan) if not isinstance(expr, Literal)]
        self.watched = {
            id(part): (clause, part is expr) for clause, expr in wholes for part in (expr, *conjuncts(expr))
        }
        self.recorders: dict[int, Value] = {}
        super().__init__(plan)

    def __call__(self, expr: Expr) -> Value:
        value = super().__call__(expr)
        if id(expr) not in self.watched:
            return value
        if id(expr) not in self.recorders:
            clause, whole = self.watched[id(expr)]
            said = self.seen.said[clause]

            def record(f: Frame) -> bool:
                answer = bool(value(f))
                if whole or not answer:
                    said.add(answer)
                return answer

            self.recorders[id(expr)] = record
        return self.recorders[id(expr)]


class _RecordingEngine(ListingEngine):
    """Where another lists the plays for it, it hears nothing of what a listing asks. ``decisions``: of the match."""

    decisions = 0

    def __init__(self, plan: Plan, seen: Seen) -> None:
        super().__init__(plan, _RecordingEvaluator(plan, seen))
        self.seen = seen
        self.lister.preferences = tuple(_RecordingPreference(p, self.evaluate, seen) for p in plan.preferences)

    def _legal(self, state: State) -> list[Play]:
        plays = super()._legal(state)
        if (
            plays and self.lists is None
        ):  # what is never sensible is chosen by nobody in a simulated game: an example has to make it
            sensible = self.lister.sensible(state, self.decider(state), plays)
            self.seen.happened("action", (p.name for p in sensible))
            self.seen.legal.update(p.name for p in plays)
            held = {id(test): (test, p.name) for p in plays if p is not DONE for test in p.action.tests}.values()
            self.seen.happened("rule", (test.rule for test, _ in held if test.rule))
            self.seen.happened("the condition of", (name for test, name in held if not test.rule))
        return plays

    def start_round(self, state: State) -> None:
        with self._logging():
            super().start_round(state)

    def step(self, state: State, play: Play) -> State:
        self.seen.happened("action", [play.name])
        with self._logging():
            return super().step(state, play)

    def settle(self, state: State) -> State:
        with self._logging():
            return super().settle(state)

    def finish(self, state: State, checked: bool = True) -> Standing:
        with self._logging():
            standing = super().finish(state, checked)
        self.seen.happened("award", (name for name, row in standing.awards.items() if any(row)))
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
            self.seen.happened("event", log)


class _RecordingPreference(Preferring):
    def __init__(self, preference: Preference, evaluate: Evaluator, seen: Seen) -> None:
        super().__init__(preference, evaluate)
        self.seen = seen

    def filter(self, look: Look, plays: list[Play]) -> list[Play]:
        left = super().filter(look, plays)
        if len(left) < len(plays):
            self.seen.happened("preference", [self.preference.name])
        return left


SEED = 1
MOST = 500  # random rounds that are played where nobody says how many
PATIENCE = 64  # … and after so many in a row that show nothing new, no more are
LISTENED = 2  # … and after so many the native engine lists their plays, where no clause is left that a listing asks


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was looked for and not found, as lines for people. ``games``: random rounds that were played."""

    name: str
    clauses: int
    games: int
    missing: tuple[str, ...]

    @property
    def percent(self) -> float:
        """How much of the ruleset was exercised."""
        return 100 * (1 - len(self.missing) / self.clauses) if self.clauses else 100.0

    def json(self) -> dict[str, Any]:
        return {"variant": self.name, "clauses": self.clauses, "games": self.games, "missing": list(self.missing)}

    def text(self) -> str:
        covered = self.clauses - len(self.missing)
        rounds = _rounds_of(self.games)
        head = f"{self.name}: {covered} of {self.clauses} clauses exercised by the examples and {rounds}"
        return "\n".join([head, *(f"  {line}" for line in self.missing)])


def measure(ruleset: Ruleset, examples: Sequence[Example], games: int | None = None) -> Coverage:
    """Run the examples and random rounds, with each number of seats in turn, and see what is left.

    ``games`` is how many rounds are played, fewer only if nothing is left. Without it a clause that rarely matters may
    be missed: then rounds end when they have shown nothing new for a while.
    """
    seen = Seen()
    recorders: dict[int, RecordingGame] = {}
    for example in examples:
        game = recorders.setdefault(id(example.game), RecordingGame(example.game, seen))
        run_example(replace(example, game=game))
    engines = [_RecordingEngine(make_plan(ruleset, seats), seen) for seats in ruleset.seats]
    rounds = [_rounds(engine) for engine in engines]
    clauses = _clauses(ruleset)
    missing = _missing(clauses, seen, 0)
    played = quiet = 0
    listens = True
    while missing and played < (MOST if games is None else games) and (games is not None or quiet < PATIENCE):
        if listens and quiet >= LISTENED and all(kind in _IN_PLAY for kind, _ in missing):
            listens = False
            for engine in engines:
                engine.lists = _draws(ruleset, engine)
        before = seen.size
        next(rounds[played % len(rounds)])
        played += 1
        quiet += 1
        if seen.size > before:
            quiet, missing = 0, _missing(clauses, seen, played)
    dead = [name for kind, name in missing if kind == "action" and name not in seen.legal]
    named = shadowing(ruleset, dead, SEED, lambda: None)
    laid = f" with {', '.join(ruleset.house_rules)}" if ruleset.house_rules else ""
    return Coverage(ruleset.name + laid, len(clauses), played, tuple(_missing(clauses, seen, played, named).values()))


# clauses that are asked when something is played, not when plays are listed
_IN_PLAY = ("event", "award", "the condition of event", "the condition of award")


def _draws(ruleset: Ruleset, engine: _RecordingEngine) -> Lists | None:
    """Who says sooner than the reference what the random player makes of the plays that it would list."""
    native, _ = native_engine(ruleset, engine.plan.seats, waits=False)
    if native is None:
        return None
    return lambda plan, state: legal_plays(native, plan, state, decision_key(state.key or 0, engine.decisions))


def _rounds(engine: _RecordingEngine) -> Iterator[None]:
    """Plays random matches for ever; says so after every round."""
    for match in count():
        key = match_key(SEED, match)
        engine.decisions = 0
        try:
            state = engine.new_match(key)
            while not state.match_over:
                before = state.round
                plays = engine.legal(state)
                chosen = random(engine, state, engine.decider(state), plays, decision_key(key, engine.decisions))
                engine.decisions += 1
                state = engine.play(state, chosen)
                if state.round != before or state.match_over:
                    yield
        except RunFault:
            yield  # the fault is for `simulate` to tell


def _clauses(ruleset: Ruleset) -> dict[Clause, str]:
    """What is looked for, and what is said where it never comes to pass; nothing of a condition, which has to go either
    way, if it can with some number of seats."""
    found: dict[Clause, str] = {
        **{("action", a.name): "is never legal" for a in ruleset.actions},
        **{("preference", p.name): "never takes a play away" for p in ruleset.preferences},
        **{("event", e.name): "never comes to pass" for e in ruleset.events},
        **{("award", a.name): "is never given" for a in ruleset.awards},
    }
    for plan in (make_plan(ruleset, seats) for seats in ruleset.seats):
        found |= {clause: "" for clause, expr in conditions(plan) if not isinstance(expr, Literal)}
    return found


def _rounds_of(games: int) -> str:
    return f"{games} random round{'' if games == 1 else 's'}"


def _missing(
    clauses: Mapping[Clause, str], seen: Seen, games: int, named: Mapping[str, str] = MappingProxyType({})
) -> dict[Clause, str]:
    """What has not been seen, and what is said of it: of a condition no more than what was seen, for other games may
    show more. ``named``: who names the plays of actions that are never legal as themselves."""
    found = {}
    for (kind, name), what in clauses.items():
        said = seen.said.get((kind, name), set())
        if what and not said:
            legal = kind == "action" and name in seen.legal
            what = "is never sensible where it is legal" if legal else what
            if kind == "action" and name in named:
                what = f"is legal only as {named[name]}, above it: the first action names a play"
            found[kind, name] = f"{kind} `{name}` {what}"
        elif not what and len(said) < 2:
            what = "is never asked"
            if said:
                answer = str(next(iter(said))).lower()
                what = f"was {answer} whenever it was asked ({_rounds_of(games)} and the examples)"
            found[kind, name] = f"{kind} `{name}` {what}"
    return found
