"""The shapes of numbers. A row: the shape, and how it is said."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.describe.english import Noun, joined, spoken, whose
from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type
from cassino_dsl.ruleset.operators import IF, IN, SET, TERMS, TOTALLING

Shape = tuple[Pattern, Callable[[Say, Found], "str | None"]]


def _count(say: Say, f: Found) -> str:
    many = say.members(f["?set"]).plural
    return "their number" if many.endswith(" of them") else f"the number of {many}"


def _how_many(say: Say, f: Found) -> str:
    return f"the number of {_those(say, f).plural}"


def _those(say: Say, f: Found) -> Noun:
    return say.fit(say.members(f["?set"]), name_of(f["?x"]), f["?body"])


def name_of(expr: Expr) -> str:
    return expr.name if isinstance(expr, Name) else ""


def _over(word: str) -> Callable[[Say, Found], str]:
    def said(say: Say, f: Found) -> str:
        noun = say.members(f["?set"])
        inner = say.called(name_of(f["?x"]), noun)
        body = inner.number(f["?body"])
        if word == "the sum" and (of_each := _total_of(f, inner, body)):
            return f"the total {of_each} of {_every(f['?set'], noun)}"
        return f"{word}, over {_every(f['?set'], noun)}, of {f'({body})' if ', or 0 if ' in body else body}"

    return said


def _total_of(f: Found, inner: Say, body: str) -> str:
    """What is added up, where it is a word for what each has: `worth`, or a word of this game."""
    number, each = f["?body"], name_of(f["?x"])
    if body == f"the worth of {inner.stands_for(each)}":
        return "worth"
    if isinstance(number, Call) and number.row in TERMS and [name_of(a) for a in number.args] == [each]:
        return f"“{spoken(number.name)}”"
    return ""


def _every(whole: Expr, noun: Noun) -> str:
    return f"all {noun.plural}"


def _sum_where(say: Say, f: Found) -> str:
    noun = _those_where(say, f)
    if like(f["?n"], ("pips", "?c")) is not None:
        return f"the numbers printed on all {noun.plural}, added up"
    return f"the sum, over all {noun.plural}, of {say.called(name_of(f['?x']), noun).number(f['?n'])}"


def _those_where(say: Say, f: Found) -> Noun:
    return say.fit(say.members(f["?set"]), name_of(f["?x"]), f["?test"])


def _of_twins(say: Say, f: Found) -> str | None:
    """Half of what twins count together, of which there are two of each: what one of them counts."""
    told = twins(say, f)
    return told and f"{told[1]}, for every two {told[0]}"


def twins(say: Say, f: Found) -> tuple[str, str] | None:
    """What twins are called, and what one of them counts."""
    if say.table.ruleset.pack.copies != 2:
        return None
    one = say.bound(name_of(f["?c"]), "one of the two").number(f["?n"])
    return f"{say.members(f['?set']).plural} that are the same in rank and suit", one


def _best(word: str) -> Callable[[Say, Found], str]:
    def said(say: Say, f: Found) -> str:
        whole = f["?set"]
        found = like(whole, ("value", "?c", "?place"))
        place = found["?place"] if found else None
        single = isinstance(place, Literal) and place.value not in say.table.several and whole.type is Type.VALUES
        several = found is not None and found["?c"].type is not Type.CARD
        return say.all_of(whole) if single and not several else f"the {word} of {say.all_of(whole)}"

    return said


def _run_up(say: Say, f: Found) -> str | None:
    """How many ranks from the lowest upward, without a gap, have something."""
    low = say.table.ruleset.pack.ranks[0]
    first = say.rank(Literal(Type.RANK, low, f["?r"].span))
    inner = say.bound(name_of(f["?q"]), "that rank")
    has = inner.condition(f["?has"])
    return f"the number of ranks, counted upward from the {first} and without a gap, for each of which {has}"


def _best_worth(say: Say, f: Found) -> str | None:
    """The best of the worths of cards, from a table."""
    noun = say.members(f["?set"])
    inner = say.called(name_of(f["?x"]), noun)
    table = worth(f["?body"], inner)
    if table is None or not isinstance(table[0], Name) or table[0].name != name_of(f["?x"]):
        return None
    inner.number(f["?body"])  # leaves the table as a note
    return f"the best worth of any {noun.singular}"


def _best_of_each_suit(say: Say, f: Found) -> str | None:
    """The best cards, one of each suit; where a suit is missing it is nothing."""
    found = worth_rows(f["?worth"])
    tested, added = (
        say.bound(name_of(f[suit]), "each suit").members(f[whole]) for suit, whole in (("?s", "?set"), ("?t", "?of"))
    )
    inner = say.called(name_of(f["?x"]), tested).called(name_of(f["?y"]), tested)
    inner = inner.bound(name_of(f["?y"]), inner.stands_for(name_of(f["?x"])))
    alike = tested == added and _rows(f["?worth"], inner) == _rows(f["?sum"], inner)
    if found is None or not alike or any(not isinstance(n, Literal) or not n.value for _, n in found[1]):
        return None
    if not has_all_faces(f["?worth"], say.table.ruleset.pack):
        return None
    inner.number(f["?worth"])  # leaves the table as a note
    return f"the sum of what the best {tested.singular} is worth (nothing at all for whoever lacks a suit)"


def _rows(table: Expr, say: Say) -> list[tuple[str, str]] | None:
    found = worth(table, say)
    return found and found[1]


def _unless(say: Say, f: Found) -> str:
    return f"{say.number(f['?n'])}, or 0 if {say.condition(f['?test'], False)}"


def groups_of(say: Say, whole: Expr) -> Noun:
    """The groups of members of a set; where it says so, those with one total."""
    total = ""
    if isinstance(whole, Call) and whole.row is TOTALLING:
        whole, number = whole.args
        total = f"adding up to {say.number(number)}"
    of = say.members(whole).plural
    return Noun(f"set of {of}", f"sets of {of}", after=total)


def _groups(say: Say, f: Found) -> str:
    return f"the number of {say.fit(groups_of(say, f['?set']), name_of(f['?g']), f['?body']).plural}"


TWINS: Pattern = (
    "div",
    ("sum", "?c", "?set", ("if", (">", ("count", "?d", "?set", ("=", "?d", "?c")), 1), "?n", 0)),
    2,
)
RUN_UP: Pattern = (
    "count",
    "?r",
    ("ranks",),
    ("all", "?q", ("ranks",), ("implies", ("<=", ("order", "?q"), ("order", "?r")), "?has")),
)
NUMBERS: tuple[Shape, ...] = (
    (("count of groups", "?g", "?set", "?body"), _groups),
    (("max", "?x", "?set", "?body"), _best_worth),
    (
        ("max", 0, ("-", "?a", "?b")),
        lambda say, f: f"what {say.number(f['?a'])} exceeds {say.number(f['?b'])} by, if it does",
    ),
    (
        ("+", "?a", ("max", 0, ("-", "?a", "?b"))),
        lambda say, f: f"{say.number(f['?a'])}; what exceeds {say.number(f['?b'])} counts twice",
    ),
    (
        (
            "if",
            ("all", "?s", ("suits",), (">", ("max", "?x", "?set", "?worth"), 0)),
            ("sum", "?t", ("suits",), ("max", "?y", "?of", "?sum")),
            0,
        ),
        _best_of_each_suit,
    ),
    (("if", "?test", "?n", 0), _unless),
    (("*", "half", "?n"), lambda say, f: f"half of {say.number(f['?n'])}"),
    (("*", 1, "?n"), lambda say, f: say.number(f["?n"])),
    *(((sign, "?n", 0), lambda say, f: say.number(f["?n"])) for sign in ("+", "-")),
    (("count", "?set"), _count),
    (RUN_UP, _run_up),
    (("count", "?x", "?set", "?body"), _how_many),
    (("sum", "?x", "?set", ("if", "?test", "?n", 0)), _sum_where),
    (("sum", "?x", "?set", "?body"), _over("the sum")),
    (("max", "?n", "?set", "?n"), _best("highest")),
    (("min", "?n", "?set", "?n"), _best("lowest")),
    (("max", "?x", "?set", "?body"), _over("the highest")),
    (("min", "?x", "?set", "?body"), _over("the lowest")),
    (("value", "?b"), lambda say, f: whose(say.thing(f["?b"]), "value")),
    (("pips", "?c"), lambda say, f: f"the number printed on {say.thing(f['?c'])}"),
    (TWINS, _of_twins),
    (("div", "?n", 2), lambda say, f: f"half of {say.number(f['?n'])}, rounded down"),
    (
        ("order", ("rank", "?c")),
        lambda say, f: (
            f"what {say.thing(f['?c'])} counts" if say.table.counts_rank else whose(say.thing(f["?c"]), "rank number")
        ),
    ),
    (("order", "?r"), lambda say, f: whose(say.thing(f["?r"]), "rank number")),
    (("score", "?s"), lambda say, f: whose(say.thing(f["?s"]), "score")),
    (("points", "?s"), lambda say, f: whose(say.thing(f["?s"]), "points of this round")),
    (
        ("earned", "?a", "?s"),
        lambda say, f: f"{whose(say.thing(f['?s']), 'points')} in this round for {say.thing(f['?a'])}",
    ),
    (("groups", "?b"), lambda say, f: f"the number of groups of {say.thing(f['?b'])}"),
    (("secured", "?s"), lambda say, f: f"the points that {whose(say.thing(f['?s']), 'pile')} is already sure of"),
    (("announced",), lambda say, f: "the value announced"),
)


def worth(expr: Expr, say: Say) -> tuple[Expr, list[tuple[str, str]]] | None:
    """A table over cards: the card that it is asked for, and its rows in words, those of one number together (0 for all
    others)."""
    found = worth_rows(expr)
    if found is None:
        return None
    of_number: dict[str, list[str]] = {}
    for cards, number in found[1]:
        of_number.setdefault(say.number(number), []).append(say.faces(cards))
    return found[0], [(joined(cards), number) for number, cards in of_number.items()]


def worth_rows(expr: Expr) -> tuple[Expr, list[tuple[list[str], Expr]]] | None:
    """The rows of a table over cards, each some cards and a number, and the card that it is asked for."""
    rows: list[tuple[list[str], Expr]] = []
    asked: Expr | None = None
    while isinstance(expr, Call) and expr.row is IF:
        test, number, expr = expr.args
        cards = test.args[1] if isinstance(test, Call) and test.row is IN else None
        if not (isinstance(cards, Call) and cards.row is SET and all(isinstance(a, Literal) for a in cards.args)):
            return None
        assert isinstance(test, Call)
        asked = asked or test.args[0]
        if asked != test.args[0] or asked.type not in (Type.CARD, Type.ITEM):
            return None
        rows.append(([str(a.value) for a in cards.args if isinstance(a, Literal)], number))
    return (asked, rows) if asked is not None and isinstance(expr, Literal) and expr.value == 0 else None


def has_all_faces(table: Expr, pack: Pack) -> bool:
    """Whether a table over cards has a row for each."""
    found = worth_rows(table)
    return found is not None and {f.text for f in pack.faces} <= {text for cards, _ in found[1] for text in cards}
