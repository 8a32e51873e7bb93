"""What the generator knows of the language's words: the one place that reads their table."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.ruleset.row import Nothing
from cassino_dsl.ruleset.types import ELEMENT, SINGLE, Type
from cassino_dsl.ruleset.words import FUNCTIONS

# every set that an expression can be; kinds and actions stand after `in` only
SETS = tuple(sorted(set(ELEMENT) - {Type.KINDS, Type.ACTIONS}, key=lambda t: t.value))
# the types whose expressions may hold nothing wherever they stand
HOLDS_NOTHING = SINGLE - {Type.INT, Type.NONE}


@dataclass(frozen=True, slots=True)
class Row:
    """One overload: ``optional`` where the result may be nothing though no argument is."""

    word: str
    params: tuple[Type, ...]
    result: Type
    needs: str
    optional: bool


def _rows() -> tuple[Row, ...]:
    """Those that take plain types; the others (`count`, `known`, `or_else`, `after` …) are forms of their own."""
    found = []
    for row in FUNCTIONS:
        params = tuple(p for p in row.params if isinstance(p, Type))
        if len(params) == len(row.params) and isinstance(row.result, Type):
            found.append(Row(row.word, params, row.result, row.needs, row.nothing is Nothing.MAY))
    return tuple(found)


ROWS = _rows()
