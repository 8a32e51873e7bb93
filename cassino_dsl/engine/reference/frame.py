"""What an expression is evaluated against: a state, who plays, and the play in hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cassino_dsl.engine.reference.state import Build, Item, State


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
