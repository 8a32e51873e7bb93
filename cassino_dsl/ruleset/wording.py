"""Facts that an author's words bring into a rulebook beside what the sentence says that they stand for.

"Six deals with two players" says more than "until the pack is used up": it is true of one pack, one deal. And a
sentence is left out because another says it, too. Such words hold for the game as its file has it; laid over, extended
or with other options, it is told by the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cassino_dsl.ruleset.cards import Pack

NUMERALS = "no one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERS = frozenset(["twice", "thrice", "twenty", "thirty", "forty", "fifty", "hundred", *NUMERALS[2:]])
_FIGURES = {word: str(number) for number, word in enumerate(NUMERALS)}
_WORD = re.compile(r"\d+|[^\W\d_]+")
_NAMED = re.compile(r"\*+([^*]+)\*+")


def brings_facts(said: str, better: Iterable[str], pack: Pack, actions: Iterable[str]) -> bool:
    """Whether the better words speak of numbers, ranks, suits or actions of which the sentence does not speak; or say
    nothing, which says that it is said elsewhere."""
    words = " ".join(better)
    if not words.strip():
        return True
    cards = {pack.rank_word(rank).lower() for rank in pack.ranks} | {suit.name.lower() for suit in pack.suits}
    names = {name.replace("_", " ").lower() for name in actions}
    return bool(_facts(words, cards, names) - _facts(said, cards, names))


def _facts(text: str, cards: set[str], names: set[str]) -> set[str]:
    words = {word.lower() for word in _WORD.findall(text)}
    numbers = {_FIGURES.get(word, word) for word in words if word.isdigit() or word in _NUMBERS}
    known = {word for word in words for one in (word, word.removesuffix("s"), f"{word}s") if one in cards}
    return numbers | {word.removesuffix("s") for word in known} | ({n.lower() for n in _NAMED.findall(text)} & names)
