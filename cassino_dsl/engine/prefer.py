"""Preferences: filters over the plays that the rules have left."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.ahead import look_at
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.meaning import Value
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.steps import size_of
from cassino_dsl.plan.plan import PlannedPreference


class Preferring:
    """One preference, ready to be applied."""

    def __init__(self, preference: PlannedPreference, evaluate: Evaluator) -> None:
        self.preference = preference
        self.evaluate = evaluate
        self.prefer = evaluate.maybe(preference.prefer)
        self.over = evaluate.maybe(preference.over)
        self.number = evaluate.maybe(preference.number)
        self.among = evaluate.maybe(preference.among)
        self.size = size_of(preference.prefer, preference.over, preference.number, preference.among)

    def filter(self, f: Frame, plays: list[Play]) -> list[Play]:
        """The plays that stay, in the order given."""
        copies = self.evaluate.tables.copies
        compared: dict[Any, list[Play]] = {}
        for play in plays:
            self.evaluate.steps.take(self.size)
            cards = tuple(c // copies for c in play.cards) if self.preference.per_card else ()
            compared.setdefault(cards, []).append(play)
        gone = {id(p) for together in compared.values() for p in self._gone(f, together)}
        return [p for p in plays if id(p) not in gone]

    def _holds(self, test: Value, f: Frame, play: Play) -> Any:
        return test(look_at(f, play, self.evaluate))

    def _gone(self, f: Frame, plays: list[Play]) -> list[Play]:
        if self.prefer is not None:
            good = {id(p) for p in plays if self._holds(self.prefer, f, p)}
            over = self.over
            return [p for p in plays if good and id(p) not in good and (over is None or self._holds(over, f, p))]
        assert self.number is not None
        among = [p for p in plays if self.among is None or self._holds(self.among, f, p)]
        numbers = [self._holds(self.number, f, p) for p in among]
        best = max(numbers, default=0) if self.preference.highest else min(numbers, default=0)
        return [p for p, n in zip(among, numbers, strict=True) if n != best]
