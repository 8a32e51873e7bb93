"""Which methods a report of simulations has used, by what they are of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassino_dsl.simulate.methods import CHOICES, GAMES, HOLM, LUCK, METHODS
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
    tests += [one["method"].removesuffix(f", {HOLM}") for answer in answers for one in _claims(answer)]
    ahead = {"who is ahead": ", ".join((*dict.fromkeys(tests), HOLM))} if tests else {}
    return {of: method for of, method in METHODS.items() if of in used} | ahead | _deep(answers)


def _deep(answers: Sequence[Answer]) -> dict[str, str]:
    """What the measures between good players have beside those of all simulations."""
    measures = [answer["deep"] for answer in answers if "deep" in answer]
    choices = {"choices": CHOICES, "comebacks, drama and decisiveness": GAMES} if measures else {}
    return choices | ({"luck and skill": LUCK} if any(deep["luck"] for deep in measures) else {})


def _claims(answer: Answer) -> list[Answer]:
    deep = answer.get("deep", {})
    return [*deep.get("ladder", ()), *deep.get("first", ())]
