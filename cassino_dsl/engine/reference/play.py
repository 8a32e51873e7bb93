"""A play: what leaves the hand, what is taken, what is announced or decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cassino_dsl.engine.reference.state import Build, Item, State, cards_of
from cassino_dsl.language.plan.plan import PlannedAction


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """One legal play. ``action`` is the first declared action that yields it; ``names`` its bindings.

    ``decision`` is the number of what a play of kind other tells beside its cards (``telling``).
    """

    action: PlannedAction
    seat: int
    cards: tuple[int, ...]
    items: tuple[Item, ...]
    value: int
    decision: int = 0
    names: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return self.action.kind if self.action is not None else "other"

    @property
    def name(self) -> str:
        return self.action.name if self.action is not None else "done"

    def taken(self) -> list[int]:
        """The cards of the items taken, in pack order."""
        return cards_of(self.items)


DONE = Play(None, -1, (), (), 0)  # type: ignore[arg-type]


# ---- what an expression is evaluated against: a state, who plays, and the play in hand
@dataclass(slots=True, eq=False)
class Frame:
    """``me`` and ``us`` are -1 where nobody plays. ``after`` is worked out only when a rule looks ahead."""

    state: State
    me: int = -1
    us: int = -1
    names: dict[str, Any] = field(default_factory=dict)
    card: int | None = None
    cards: tuple[int, ...] = ()
    kept: list[int] = field(default_factory=list)
    taken: tuple[Item, ...] = ()
    kind: str = ""
    action: str = ""
    value: int = 0
    built: Build | None = None
    before: State | None = None
    ahead: Any = None  # a function that gives the state after the play
    parts: Any = None  # a function that gives what each part takes, by its label
