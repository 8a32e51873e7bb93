"""What is said of stuck rounds: those that ended because every seat passed, with cards in a hand or in the stock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Answer = dict[str, Any]  # what ``figures.simulation`` gives


def stuck_remark(answer: Answer, name: str) -> str:
    """How many rounds of a simulation were stuck; "" where none was."""
    stuck = answer["stuck"]
    if not stuck["rounds"]:
        return ""
    told = (
        f"stuck rounds of {name}: {stuck['rounds']:,} of {answer['rounds']:,}; nobody could play, but cards were left"
    )
    return told + (", as the variant allows" if stuck["allowed"] else "")


def stuck_remarks(named: Sequence[tuple[str, Answer]]) -> tuple[str, ...]:
    """The same of several simulations, each by a name that tells it from the others."""
    return tuple(remark for name, answer in named if (remark := stuck_remark(answer, name)))


def stuck_commands(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What plays the first stuck round of each simulation again and records it."""
    return tuple(a["stuck"]["again"] for a in answers if a["stuck"]["again"])


def stuck_warnings(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What a person must hear of: stuck rounds of variants that do not say that this may be so."""
    return tuple(
        f"warning: {remark}; `{a['stuck']['again']}` records the first"
        for a in answers
        if not a["stuck"]["allowed"] and (remark := stuck_remark(a, a["variant"]))
    )
