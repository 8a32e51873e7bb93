"""Moves cards. What a play does with its cards, what effects do with theirs, and the position that ``after(…)``
sees are made here and nowhere else; so is the frame in which a play is judged before it is made.

Zones are replaced and never changed in place, so that a state may share those that nothing moves with another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from cassino_dsl.engine.reference.candidates import part_searches
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.limits import Steps
from cassino_dsl.engine.reference.numbers import remembered
from cassino_dsl.engine.reference.play import Frame, Play
from cassino_dsl.engine.reference.search import ItemIndex
from cassino_dsl.engine.reference.state import Build, Item, State, cards_of
from cassino_dsl.language.plan.plan import PlannedAction, PlannedPart

# ---- how the taken items are grouped: the first partition in pack order that the parts of the action allow
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


# the fields of a state that hold what every game has: zones of which there is one, and those of seats or sides
_ONE = {"table": "loose", "stock": "stock"}
_MANY = {"hand": "hands", "pile": "piles"}


def move_play(evaluate: Evaluator, action: PlannedAction, f: Frame, new: State, groups: bool = True) -> Build | None:
    """Move the cards of the play in the frame, in ``new``, which holds what the state of the frame does; the build
    that comes of it. ``groups``: whether it has to be known how that build is grouped.

    Everything is worked out in the state before the play.
    """
    cards = [*cards_of(f.taken), *f.cards]
    if action.to == "build":
        grouped = build_groups(evaluate, action, f) if groups else (tuple(sorted(cards)),)
        built = Build(f.value, grouped, build_memory(evaluate, f))
        take_away(new, [*f.taken, *f.cards])
        new.builds = [*new.builds, built]
        return built
    if action.to == "pile":
        cards = _in_pile_order(evaluate, f, cards)
    if cards:
        owner = evaluate(action.to_arg)(f) if action.to_arg is not None else None
        take_away(new, [*f.taken, *f.cards])
        put(new, action.to, owner, cards)
    return None


def build_memory(evaluate: Evaluator, f: Frame) -> dict[str, Any]:
    """What the variant remembers of a build that the play in the frame makes."""
    memory = {}
    for name in evaluate.plan.build_memory:
        declared = evaluate.plan.memory[name]
        becomes = declared.on_build if declared.on_build is not None else declared.starts
        memory[name] = remembered(declared.type, evaluate(becomes)(f), evaluate.plan.ruleset.pack)
    return memory


def _in_pile_order(evaluate: Evaluator, f: Frame, cards: list[int]) -> list[int]:
    """Captured cards as they come to lie: what was taken in pack order, the played card on top, unless the variant
    orders them."""
    order = evaluate.plan.pile_order
    if order is None:
        return cards
    key, names = evaluate(order), f.names
    keys = {}
    for card in cards:
        f.names = {**names, "c": card}
        keys[card] = key(f)
    f.names = names
    return sorted(cards, key=keys.__getitem__)


# ---- before a play is made


def frame_of(evaluate: Evaluator, state: State, play: Play) -> Frame:
    """A frame set to a play of this state."""
    f = Frame(state, play.seat, evaluate.plan.side_of[play.seat])
    f.kind, f.action = play.kind, play.name
    f.cards = play.cards
    f.card = play.cards[0] if len(play.cards) == 1 else None
    f.kept = [c for c in f.state.hands[f.me] if c not in play.cards]
    f.taken, f.value = play.items, play.value
    f.names = dict(play.names)
    look_ahead(f, play.action, evaluate)
    return f


def look_ahead(f: Frame, action: PlannedAction, evaluate: Evaluator) -> None:
    """Let ``after(…)`` find the state after the play of the frame, and names of parts what they take: each is worked
    out once, when asked for."""
    ahead = _Ahead(evaluate, action, f)
    f.ahead, f.parts = ahead.state_after, ahead.taken_by_part


class _Ahead:
    """Works things out with the names and the state of now: whoever asks may be in the middle of a quantifier or of a
    term, or have made the play."""

    __slots__ = ("action", "evaluate", "found", "names", "state")

    def __init__(self, evaluate: Evaluator, action: PlannedAction, f: Frame) -> None:
        self.evaluate, self.action, self.state, self.names = evaluate, action, f.state, f.names.copy()
        self.found: dict[Any, Any] = {}

    def state_after(self, f: Frame) -> State:
        return self._once(state_after, f)  # type: ignore[no-any-return]

    def taken_by_part(self, f: Frame) -> dict[str, tuple[Item, ...]]:
        return self._once(taken_by_part, f)  # type: ignore[no-any-return]

    def _once(self, work: Callable[..., Any], f: Frame) -> Any:
        if work not in self.found:
            here = f.state, f.names
            f.state, f.names = self.state, self.names
            self.found[work] = work(self.evaluate, self.action, f)
            f.state, f.names = here
        return self.found[work]


def state_after(evaluate: Evaluator, action: PlannedAction, f: Frame) -> State:
    """The position with the cards of the play moved and the memory of a build set, and nothing else."""
    after = f.state.shared()
    move_play(evaluate, action, f, after, evaluate.reads_groups)
    return after


# ---- cards taken and laid


def take_away(state: State, items: list[Item]) -> list[int]:
    """Take items from wherever they lie; their cards in the order given. A card of a build is no item, and stays."""
    taken = {item for item in items if isinstance(item, int)}
    lay: set[int] = set()

    def rest(rows: list[list[int]]) -> list[list[int]]:
        there = taken.intersection(chain(*rows))
        lay.update(there)
        return [[card for card in row if card not in there] for row in rows] if there else rows

    if taken:
        state.loose, state.stock = rest([state.loose, state.stock])
        state.hands, state.piles = rest(state.hands), rest(state.piles)
        state.zones = {name: rest(rows) for name, rows in state.zones.items()}
    cards: list[int] = []
    for item in items:
        if not isinstance(item, Build):
            cards += [item] if item in lay else []
        elif item in state.builds:
            gone = state.known(item)
            state.builds = [b for b in state.builds if b != item]
            state.absent = [*state.absent, gone]
            cards.extend(gone.cards)
    return cards


def lying(state: State, zone: str, owner: int | None) -> list[int]:
    """The cards of a zone, from the bottom up; ``owner``: of a hand, a pile or a zone of sides or seats."""
    if zone in _ONE:
        cards: list[int] = getattr(state, _ONE[zone])
        return cards
    return _rows(state, zone)[owner or 0]


def relaid(state: State, zone: str, owner: int | None, cards: list[int]) -> None:
    """Let these cards lie in a zone, in place of what lay there."""
    if zone in _ONE:
        setattr(state, _ONE[zone], cards)
        return
    whose = owner if zone in _MANY else owner or 0
    rows = [cards if at == whose else row for at, row in enumerate(_rows(state, zone))]
    if zone in _MANY:
        setattr(state, _MANY[zone], rows)
    else:
        state.zones = {**state.zones, zone: rows}


def put(state: State, zone: str, owner: int | None, cards: list[int]) -> None:
    """Lay cards into a zone, the last on top; a hand is in pack order."""
    if zone == "bottom":
        relaid(state, "stock", None, [*cards, *state.stock])
        return
    whole = [*lying(state, zone, owner), *cards]
    relaid(state, zone, owner, sorted(whole) if zone == "hand" else whole)


def _rows(state: State, zone: str) -> list[list[int]]:
    """What lies in a zone of seats or sides, by owner; in one that is nobody's, as its only row."""
    rows: list[list[int]] = getattr(state, _MANY[zone]) if zone in _MANY else state.zones[zone]
    return rows
