"""The rows of quantities: how many of the items, or of the groups of items, that fit a part of an action takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cassino_dsl.language.ruleset.row import TABLE


@dataclass(frozen=True, slots=True)
class QuantityRow:
    """One quantity. ``nothing``: whether a part may take nothing: ``never``, ``fits`` (where no item at all passes the
    test of a group, too), ``always``. ``single``: whether it never takes more than one. ``ways``: of several parts,
    which can be taken in fewer ways: those are tried first. ``items`` and ``groups``: the lines of documentation; ""
    where items, or groups, are not taken so."""

    word: str
    nothing: Literal["never", "fits", "always"]
    single: bool = False
    ways: int = 0
    items: str = ""
    groups: str = ""

    @property
    def at_will(self) -> bool:
        """Whether there is a play though nothing can be taken."""
        return self.nothing == "always"

    def needs_one(self, empty_fits: bool) -> bool:
        """Whether something has to be taken; ``empty_fits``: whether no item at all passes the test of a group."""
        return self.nothing == "never" or (self.nothing == "fits" and not empty_fits)


# in this order: of two parts that could have taken the same cards, the earlier has
QUANTITY_ROWS: tuple[QuantityRow, ...] = tuple(QuantityRow(word, **said) for word, said in TABLE["quantities"].items())
QUANTITY: dict[str, QuantityRow] = {row.word: row for row in QUANTITY_ROWS}
QUANTITIES: tuple[str, ...] = tuple(QUANTITY)
