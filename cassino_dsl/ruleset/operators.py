"""The rows of the operators and quantifiers: what has a spelling of its own in the grammar."""

from __future__ import annotations

from cassino_dsl.ruleset.numbers import LARGEST_IN_SET, LARGEST_KEPT, MOST_MEMBERS
from cassino_dsl.ruleset.row import Nothing, Row, at_most, the_first, the_widest
from cassino_dsl.ruleset.types import Type

# logic: the right side is looked at only where it matters
AND = Row("and(yes or no, yes or no) -> yes or no", "{0} and {1}", sign="and", binds=4)
OR = Row("or(yes or no, yes or no) -> yes or no", "{0} or {1}", sign="or", binds=3)
NOT = Row("not(yes or no) -> yes or no", "it is not so that {0}")
IMPLIES = Row("implies(yes or no, yes or no) -> yes or no", "if {0}, then {1}", sign="implies", binds=1)
IF = Row("if(yes or no, anything, anything) -> anything", "{1} if {0}, otherwise {2}", bound=the_widest)

# comparisons: with nothing they are false, and their opposites true
EQ = Row("eq(anything, anything) -> yes or no", "{0} is {1}", sign="=", binds=6, compares=True)
NE = Row("ne(anything, anything) -> yes or no", "{0} is not {1}", sign="!=", binds=6, compares=True)
IN = Row("in(anything, a set) -> yes or no", "{0} is among {1}", each=True, sign="in", binds=6, compares=True)
NOT_IN = Row(
    "not_in(anything, a set) -> yes or no", "{0} is not among {1}", each=True, sign="not in", binds=6, compares=True
)
LT = Row("lt(number, number) -> yes or no", "{0} is less than {1}", sign="<", binds=6, compares=True)
LE = Row("le(number, number) -> yes or no", "{0} is at most {1}", sign="<=", binds=6, compares=True)
GT = Row("gt(number, number) -> yes or no", "{0} is more than {1}", sign=">", binds=6, compares=True)
GE = Row("ge(number, number) -> yes or no", "{0} is at least {1}", sign=">=", binds=6, compares=True)

# numbers
PLUS = Row(
    "plus(number, number) -> number", "{0} plus {1}", sign="+", binds=7, bound=lambda a, b: a + b, symmetric=True
)
MINUS = Row("minus(number, number) -> number", "{0} minus {1}", sign="-", binds=7, bound=lambda a, b: a + b)
TIMES = Row(
    "times(number, number) -> number", "{0} times {1}", sign="*", binds=8, bound=lambda a, b: a * b, symmetric=True
)
DIV = Row("div(number, number) -> number", "{0} divided by {1}, rounded down", sign="div", binds=8, bound=the_first)
MOD = Row(
    "mod(number, number) -> number", "what is left of {0} divided by {1}", sign="mod", binds=8, bound=lambda a, b: b
)
NEGATIVE = Row("negative(number) -> number", "minus {0}", bound=the_first)

# sets
SET = Row("set(anything…) -> a set", "{0}")
UNION = Row("plus(a set, a set) -> a set", "{0} and {1}", each=True, sign="+", binds=7)
WITHOUT = Row("minus(a set, a set) -> a set", "{0} without {1}", each=True, sign="-", binds=7)
RANGE = Row("range(number, number) -> number", "{0} to {1}")
RANK_RANGE = Row("range(rank, rank) -> rank", "{0} to {1}")

# what a variant names; ``name`` of the call says which
_KEPT = at_most(LARGEST_KEPT)
MEMORY = Row("memory(anything…) -> anything", "{name}", parts="memory", needs="static", bound=_KEPT)
MEMORY_OR_NOTHING = Row("memory(anything…) -> anything?", "{name}", parts="memory", needs="static", bound=_KEPT)
BUILD_MEMORY = Row("memory(item) -> anything", "{name}", parts="builds memory", needs="static", bound=_KEPT)
BUILD_MEMORY_OR_NOTHING = Row("memory(item) -> anything?", "{name}", parts="builds memory", needs="static", bound=_KEPT)
ZONE = Row("zone(anything…) -> cards", "{name}", parts="zones")
PART = Row("part -> items", "what is taken as {name}", parts="taken", needs="play")
TERM = Row("term(anything…) -> anything", "{name}", nothing=Nothing.NEVER)
TERM_OR_NOTHING = Row("term(anything…) -> anything?", "{name}")
MEMORIES = frozenset({MEMORY, MEMORY_OR_NOTHING, BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING})
TERMS = frozenset({TERM, TERM_OR_NOTHING})

