"""Where a stuck round came to a stand: the position in which nobody may play, and the clauses that see to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.players.policies import random

# ---- actions that nobody ever plays because others above them yield the same plays, and so name them
ROUNDS = 20  # of each number of seats


def shadowing(
    ruleset: Ruleset, names: Collection[str], seed: int, before_decision: Callable[[], None]
) -> dict[str, str]:
    """What names the plays of actions that never name one themselves, by those of them that have plays in some random
    rounds. ``before_decision`` may stop looking, by any exception."""
    found: dict[str, set[str]] = {name: set() for name in names}
    engines = [Engine(make_plan(ruleset, seats)) for seats in ruleset.seats] if found else []
    for match, engine in product(range(ROUNDS), engines):
        if all(found.values()):
            break
        with suppress(RunFault):  # that is told of elsewhere
            _look_on(engine, match_key(seed, match), found, before_decision)
    order = [action.name for action in ruleset.actions]
    named = {name: sorted(by, key=order.index) for name, by in found.items() if by and name not in by}
    return {name: " and ".join(f"`{other}`" for other in by) for name, by in named.items()}


def _look_on(engine: Engine, key: int, found: dict[str, set[str]], before_decision: Callable[[], None]) -> None:
    """A random round, in which is noted who names the plays that each action would have."""
    state, decisions = engine.new_match(key), 0
    first = state.round
    while not state.match_over and state.round == first:
        before_decision()
        seat, machine, at = engine.decision(state)
        plays = engine.legal(state)
        for name, by in found.items():
            by |= engine.lister.named_by(state, seat, machine.steps(at), name)
        state = engine.play(state, random(engine, state, seat, plays, decision_key(key, decisions)))
        decisions += 1


Clause = tuple[str, Span, Callable[[Ruleset], Ruleset]]  # what it is called, where it stands, the ruleset without it


@dataclass(frozen=True, slots=True)
class Stand:
    """A position without a play, in words; the clauses without each of which there would be one (or all that have to go
    together), and a play that would be."""

    position: str
    clauses: tuple[tuple[str, Span], ...]
    freed: str


def stand_of(task: Task, unit: int, before_decision: Callable[[], None]) -> Stand | None:
    """How a round that gets stuck does so; None where no clause is at fault. ``before_decision`` may stop looking."""
    state = _last_position(task, unit, before_decision)
    if state is None:
        return None

    def freed(clauses: list[Clause]) -> str:
        """A play that there is without these clauses; nothing, where there is none."""
        before_decision()
        changed = task.ruleset
        for _, _, without in clauses:
            changed = without(changed)
        engine, here = Engine(make_plan(changed, task.seats)), state.copy()
        here.plays = None
        return next((play_text(engine.evaluate.tables, p) for p in engine.legal(here)), "")

    found = _at_fault(task.ruleset, freed)
    named = tuple((said, span) for said, span, _ in found)
    return Stand(_text(task, state), named, freed(found)) if found else None


def _last_position(task: Task, unit: int, before_decision: Callable[[], None]) -> State | None:
    """The position in which the seats began to pass, of the first that has cards."""
    runner, passed = ReferenceRunner(task), list[State]()
    runner.before_decision = before_decision

    def passing(state: State) -> None:
        if not state.passes:
            passed.clear()
        if state.hands[state.seat]:
            passed.append(state.copy())

    runner.engine.passing = passing
    runner.block(unit, 1)
    return passed[0] if passed else None


def _at_fault(ruleset: Ruleset, freed: Callable[[list[Clause]], str]) -> list[Clause]:
    for clauses in (list(_rules(ruleset)), list(_conditions(ruleset))):
        alone = [clause for clause in clauses if freed([clause])]
        if alone:
            return alone
        if freed(clauses):
            for clause in tuple(clauses):
                rest = [c for c in clauses if c is not clause]
                clauses = rest if freed(rest) else clauses
            return clauses
    return []


def _rules(ruleset: Ruleset) -> Iterator[Clause]:
    for rule in ruleset.rules:
        if not rule.price:
            yield (
                f"rule `{rule.name}`",
                rule.span,
                lambda r, name=rule.name: replace(r, rules=tuple(x for x in r.rules if x.name != name)),  # type: ignore[misc]
            )


def _conditions(ruleset: Ruleset) -> Iterator[Clause]:
    for action in ruleset.actions:
        if action.when is not None:
            yield (
                f"the condition of action `{action.name}`",
                action.when.span,
                lambda r, name=action.name: replace(  # type: ignore[misc]
                    r, actions=tuple(replace(a, when=None) if a.name == name else a for a in r.actions)
                ),
            )


def _text(task: Task, state: State) -> str:
    faces, copies = task.ruleset.pack.faces, task.ruleset.pack.copies

    def shown(cards: Iterable[int]) -> str:
        return " ".join(faces[c // copies].text for c in cards)

    builds = [f"the build of {b.value} ({', '.join(map(shown, b.groups))})" for b in state.builds]
    hand, table = shown(state.hands[state.seat]), " and ".join(filter(None, (shown(state.loose), *builds)))
    return f"seat {state.seat + 1} holds {hand or 'nothing'}, on the table lies {table or 'nothing'}"
