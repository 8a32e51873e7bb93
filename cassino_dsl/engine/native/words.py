"""The words of a plan as numbers: ranks, suits, kinds, actions … No text of a variant reaches the C."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import ELEMENT, Literal, Type
from cassino_dsl.language.ruleset.model import KINDS

PLACES_IN_C = {"": 0, "pile": 1, "build": 2, "table": 3, "hand": 4, "stock": 5, "bottom": 6, "anywhere": 7}
IN_ZONE = 8  # any zone that the variant declares
RESETS = ("match", "round", "deal", "turn")


class Words:
    """Numbers for the words of one plan, in the order in which the reference engine runs through them."""

    zone_count = 0

    def __init__(self, plan: Plan) -> None:
        pack = plan.ruleset.pack
        self.pack = pack
        self.ranks, self.suits, self.colours, self.marks = pack.word_lists.values()
        self.seats, self.sides = range(plan.seats), range(plan.sides)
        self.actions = [a.name for a in plan.declared]
        self.awards = list(plan.ruleset.award_names())
        self.steps = list(
            dict.fromkeys(
                [
                    *(a.step for a in plan.declared),
                    *(step for m in (plan.turn, *plan.asks.values()) for row in m.moves for step, _ in row),
                ]
            )
        )
        self.patterns = list(plan.asks)
        self.memory = list(plan.memory)
        self.zones: dict[str, int] = {}  # where the zones of a name begin, one for each owner, in one row of all
        for name, owners in plan.zones.items():
            self.zones[name] = self.zone_count
            self.zone_count += owners
        self.lists: dict[Type, Sequence[str]] = {
            **pack.word_lists,
            Type.KIND: KINDS,
            Type.ACTION: self.actions,
            Type.PLACE: PLACES,
            Type.AWARD: self.awards,
        }

    def members(self, type: Type) -> Sequence[object]:
        """All that may be in a set of words, in the order of its bits."""
        owners = {Type.SEATS: self.seats, Type.SIDES: self.sides}
        return owners[type] if type in owners else self.lists[ELEMENT[type]]

    def place(self, zone: str) -> int:
        """The number of a place that cards go to."""
        return PLACES_IN_C.get(zone, IN_ZONE)

    def number(self, literal: Literal) -> int:
        """The number that stands for a literal in the C."""
        value = literal.value
        if value is None:
            return 0 if literal.type in (Type.INT, Type.BOOL) else -1
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int):
            return value
        if literal.type is Type.CARD:
            face = self.pack.number_of(value)
            return -1 if face is None else face * self.pack.copies
        known = self.lists.get(literal.type, [])
        return known.index(value) if value in known else -2


def mask_literal(mask: int, word: str = "set_of") -> str:
    """A set of cards (or numbers) written down in C, whatever its width; in a table it is ``SET_OF``."""
    high, low = mask >> 64, mask & (2**64 - 1)
    return f"{word}({high:#x}ull, {low:#x}ull)"


def next_subset(chosen: str, most: int | None) -> str:
    """The C of the subset that is tried after one, of at most so many members."""
    return f"{chosen} + 1" if most is None else f"next_subset({chosen}, {most})"
