"""The rows of all words of the language (``words.yaml``), by key and by word, and those that passes speak of."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from itertools import chain

from cassino_dsl.language.ruleset.operators import AS, GROUP_QUANTIFIERS, OPERATORS, QUANTIFIERS
from cassino_dsl.language.ruleset.row import Row, rows_of

FUNCTIONS: tuple[Row, ...] = tuple(chain.from_iterable(rows_of("functions").values()))
ROWS: tuple[Row, ...] = (*OPERATORS, *QUANTIFIERS, *GROUP_QUANTIFIERS, *FUNCTIONS)
ROW: dict[str, Row] = {row.key: row for row in ROWS}


def _by_word(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for row in rows:
        for word in filter(None, (row.word, row.was)):
            found[word] = (*found.get(word, ()), row)
    return found


BY_WORD: dict[str, tuple[Row, ...]] = _by_word(FUNCTIONS)
NEW_WORDS: dict[str, str] = {row.was: row.word for row in FUNCTIONS if row.was}  # by the words before them
WORDS = tuple(word for word in BY_WORD if word not in NEW_WORDS)  # as the language is written today
TAKEN = frozenset(BY_WORD).difference(NEW_WORDS.values())  # a new word came when files had names already
CORE_WORDS: dict[str, tuple[Row, ...]] = {**BY_WORD, **_by_word(AS.values())}
QUANTIFIER: dict[str, Row] = {row.word: row for row in QUANTIFIERS}
LITERALS = ("true", "false", "none")
RESERVED = frozenset({*TAKEN, *QUANTIFIER, *LITERALS})  # never names of cards or of where they lie
GROUP_QUANTIFIER: dict[str, Row] = {row.word: row for row in GROUP_QUANTIFIERS}

# rows that passes speak of
SEATS, SIDES, FROM, ME, US = (ROW[key] for key in ("seats", "sides", "from(seat)", "me", "us"))
CARD, CARD_OR_NOTHING, CARDS, KIND, ACTION = (ROW[key] for key in ("card", "card?", "cards", "kind", "action"))
KNOWN, OR_ELSE, COUNT = (ROW[key] for key in ("known(anything)", "or_else(anything, anything)", "count(a set)"))
BEFORE, AFTER = ROW["before(anything)"], ROW["after(anything)"]
RUN, TOTAL, BUILDS, LOOSE = ROW["run(items)"], ROW["total(items)"], ROW["builds"], ROW["loose"]
COUNTING = frozenset((*BY_WORD["value"], *BY_WORD["total"]))  # what cards count for


# a ruleset goes to other processes; there its rows are the rows of that process
def row_of(key: str) -> Row:
    """The row with this key."""
    return ROW[key]


copyreg.pickle(Row, lambda row: (row_of, (row.key,)))
