"""What people write who do not know the language, and what they mean: the rows of ``idioms.yaml``, read once a fault
asks for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.diagnostics.remedy import suggest
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER

_RANKS = {"ace": "A", "jack": "J", "knave": "J", "queen": "Q", "king": "K", "deuce": "2", "t": "10"}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
_TENS = {"twenty": 20, "twenty_one": 21, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100}
NUMBER_WORDS = {**{word: n for n, word in enumerate(_NUMBERS)}, **_TENS}
_SUITS = dict(zip("clubs batons diamonds coins hearts cups spades swords".split(), "ccddhhss", strict=True))
_SIGNS = {**dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True)), **{letter: letter for letter in "cdhs"}}
_FACE = re.compile(r"(1\d|[2-9AJQKTaqkt])[ _-]?([CDHScdhs♣♦♥♠♧♢♡♤])\ufe0f?\Z")
_DEEPEST = r"\([^()]*\)"
_PATTERNS = {
    "spoken": "|".join([*_RANKS, *_NUMBERS[2:11]]),
    "suit": "|".join(_SUITS),
    "face": r"(?<!\w)(1\d|[2-9AJQKT])[ _-]?([CDHS♣♦♥♠♧♢♡♤])\ufe0f?(?!\w)",
    "operand": r"(?:[\w.]+(?:\([^()]*\))?|\{[^{}]*\})",  # a name, a number, a call without calls in it, a set
    "begins": r"(?:^|(?<=\bwhere )|(?<=\bimplies ))",  # where a condition begins that stretches to the end
    "paired": rf"(?:[^()]|\((?:[^()]|\((?:[^()]|{_DEEPEST})*\))*\))+?",  # a text with its brackets in pairs
    "prose": r"(?!.*\b(?:if|else|implies|div|mod)\b)[\w'’]+(?:[,.!?]? [\w'’]+)+[.!]*",  # two words, side by side
    "taking": "|".join([*QUANTIFIER, *(word for word, rows in BY_WORD.items() if all(row.params for row in rows))]),
    "kind": "trail|capture|build",
    "alone": "|".join(word for word, rows in BY_WORD.items() if any(not row.params for row in rows)),
    "effect": "(?:award|move|deal|win|end|ask|for|redeal|next)",
}


def rank_of(word: str) -> str | None:
    """The rank that a word of English names, in one or many: `A` for aces."""
    one = word.lower()
    one = one if one in _RANKS or one in NUMBER_WORDS else one.removesuffix("s")
    number = NUMBER_WORDS.get(one)
    return _RANKS.get(one) or (str(number) if number is not None and 2 <= number <= 10 else None)


def face_of(word: str) -> str | None:
    """The card that a word means as other programs write it, its suit before or behind: `7d` for D7, 7D and 7♦."""
    found = _FACE.match(word) or _FACE.match(f"{word[1:]}{word[:1]}")
    return f"{rank_of(found[1]) or found[1].upper()}{_SIGNS[found[2].lower()]}" if found else None


DECLARED = re.compile(r"(?:const|let|var|def|function|int|bool) +")  # before a name, in other languages


def in_ascii(word: str) -> str:
    """A word with the letters without accents that its letters come from, as `Mowe`; others are gone."""
    return normalize("NFKD", word.replace("ß", "ss")).encode("ascii", "ignore").decode()


@dataclass(frozen=True, slots=True)
class Idiom:
    """A row of ``texts``: what is written so, and what to ``write`` instead, or what is said of it; of both, what is
    said, and written without trying."""

    pattern: re.Pattern[str]
    write: str
    says: str
    why: str
    unsure: str  # something else may be meant
    starts: tuple[str, ...]  # the kinds of text in which it is meant so, all where none is named
    apart: tuple[str, ...]  # those in which it is not

    def written(self, found: re.Match[str]) -> str:
        """What to write in the place of what was found; ranks and suits in words become those of the language."""
        text, ours = found.expand(self.write), _SUITS | _SIGNS

        def said(word: str) -> str:
            small = word.lower() if len(word) > 1 and word.isupper() else word
            return rank_of(word) or ours.get(word.lower(), small)

        return re.sub(r"<(\w+|[^\w\s])>", lambda m: said(m[1]), text)


@cache
def idioms() -> tuple[Idiom, ...]:
    """The rows of ``texts``, in order: the first that fits speaks."""
    return tuple(
        Idiom(
            re.compile(re.sub(r"<(\w+)>", lambda m: _PATTERNS[m[1]], row["fits"])),
            *(row.get(key, "") for key in ("write", "says", "why", "unsure")),
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
    return ours if "`" in ours else suggest(ours)


def form_of(word: str, arguments: Sequence[str]) -> str | None:
    """A call as other languages write it, `IF(a, b, c)`, said in this one; None where no row has it."""
    rows: dict[str, list[str]] = _rows()["forms"]
    for form, theirs in rows.items():
        if word.lower() in theirs and 1 + int(max(re.findall(r"\{(\d)", form))) == len(arguments):
            return form.format(*arguments)
    return None


@cache
def _rows() -> dict[str, Any]:
    found: dict[str, Any] = read_table(Path(__file__).with_name("idioms.yaml"))
    return found
