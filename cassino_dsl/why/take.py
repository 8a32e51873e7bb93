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
from cassino_dsl.ruleset.expr import Call, Expr, Quantified, Type, conjuncts
from cassino_dsl.ruleset.model import Part
from cassino_dsl.ruleset.operators import FILTER, UNION
from cassino_dsl.ruleset.quantities import QUANTITY
from cassino_dsl.why.conditions import ALLOWED, Condition, source_text, verdict
from cassino_dsl.why.observe import Observer, names_kept

# how much stands in the way of an item, or of a group; of what comes nearest the reason is told
_ONE_TOO_MANY = 1  # it fits, but one is taken already
_NEARLY = 2  # it is left out of what a part chooses from only by a condition, or fails one
_NOT_THERE = 3  # it is none of what a part chooses from; or makes another sum
_ALIEN = 7  # the part speaks of nothing like it


@dataclass(frozen=True, slots=True)
class Missing:
    """What stands between an action and the items. ``part``: the one that comes nearest (None: the action has none);
    ``rest``: the items that no part takes; without any, ``left``: what the part would have to take too (nothing: it is
    not known what). ``faults``: how much stands in the way."""

    part: Part | None
    rest: tuple[Item, ...]
    left: tuple[Item, ...] = ()
    faults: int = 1

    @property
    def distance(self) -> int:
        """How far the action is from being able to take the items."""
        return len(self.rest) + self.faults


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
    parts = search.action.action.take
    conditions = [_part(part, found, wanted, index, observer) for part, found in zip(parts, candidates, strict=True)]
    reach = _union([c for found in candidates for c in found.choices if not c & ~wanted])
    fits = bool(wanted) and wanted in unions(candidates, search.steps)
    missing = None if fits else _missing(search, candidates, wanted, index, f, observer)
    if all(c.verdict == ALLOWED for c in conditions):
        conditions.append(_together(fits, wanted & ~reach, items, index, observer))
    return Taking(tuple(conditions), missing)


# ---- how near it comes


def _missing(
    search: ActionSearch, found: list[Candidates], wanted: int, index: ItemIndex, f: Frame, observer: Observer
) -> Missing:
    parts = search.action.action.take
    inside = [_within(c, wanted) for c in found]
    reached = max(unions(inside, search.steps), key=int.bit_count, default=0)
    rest = index.members(wanted & ~reached)
    if not rest:
        return _left(parts, found, wanted, index)
    near = [(_faults(part, rest, f, observer), part) for part in parts]
    faults, part = min(near, key=lambda one: (one[0], not one[1].with_card))
    return Missing(part, rest, faults=faults)


def _within(found: Candidates, wanted: int) -> Candidates:
    """What a part may take of what is wanted, where it need not take anything."""
    quantity = "maybe" if QUANTITY[found.quantity].single else "any"
    return Candidates(quantity, [c for c in found.choices if not c & ~wanted], True)


def _left(parts: Sequence[Part], found: list[Candidates], wanted: int, index: ItemIndex) -> Missing:
    """All can be taken, and a part would have to take more."""
    for part, possible in zip(parts, found, strict=True):
        outside = [c for c in possible.choices if c & ~wanted]
        if part.quantity == "all" and outside:
            return Missing(part, (), index.members(_union(outside) & ~wanted))
        if part.quantity == "maximal" and (left := [c for c in possible.choices if not c & wanted]):
            return Missing(part, (), index.members(left[0]))
    lacking = [part for part, possible in zip(parts, found, strict=True) if part.row.needs_one(possible.empty_fits)]
    none_inside = [p for p in lacking if not any(not c & ~wanted for c in found[parts.index(p)].choices)]
    return Missing(next(iter([*none_inside, *lacking, *parts])), ())


def _union(masks: list[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _faults(part: Part, rest: tuple[Item, ...], f: Frame, observer: Observer) -> int:
    """How far these items are from being what the part takes."""
    source = list(observer.value(part.source, f))
    faults = _ALIEN * any(_is_alien(part, i) for i in rest)
    for item in rest:
        if item not in source:
            faults += _NEARLY if is_nearly(item, observer.in_force(part.source), f, observer) else _NOT_THERE
    groups = (rest,) if part.groups else tuple((i,) for i in rest)
    tests = [t for items in groups for t in failing(part, items, f, observer)]
    faults += sum(_NOT_THERE if _is_a_sum(t) else _NEARLY for t in tests)
    return faults or _ONE_TOO_MANY


def is_nearly(item: Item, source: Expr, f: Frame, observer: Observer) -> bool:
    """Whether only a condition leaves an item out of a set."""
    if isinstance(source, Call) and source.row is UNION:
        return any(is_nearly(item, arg, f, observer) for arg in source.args)
    if not (isinstance(source, Quantified) and source.row is FILTER):
        return False
    inner = source.source
    return item in list(observer.evaluate(inner)(f)) or is_nearly(item, inner, f, observer)


def failing(part: Part, items: tuple[Item, ...], f: Frame, observer: Observer) -> list[Expr]:
    """The conditions of a part that items (a group; of a part of items one) do not meet. What cannot be asked of them,
    because it speaks of nothing like them, a single item does not meet; of a group only its sum is asked then."""
    if part.where is None:
        return []
    alien = any(_is_alien(part, i) for i in items)
    unlike = part.groups and part.variable_type is Type.CARDS and any(isinstance(i, Build) for i in items)
    tests = [t for t in conjuncts(observer.in_force(part.where)) if not unlike or _is_a_sum(t)]
    with names_kept(f):
        f.names[part.variable] = items if part.groups else items[0]
        return [test for test in tests if alien or not observer.evaluate(test)(f)]


def _is_alien(part: Part, item: Item) -> bool:
    """Whether a part speaks of nothing like an item: of cards only, and it is a build, or of builds only."""
    if isinstance(item, Build):
        return part.variable_type in (Type.CARD, Type.CARDS) and not part.groups
    return part.variable_type in (Type.BUILD, Type.BUILDS)


def _is_a_sum(test: Expr) -> bool:
    return like(test, ("in", "?n", ("total", "?g"))) is not None


# ---- part by part


def _part(part: Part, found: Candidates, wanted: int, index: ItemIndex, observer: Observer) -> Condition:
    """One part: it must have what its quantity demands, and leave nothing that it must not leave."""
    inside = [c for c in found.choices if not c & ~wanted]
    outside = [c for c in found.choices if c & ~wanted]
    values: dict[str, object] = {}
    fits = True
    if part.row.needs_one(found.empty_fits):
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
