"""Positions in which it is clear where every card lies, though one hand may not be named."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.diagnostics.codes.play import BadPosition
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.engine.deal_anew import rows
from cassino_dsl.engine.state import State
from cassino_dsl.position.position import Position


def determined(position: Position, report: Report) -> Position | None:
    """The position with the one hand that is not named: it holds the cards that are named nowhere. None, with a
    finding, where that does not say where every card lies."""

    def fault(message: str, help: str) -> None:
        report.add(BadPosition, None, message, help=help)

    seats = position.engine.plan.seats
    hidden = [seat for seat in range(seats) if seat not in position.known_hands]
    if position.stock != "listed":
        fault("the stock is not named, so what is still to come is not known", 'say `stock: ""` where it is empty')
        return None
    if len(hidden) > 1:
        which = " and ".join(str(seat + 1) for seat in hidden)
        fault(f"the hands of seats {which} are not named", "name `hands`; only one of them may be left out")
        return None
    if not hidden:
        return position
    state = position.state.copy()
    rest = _named_nowhere(position, state)
    largest = max((len(hand) for hand in state.hands), default=0) + 1
    if len(rest) > largest:
        fault(
            f"{len(rest)} cards are named nowhere, too many for the hand of seat {hidden[0] + 1} beside hands of "
            f"{largest - 1}",
            "name the `piles`, and all other cards that are out of the hands",
        )
        return None
    state.hands[hidden[0]] = rest
    state.plays = None
    return replace(position, state=state, known_hands=frozenset(range(seats)))


def _named_nowhere(position: Position, state: State) -> list[int]:
    named = {card for _, row in rows(state) for card in row} | {c for b in state.builds for c in b.cards}
    return [card for card in range(position.engine.plan.ruleset.pack.size) if card not in named]
