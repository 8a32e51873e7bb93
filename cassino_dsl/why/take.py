"""Whether an action can take exactly certain items, and which of its parts stands in the way."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.engine.candidates import ActionSearch
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.search import Candidates, ItemIndex, unions
from cassino_dsl.engine.state import Item
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import Part
from cassino_dsl.why.conditions import ALLOWED, Condition, source_text, verdict
from cassino_dsl.why.observe import Observer


@dataclass(frozen=True, slots=True)
class Taking:
    """What one binding of an action makes of the items: the conditions, how many items its parts reach."""

    conditions: tuple[Condition, ...]
    fits: bool
    reached: int


def examine_taking(search: ActionSearch, f: Frame, items: tuple[Item, ...], observer: Observer) -> Taking:
    """Look at the parts of an action one by one, then together. The frame has the bindings of the action."""
    if not search.parts:
        ok = not items
        nothing = Condition("what is taken", verdict(ok), "this action takes nothing from the table")
        return Taking((nothing,), ok, 0)
    index = ItemIndex([*f.state.loose, *f.state.builds])
    wanted = index.mask(items)
    candidates = [p.candidates(f, index) for p in search.parts]
    names = dict(f.names)
    conditions = []
    reach = 0
    for part, possible in zip(search.action.action.take, candidates, strict=True):
        conditions.append(_part(part, possible, wanted, index, observer))
        for choice in possible.choices:
            reach |= choice if not choice & ~wanted else 0
    f.names = names
    fits = bool(wanted) and wanted in unions(candidates, search.steps)
    if all(c.verdict == ALLOWED for c in conditions):
        conditions.append(_together(fits, wanted & ~reach, items, index, observer))
    return Taking(tuple(conditions), fits, reach.bit_count())


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
