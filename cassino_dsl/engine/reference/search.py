"""Which sets of items an action can take: subsets found by their total, unions of disjoint groups.

Items are bits of an int while we search. Only the set taken matters (a play is what is taken, not how
it is grouped), so every step works with distinct sets and never with partitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.limits import Steps
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.state import Item, State
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.words import QUANTITY

LARGE = 64  # from this total on nothing is known before groups are searched for
Fits = Callable[[tuple[Item, ...]], bool]


@dataclass(slots=True)
class Candidates:
    """What one part may take: ``choices`` are single items or groups, each as bits."""

    quantity: str
    choices: list[int]
    empty_fits: bool  # of a "maybe" group: whether taking nothing satisfies the relation

    @property
    def needed(self) -> bool:
        """Whether one of these has to be taken."""
        return QUANTITY[self.quantity].needs_one(self.empty_fits)


class ItemIndex:
    """Gives every item of a search its bit, in the order met: table first."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items: list[Item] = []
        self.sources: dict[object, tuple[Item, ...]] = {}  # by part, where no play decides them
        self.numbered: dict[tuple[Item, ...], list[tuple[int, int]]] = {}  # bits and numbers, by what is chosen from
        self.sums: dict[tuple[Item, ...], int] = {}  # that they can come to, as bits, by what is chosen from
        self.totalling: dict[tuple[tuple[Item, ...], int], list[int]] = {}  # by what is chosen from, and total
        self.bit: dict[Item, int] = {}
        for item in items:
            self.add(item)

    def add(self, item: Item) -> int:
        bit = self.bit.get(item)
        if bit is None:
            bit = self.bit[item] = 1 << len(self.items)
            self.items.append(item)
        return bit

    def mask(self, items: Iterable[Item]) -> int:
        return sum(self.add(i) for i in items)

    def in_order(self, state: State) -> Callable[[int], int]:
        """Gives for a mask the number by which it stands among others: items stand as they lie (see ``State.lying``),
        in whatever order those behind the table were met."""
        if len(self.items) == len(state.loose) + len(state.builds):
            return lambda mask: mask
        place = {item: 1 << i for i, item in enumerate(state.lying(i for i in self.items if isinstance(i, int)))}
        places = [place[item] for item in self.items]
        return lambda mask: sum(places[i] for i in bits(mask))

    def members(self, mask: int) -> tuple[Item, ...]:
        found = []
        while mask:
            low = mask & -mask
            found.append(self.items[low.bit_length() - 1])
            mask ^= low
        return tuple(found)


def sums_of(items: Iterable[tuple[int, int]]) -> int:
    """The sums below ``LARGE`` that some of these can come to, as bits, also of none. ``items`` are (bit, set of
    numbers as bits)."""
    sums = 1
    for _, numbers in items:
        before = sums
        for n in bits(numbers):
            sums |= before << n
        sums &= (1 << LARGE) - 1
    return sums


def groups_by_total(items: Sequence[tuple[int, int]], target: int, steps: Steps) -> list[int]:
    """All non-empty groups whose members' numbers can add up to ``target``, one that a set of numbers can hold.

    ``items`` are (bit, set of numbers as bits). A group is found once, however many choices of numbers make it. What
    counts 0 goes with every group, and makes groups of the total 0.
    """
    if not 0 <= target <= LARGEST_IN_SET:
        return []
    whole = (2 << target) - 1
    choices = [(bit, bits(fitting)) for bit, numbers in items if (fitting := numbers & whole)]
    found: dict[int, None] = {}
    # reach[i]: the sums, as bits, that the items from i on can make; without it, hopeless totals try all subsets
    reach = [1]
    for _, numbers_left in reversed(choices):
        less = more = reach[-1]
        for n in numbers_left:
            more |= less << n
        reach.append(more & whole)
    reach.reverse()
    last_of_none = max((i for i, (_, numbers) in enumerate(choices) if numbers[0] == 0), default=-1)

    def extend(index: int, left: int, mask: int) -> None:
        for i in range(index, len(choices)):
            steps.take(1)
            if not reach[i] >> left & 1:
                return
            bit, numbers = choices[i]
            for n in numbers:
                if n == left:
                    found[mask | bit] = None
                    if len(found) > limits.MAX_PLAYS:
                        raise RunFault.too_many_plays(limits.MAX_PLAYS)
                if n < left or (n == left and i < last_of_none):
                    extend(i + 1, left - n, mask | bit)

    extend(0, target, 0)
    return list(found)


