"""What is remembered, by its name."""

from __future__ import annotations

from cassino_dsl.describe.english import plain, spoken, whose
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import Memory

OWNER = "owner"  # whoever a file calls so, a build is his: `a build of yours`
_NOTED = {Type.VALUES: "numbers", Type.CARDS: "cards", Type.SIDE: "side", Type.SEAT: "player"}


def noted_as(memory: Memory, owner: str) -> str:
    """What is remembered, by its name: `your sweeps`, `the laid card`, `the numbers noted as “lost” for you`."""
    name = several_of(memory)
    if memory.type in (Type.VALUES, Type.CARDS):
        name = f"“{name}” {_NOTED[memory.type]}"
    if memory.type in (Type.SIDE, Type.SEAT) and not is_role(memory):
        name = f"{_NOTED[memory.type]} noted as “{name}”"
    elif memory.type is Type.CARD and not name.endswith("card"):
        name = f"{name} card"
    elif memory.type is Type.INT and not memory.called and not name.endswith(("s", "number")):
        name = f"“{name}” count"
    return whose(owner, name) if owner else f"the {name}"


def span_of(memory: Memory | None) -> str:
    """What a mark of nobody in particular is of: as long as it lasts."""
    return f"the {memory.resets if memory else 'round'}"


def is_role(memory: Memory) -> bool:
    """Whether its name says what somebody is: `owner`, `creator`."""
    return memory.name.endswith(("er", "or"))


def one_of(memory: Memory) -> str:
    """One of what is counted: `sweep`; nothing where the name does not say how one is called."""
    if memory.called is not None:
        return plain(memory.called[0])
    name = spoken(memory.name)
    if memory.type is not Type.INT or not name.endswith("s") or name.endswith(("ss", "ses", "xes", "ches", "shes")):
        return ""
    return name.removesuffix("s")


def several_of(memory: Memory) -> str:
    """What is remembered by its name, or, where the file says so, as people call it."""
    return plain(memory.called[1]) if memory.called is not None else spoken(memory.name)