# what a question about groups runs over where it says their total, which no text writes so: a set, and the total
TOTALLING = Row("totalling(items, number) -> items", "{0}", parts="table hands piles builds", each=True)

# of the normal form alone. What a choice was, once it is made: its type, and that it stands for no copy but its own
CHOSEN = (Type.CARD, Type.CARDS, Type.ITEM, Type.ITEMS)
# and what a text would not say by itself: a rank that is a digit, an empty set
_TOLD = (Type.RANK, Type.RANKS, Type.SUITS, Type.COLOURS, Type.BUILDS, Type.SEATS, Type.SIDES, Type.VALUES)
AS = {type: Row(f"as_{type.value.split()[-1]}({type.value}) -> {type.value}", "{0}") for type in (*CHOSEN, *_TOLD)}
# no text has it: made while C is printed
ONLY_BUILDS = Row("only_builds(items) -> builds", "the builds among {0}")

# what has a spelling of its own: people read what it says off its parts
SPELT = (
    *(AND, OR, NOT, IMPLIES, IF),
    *(EQ, NE, IN, NOT_IN, LT, LE, GT, GE),
    *(PLUS, MINUS, TIMES, DIV, MOD, NEGATIVE),
    *(SET, UNION, WITHOUT, RANGE, RANK_RANGE),
)
OPERATORS = (
    *SPELT,
    *AS.values(),
    TOTALLING,
    MEMORY,
    MEMORY_OR_NOTHING,
    BUILD_MEMORY,
    BUILD_MEMORY_OR_NOTHING,
    ZONE,
    PART,
    TERM,
    TERM_OR_NOTHING,
)

# quantifiers: ``word(name in source | body)``; parameters are the source and the body
ANY = Row(
    "any(a set, yes or no) -> yes or no", "for some {name} of {0}, {1}", "whether the condition holds for some member"
)
ALL = Row(
    "all(a set, yes or no) -> yes or no", "for every {name} of {0}, {1}", "whether the condition holds for every member"
)
HOW_MANY = Row(
    "count(a set, yes or no) -> number",
    "the number of {name} in {0} for which {1}",
    "for how many members the condition holds",
    most=MOST_MEMBERS,
)
SUM = Row(
    "sum(a set, number) -> number",
    "the sum over {0} of {1}",
    "the sum of a number over the members",
    bound=lambda a: MOST_MEMBERS * a,
)
MAX_OF = Row(
    "max(a set, number) -> number",
    "the highest, over {0}, of {1}",
    "the largest of a number over the members; 0 for none",
    bound=the_first,
)
MIN_OF = Row(
    "min(a set, number) -> number",
    "the lowest, over {0}, of {1}",
    "the smallest of a number over the members; 0 for none",
    bound=the_first,
)
MATCHED = Row(
    "matched(a set, cards) -> yes or no",
    "each {name} of {0} has a card of its own among {1}",
    "whether every member can be given a card of its set that no other member is given; true for none",
)
FIRST = Row(
    "first(a set, yes or no) -> anything?",
    "the first {name} of {0} for which {1}",
    "the first member for which the condition holds, or `none`",
    ordered=True,
    bound=at_most(LARGEST_IN_SET),
)
FILTER = Row(
    "filter(a set, yes or no) -> a set",
    "those {name} of {0} for which {1}",
    "the members for which the condition holds",
)

# the same over groups: ``word(group name of source | body)``
MOST_TRIED = 12  # items of which all groups are tried, where no total is said
MOST_GROUPS = 1 << MOST_TRIED  # that one question looks at
ANY_GROUP = Row(
    "any(items, yes or no) -> yes or no",
    "for some group {name} of {0}, {1}",
    "whether the condition holds for some group of the members",
    groups=True,
)
HOW_MANY_GROUPS = Row(
    "count(items, yes or no) -> number",
    "the number of groups {name} of {0} for which {1}",
    "for how many groups of the members the condition holds",
    groups=True,
    most=MOST_GROUPS,
)

# what the normal form says by other rows: no core has them
UNFOLDED = frozenset({TERM, TERM_OR_NOTHING, IMPLIES, NE, NOT_IN, LE, GT, GE, ALL})

GROUP_QUANTIFIERS = (ANY_GROUP, HOW_MANY_GROUPS)
QUANTIFIERS = (ANY, ALL, HOW_MANY, SUM, MAX_OF, MIN_OF, MATCHED, FIRST, FILTER)
