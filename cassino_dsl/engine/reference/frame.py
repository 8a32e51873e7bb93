"""What an expression is evaluated against: a state, who plays, and the play in hand."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.reference.state import Build, Item, State


class Frame:
    """``me`` and ``us`` are -1 where nobody plays. ``after`` is worked out only when a rule looks ahead."""

    __slots__ = (
        "action",
        "ahead",
        "before",
        "built",
        "card",
        "cards",
        "kept",
        "kind",
        "me",
        "names",
        "parts",
        "state",
        "taken",
        "us",
        "value",
    )

    def __init__(self, state: State, me: int = -1, us: int = -1) -> None:
        self.state = state
        self.me = me
        self.us = us
        self.names: dict[str, Any] = {}
        self.card: int | None = None
        self.cards: tuple[int, ...] = ()
        self.kept: list[int] = []
        self.taken: tuple[Item, ...] = ()
        self.kind = ""
        self.action = ""
        self.value = 0
        self.built: Build | None = None
        self.before: State | None = None
        self.ahead: Any = None  # a function that gives the state after the play
        self.parts: Any = None  # a function that gives what each part takes, by its label
