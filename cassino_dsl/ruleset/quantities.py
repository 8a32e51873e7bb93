"""The rows of quantities: how many of the items, or of the groups of items, that fit a part of an action takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class QuantityRow:
    """One quantity. ``nothing``: whether a part may take nothing: ``never``, ``fits`` (where no item at all passes the
    test of a group, too), ``always``. ``single``: whether it never takes more than one. ``ways``: of several parts,
    which can be taken in fewer ways: those are tried first. ``items`` and ``groups``: the lines of documentation; ""
    where items, or groups, are not taken so."""

    word: str
    nothing: Literal["never", "fits", "always"]
    single: bool
    ways: int
    items: str
    groups: str

    @property
    def at_will(self) -> bool:
        """Whether there is a play though nothing can be taken."""
        return self.nothing == "always"

    def needs_one(self, empty_fits: bool) -> bool:
        """Whether something has to be taken; ``empty_fits``: whether no item at all passes the test of a group."""
        return self.nothing == "never" or (self.nothing == "fits" and not empty_fits)


# in this order: of two parts that could have taken the same cards, the earlier has
QUANTITY_ROWS: tuple[QuantityRow, ...] = (
    QuantityRow(
        "one", "never", True, 1, "one item for which the condition holds", "one group of items with the relation"
    ),
    QuantityRow("maybe", "fits", True, 2, "one item, or none", "one group, or none where nothing is such a group"),
    QuantityRow("some", "never", False, 3, "one item or more", "one group or more, of different items"),
    QuantityRow("any", "always", False, 4, "any number of items, also none", "any number of groups, also none"),
    QuantityRow("maximal", "always", False, 5, "", "so many groups that no further one is left"),
    QuantityRow("all", "always", False, 0, "everything for which the condition holds", ""),
)
QUANTITY: dict[str, QuantityRow] = {row.word: row for row in QUANTITY_ROWS}
QUANTITIES: tuple[str, ...] = tuple(QUANTITY)
