"""Puts clauses into one fixed order wherever no game can tell in which order they stand.

Tests of a play hold together or not at all. Actions of different kinds never list the same play; of one kind, two
change places where no card can be played by both (else the first that yields a play names it, and groups its cards).
Events and prices change places where neither reads or writes what the other writes; awards where they are all counted
before anything asks. Clauses are sorted by their texts as far as these exchanges allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from cassino_dsl.language.core.clause_data import Data, action_data, event_data, price_data, text_of
from cassino_dsl.language.plan.levels import level
from cassino_dsl.language.plan.plan import Plan, PlannedAction
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, print_expr
from cassino_dsl.language.ruleset.model import KINDS, Award, Effect, Event, Memory, every
from cassino_dsl.language.ruleset.operators import EQ, IN, MEMORIES, NOT
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import CARD, ROW


# ---- what clauses read and write: whether one can tell if another came before it
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


MANY = 10  # members of a set, about


def weight(expr: Expr) -> tuple[int, int]:
    """(what it waits for, what it costs)."""
    return level(expr, {}), _cost(expr)


def _cost(expr: Expr) -> int:
    if isinstance(expr, Literal | Name):
        return 0
    if isinstance(expr, Quantified):
        return _cost(expr.source) + MANY * (1 + _cost(expr.body))
    goes_through = expr.row.each and not _is_written_out(expr)
    return 1 + sum(_cost(a) for a in expr.args) + (MANY if goes_through else 0)


def _is_written_out(expr: Call) -> bool:
    """Whether the set that an expression goes through is one of literals."""
    whole = expr.args[-1]
    return isinstance(whole, Call) and all(isinstance(a, Literal) for a in whole.args) and bool(whole.args)


C = TypeVar("C")
_VALUE = ROW["value(card, place)"]


def in_fixed_order(plan: Plan) -> Plan:
    by_kind = [_inside(a) for kind in KINDS for a in plan.actions if a.kind == kind]
    return replace(
        plan,
        actions=arranged(by_kind, action_data, lambda a, b: _apart(plan, a, b)),
        events={on: arranged(events, event_data, lambda a, b: not disturb(a, b)) for on, events in plan.events.items()},
    )


def arranged(clauses: Sequence[C], data: Callable[[C], Data], apart: Callable[[C, C], bool]) -> tuple[C, ...]:
    """The clauses in the first order of texts that exchanges of neighbours which stand apart can reach."""
    waiting, found = list(clauses), []
    while waiting:
        free = [c for i, c in enumerate(waiting) if all(apart(before, c) for before in waiting[:i])]
        chosen = min(free, key=lambda c: text_of(data(c)))
        found.append(chosen)
        waiting.remove(chosen)
    return tuple(found)


def _inside(action: PlannedAction) -> PlannedAction:
    """The action with its own parts in order. Parts of different make: how the cards of a play are grouped asks for the
    make before the place."""
    return replace(
        action,
        tests=tuple(sorted(action.tests, key=lambda t: (weight(t.expr), print_expr(t.expr)))),
        parts=tuple(sorted(action.parts, key=lambda p: p.make)),
        priced=arranged(action.priced, price_data, lambda a, b: acts_alone(a[1], b[1]) and acts_alone(b[1], a[1])),
    )


# ---- actions


def _apart(plan: Plan, a: PlannedAction, b: PlannedAction) -> bool:
    if a.kind != b.kind:
        return True
    if a.kind == "other":
        return False  # its number among them is the code of a decision
    mine, yours = _playable(plan, a), _playable(plan, b)
    return mine is not None and yours is not None and not mine & yours


def _playable(plan: Plan, action: PlannedAction) -> frozenset[str] | None:
    """The faces that an action of one card can play, as far as its conditions on the card alone decide; None where it
    plays none or several."""
    if not action.action.played.single:
        return None
    faces = frozenset(f.text for f in plan.ruleset.pack.faces)
    tests = [t.expr for t in action.tests]
    for test in [*tests, *([action.played_where] if action.played_where is not None else [])]:
        chosen = _faces_of(test, faces)
        faces = faces if chosen is None else faces & chosen
    for _, source in action.let:
        if isinstance(source, Call) and source.row is _VALUE and _is_card(source.args[0]):
            values = plan.values[str(source.args[1].value)] if isinstance(source.args[1], Literal) else ()
            faces &= frozenset(f.text for f, v in zip(plan.ruleset.pack.faces, values, strict=False) if v)
    return faces


def _faces_of(test: Expr, faces: frozenset[str]) -> frozenset[str] | None:
    """The faces for which a condition on the card played alone holds; None where it asks for more."""
    if isinstance(test, Call) and test.row is NOT:
        chosen = _faces_of(test.args[0], faces)
        return None if chosen is None else faces - chosen
    if not (isinstance(test, Call) and test.row in (EQ, IN) and _is_card(test.args[0])):
        return None
    whole = test.args[1]
    members = whole.args if isinstance(whole, Call) and test.row is IN else (whole,)
    if not all(isinstance(m, Literal) for m in members):
        return None
    return frozenset(str(m.value) for m in members if isinstance(m, Literal))


def _is_card(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.row is CARD


# ---- memory


def memory_in_order(plan: Plan) -> tuple[tuple[str, Memory], ...]:
    """Memory as the text of the core has it: by name, where none starts from what another holds."""
    entries = tuple(plan.memory.items())
    asked = any("memory" in part.row.reads for _, m in entries for part in calls_in(m.starts))
    return entries if asked else tuple(sorted(entries, key=lambda entry: entry[0]))


# ---- awards


def awards_in_order(plan: Plan) -> tuple[Award, ...]:
    """The awards as the text of the core has them: by name, where all are counted before anything asks for points."""
    match = plan.ruleset.match
    asked = reads_of_awards(plan) & {"points", "scores", "awards"}
    heard = bool(plan.events.get("score changed"))
    if match.counting == "race" or match.at_once or asked or heard:
        return plan.awards
    return tuple(sorted(plan.awards, key=lambda a: a.name))
