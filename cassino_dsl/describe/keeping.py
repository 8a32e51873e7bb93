"""What players have to keep in mind: memory, and what it is at first."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.describe.english import plain, spoken
from cassino_dsl.describe.fits import where_four_play
from cassino_dsl.describe.of_builds import never_two_of_a_value
from cassino_dsl.describe.pattern import Pattern, like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.remembered import OWNER
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.model import Memory, Ruleset
from cassino_dsl.ruleset.operators import IF, MEMORIES
from cassino_dsl.ruleset.words import ME


def kept_in_mind(say: Phrases) -> list[Memory]:
    """What has to be remembered, and is not said where it is used."""
    return [memory for memory in _used(say) if memory.of != "build" and not _is_plain_count(memory)]


def kept_of_builds(say: Phrases) -> Iterator[str]:
    """What builds have beside their value."""
    for memory in _used(say):
        if memory.of == "build":
            yield _of_build(memory, say)


def _used(say: Phrases) -> list[Memory]:
    ruleset = say.table.ruleset
    return [m for m in ruleset.memory if m.name not in {*say.table.lately, *say.table.fresh} and _is_used(ruleset, m)]


def _is_plain_count(memory: Memory) -> bool:
    """Whether something is counted in each round from 0, as anybody would: that need not be said."""
    return memory.name.endswith("s") and memory.resets == "round" and like(memory.starts, 0) is not None


def _is_used(ruleset: Ruleset, memory: Memory) -> bool:
    return mentions(ruleset, lambda call: call.row in MEMORIES and call.name == memory.name)


_A_BUILD: Pattern = ("in", "?b", ("builds",))
_OF_SAME_VALUE: Pattern = ("and", _A_BUILD, ("in", ("announced",), ("value", "?b")))
# a build keeps what is remembered of one that is in it: which, when it becomes something else, and what is said of that
_KEPT: tuple[tuple[Pattern, str, str], ...] = (
    (
        _OF_SAME_VALUE,
        "whoever made it, or last gave it another value",
        "Adding cards without changing the value does not change the {}",
    ),
    (_A_BUILD, "whoever first made it of loose cards", "A build that is made of another keeps its {}"),
)

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


def memory_text(memory: Memory, say: Phrases) -> str:
    """What is remembered, of whom, and how it begins."""
    name, about = spoken(memory.name), _about(memory)
    of = {"match": "", "side": f" for each {say.table.side}", "seat": " for each player"}[memory.of]
    what = f"{_A[memory.type]}{of}"
    about = f"{',' if of else ''}{of}: {plain(memory.about)}" if memory.about else f": {what}"
    return f"**{name.capitalize()}**{about}; {_start(memory, say)} {_RESETS[memory.resets]}."


def _about(memory: Memory) -> str:
    return f" ({plain(memory.about)})" if memory.about else ""


def _of_build(memory: Memory, say: Phrases) -> str:
    name = spoken(memory.name)
    head = f"The **{name}** of a build{_about(memory)}"
    if memory.becomes is None:
        return f"{head}: {_start(memory, say)} whenever a build is made or changed."
    yours = f" A build is *yours* if you are its {name}." if name == OWNER else ""
    for which, who, kept in _KEPT:
        found = like(memory.becomes, ("or_else", ("memory", ("first", "?b", ("taken",), which)), "?other"))
        if found is not None and isinstance(memory.becomes, Call) and _is(memory, memory.becomes.args[0]):
            becomes = _of_the_maker(who, name, found["?other"], memory, say)
            of = (
                f" (of several such builds, the {name} of the one made first)"
                if _puts_several(say.table.ruleset)
                else ""
            )
            none = "; if it has none, it gets one like a new build" if _may_go(memory, say.table.ruleset) else ""
            return f"{head}: {becomes}. {kept.format(name)}{of}{none}.{yours}"
    becomes = _becomes(name, memory.becomes, memory, say)
    return f"{head}: when you make or change a build, {becomes}.{yours}"


def _of_the_maker(who: str, name: str, value: Expr, memory: Memory, say: Phrases) -> str:
    """`whoever made it`, with when it is somebody else."""
    if isinstance(value, Call) and value.row is ME:
        return who
    if isinstance(value, Call) and value.row is IF and isinstance(value.args[2], Call) and value.args[2].row is ME:
        other = _becomes(name, value, memory, say).partition("; ")[2]
        return f"{who}; {other}"
    return f"{who.replace('whoever', 'when you').replace(' made it', ' make it')}, {_becomes(name, value, memory, say)}"


def _is(memory: Memory, asked: Expr) -> bool:
    return isinstance(asked, Call) and asked.name == memory.name


def _may_go(memory: Memory, ruleset: Ruleset) -> bool:
    """Whether anything leaves a build with nobody where somebody was remembered."""
    return any(e.op == "assign" and e.name == memory.name and e.exprs[-1].maybe for e in ruleset.effects())


def _puts_several(ruleset: Ruleset) -> bool:
    """Whether several builds can be put together."""
    parts = [p for a in ruleset.actions if a.to == "build" for p in a.take if not p.groups]
    several = any(not p.row.single and p.source.type is not Type.CARDS for p in parts)
    return several and not never_two_of_a_value(ruleset)


def _becomes(name: str, value: Expr, memory: Memory, say: Phrases) -> str:
    """`you become its owner`, `its owner becomes the leader`."""
    if isinstance(value, Call) and value.row is ME:
        return f"you become its {name}"
    if isinstance(value, Call) and value.row is IF:
        test, then, other = value.args
        then_text, other_text = (_becomes(name, e, memory, say) for e in (then, other))
        asked = say.condition(test)
        if asked.startswith("four play"):
            then_text = where_four_play(then_text)
        return f"{other_text}; but if {asked}, {then_text}"
    return f"{_value(value, memory.type, say)} becomes its {name}"


def _start(memory: Memory, say: Phrases) -> str:
    starts = memory.starts
    if memory.type is Type.BOOL and isinstance(starts, Literal):
        return "marked" if starts.value else "not marked"
    if (isinstance(starts, Literal) and starts.value is None) or like(starts, ("set",)) is not None:
        return "none"
    return _value(starts, memory.type, say)


def _value(expr: Expr, type: Type, say: Phrases) -> str:
    return say.number(expr) if type is Type.INT else say.condition(expr) if type is Type.BOOL else say.thing(expr)
