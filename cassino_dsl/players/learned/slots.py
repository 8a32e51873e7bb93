"""What the player `learned` counts of a play: the slots of a plan, each of which has a weight.

A play is counted from what its seat sees: the play itself, its own hand, the table, and which cards have been shown in
the round. The native engine does the same (``native/runtime/learned.h``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cassino_dsl.engine.reference.cards import CardTables
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.flat_row import Blocks

NUMBERS = 64  # those that a card may count for in a hand, from 0 on; larger ones are not looked at
ITEMS, TOTALS = 8, 32  # items and totals that are told apart, the last standing for all beyond


@dataclass(frozen=True)
class Slots(Blocks):
    """Where each block of slots begins. One slot for each card that is ``gained`` by a capture, ``left`` loose on the
    table, ``kept`` in the hand or ``built`` with; for each ``action`` (last: ending a turn); for so many ``items`` on
    the table (after a capture: another eight) and their ``total``. Of each loose card left: how many of its rank are
    ``unseen``, how many ``held``. ``clearing``: how many unseen cards have the number that all loose cards add up to.
    For each build that stays or is made, and again for each card in it: how many unseen cards have its value, and five
    on where the hand keeps one. ``lead``: by how much the side is ahead if the round is scored as it stands."""

    cards: int
    actions: int

    @cached_property
    def blocks(self) -> tuple[tuple[str, int], ...]:
        cards = self.cards
        return (
            *((name, cards) for name in ("gained", "left", "kept", "built")),
            ("action", self.actions + 1),
            ("items", 2 * ITEMS),
            ("total", TOTALS),
            ("unseen", 5),
            ("held", 4),
            ("clearing", 5),
            ("builds", 10),
            ("in builds", 10),
            ("lead", 1),
        )


class Counter:
    """Counts the plays of one plan."""

    def __init__(self, plan: Plan, tables: CardTables) -> None:
        self.slots = Slots(plan.ruleset.pack.size, len(plan.actions))
        order = {rank: i for i, rank in enumerate(dict.fromkeys(tables.rank))}
        self.rank = [order[rank] for rank in tables.rank]
        self.numbers = [mask & (1 << NUMBERS) - 1 for mask in tables.values["hand"]]
        self.value = [_lowest(mask) for mask in tables.values["table"]]
        self.done = len(plan.actions)

    def count(self, state: State, seat: int, plays: Sequence[Play], shown: Iterable[int]) -> list[list[int]]:
        """Of each play the slots that it fills, one that it fills twice twice; the lead is not among them."""
        seen = {*shown, *seen_by_all(state), *state.hands[seat]}
        unseen = [card for card in range(self.slots.cards) if card not in seen]
        of_rank = [0] * self.slots.cards
        of_number = [0] * NUMBERS
        for card in unseen:
            of_rank[self.rank[card]] += 1
            for number in bits(self.numbers[card]):
                of_number[number] += 1
        return [self._count(state, seat, play, of_rank, of_number) for play in plays]

    def _count(self, state: State, seat: int, play: Play, of_rank: list[int], of_number: list[int]) -> list[int]:
        at = self.slots.offsets
        played, taken = set(play.cards), set(play.taken())
        moved, kind = played | taken, play.kind
        kept = [card for card in state.hands[seat] if card not in played]
        left = [card for card in state.loose if card not in taken]
        if kind == "trail":
            left += [card for card in play.cards if card not in left]
        found = [at["action"] + (self.done if play is DONE else play.action.index)]
        if kind == "capture":
            found += [at["gained"] + card for card in moved]
        if kind == "build":
            found += [at["built"] + card for card in moved]
        found += [at["kept"] + card for card in kept]
        held, kept_ranks = 0, [0] * self.slots.cards
        for card in kept:
            held |= self.numbers[card]
            kept_ranks[self.rank[card]] += 1
        for card in left:
            rank = self.rank[card]
            found += [at["left"] + card, at["unseen"] + min(of_rank[rank], 4), at["held"] + min(kept_ranks[rank], 3)]
        builds = [(b.value, len(b.cards)) for b in state.builds if taken.isdisjoint(b.cards)]
        if kind == "build":
            builds.append((play.value, len(moved)))
        for value, size in builds:
            known = 0 < value < NUMBERS
            slot = (5 if known and held >> value & 1 else 0) + (min(of_number[value], 4) if known else 0)
            found += [at["builds"] + slot, *[at["in builds"] + slot] * size]
        items, total = len(left) + len(builds), sum(self.value[card] for card in left)
        found.append(at["items"] + (ITEMS if kind == "capture" else 0) + min(items, ITEMS - 1))
        found.append(at["total"] + min(total, TOTALS - 1))
        if items and not builds and 0 < total < NUMBERS:
            found.append(at["clearing"] + min(of_number[total], 4))
        return found


def seen_by_all(state: State) -> set[int]:
    """The cards on the table."""
    return {*state.loose, *(card for build in state.builds for card in build.cards)}


class RoundSeen:
    """What all have seen of a round: the table at each decision, and the cards of each play."""

    def __init__(self, state: State) -> None:
        self.cards = seen_by_all(state)

    def follow(self, before: State, play: Play, after: State) -> None:
        if (before.round, before.redeals) != (after.round, after.redeals):
            self.cards = set()
        elif play is not DONE and play.kind != "other":
            self.cards |= {*play.cards, *play.taken()}
        self.cards |= seen_by_all(after)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask else 0
