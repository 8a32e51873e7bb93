"""Differences of figures on the same deals, with intervals.

A figure is a ratio of two sums over units (matches): points per round, legal plays per decision; or a mean per
unit, where the divisor is 1. Both rulesets play the same units, so the interval is that of the mean of the
differences, unit by unit; a ratio enters by its linearised residual (Cochran, *Sampling Techniques*, chapter 6).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cassino_dsl.simulate.statistics import Z

DIGITS = 6
METHOD = "normal 95 % interval of paired differences, ratios linearised"


@dataclass(frozen=True, slots=True)
class Samples:
    """A figure as measured: one number for each unit, and what it is divided by."""

    parts: Sequence[float]
    wholes: Sequence[float]

    @property
    def figure(self) -> float:
        whole = sum(self.wholes)
        return sum(self.parts) / whole if whole else 0.0

    def residuals(self) -> list[float]:
        """By how much each unit moves the figure."""
        mean = sum(self.wholes) / len(self.wholes)
        if not mean:
            return [0.0] * len(self.parts)
        ratio = self.figure
        return [(x - ratio * n) / mean for x, n in zip(self.parts, self.wholes, strict=True)]


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the effect: the figure of both, and the interval of ``b`` less ``a``."""

    group: str
    name: str
    share: bool
    a: float
    b: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        return self.b - self.a

    @property
    def verdict(self) -> str:
        """`same` where not a single unit differs, `real` where 0 lies outside the interval, else `noise`."""
        if self.low == self.high == 0.0 and self.a == self.b:
            return "same"
        return "real" if self.low > 0 or self.high < 0 else "noise"

    def as_json(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "name": self.name,
            "a": round(self.a, DIGITS),
            "b": round(self.b, DIGITS),
            "difference": round(self.difference, DIGITS),
            "interval": [round(self.low, DIGITS), round(self.high, DIGITS)],
            "verdict": self.verdict,
        }


def shown(figure: Figure, value: float, signed: bool = False) -> str:
    """A value of a figure as people read it; shares in percent."""
    sign = "+" if signed and value > 0 else ""
    if figure.share:
        return f"{sign}{100 * value:.2f} %"
    return f"{sign}{value:.3f}" if abs(value) < 100 else f"{sign}{value:,.1f}"


def paired(group: str, name: str, a: Samples, b: Samples, share: bool = False) -> Figure:
    """The figure of both and the interval of their difference; ``share``: it is a part of a whole."""
    units = len(a.parts)
    differences = [y - x for x, y in zip(a.residuals(), b.residuals(), strict=True)]
    spread = sum(d * d for d in differences) / (units - 1) if units > 1 else 0.0
    half = Z * math.sqrt(spread / units) if units > 1 else math.inf
    middle = b.figure - a.figure
    return Figure(group, name, share, a.figure, b.figure, middle - half, middle + half)