def is_run(places: Sequence[int]) -> bool:
    """Whether cards at these places among the ranks (0: none) are a run."""
    if not places or 0 in places:
        return False
    return len(places) == len(set(places)) == max(places) - min(places) + 1


def groups_by_run(items: Sequence[tuple[int, int]], given: Sequence[int], steps: Steps) -> list[int]:
    """All non-empty groups that make a run with the given places. ``items`` are (bit, place), without places 0."""
    if 0 in given or len(set(given)) < len(given):
        return []
    at: dict[int, list[int]] = {}
    for bit, place in items:
        at.setdefault(place, []).append(bit)
    there, last, found = {*at, *given}, max(given, default=0), []

    def extend(place: int, mask: int) -> None:
        if place not in there:
            return
        for bit in [0] if place in given else at[place]:
            steps.take(1)
            if mask | bit and place >= last:
                found.append(mask | bit)
                if len(found) > limits.MAX_PLAYS:
                    raise RunFault.too_many_plays(limits.MAX_PLAYS)
            extend(place + 1, mask | bit)

    for start in sorted(there):
        if not given or (start <= min(given) and all(place in there for place in range(start, last))):
            extend(start, 0)
    return found


def subsets(items: int, most: int | None) -> Iterator[int]:
    """All subsets of so many items, as bits, but the empty one and those of more than ``most`` members, in the order
    of these numbers."""
    number = 1
    while number < 1 << items:
        yield number
        # behind one of as many as there may be, the next that has no more: its lowest member moves up
        number += number & -number if number.bit_count() == most else 1


def groups_by_trying(items: Sequence[int], most: int | None, fits: Callable[[int], bool], steps: Steps) -> list[int]:
    """All non-empty groups that fit, by trying every subset of at most so many."""
    limit = limits.most_tried(most)
    if len(items) > limit:
        raise RunFault.too_many_subsets(len(items), limit)
    found = []
    for number in subsets(len(items), most):
        steps.take(1)
        mask = sum(bit for i, bit in enumerate(items) if number >> i & 1)
        if fits(mask):
            found.append(mask)
    return found


def unions(parts: Iterable[Candidates], steps: Steps) -> list[int]:
    """All sets that the parts together can take, each part from what the others leave. No part is looked at
    once those before it can take nothing."""
    sets: dict[int, None] = {0: None}
    maximal: list[Candidates] = []
    for part in parts:
        sets = dict.fromkeys(_extend(part, sets, steps))
        if len(sets) > limits.MAX_PLAYS:
            raise RunFault.too_many_plays(limits.MAX_PLAYS)
        if not sets:
            return []
        if part.quantity == "maximal":
            maximal.append(part)
    left_out = [choice for part in maximal for choice in part.choices]
    return [s for s in sets if all(choice & s for choice in left_out)] if left_out else list(sets)


def _extend(part: Candidates, sets: dict[int, None], steps: Steps) -> Iterable[int]:
    quantity, row = part.quantity, QUANTITY[part.quantity]
    if quantity == "all" or row.single:
        steps.take(len(sets) * max(1, len(part.choices)))
    if quantity == "all":
        whole = sum(part.choices)
        yield from (s | whole for s in sets if not s & whole)
        return
    if row.single:
        needed = part.needed
        for s in sets:
            if not needed:
                yield s
            yield from (s | choice for choice in part.choices if not choice & s)
        return
    # some, any, maximal: unions of disjoint choices; for "some" of at least one
    seen: dict[int, None] = {} if part.needed else dict(sets)
    frontier = list(sets)
    tried = 0
    while frontier:
        following = []
        for s in frontier:
            tried += len(part.choices)
            steps.take(len(part.choices))
            if tried > limits.MAX_TRIED:
                raise RunFault.too_many_plays(limits.MAX_PLAYS)
            for choice in part.choices:
                if not choice & s and s | choice not in seen:
                    seen[s | choice] = None
                    following.append(s | choice)
        if len(seen) > limits.MAX_PLAYS:
            raise RunFault.too_many_plays(limits.MAX_PLAYS)
        frontier = following
    yield from seen
