"""How far a play comes with one action, and what that action and the rules say of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cassino_dsl.engine.candidates import ActionSearch
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.play import Play
from cassino_dsl.why.conditions import Condition
from cassino_dsl.why.take import Missing

WHEN = "the condition"  # what an action's own is called


class Stage(IntEnum):
    """How far a play comes with an action: what refuses it."""

    NUMBER = 0  # so many cards are not played
    ELSEWHERE = 1  # the step does not come now, and the play is none of the action's
    WHERE = 2  # such cards are not
    LET = 3  # its names can stand for nothing, or not for the value announced
    TAKE = 4  # its parts do not take that
    STEP = 5  # it could be its play, at another moment of a turn
    WHEN = 6  # its own condition
    TO = 7  # its cards have nowhere to go
    RULES = 8
    DEBTS = 9
    PREFERENCES = 10
    FITS = 11


@dataclass(frozen=True, slots=True)
class Account:
    """What one action says of the play (``own``), and the rules of the ruleset on it (``rest``). ``stage``: how far the
    play came; ``frame``: what it is judged in; ``missing``: of what is taken; ``announced``: the values that a build
    could get; ``preferred``: the plays for the sake of which a preference takes it away."""

    search: ActionSearch
    own: tuple[Condition, ...]
    rest: tuple[Condition, ...]
    stage: Stage
    frame: Frame
    missing: Missing | None = None
    announced: tuple[int, ...] = ()
    preferred: tuple[Play, ...] = ()

    @property
    def action(self) -> str:
        return self.search.action.name

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return (*self.own, *self.rest)

    @property
    def near(self) -> tuple[int, ...]:
        """How near the play comes to one of this action's, for comparison with other actions."""
        missing = self.missing
        with_card = missing is not None and missing.part is not None and missing.part.with_card
        return self.stage, -missing.distance if missing else 0, with_card, -self._other_number

    @property
    def _other_number(self) -> int:
        """How many cards more, or fewer, the action is played with."""
        played, number = self.search.action.action.played, len(self.frame.cards)
        if played.most is None:
            return 0
        return max(played.least - number, number - played.most, 0)


def of_action(clause: str, action: str) -> str:
    """What a condition of an action is called."""
    return f"{clause} of `{action}`"
