"""What is remembered, by its name."""

from __future__ import annotations

from cassino_dsl.describe.english import spoken, whose
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import Memory

_NOTED = {Type.VALUES: "numbers", Type.CARDS: "cards", Type.SIDE: "side", Type.SEAT: "player"}


def noted_as(memory: Memory, owner: str) -> str:
    """What is remembered, by its name: `your sweeps`, `the laid card`, `the numbers noted as “lost” for you`."""
    name = spoken(memory.name)
    if memory.type in (Type.VALUES, Type.CARDS):
        name = f"“{name}” {_NOTED[memory.type]}"
    if memory.type in (Type.SIDE, Type.SEAT) and not name.endswith(("er", "or")):
        name = f"{_NOTED[memory.type]} noted as “{name}”"
    elif memory.type is Type.CARD and not name.endswith("card"):
        name = f"{name} card"
    elif memory.type is Type.INT and not name.endswith("s"):
        name = f"“{name}” count"
    return whose(owner, name) if owner else f"the {name}"


def span_of(memory: Memory | None) -> str:
    """What a mark of nobody in particular is of: as long as it lasts."""
    return f"the {memory.resets if memory else 'round'}"
