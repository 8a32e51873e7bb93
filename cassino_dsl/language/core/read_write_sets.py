"""What clauses read and write: whether one can tell if another came before it."""

from __future__ import annotations

from collections.abc import Iterable

from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.model import Effect, Event, every
from cassino_dsl.language.ruleset.operators import MEMORIES
from cassino_dsl.language.ruleset.within import calls_in, exprs_in


def reads_of(expr: Expr) -> frozenset[str]:
    """The parts of a position that an expression reads; of memory, which. Awards may read anything."""
    found: set[str] = set()
    for call in calls_in(expr):
        found |= {f"memory {call.name}"} if call.row in MEMORIES else call.row.reads
        if "awards" in call.row.reads:
            found.add("everything")
    return frozenset(found)


def reads_of_awards(plan: Plan) -> frozenset[str]:
    """The parts of a position that the awards read."""
    return frozenset(part for e in exprs_in(plan.awards) for part in reads_of(e))


def writes_of(effect: Effect) -> frozenset[str]:
    """What an effect by itself changes; ``everything`` where it may cause more than can be said."""
    writes = effect.row.writes
    if writes == {"memory"}:
        return frozenset({f"memory {effect.name}"})
    return frozenset({"everything"}) if writes else frozenset()


def acts_alone(effects: Iterable[Effect], others: Iterable[Effect], when: Expr | None = None) -> bool:
    """Whether effects write nothing that the others (and the condition ``when`` of these) read or write."""
    writes = {w for e in every(effects) for w in writes_of(e)}
    touched = set(reads_of(when)) if when is not None else set()
    for effect in every(others):
        touched |= {r for expr in effect.exprs for r in reads_of(expr)} | writes_of(effect)
    if not writes:
        return True
    return "everything" not in writes and "everything" not in touched and not writes & touched


def disturb(a: Event, b: Event) -> bool:
    """Whether the order of two events can matter: one writes what the other reads or writes."""
    return not (acts_alone(a.effects, b.effects, b.when) and acts_alone(b.effects, a.effects, a.when))
