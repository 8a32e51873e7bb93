"""What the second ruleset calls by another name: memory, zones, actions, awards, steps that do the same.

Names that both have are taken to mean the same thing; among the rest, those are paired whose clauses have
equal forms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.diff.clauses import NOTHING, Clauses
from cassino_dsl.diff.greedy import take
from cassino_dsl.diff.renaming import Renaming
from cassino_dsl.ruleset.model import Action, Memory, Ruleset, Zone

MARK = "@"  # stands for the memory, the zone or the award whose uses are looked at


@dataclass(frozen=True, slots=True)
class GivenPoints:
    """A name under which effects alone give points."""

    name: str


Declared = Memory | Zone | GivenPoints
Make = Callable[[Ruleset, Renaming], Clauses]


def pair_names(a: Ruleset, b: Ruleset, seats: int | None, faces: tuple[str, ...]) -> Renaming:
    """How the names of ``b`` are said in ``a``."""

    def clauses(ruleset: Ruleset, names: Renaming) -> Clauses:
        return Clauses(ruleset, seats, faces, names)

    names = Renaming(
        memory=_by_uses(a, b, lambda r: r.memory, lambda own: Renaming(memory=own), clauses),
        zones=_by_uses(a, b, lambda r: r.zones, lambda own: Renaming(zones=own), clauses),
    )
    mine, yours = clauses(a, Renaming()), clauses(b, names)
    both = {c.name for c in a.actions} & {c.name for c in b.actions}

    def with_tests(clauses: Clauses) -> Callable[[Action], tuple[Any, ...]]:
        return lambda action: (clauses.action(action), clauses.tests(action, clauses.ruleset.rules))

    actions = _by_form(a.actions, b.actions, with_tests(mine), with_tests(yours), both)
    names = replace(names, actions=actions, steps=_steps(a, b, actions))
    yours = clauses(b, names)
    both = {*a.award_names()} & {*b.award_names()}  # effects give points under names, too

    def given(ruleset: Ruleset) -> list[GivenPoints]:
        declared = {award.name for award in ruleset.awards}
        return [GivenPoints(name) for name in ruleset.award_names() if name not in declared | both]

    names = replace(
        names, awards=_by_form(a.awards, b.awards, lambda x: (mine.award(x),), lambda x: (yours.award(x),), both)
    )
    return replace(names, awards={**names.awards, **_by_uses(a, b, given, lambda own: _under(names, own), clauses)})


def _under(names: Renaming, own: dict[str, str]) -> Renaming:
    """All names, and other ones for points that effects give."""
    return replace(names, awards={**names.awards, **own})


def _by_form(
    mine: Iterable[Any],
    yours: Iterable[Any],
    my_forms: Callable[[Any], tuple[Any, ...]],
    your_forms: Callable[[Any], tuple[Any, ...]],
    shared: Collection[str],
) -> dict[str, str]:
    """Pairs of clauses under names that only one of the two has: those of which all forms are equal, then those of
    which the first is."""
    left = [(c, my_forms(c)) for c in mine if c.name not in shared]
    right = [(c, your_forms(c)) for c in yours if c.name not in shared]
    right = [one for one in right if one[1][0] != NOTHING]  # two awards that never give a point are not one
    pairs: list[Any] = []
    take(right, left, pairs, lambda b, a: b[1] == a[1])
    take(right, left, pairs, lambda b, a: b[1][0] == a[1][0])
    return {b.name: a.name for b, a in pairs}


def _steps(a: Ruleset, b: Ruleset, actions: Mapping[str, str]) -> dict[str, str]:
    """Steps go by their actions, where these agree on it."""
    mine = {action.name: action.step for action in a.actions}
    found: dict[str, set[str]] = {}
    for action in b.actions:
        step = mine.get(actions.get(action.name, action.name))
        if step is not None:
            found.setdefault(action.step, set()).add(step)
    pairs = {yours: next(iter(steps)) for yours, steps in found.items() if len(steps) == 1}
    called = {pairs.get(action.step, action.step) for action in b.actions}
    return pairs if len(called) == len({action.step for action in b.actions}) else {}


def _by_uses(
    a: Ruleset,
    b: Ruleset,
    declared: Callable[[Ruleset], Iterable[Declared]],
    naming: Callable[[dict[str, str]], Renaming],
    clauses: Make,
) -> dict[str, str]:
    """Pairs of memories, or of zones, of which everything says the same."""
    shared = {m.name for m in declared(a)} & {m.name for m in declared(b)}
    mine = [m for m in declared(a) if m.name not in shared]
    yours = [m for m in declared(b) if m.name not in shared]
    if not mine or not yours:
        return {}
    left = [(m.name, _uses(a, m, mine, naming, clauses)) for m in mine]
    found = {}
    for one in yours:
        uses = _uses(b, one, yours, naming, clauses)
        if len(uses) == 1:  # nothing speaks of it but its own declaration
            continue
        match = next((entry for entry in left if entry[1] == uses), None)
        if match:
            left.remove(match)
            found[one.name] = match[0]
    return found


def _uses(
    ruleset: Ruleset,
    one: Declared,
    unnamed: list[Declared],
    naming: Callable[[dict[str, str]], Renaming],
    clauses: Make,
) -> list[str]:
    """Everything that is said of a memory or a zone, with the names that are not shared taken out."""
    hidden = {m.name: f"?{_make(m)}" for m in unnamed}
    made = clauses(ruleset, naming({**hidden, one.name: MARK}))
    said = [made.event(e) for e in ruleset.events] + [made.award(x) for x in ruleset.awards]
    said += [made.price(r) for r in ruleset.rules] + [made.preference(p) for p in ruleset.preferences]
    for action in ruleset.actions:
        said += made.action(action).values()
        # rules are one long `and`, however they are cut
        said += made.tests(action, ruleset.rules).split(" and ")
    said += [made.memory(m) for m in ruleset.memory if m is not one]
    own = "" if isinstance(one, GivenPoints) else made.memory(one) if isinstance(one, Memory) else made.zone(one)
    return sorted([own, *{text for text in said if MARK in text}])


def _make(one: Declared) -> str:
    if isinstance(one, GivenPoints):
        return "award"
    return f"{one.of} {one.type.value}" if isinstance(one, Memory) else f"{one.of} {one.captured}"
