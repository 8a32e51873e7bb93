"""Blocks of whole numbers that stand one after the other in a flat row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property


class Blocks(ABC):
    """What stands where in a row: whoever has blocks, knows where each begins."""

    @property
    @abstractmethod
    def blocks(self) -> tuple[tuple[str, int], ...]:
        """Names and widths, in their order in a row."""

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each block begins in a row."""
        found, at = {}, 0
        for name, width in self.blocks:
            found[name] = at
            at += width
        return found

    @cached_property
    def width(self) -> int:
        """How many numbers a row has."""
        return sum(width for _, width in self.blocks)
