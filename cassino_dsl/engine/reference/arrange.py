"""How the taken items are grouped: the first partition in pack order that the parts of the action allow.

Only display, the number of groups and the names of parts need it; what a play is does not depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cassino_dsl.engine.reference.candidates import part_searches
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.frame import Frame
from cassino_dsl.engine.reference.limits import Steps
from cassino_dsl.engine.reference.search import ItemIndex
from cassino_dsl.engine.reference.state import Item, cards_of
from cassino_dsl.language.plan.plan import PlannedAction, PlannedPart

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A choice of one part: its bits, its cards in pack order, which part, and the groups it brings."""

    mask: int
    cards: tuple[int, ...]
    part: int
    items: tuple[Item, ...]


def build_groups(evaluate: Evaluator, action: PlannedAction, f: Frame) -> Groups:
    """The groups of the build that the play in the frame makes, the played cards in theirs."""
    pieces = _cover(evaluate, action, f)
    groups: list[tuple[int, ...]] = []
    placed = False
    for piece in pieces:
        part = action.parts[piece.part]
        if part.groups and part.with_card and not placed:
            groups.append(tuple(sorted((*piece.cards, *f.cards))))
            placed = True
        elif part.groups:
            groups.append(piece.cards)
        else:
            for item in piece.items:
                groups.extend(((item,),) if isinstance(item, int) else item.groups)
    if not placed and f.cards:
        groups.append(f.cards)
    return tuple(sorted(groups))


def capture_groups(evaluate: Evaluator, action: PlannedAction, f: Frame) -> Groups:
    """What each group of the capture in the frame takes; a single item is a group, whichever part takes it."""
    if len(f.taken) == 1:
        return (tuple(cards_of(f.taken)),)
    return tuple(sorted(p.cards for p in _cover(evaluate, action, f)))


def taken_by_part(evaluate: Evaluator, action: PlannedAction, f: Frame) -> dict[str, tuple[Item, ...]]:
    """What each part of the action takes of what the play in the frame takes, in the order of that, by the labels of
    the parts: as the play is grouped, however else its cards could be shared out."""
    found: dict[str, set[Item]] = {part.label: set() for part in action.parts}
    for piece in _cover(evaluate, action, f):
        found[action.parts[piece.part].label].update(piece.items)
    return {label: tuple(i for i in f.taken if i in items) for label, items in found.items()}


def _cover(evaluate: Evaluator, action: PlannedAction, f: Frame) -> list[_Piece]:
    """Pieces that together are what was taken: lowest card first, then the first piece in pack order."""
    index = ItemIndex([*f.state.loose, *f.state.builds])
    taken = index.mask(f.taken)
    pieces: list[_Piece] = []
    fixed: list[_Piece] = []
    for number, search in enumerate(part_searches(action, evaluate)):
        found = search.candidates(f, index)
        for mask in found.choices:
            if mask & ~taken:
                continue
            items = index.members(mask)
            cards = tuple(cards_of(items))
            (fixed if found.quantity == "all" else pieces).append(_Piece(mask, cards, number, items))
    pieces.sort(key=lambda p: (p.cards, action.parts[p.part].make, p.part))
    left = taken & ~sum(p.mask for p in fixed)
    chosen = _search(left, pieces, action.parts, [0] * len(action.parts), index, evaluate.steps)
    return sorted([*fixed, *(chosen or [])], key=lambda p: p.cards)


def _search(
    left: int, pieces: list[_Piece], parts: Sequence[PlannedPart], used: list[int], index: ItemIndex, steps: Steps
) -> list[_Piece] | None:
    if not left:
        complete = all(n >= 1 for n, part in zip(used, parts, strict=True) if part.row.needs_one(True))
        return [] if complete else None
    lowest = cards_of(index.members(left))[0]
    steps.take(len(pieces))
    for piece in pieces:
        if lowest not in piece.cards or piece.mask & ~left:
            continue
        if parts[piece.part].row.single and used[piece.part]:
            continue
        used[piece.part] += 1
        rest = _search(left & ~piece.mask, pieces, parts, used, index, steps)
        used[piece.part] -= 1
        if rest is not None:
            return [piece, *rest]
    return None
