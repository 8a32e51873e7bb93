"""The Cassino family of S0 and S1: captures, builds, raises, trails and the owner's duty."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from .cards import Values, rank
from .core import Outcomes, Play, make_play
from .state import Build, Item, State, capture, cards_of, lay_build, trail
from .subsets import Groups, can_total, split, subsets


@dataclass(frozen=True)
class Cassino:
    """One game of the family. Cards without a value are courts, taken rank by rank."""

    name: str
    values: Mapping[str, Values]
    courts_at_once: frozenset[int]
    """How many equal courts one court may take."""
    single_like_card: bool
    """S1: a single build is in every way one card. S0: builds join no sum, a raise stands alone."""
    duty: bool
    """S1: each own build keeps its card in hand, and its owner does not trail."""
    hand_size: int = 4
    batch: int = 2

    def outcomes(self, state: State) -> Outcomes:
        found: Outcomes = {}
        for card in state.hand:
            for play, after in self._candidates(state, card):
                if self.duty and not self._duty_kept(state, play, after):
                    continue
                known = found.setdefault(play, after)
                assert _alike(known, after), f"{play} has two different outcomes"
        return found

    def values_of(self, card: str) -> Values:
        return self.values[rank(card)]

    def _candidates(self, state: State, card: str) -> Iterator[tuple[Play, State]]:
        yield make_play("trail", card), trail(state, card)
        for items in subsets(state.items):
            if not items:
                continue
            if self._can_capture(card, items):
                yield make_play("capture", card, cards_of(items)), capture(state, card, items)
            for build in self._builds(state, card, items):
                play = make_play("build", card, cards_of(items), build.value)
                yield play, lay_build(state, card, items, build)

    # Captures

    def _can_capture(self, card: str, items: Sequence[Item]) -> bool:
        values = self.values_of(card)
        if not values:
            equal = all(isinstance(item, str) and rank(item) == rank(card) for item in items)
            return equal and len(items) in self.courts_at_once
        return any(self._all_taken_by(value, items) for value in values)

    def _all_taken_by(self, value: int, items: Sequence[Item]) -> bool:
        """Do the items fall into groups that each total this one value of the played card?"""
        in_sums = [item for item in items if self._joins_sums(item)]
        alone = [item for item in items if isinstance(item, Build) and item not in in_sums]
        if any(build.value != value for build in alone):
            return False
        return split(self._all_values(in_sums), value) is not None

    def _joins_sums(self, item: Item) -> bool:
        return isinstance(item, str) or (self.single_like_card and item.is_single)

    def _all_values(self, items: Sequence[Item]) -> tuple[Values, ...]:
        return tuple(self.values_of(item) if isinstance(item, str) else frozenset({item.value}) for item in items)

    # Builds

    def _builds(self, state: State, card: str, items: Sequence[Item]) -> Iterator[Build]:
        """The builds that this card makes of exactly these items, for each value it may be built to."""
        held = {v for other in state.others_in_hand(card) for v in self.values_of(other)}
        for target in held:
            same = [build for build in state.builds if build.value == target]
            if any(build not in items for build in same):
                continue  # never two builds of one value: those that lie there are joined
            rest = [item for item in items if item not in same]
            for value in self.values_of(card):
                groups = self._groups(value, rest, target)
                if groups is not None:
                    yield _new_build(state.turn, card, rest, groups, same, target)

    def _groups(self, value: int, rest: Sequence[Item], target: int) -> Groups | None:
        """The played card (position 0) and the rest, cut into groups of the target."""
        values = (frozenset({value}), *self._all_values(rest))
        builds = [item for item in rest if isinstance(item, Build)]
        if all(self._joins_sums(item) for item in rest):
            return split(values, target)
        if not self.single_like_card and len(builds) == 1 and _may_be_raised(builds[0]):
            return (tuple(range(len(values))),) if can_total(values, target) else None
        return None

    # The owner's duty

    def _duty_kept(self, before: State, play: Play, after: State) -> bool:
        me = before.turn
        if play.kind == "trail" and any(build.owner == me for build in before.builds):
            return False
        own = [build.value for build in after.builds if build.owner == me]
        return any(  # one card for each, no card for two
            all(value in self.values_of(card) for value, card in zip(own, cards, strict=True))
            for cards in permutations(after.hands[me - 1], len(own))
        )


def _may_be_raised(build: Build) -> bool:
    """S0: a single build, unless it is a natural card of its value."""
    return build.is_single and len(build.cards) > 1


def _new_build(
    mover: int, card: str, rest: Sequence[Item], groups: Groups, joined: Sequence[Build], value: int
) -> Build:
    """Joining keeps the owner; any other build is the mover's. A build in a group melts into it."""
    parts: list[Item] = [card, *rest]
    new_groups = tuple(cards_of(parts[i] for i in group) for group in groups)
    old_groups = tuple(group for build in joined for group in build.groups)
    return Build(value, old_groups + new_groups, joined[0].owner if joined else mover)


def _alike(one: State, other: State) -> bool:
    """Two ways to group the same cards may not differ in anything a later play depends on."""
    shapes = [
        sorted((b.value, len(b.groups), b.owner, tuple(sorted(b.cards))) for b in state.builds)
        for state in (one, other)
    ]
    return shapes[0] == shapes[1] and one.loose == other.loose and one.hands == other.hands
