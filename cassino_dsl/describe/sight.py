"""The rulebook's sentences about who sees what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.model import Memory, Ruleset
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.visible import of_owner

_WORDS = {
    ("hands", "own"): "Each player sees only their own hand",
    ("hands", "all"): "All hands lie open",
    ("hands", "none"): "Nobody sees a hand, not even their own",
    ("piles", "own"): "Each side sees only its own pile",
    ("piles", "all"): "All piles lie open",
    ("piles", "none"): "Nobody looks into a pile",
    ("piles", "top"): "Of every pile all see the top card, and no other",
    ("piles", "bottom"): "Of every pile all see the lowest card, and no other",
    ("stock", "all"): "The stock lies open",
    ("stock", "none"): "Nobody sees a card of the stock",
    ("stock", "next"): "All see the next card of the stock, and no other of it",
    ("stock", "bottom"): "All see the lowest card of the stock, and no other of it",
    ("table", "all"): "The loose cards lie face up",
    ("table", "none"): "The loose cards lie face down",
    ("aside", "all"): "All see the cards out of play",
    ("aside", "none"): "Nobody sees the cards out of play",
}
_PLACES = {
    "hands": "in the hand of a seat *s*",
    "piles": "in the pile of a side *s*",
    "stock": "of the stock",
    "table": "that lies loose on the table",
    "aside": "out of play",
}
_OWNERS = {"seat": Type.SEAT, "side": Type.SIDE}


def sight(ruleset: Ruleset, clause: Callable[[Expr], str]) -> Iterator[str]:
    """One sentence for each zone and each memory of which the variant says who sees it; ``clause`` says a condition."""
    for v in ruleset.visible:
        said = f"You see a card *c* {_PLACES.get(v.zone, v.zone)} when {clause(v.condition)}, and no other card there"
        yield _WORDS.get((v.zone, v.who), said) + "."
    for memory in ruleset.memory:
        if memory.seen is not None:
            yield _of_memory(memory, memory.seen, clause)


def _of_memory(memory: Memory, seen: Expr, clause: Callable[[Expr], str]) -> str:
    name, owner = f"*{memory.name.replace('_', ' ')}*", _OWNERS.get(memory.of)
    if seen == of_owner(owner, "none", seen.span):
        return f"What is remembered as {name} is shown to nobody."
    if owner is not None and seen == of_owner(owner, "own", seen.span):
        return f"What is remembered as {name} of each {memory.of} is shown to nobody else."
    whose = {"seat": " of a seat *s*", "side": " of a side *s*", "build": " of a build *b*"}.get(memory.of, "")
    return f"What is remembered as {name}{whose} is shown to you when {clause(seen)}, and not otherwise."
