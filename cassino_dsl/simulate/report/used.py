"""Which methods a report of simulations has used, by what they are of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassino_dsl.simulate.methods import HOLM, METHODS
from cassino_dsl.simulate.report.verdict import FEWEST

Answer = dict[str, Any]  # what ``figures.simulation`` gives


def methods_used(answers: Sequence[Answer], *groups: str) -> dict[str, str]:
    """The methods of the intervals of some simulations, and of the tests of the ``groups`` of their ``fairness``."""
    used = {of for answer in answers for of in answer["figures"]["methods_used"]}
    tests = [
        answer["figures"]["fairness"][group]["method"].removesuffix(f", {HOLM}")
        for answer in answers
        for group in groups
        if answer["games"] >= FEWEST and group in answer["figures"]["fairness"]
    ]
    ahead = {"who is ahead": ", ".join((*dict.fromkeys(tests), HOLM))} if tests else {}
    return {of: method for of, method in METHODS.items() if of in used} | ahead
