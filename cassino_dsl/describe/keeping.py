"""What players have to keep in mind: memory, and what it is at first."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.describe.english import plain, spoken
from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.model import Memory, Ruleset
from cassino_dsl.ruleset.operators import IF, MEMORIES
from cassino_dsl.ruleset.words import ME


def kept_in_mind(say: Phrases) -> Iterator[str]:
    """What has to be remembered, and is not said where it is used."""
    for memory in say.table.ruleset.memory:
        if memory.name not in say.table.lately and _is_used(say.table.ruleset, memory):
            yield _memory(memory, say)


def _is_used(ruleset: Ruleset, memory: Memory) -> bool:
    return mentions(ruleset, lambda call: call.row in MEMORIES and call.name == memory.name)


# a build keeps what is remembered of a build of the same value that is in it
_SAME_VALUE: Pattern = (
    "or_else",
    (
        "memory",
        ("first", "?b", ("taken",), ("and", ("in", "?b", ("builds",)), ("in", ("announced",), ("value", "?b")))),
    ),
    "?other",
)


def _kept_for_value(memory: Memory) -> Found | None:
    found = like(memory.becomes, _SAME_VALUE) if memory.becomes is not None else None
    kept = memory.becomes.args[0] if found is not None and isinstance(memory.becomes, Call) else None
    return found if isinstance(kept, Call) and kept.name == memory.name else None


_A = {
    Type.INT: "a count",
    Type.BOOL: "a mark",
    Type.CARD: "a card",
    Type.CARDS: "cards",
    Type.RANK: "a rank",
    Type.SUIT: "a suit",
    Type.SEAT: "a player",
    Type.SIDE: "a side",
    Type.VALUES: "numbers",
}
_RESETS = {
    "round": "at the start of each round",
    "deal": "at the start of each deal",
    "turn": "at the start of each turn",
    "match": "at the start of the match",
}


def _memory(memory: Memory, say: Phrases) -> str:
    name, about = spoken(memory.name), f" ({plain(memory.about)})" if memory.about else ""
    if memory.of == "build":
        found = _kept_for_value(memory)
        head = f"The **{name}** of a build{about}"
        if found is not None:
            return (
                f"{head}: when you make or change a build, {_becomes(name, found['?other'], memory, say)}. But where a "
                f"build that has the value announced already is taken for it, the {name} of that one stays "
                f"(of the first, if there are several)."
            )
        if memory.becomes is None:
            return f"{head}: {_start(memory, say)} whenever a build is made or changed."
        return f"{head}: when you make or change a build, {_becomes(name, memory.becomes, memory, say)}."
    of = {"match": "", "side": f" for each {say.table.side}", "seat": " for each player"}[memory.of]
    return f"**{name.capitalize()}**{about}: {_A[memory.type]}{of}; {_start(memory, say)} {_RESETS[memory.resets]}."


def _becomes(name: str, value: Expr, memory: Memory, say: Phrases) -> str:
    """`you become its owner`, `its owner becomes the leader`."""
    if isinstance(value, Call) and value.row is ME:
        return f"you become its {name}"
    if isinstance(value, Call) and value.row is IF:
        test, then, other = value.args
        then_text, other_text = (_becomes(name, e, memory, say) for e in (then, other))
        return f"{then_text} if {say.condition(test)}; otherwise {other_text}"
    return f"its {name} becomes {_value(value, memory.type, say)}"


def _start(memory: Memory, say: Phrases) -> str:
    starts = memory.starts
    if memory.type is Type.BOOL and isinstance(starts, Literal):
        return "marked" if starts.value else "not marked"
    if isinstance(starts, Literal) and starts.value is None:
        return "none"
    return _value(starts, memory.type, say)


def _value(expr: Expr, type: Type, say: Phrases) -> str:
    return say.number(expr) if type is Type.INT else say.condition(expr) if type is Type.BOOL else say.thing(expr)
