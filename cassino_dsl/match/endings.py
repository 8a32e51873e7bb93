"""Endings of a round that two sides play out exactly, as ``cassino solve`` tells them."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.position.read import determined
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.diagnostics.cassino_error import CassinoError, faulty
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.answering import Answering


def ending_json(answering: Answering, given: Position, steps: int) -> dict[str, Any]:
    """What comes of a position if both of two sides see all cards and play as well as they can. Raises ``CassinoError``
    for positions of which that cannot be asked, ``RunFault`` where more than so many positions are to be looked at."""
    found = _between_two(given)
    ending = answering.solved(found, steps)
    if ending is None:
        raise RunFault.too_long(steps)
    if not ending.line:
        raise faulty("nothing is left to decide in this round", "`cassino score` counts it")
    plan, tables = found.engine.plan, found.engine.evaluate.tables
    shown = plan.ruleset.match.shown
    seat = ending.line[0][0]
    inferred = sorted(found.known_hands - given.known_hands)
    return {
        "turn": seat + 1,
        "side": plan.side_of[seat] + 1,
        "value": shown(ending.leads[0][1]),
        "hands": {str(s + 1): " ".join(tables.text[c] for c in found.state.hands[s]) for s in inferred},
        "plays": [{"text": play_text(tables, play), "value": shown(lead)} for play, lead in ending.leads],
        "line": [{"seat": s + 1, "text": play_text(tables, play)} for s, play in ending.line],
        "points": {str(s + 1): shown(n) for s, n in enumerate(ending.outcome.points)},
    }


def _between_two(position: Position) -> Position:
    """A position of two sides in which it is clear where every card lies; raises ``CassinoError`` for others."""
    sides = position.engine.plan.sides
    if sides != 2:
        raise faulty(
            f"only two sides can play an ending out exactly; here are {sides}", "ask of two seats, or of partners"
        )
    if position.remark:
        raise faulty(position.remark, "ask of a position after the deal")
    report = Report()
    found = determined(position, report)
    if found is None:
        raise CassinoError(report.diagnostics)
    return found
