"""What a language calls numbers, ranks, suits and cards: a file of `grammar/languages` for each.

A file says ``words``: the headings and fixed sentences of a book; and but for English, whose names of ranks and suits
are the pack's own, ``numbers`` from zero on; ``ranks`` and ``suits``: by the pack's English word all forms of its own,
the singular first; ``card``: how a card is called.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Literal, walk
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.ruleset.texts import ENGLISH, NUMERALS, ClauseText
from cassino_dsl.language.ruleset.types import Type

_FOLDER = folder("grammar") / "languages"
LANGUAGES = tuple(sorted(file.stem for file in _FOLDER.glob("??.yaml")))


@cache
def _table(letters: str) -> dict[str, Any]:
    table: dict[str, Any] = read_table(_FOLDER / f"{letters}.yaml")
    return table


class Language:
    """How books of one language print numbers and cards, and by which words they speak of ranks and suits."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self._table = _table(letters) if letters in LANGUAGES and letters != ENGLISH else {}
        self.words: dict[str, str] = (self._table or _table(ENGLISH))["words"]

    def number(self, number: int | float) -> str:
        names = self._table["numbers"].split() if self._table else NUMERALS if self.letters == ENGLISH else ()
        return names[number] if isinstance(number, int) and 0 <= number < len(names) else str(number)

    def rank(self, rank: str, pack: Pack) -> str:
        return self._forms("ranks", pack.rank_word(rank))[0]

    def suit(self, suit: str, pack: Pack) -> str:
        return self._forms("suits", pack.suit_word(suit) or suit)[0]

    def card(self, text: str, pack: Pack) -> str:
        face = next((f for f in pack.faces if f.text == text), None)
        if not self._table or face is None or not face.suit or pack.has_own_name(face):
            return pack.card_words(text)
        form: str = self._table["card"]
        return form.format(rank=self.rank(face.rank, pack), suit=self.suit(face.suit, pack))

    def cards(self, text: ClauseText, pack: Pack) -> tuple[frozenset[str], frozenset[str]]:
        """The ranks and the letters of the suits that a text names, in words or by placeholders. A numeral is a rank in
        the plural (`sevens`) and before a suit (`seven of coins`)."""
        words = " ".join(re.findall(r"[^\W\d_]+|\d+", text.said.lower()))
        said = f" {words} "
        suits = {s.letter: self._forms("suits", pack.suit_word(s.letter)) for s in pack.suits if s.spoken}
        of_suits = "|".join(re.escape(form) for forms in suits.values() for form in forms)
        ranks, found = set(), {s for s, forms in suits.items() if any(f" {form} " in said for form in forms)}
        for rank in pack.ranks:
            one, *more = (form.lower() for form in self._forms("ranks", pack.rank_word(rank)))
            numeral = one in NUMERALS or (rank.isdigit() and self._table is not None)
            before = re.search(rf" ({re.escape(one)}|{rank.lower()}) \S+ ({of_suits}) ", said)
            if before or any(f" {form} " in said for form in (more if numeral else [one, *more])):
                ranks.add(rank)
        values = [e for slot in text.slots if slot.expr for e in walk(slot.expr) if isinstance(e, Literal)]
        faces = [f for f in pack.faces for e in values if e.type is Type.CARD and e.value == f.text]
        ranks |= {f.rank for f in faces} | {str(e.value) for e in values if e.type is Type.RANK}
        return frozenset(ranks), frozenset(found | {str(e.value) for e in values if e.type is Type.SUIT})

    def _forms(self, table: str, word: str) -> list[str]:
        """The forms of an English word for a rank or a suit in this language, the singular first."""
        if self._table:
            return str(self._table[table].get(word, word)).split()
        other = word.removesuffix("s") if word.endswith("s") else f"{word}es" if word == "six" else f"{word}s"
        return [word, other]
