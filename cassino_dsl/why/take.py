"""Whether an action can take exactly certain items, and which of its parts stands in the way.

Of a play that an action cannot make, ``missing`` says how near it comes: what its parts cannot take between them, and
the part that lacks least to take that too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cassino_dsl.describe.pattern import like
from cassino_dsl.engine.candidates import ActionSearch
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.search import Candidates, ItemIndex, unions
from cassino_dsl.engine.state import Build, Item
from cassino_dsl.ruleset.expr import Expr, Type, conjuncts
from cassino_dsl.ruleset.model import Part
from cassino_dsl.why.conditions import ALLOWED, Condition, source_text, verdict
from cassino_dsl.why.observe import Observer


@dataclass(frozen=True, slots=True)
class Missing:
    """What stands between an action and the items. ``part``: the one that comes nearest (None: the action has none);
    ``rest``: the items that no part takes; without any, ``left``: what the part would have to take too (nothing: it is
    not known what). ``faults``: in how many ways it fails."""

    part: Part | None
    rest: tuple[Item, ...]
    left: tuple[Item, ...] = ()
    faults: int = 1


@dataclass(frozen=True, slots=True)
class Taking:
    """What one binding of an action makes of the items: the conditions, and what is missing where it does not fit."""

    conditions: tuple[Condition, ...]
    missing: Missing | None

    @property
    def fits(self) -> bool:
        return self.missing is None


def examine_taking(search: ActionSearch, f: Frame, items: tuple[Item, ...], observer: Observer) -> Taking:
    """Look at the parts of an action one by one, then together. The frame has the bindings of the action."""
    if not search.parts:
        missing = Missing(None, items) if items else None
        nothing = Condition("what is taken", verdict(not items), "this action takes nothing from the table")
        return Taking((nothing,), missing)
    index = ItemIndex([*f.state.loose, *f.state.builds])
    wanted = index.mask(items)
    candidates = [p.candidates(f, index) for p in search.parts]
    names = dict(f.names)
    conditions = []
    reach = 0
    parts = search.action.action.take
    for part, possible in zip(parts, candidates, strict=True):
        conditions.append(_part(part, possible, wanted, index, observer))
        for choice in possible.choices:
            reach |= choice if not choice & ~wanted else 0
    f.names = names
    fits = bool(wanted) and wanted in unions(candidates)
    missing = None if fits else _missing(parts, candidates, wanted, index, f, observer)
    if all(c.verdict == ALLOWED for c in conditions):
        conditions.append(_together(fits, wanted & ~reach, items, index, observer))
    return Taking(tuple(conditions), missing)


# ---- how near it comes


def _missing(
    parts: Sequence[Part], found: list[Candidates], wanted: int, index: ItemIndex, f: Frame, observer: Observer
) -> Missing:
    inside = [_within(c, wanted) for c in found]
    reached = max((u for u in unions(inside) if not u & ~wanted), key=int.bit_count, default=0)
    rest = index.members(wanted & ~reached)
    if not rest:
        return _left(parts, found, wanted, index)
    near = [(_faults(part, rest, f, observer), part) for part in parts]
    faults, part = min(near, key=lambda one: one[0])
    return Missing(part, rest, faults=faults)


def _within(found: Candidates, wanted: int) -> Candidates:
    """What a part may take of what is wanted, where it need not take anything."""
    quantity = "maybe" if found.quantity in ("one", "maybe") else "any"
    return Candidates(quantity, [c for c in found.choices if not c & ~wanted], True)


def _left(parts: Sequence[Part], found: list[Candidates], wanted: int, index: ItemIndex) -> Missing:
    """All can be taken, and a part would have to take more."""
    for part, possible in zip(parts, found, strict=True):
        outside = [c for c in possible.choices if c & ~wanted]
        if part.quantity == "all" and outside:
            return Missing(part, (), index.members(_union(outside) & ~wanted))
        if part.quantity == "maximal" and (left := [c for c in possible.choices if not c & wanted]):
            return Missing(part, (), index.members(left[0]))
    lacking = [
        part
        for part, possible in zip(parts, found, strict=True)
        if part.quantity in ("one", "some") or (part.quantity == "maybe" and not possible.empty_fits)
    ]
    none_inside = [p for p in lacking if not any(not c & ~wanted for c in found[parts.index(p)].choices)]
    return Missing(next(iter([*none_inside, *lacking, *parts])), ())


def _union(masks: list[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _faults(part: Part, rest: tuple[Item, ...], f: Frame, observer: Observer) -> int:
    """In how many ways these items are not what the part takes."""
    source = list(observer.value(part.source, f))
    faults = sum(item not in source for item in rest)
    if part.groups:
        return faults + len(failing(part, rest, f, observer)) or 1
    one = part.quantity in ("one", "maybe")
    return faults + sum(len(failing(part, (i,), f, observer)) for i in rest) + (len(rest) - 1) * one or 1


def failing(part: Part, items: tuple[Item, ...], f: Frame, observer: Observer) -> list[Expr]:
    """The conditions of a part that items (a group; of a part of items one) do not meet. One that cannot be asked of
    them, because they are builds where it speaks of cards, is not met."""
    if part.where is None:
        return []
    cards_only = part.variable_type in (Type.CARD, Type.CARDS)
    builds_only = part.variable_type in (Type.BUILD, Type.BUILDS)
    alien = any(isinstance(i, Build) if cards_only else not isinstance(i, Build) and builds_only for i in items)
    names = dict(f.names)
    f.names[part.variable] = items if part.groups else items[0]
    found = []
    for test in conjuncts(observer.in_force(part.where)):
        if (alien and not _is_a_sum(test)) or not observer.evaluate(test)(f):
            found.append(test)
    f.names = names
    return found


def _is_a_sum(test: Expr) -> bool:
    return like(test, ("in", "?n", ("total", "?g"))) is not None


# ---- part by part


def _part(part: Part, found: Candidates, wanted: int, index: ItemIndex, observer: Observer) -> Condition:
    """One part: it must have what its quantity demands, and leave nothing that it must not leave."""
    inside = [c for c in found.choices if not c & ~wanted]
    outside = [c for c in found.choices if c & ~wanted]
    values: dict[str, object] = {}
    fits = True
    if part.quantity in ("one", "some") or (part.quantity == "maybe" and not found.empty_fits):
        fits = bool(inside)
        if not fits:
            values["could take"] = _texts(outside, index, observer)
    elif part.quantity == "all" and outside:
        fits = False
        values["would have to take"] = _texts(outside, index, observer)
    elif part.quantity == "maximal":
        left = [c for c in found.choices if not c & wanted]
        fits = not left
        if left:
            values["left on the table"] = _texts(left, index, observer)
    if inside:
        values["fits"] = _texts(inside, index, observer)
    return Condition(f"part `{part.name}`", verdict(fits), source_text(part.span), part.span, values)


def _together(fits: bool, unreached: int, items: tuple[Item, ...], index: ItemIndex, observer: Observer) -> Condition:
    values: dict[str, object] = {"taken": [observer.text(i, Type.ITEM) for i in items]}
    if unreached:
        values["fits no part"] = [observer.text(i, Type.ITEM) for i in index.members(unreached)]
    return Condition("the parts together", verdict(fits), "they take exactly these items, each once", None, values)


def _texts(choices: list[int], index: ItemIndex, observer: Observer) -> list[str]:
    shown = [" ".join(observer.text(i, Type.ITEM) for i in index.members(c)) for c in choices[:8]]
    return shown + (["…"] if len(choices) > 8 else [])
