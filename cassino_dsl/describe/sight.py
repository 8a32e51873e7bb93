"""Who sees what, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.describe.deals import has_stock
from cassino_dsl.describe.english import sentence
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.ruleset.expr import Expr, Name, Type
from cassino_dsl.ruleset.model import Memory, Visibility
from cassino_dsl.ruleset.visible import OWNERS, of_owner

_USUAL = {"hands": "own", "piles": "none", "stock": "none"}  # said also where the variant says nothing
_DOWN = "the stock (the cards not yet dealt) lies face down"
_SAID = {
    ("hands", "own"): "you see only your own hand",
    ("hands", "all"): "all hands lie open",
    ("hands", "none"): "nobody sees a hand, not even his own",
    ("piles", "own"): "you may look into no pile but your own",
    ("piles", "all"): "all piles lie open",
    ("piles", "none"): "nobody may look into a pile",
    ("piles", "top"): "of every pile only the top card is seen",
    ("piles", "bottom"): "of every pile only the lowest card is seen",
    ("stock", "all"): "the stock lies open",
    ("stock", "none"): _DOWN,
    ("stock", "next"): f"{_DOWN}, but for its next card, which all may see",
    (
        "stock",
        "bottom",
    ): f"{_DOWN}, but for its bottom card, which all may see",
    ("table", "all"): "the loose cards lie face up",
    ("table", "none"): "the loose cards lie face down",
    ("table", "top"): "of the loose cards only the top one, which was laid last, is seen",
    ("table", "bottom"): "of the loose cards only the lowest one, which was laid first, is seen",
}
_OF_DECLARED = {
    "all": "all see {}",
    "none": "nobody sees {}",
    "own": "you see no {} but your own",
    "top": "of {} only the top card is seen",
    "bottom": "of {} only the lowest card is seen",
}
_PLACES = {
    "hands": "in a player's hand",
    "piles": "in a side's pile",
    "stock": "of the stock",
    "table": "that lies loose on the table",
}


_OWNERS = {"seat": "player", "side": "side", "build": "build"}


def sight_text(say: Phrases) -> Iterator[str]:
    """Who sees what, and how captured cards lie."""
    ruleset = say.table.ruleset
    seen = {v.zone: v for v in ruleset.visible}
    words = {zone: seen[zone].who if zone in seen else word for zone, word in _USUAL.items()}
    words |= {v.zone: v.who for v in ruleset.visible}
    if "stock" not in seen and not has_stock(ruleset):
        del words["stock"]
    told = [text for zone, word in words.items() if (text := _of_word(zone, word))]
    if told:
        yield sentence("; ".join(told))
    yield from (_by_condition(say, v) for v in ruleset.visible if not _of_word(v.zone, v.who))
    yield from (_of_memory(say, m) for m in ruleset.memory if m.seen is not None)
    order = ruleset.pile_order
    if order is not None:
        inner = say.bound("c", "the card")
        yield f"Captured cards are put on the pile in order, the lowest first, by this number: {inner.number(order)}."


def _of_word(zone: str, word: str) -> str:
    """What a word says of a zone; nothing where it is no word."""
    return _SAID.get((zone, word)) or _OF_DECLARED.get(word, "").format(f"“{zone.replace('_', ' ')}”")


def _by_condition(say: Phrases, seen: Visibility) -> str:
    of = {"hands": "seat", "piles": "side"} | {z.name: z.of for z in say.table.ruleset.zones}
    owner = _OWNERS.get(of.get(seen.zone, ""), "")
    called = f"“{seen.zone.replace('_', ' ')}”"
    place = _PLACES.get(seen.zone, f"in the {called} of a {owner}" if owner else f"in {called}")
    inner = say.bound("c", "that card").bound("s", f"that {owner}")
    others = _beside_ones_own(seen) if seen.zone == "hands" else None
    if others is not None:
        return f"You see your own hand, and that of another player if {inner.condition(others)}, and no other."
    return f"You see a card {place} if, and only if, {inner.condition(seen.condition)}."


def _beside_ones_own(seen: Visibility) -> Expr | None:
    """When other hands are seen beside one's own, where that is all that is asked."""
    found = like(seen.condition, ("or", ("=", "?s", ("me",)), "?test"))
    return found["?test"] if found is not None and isinstance(found["?s"], Name) and found["?s"].name == "s" else None


def _of_memory(say: Phrases, memory: Memory) -> str:
    seen = memory.seen
    assert seen is not None
    name, owner = f"*{memory.name.replace('_', ' ')}*", OWNERS.get(memory.of)
    if seen == of_owner(owner, "none", seen.span):
        return f"What is noted as {name} is shown to nobody."
    if owner is not None and seen == of_owner(owner, "own", seen.span):
        whose = "player" if owner is Type.SEAT else "side"
        return f"What is noted as {name} of a {whose} is shown to that {whose} alone."
    thing = _OWNERS.get(memory.of, "")
    whose = f" of a {thing}" if thing else ""
    inner = say.bound("s", f"that {thing}").bound("b", "that build")
    return f"What is noted as {name}{whose} is shown to you if, and only if, {inner.condition(seen)}."
