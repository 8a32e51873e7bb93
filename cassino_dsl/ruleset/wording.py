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
_NAMED = re.compile(r"\*+([^*\s][^*]*)\*+")  # a bullet is no emphasis


def brings_facts(said: str, better: Iterable[str], pack: Pack, actions: Iterable[str]) -> bool:
    """Whether the better words speak of numbers, ranks, suits or actions of which the sentence does not speak; or leave
    cards out that it names, or all, which says that this is said elsewhere."""
    words = " ".join(better)
    if not words.strip():
        return True
    names = {name.replace("_", " ").lower() for name in actions}
    more = (_numbers(words) | _actions(words, names)) - (_numbers(said) | _actions(said, names))
    return bool(more) or _cards(words, pack) != _cards(said, pack)


def names_cards(lines: Iterable[str], pack: Pack) -> bool:
    """Whether words speak of ranks or suits of the pack."""
    return bool(_cards(" ".join(lines), pack))


def emphasised(text: str) -> set[str]:
    """What stands between asterisks, in small letters, as names of actions do."""
    return {name.lower() for name in _NAMED.findall(text)}


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _numbers(text: str) -> set[str]:
    return {_FIGURES.get(word, word) for word in _words(text) if word.isdigit() or word in _NUMBERS}


def _cards(text: str, pack: Pack) -> set[str]:
    """The ranks and suits of which a text speaks; a rank that is a numeral may be a number of anything."""
    cards = {pack.rank_word(rank).lower() for rank in pack.ranks} | {suit.name.lower() for suit in pack.suits}
    words = _words(text).difference(NUMERALS)
    known = {word for word in words for one in (word, word.removesuffix("s"), f"{word}s") if one in cards}
    return {word.removesuffix("s") for word in known}


def _actions(text: str, names: set[str]) -> set[str]:
    return emphasised(text) & names
