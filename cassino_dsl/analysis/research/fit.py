"""Weights from what was tried: least squares, the same on every machine.

What is added up is whole numbers, so that it does not matter in how many pieces; what is solved is solved in a fixed
order of plain operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np

from cassino_dsl.players.learned.policy import Feature
from cassino_dsl.players.learned.weights import FINE, LARGEST, POINT

MOST_PLAYS = 10  # of a decision that are learned from
WHOLE = lcm(*range(1, MOST_PLAYS + 1))
DOUBT = 40  # rows that say of each feature that it weighs nothing


@dataclass(frozen=True)
class Products:
    """Products of features with each other and with leads, each decision counted from its own mean, times WHOLE."""

    products: Any  # a matrix of 64-bit numbers
    leads: Any
    decisions: int

    def __add__(self, other: Products) -> Products:
        return Products(self.products + other.products, self.leads + other.leads, self.decisions + other.decisions)


def nothing(features: int) -> Products:
    return Products(np.zeros((features, features), np.int64), np.zeros(features, np.int64), 0)


def matrix(features: Iterable[Feature], width: int) -> Any:
    """How often each slot counts for each feature."""
    rows = list(features)
    found = np.zeros((width, len(rows)), np.int64)
    for i, feature in enumerate(rows):
        for slot, times in feature:
            found[slot, i] += times
    return found


def decision(of_slots: Any, plays: Sequence[Sequence[int]], lead_slot: int, now: Sequence[int], leads: Any) -> Products:
    """The sums of one decision: the slots of each play, its lead as the round stands, and to what lead it came when it
    was tried out, in parts of a point."""
    slots = np.zeros((len(plays), of_slots.shape[0]), np.int64)
    for row, (filled, ahead) in enumerate(zip(plays, now, strict=True)):
        np.add.at(slots[row], list(filled), 1)
        slots[row, lead_slot] = ahead
    rows, came = slots @ of_slots, np.array(leads, np.int64)
    n = len(plays)
    products = WHOLE * (rows.T @ rows) - WHOLE // n * np.outer(rows.sum(0), rows.sum(0))
    return Products(products, WHOLE * (rows.T @ came) - WHOLE // n * rows.sum(0) * came.sum(), 1)


def fitted(sums: Products) -> list[int]:
    """The weight of each feature, as a whole number. What is solved is positive definite, so that no row need be looked
    for; numbers are multiplied and subtracted one by one (``@`` adds up otherwise on other processors)."""
    left = sums.products.astype(float) + DOUBT * WHOLE * np.eye(len(sums.leads))
    right = sums.leads.astype(float) / FINE
    for i in range(len(right)):
        times = left[i + 1 :, i] / left[i, i]
        left[i + 1 :] -= np.outer(times, left[i])
        right[i + 1 :] -= times * right[i]
    for i in reversed(range(len(right))):
        right[i] /= left[i, i]
        right[:i] -= left[:i, i] * right[i]
    return [max(-LARGEST, min(LARGEST, round(weight * POINT))) for weight in right.tolist()]
