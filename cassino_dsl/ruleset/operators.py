"""The rows of the operators and quantifiers: what has a spelling of its own in the grammar."""

from __future__ import annotations

from cassino_dsl.ruleset.row import Nothing, Row, Var
from cassino_dsl.ruleset.types import Type as T

# logic: the right side is looked at only where it matters
AND = Row("and", (T.BOOL, T.BOOL), T.BOOL, "{0} and {1}", sign="and", binds=4)
OR = Row("or", (T.BOOL, T.BOOL), T.BOOL, "{0} or {1}", sign="or", binds=3)
NOT = Row("not", (T.BOOL,), T.BOOL, "it is not so that {0}")
IMPLIES = Row("implies", (T.BOOL, T.BOOL), T.BOOL, "if {0}, then {1}", sign="implies", binds=1)
IF = Row("if", (T.BOOL, Var.T, Var.T), Var.T, "{1} if {0}, otherwise {2}")

# comparisons: with nothing they are false, and their opposites true
EQ = Row("eq", (Var.T, Var.T), T.BOOL, "{0} is {1}", sign="=", binds=6)
NE = Row("ne", (Var.T, Var.T), T.BOOL, "{0} is not {1}", sign="!=", binds=6)
IN = Row("in", (Var.T, Var.SET), T.BOOL, "{0} is among {1}", each=True, sign="in", binds=6)
NOT_IN = Row("not_in", (Var.T, Var.SET), T.BOOL, "{0} is not among {1}", each=True, sign="not in", binds=6)
LT = Row("lt", (T.INT, T.INT), T.BOOL, "{0} is less than {1}", sign="<", binds=6)
LE = Row("le", (T.INT, T.INT), T.BOOL, "{0} is at most {1}", sign="<=", binds=6)
GT = Row("gt", (T.INT, T.INT), T.BOOL, "{0} is more than {1}", sign=">", binds=6)
GE = Row("ge", (T.INT, T.INT), T.BOOL, "{0} is at least {1}", sign=">=", binds=6)

# numbers
PLUS = Row("plus", (T.INT, T.INT), T.INT, "{0} plus {1}", sign="+", binds=7)
MINUS = Row("minus", (T.INT, T.INT), T.INT, "{0} minus {1}", sign="-", binds=7)
TIMES = Row("times", (T.INT, T.INT), T.INT, "{0} times {1}", sign="*", binds=8)
DIV = Row("div", (T.INT, T.INT), T.INT, "{0} divided by {1}, rounded down", sign="div", binds=8)
MOD = Row("mod", (T.INT, T.INT), T.INT, "what is left of {0} divided by {1}", sign="mod", binds=8)
NEGATIVE = Row("negative", (T.INT,), T.INT, "minus {0}")

# sets
SET = Row("set", (Var.T,), Var.SET, "{0}", variadic=True)
UNION = Row("plus", (Var.SET, Var.SET), Var.SET, "{0} and {1}", each=True, sign="+", binds=7)
WITHOUT = Row("minus", (Var.SET, Var.SET), Var.SET, "{0} without {1}", each=True, sign="-", binds=7)
RANGE = Row("range", (T.INT, T.INT), T.INT, "{0} to {1}")
RANK_RANGE = Row("range", (T.RANK, T.RANK), T.RANK, "{0} to {1}")

# what a variant names; ``name`` of the call says which
_REMEMBERED = frozenset({"memory"})
_OF_BUILDS = frozenset({"memory", "builds"})
MEMORY = Row("memory", (Var.T,), Var.T, "{name}", reads=_REMEMBERED, variadic=True)
MEMORY_OR_NOTHING = Row("memory", (Var.T,), Var.T, "{name}", nothing=Nothing.MAY, reads=_REMEMBERED, variadic=True)
BUILD_MEMORY = Row("memory", (T.ITEM,), Var.T, "{name}", reads=_OF_BUILDS)
BUILD_MEMORY_OR_NOTHING = Row("memory", (T.ITEM,), Var.T, "{name}", nothing=Nothing.MAY, reads=_OF_BUILDS)
TERM = Row("term", (Var.T,), Var.T, "{name}", nothing=Nothing.NEVER, variadic=True)
TERM_OR_NOTHING = Row("term", (Var.T,), Var.T, "{name}", nothing=Nothing.MAY, variadic=True)
MEMORIES = frozenset({MEMORY, MEMORY_OR_NOTHING, BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING})
TERMS = frozenset({TERM, TERM_OR_NOTHING})

# of the normal form alone
ONLY_BUILDS = Row("only_builds", (T.ITEMS,), T.BUILDS, "the builds among {0}", core=True)
# what a choice was, once it is made: its type, and that it stands for no copy but its own
AS = {
    type: Row(f"as_{word}", (type,), type, "{0}", core=True)
    for type, word in ((T.CARD, "card"), (T.CARDS, "cards"), (T.ITEM, "item"), (T.ITEMS, "items"))
}

OPERATORS = (
    *(AND, OR, NOT, IMPLIES, IF),
    *(EQ, NE, IN, NOT_IN, LT, LE, GT, GE),
    *(PLUS, MINUS, TIMES, DIV, MOD, NEGATIVE),
    *(SET, UNION, WITHOUT, RANGE, RANK_RANGE, ONLY_BUILDS, *AS.values()),
    *(MEMORY, MEMORY_OR_NOTHING, BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING, TERM, TERM_OR_NOTHING),
)

# quantifiers: ``word(name in source | body)``; parameters are the source and the body
ANY = Row(
    "any", (Var.SET, T.BOOL), T.BOOL, "for some {name} of {0}, {1}", "whether the condition holds for some member"
)
ALL = Row(
    "all", (Var.SET, T.BOOL), T.BOOL, "for every {name} of {0}, {1}", "whether the condition holds for every member"
)
HOW_MANY = Row(
    "count",
    (Var.SET, T.BOOL),
    T.INT,
    "the number of {name} in {0} for which {1}",
    "for how many members the condition holds",
    most=128,
)
SUM = Row("sum", (Var.SET, T.INT), T.INT, "the sum over {0} of {1}", "the sum of a number over the members")
MAX_OF = Row(
    "max",
    (Var.SET, T.INT),
    T.INT,
    "the highest, over {0}, of {1}",
    "the largest of a number over the members; 0 for none",
)
MIN_OF = Row(
    "min",
    (Var.SET, T.INT),
    T.INT,
    "the lowest, over {0}, of {1}",
    "the smallest of a number over the members; 0 for none",
)
FIRST = Row(
    "first",
    (Var.SET, T.BOOL),
    Var.T,
    "the first {name} of {0} for which {1}",
    "the first member for which the condition holds, or `none`",
    nothing=Nothing.MAY,
    ordered=True,
)
FILTER = Row(
    "filter",
    (Var.SET, T.BOOL),
    Var.SET,
    "those {name} of {0} for which {1}",
    "the members for which the condition holds",
)

# what the normal form says by other rows: no core has them
UNFOLDED = frozenset({TERM, TERM_OR_NOTHING, IMPLIES, NE, NOT_IN, LE, GT, GE, ALL})

QUANTIFIERS = (ANY, ALL, HOW_MANY, SUM, MAX_OF, MIN_OF, FIRST, FILTER)
