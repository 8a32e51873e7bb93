"""Scopa: one group, a single equal card before sums, no trail of a card that can capture."""

from dataclasses import dataclass

from .cards import ITALIAN_VALUES, rank
from .core import Outcomes, make_play
from .state import Cards, State, capture, trail
from .subsets import can_total, subsets


@dataclass(frozen=True)
class Scopa:
    """Classic Scopa for two; `fewest` lets a card capture only with the fewest cards it can."""

    name: str
    fewest: bool = False
    hand_size: int = 3
    batch: int = 1

    def outcomes(self, state: State) -> Outcomes:
        found: Outcomes = {}
        for card in state.hand:
            groups = self._captures(state, card)
            for group in groups:
                found[make_play("capture", card, group)] = capture(state, card, group)
            if not groups:
                found[make_play("trail", card)] = trail(state, card)
        return found

    def _captures(self, state: State, card: str) -> list[Cards]:
        (target,) = ITALIAN_VALUES[rank(card)]
        groups = [
            group
            for group in subsets(state.loose)
            if group and can_total(tuple(ITALIAN_VALUES[rank(c)] for c in group), target)
        ]
        equal_cards: list[Cards] = [group for group in groups if len(group) == 1]
        if equal_cards:
            return equal_cards
        if self.fewest:
            smallest = min((len(group) for group in groups), default=0)
            return [group for group in groups if len(group) == smallest]
        return groups
