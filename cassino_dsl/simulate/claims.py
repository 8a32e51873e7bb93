"""What a report says yes or no to, all of it tested together: whoever asks twenty questions is told one wrong yes.

Each claim keeps the test of itself alone (``p``, as JSON has it); after Holm, ``p_adjusted`` and ``real`` hold for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cassino_dsl.simulate.methods import HOLM
from cassino_dsl.simulate.statistics import holm

Claim = dict[str, Any]
REAL = 0.05


def claim(p: float, test: str) -> Claim:
    """A claim that nothing is adjusted for as yet."""
    return {"p": float(f"{p:.3g}"), "p_adjusted": 1.0, "real": False, "method": f"{test}, {HOLM}"}


def adjust(claims: Iterable[Claim]) -> None:
    """Adjust claims for each other."""
    all_claims = [*claims]
    for one, p in zip(all_claims, holm([one["p"] for one in all_claims]), strict=True):
        one["p_adjusted"], one["real"] = float(f"{p:.3g}"), p <= REAL
        if "better" in one:  # of two players, the one of whom that was asked
            one["better"] = one["real"] and one["win_rate"] > one["fair"]


def claims_of(answer: dict[str, Any]) -> list[Claim]:
    """All claims of the report of a simulation, with those of ``--deep``."""
    deep = answer.get("deep", {"ladder": [], "first": []})
    return [*answer["figures"]["fairness"].values(), *deep["ladder"], *deep["first"]]


def likely(one: Claim) -> bool:
    """Whether it would be shown if nothing else were asked."""
    return bool(one["p"] <= REAL and not one["real"])
