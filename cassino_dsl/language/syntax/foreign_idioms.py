"""What people write who do not know the language, and what they mean: the rows of ``idioms.yaml``, read once a fault
asks for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.ruleset.tables import read_table

_RANKS = {"ace": "A", "jack": "J", "knave": "J", "queen": "Q", "king": "K", "deuce": "2"}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
_TENS = {"twenty": 20, "twenty_one": 21, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100}
NUMBER_WORDS = {**{word: n for n, word in enumerate(_NUMBERS)}, **_TENS}
_SUITS = dict(zip("clubs batons diamonds coins hearts cups spades swords".split(), "ccddhhss", strict=True))
_DEEPEST = r"\([^()]*\)"
_PATTERNS = {
    "spoken": "|".join([*_RANKS, *_NUMBERS[2:11]]),
    "suit": "|".join(_SUITS),
    "operand": r"(?:[\w.]+(?:\([^()]*\))?|\{[^{}]*\})",  # a name, a number, a call without calls in it, a set
    "begins": r"(?:^|(?<=\bwhere )|(?<=\bimplies ))",  # where a condition begins that stretches to the end
    "paired": rf"(?:[^()]|\((?:[^()]|\((?:[^()]|{_DEEPEST})*\))*\))+?",  # a text with its brackets in pairs
    "effect": "(?:award|move|deal|win|end|ask|for|redeal|next)",
}


def rank_of(word: str) -> str | None:
    """The rank that a word of English names, in one or many: `A` for aces."""
    one = word.lower()
    one = one if one in _RANKS or one in NUMBER_WORDS else one.removesuffix("s")
    number = NUMBER_WORDS.get(one)
    return _RANKS.get(one) or (str(number) if number is not None and 2 <= number <= 10 else None)


@dataclass(frozen=True, slots=True)
class Idiom:
    """A row of ``texts``: what is written so, and what to ``write`` instead, or what is said of it."""

    pattern: re.Pattern[str]
    write: str
    says: str
    why: str
    starts: tuple[str, ...]  # the kinds of text in which it is meant so, all where none is named
    apart: tuple[str, ...]  # those in which it is not

    def written(self, found: re.Match[str]) -> str:
        """What to write in the place of what was found; ranks and suits in words become those of the language."""
        text = found.expand(self.write)
        return re.sub(r"<(\w+)>", lambda m: rank_of(m[1]) or _SUITS.get(m[1].lower(), m[1]), text)


@cache
def idioms() -> tuple[Idiom, ...]:
    """The rows of ``texts``, in order: the first that fits speaks."""
    return tuple(
        Idiom(
            re.compile(re.sub(r"<(\w+)>", lambda m: _PATTERNS[m[1]], row["fits"])),
            *(row.get(key, "") for key in ("write", "says", "why")),
            *(tuple(row.get(key, "").split()) for key in ("of", "not_of")),
        )
        for row in _rows()["texts"]
    )


def meant(table: str, word: str, among: Collection[str] | None = None) -> str | None:
    """What a word stands for by the rows of a table, ``among`` what may stand there; None where no row has it."""
    rows = _rows()[table].items()
    return next((ours for ours, theirs in rows if word in theirs and (among is None or ours in among)), None)


def told_of(table: str, word: str, known: Sequence[str]) -> str | None:
    """Help for a word that means nothing in its place: what a table says of it, or the nearest of those that do."""
    ours = meant(table, word.lower())
    if ours is None:
        return did_you_mean(word, tuple(known))
    return ours if "`" in ours else f"did you mean `{ours}`?"


@cache
def _rows() -> dict[str, Any]:
    found: dict[str, Any] = read_table(Path(__file__).with_name("idioms.yaml"))
    return found
