"""The rows of the operators and quantifiers by name: what has a spelling of its own in the grammar."""

from __future__ import annotations

from cassino_dsl.language.ruleset.row import MOST_GROUPS as MOST_GROUPS
from cassino_dsl.language.ruleset.row import MOST_TRIED as MOST_TRIED
from cassino_dsl.language.ruleset.row import Row, rows_of
from cassino_dsl.language.ruleset.types import Type

_OPERATORS, _QUANTIFIERS = rows_of("operators"), rows_of("quantifiers")
# what has a spelling of its own: people read what it says off its parts
SPELT = tuple(row for name in ("logic", "comparisons", "numbers", "sets") for row in _OPERATORS[name])
_SPELT = {row.key: row for row in SPELT}
_WORD = {row.word: row for row in SPELT}

AND, OR, NOT, IMPLIES, IF = (_WORD[word] for word in ("and", "or", "not", "implies", "if"))
EQ, NE, IN, NOT_IN = (_WORD[word] for word in ("eq", "ne", "in", "not_in"))
LT, LE, GT, GE = (_WORD[word] for word in ("lt", "le", "gt", "ge"))
PLUS, MINUS = _SPELT["plus(number, number)"], _SPELT["minus(number, number)"]
TIMES, DIV, MOD, POWER, NEGATIVE = (_WORD[word] for word in ("times", "div", "mod", "power", "negative"))
SET, UNION, WITHOUT = (_SPELT[key] for key in ("set(anything…)", "plus(a set, a set)", "minus(a set, a set)"))
RANGE, RANK_RANGE = _SPELT["range(number, number)"], _SPELT["range(rank, rank)"]

# what a variant names; ``name`` of the call says which
_NAMED = {row.key: row for row in _OPERATORS["named"]}
MEMORY, MEMORY_OR_NOTHING = _NAMED["memory(anything…)"], _NAMED["memory(anything…)?"]
BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING = _NAMED["memory(item)"], _NAMED["memory(item)?"]
ZONE, PART = _NAMED["zone(anything…)"], _NAMED["part"]
TERM, TERM_OR_NOTHING = _NAMED["term(anything…)"], _NAMED["term(anything…)?"]
MEMORIES = frozenset({MEMORY, MEMORY_OR_NOTHING, BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING})
TERMS = frozenset({TERM, TERM_OR_NOTHING})
# of a card, what the pack says of it, by what that is
ATTRIBUTE: dict[Type, Row] = {
    Type.INT: _NAMED["attribute(card)"],
    Type.BOOL: _NAMED["attribute(item)"],
    Type.MARK: _NAMED["attribute(item)?"],
}
ATTRIBUTES = frozenset(ATTRIBUTE.values())
(TOTALLING,) = _OPERATORS["total"]

# of the normal form alone. What a choice was, once it is made: its type, and that it stands for no copy but its own
CHOSEN = (Type.CARD, Type.CARDS, Type.ITEM, Type.ITEMS)
# and what a text would not say by itself: a rank that is a digit, an empty set
_TOLD = (
    *(Type.RANK, Type.RANKS, Type.SUITS, Type.COLOURS, Type.MARKS),
    *(Type.BUILDS, Type.SEATS, Type.SIDES, Type.VALUES),
)
AS = {type: Row(f"as_{type.value.split()[-1]}({type.value}) -> {type.value}", "{0}") for type in (*CHOSEN, *_TOLD)}
# no text has it: made while C is printed
ONLY_BUILDS = Row("only_builds(items) -> builds", "the builds among {0}")

OPERATORS = (*SPELT, *AS.values(), TOTALLING, *_NAMED.values())

QUANTIFIERS, GROUP_QUANTIFIERS = _QUANTIFIERS["members"], _QUANTIFIERS["groups"]
_OVER = {row.word: row for row in QUANTIFIERS}
ANY, ALL, HOW_MANY, SUM, PRODUCT = (_OVER[word] for word in ("any", "all", "count", "sum", "product"))
MAX_OF, MIN_OF, MATCHED, FIRST, FILTER = (_OVER[word] for word in ("max", "min", "matched", "first", "filter"))
_OVER_GROUPS = {row.word: row for row in GROUP_QUANTIFIERS}
ANY_GROUP, HOW_MANY_GROUPS = _OVER_GROUPS["any"], _OVER_GROUPS["count"]
