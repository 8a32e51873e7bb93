"""The shapes that games really have and that their rows say badly: of single things, numbers and conditions, and of
what a condition says of one thing, from which a noun or a sentence is made.

Rows are tried from the top, so a special shape stands above the general one. To give a shape a sentence of its own, add
a row; whatever fits none is said by the phrase of its row of the language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cassino_dsl.book.describe.condition_parts import PLAYED, in_a_row, name_of
from cassino_dsl.book.describe.english import (
    YOU,
    Clause,
    Said,
    Thing,
    bold,
    joined,
    spoken,
    the,
    whose,
    with_article,
)
from cassino_dsl.book.describe.expression_patterns import Found, Pattern, like, same
from cassino_dsl.book.describe.fixed_words import AT_LEAST_ONE, COMPARED
from cassino_dsl.book.describe.phrases import Phrases, Shapes, of_kind, reads
from cassino_dsl.book.describe.quantifiers import holds_among, number_over
from cassino_dsl.book.describe.table import TableFacts, one_of, several_of
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type, is_just
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS
from cassino_dsl.language.ruleset.words import BY_WORD, CARD, CARD_OR_NOTHING, ME, ROW, US


def phrases_of(table: TableFacts) -> Phrases:
    """What puts the expressions of a table into words."""
    return Phrases(table, Shapes(_THINGS, _NUMBERS, _CONDITIONS, _SAYINGS, number_over, holds_among), {})


def _word(expr: Expr | None) -> str:
    return str(expr.value) if isinstance(expr, Literal) else ""


# ---- single things


def _next(say: Phrases, call: Call) -> Thing:
    inner = call.args[0]
    if not (isinstance(inner, Call) and inner.row is call.row):
        return Thing(call.row.phrase.format(say.thing(inner).text))
    who = say.thing(inner.args[0]).text
    way = "after" if call.row in BY_WORD["next"] else "before"
    return Thing(whose(who, "partner") if say.table.partners else f"the second player {way} {who}")


def _side(say: Phrases, call: Call) -> Thing:
    who = say.thing(call.args[0])
    return who if say.table.alone else Thing(whose(who.text, "side"))


def _either(say: Phrases, call: Call) -> Thing:
    test, then, other = call.args
    return Thing(f"({say.thing(then).text} if {say.condition(test)}, otherwise {say.thing(other).text})")


def _from_to(say: Phrases, call: Call) -> Thing:
    return Thing(" to ".join(say.operand(a) if a.type is Type.INT else say.thing(a).text for a in call.args))


def _end(word: str, laid: str) -> Callable[[Phrases, Call], Thing]:
    def end(say: Phrases, call: Call) -> Thing:
        """The top or the lowest of a pile; on the table cards lie side by side."""
        noun, on_table = say.members(call.args[0]).singular, reads(call, ROW["loose"], ROW["table"])
        return Thing(f"the {noun} that was laid {laid}" if on_table else f"the {word} {noun}")

    return end


_THINGS: dict[Row, Callable[[Phrases, Call], Thing]] = {
    ME: lambda say, call: Thing(YOU),
    US: lambda say, call: say.us or Thing(YOU if say.table.alone else "your side"),
    ROW["side(seat)"]: _side,
    ROW["next(seat)"]: _next,
    ROW["previous(seat)"]: _next,
    ROW["top(cards)?"]: _end("top", "last"),
    ROW["bottom(cards)?"]: _end("lowest", "first"),
    CARD: lambda say, call: say.names.get(PLAYED, Thing(call.row.phrase)),
    CARD_OR_NOTHING: lambda say, call: say.names.get(PLAYED, Thing(call.row.phrase)),
    op.IF: _either,
    op.RANGE: _from_to,
    op.RANK_RANGE: _from_to,
}

# ---- numbers


def _each_of_several(say: Phrases, f: Found) -> str | None:
    one = say.members(f["?set"])
    asked, inner = (say.called(name_of(f[key]), f[key].type, f) for key in ("?t", "?s"))
    told = inner.number(f["?n"])
    if asked.number(f["?m"]) != told:
        return None
    return f"for each {one.singular}, {told}, added up; but 0 in all if one of them is 0 or less"


def _pairs(say: Phrases, f: Found) -> str | None:
    """A number of one of each two cards that are the same, where there are just two of each."""
    if say.table.ruleset.pack.copies != 2 or f["?c"].type is not Type.CARD:
        return None
    of_one = say.bound(name_of(f["?c"]), "one of them").number(f["?n"])
    alike = say.table.in_own_words("all pairs of cards of the same rank and suit")
    return f"the sum, over {alike} among {say.whole(f['?set']).text}, of {of_one}"


def _at_least_nothing(say: Phrases, f: Found) -> str | None:
    """Of a number what is over a limit: `count - 5 + 1` is `count minus 4`."""
    number, over = f["?n"], 0
    while isinstance(number, Call) and number.row in (op.PLUS, op.MINUS) and isinstance(number.args[1], Literal):
        over += int(number.args[1].value or 0) * (-1 if number.row is op.PLUS else 1)
        number = number.args[0]
    if over > 0:
        return f"{say.operand(number)} minus {over} (at least 0)"
    minus = like(f["?n"], ("-", "?n", "?m"))
    return f"{say.operand(minus['?n'])} minus {say.operand(minus['?m'])} (at least 0)" if minus else None


_NUMBERS: tuple[tuple[Pattern, Callable[[Phrases, Found], str | None]], ...] = (
    (("*", 1, "?n"), lambda say, f: say.number(f["?n"])),
    (("-", "?n", 0), lambda say, f: say.number(f["?n"])),
    (("if", ("all", "?t", "?set", (">", "?m", 0)), ("sum", "?s", "?set", "?n"), 0), _each_of_several),
    (("max", 0, "?n"), _at_least_nothing),
    (
        ("div", ("sum", "?c", "?set", ("if", (">", ("count", "?d", "?set", ("=", "?d", "?c")), 1), "?n", 0)), 2),
        _pairs,
    ),
    (("div", "?n", 2), lambda say, f: f"half of {say.operand(f['?n'])}, rounded down"),
    (("score", "?s"), lambda say, f: whose(say.thing(f["?s"]).text, "score")),
    (
        ("rank_number", ("rank", "?c")),
        lambda say, f: whose(say.thing(f["?c"]).text, say.table.in_own_words("rank number")),
    ),
)

# ---- conditions


def _count(sign: str) -> Callable[[Phrases, Found, bool], Clause]:
    def said(say: Phrases, f: Found, yes: bool) -> Clause:
        whole, number, noun = f["?set"], f["?n"], say.members(f["?set"], True)
        if "?body" in f:
            return say.counted(sign, say.fit(noun, name_of(f["?x"]), f["?x"].type, f["?body"]), number, yes)
        row = whole.row if isinstance(whole, Call) else None
        if row in _EMPTY and is_just(number, 0) and sign in ("=", ">") and row is not None:
            return Clause(f"{_EMPTY[row]} is {'' if yes == (sign == '=') else 'not '}empty")
        if row is ROW["taken"] and isinstance(number, Literal):
            n, (*_, right, wrong) = int(number.value or 0), COMPARED[sign]
            amount = right if yes else wrong or "not exactly "
            return Clause(f"{amount}{replace(noun, close='').of(n)} {'is' if n == 1 else 'are'} {say.taken}")
        return say.counted(sign, noun, number, yes)

    return said


def _doing(say: Phrases, f: Found, yes: bool) -> Clause:
    """What kind of play it is, or of which action."""
    whole = f["?k"]
    parts = whole.args if isinstance(whole, Call) else (whole,)
    if whole.type in (Type.ACTION, Type.ACTIONS):
        return Clause(f"the play is {'' if yes else 'not '}{joined([bold(_word(p)) for p in parts], 'or')}")
    kinds = [_word(p) for p in parts]
    return Clause(f"you {'' if yes else 'do not '}{joined(say.table.doing(kinds), 'or')}")


def _counts_for(say: Phrases, f: Found, yes: bool) -> Clause:
    return Clause(say.whole(f["?g"]).does("adds", f"up to the value of {say.thing(f['?i']).text}", yes))


def _multiple(say: Phrases, f: Found, yes: bool) -> Clause:
    word = "even" if is_just(f["?m"], 2) else f"a multiple of {say.operand(f['?m'])}"
    return Clause(say.thing(f["?n"]).does("is", word, yes))


def _makes(say: Phrases, f: Found, yes: bool) -> Clause | None:
    """That two cards make a number together."""
    if Type.CARD is not f["?a"].type or f["?b"].type is not Type.CARD:
        return None
    return Clause(
        say.thing(f["?b"]).does("makes", f"{say.number(f['?n'])} together with {say.thing(f['?a']).text}", yes)
    )


_EMPTY = {ROW["table"]: "the table", ROW["stock"]: "the stock", ROW["hand"]: "your hand"}
_HAS_CARDS: Pattern = ("any", "?s", ("seats",), (">", ("count", ("hand", "?s")), 0))
_CONDITIONS: tuple[tuple[Pattern, Callable[[Phrases, Found, bool], Clause | None]], ...] = (
    *(((sign, (word,), "?k"), _doing) for sign in ("=", "in") for word in ("kind", "action")),
    (
        ("and", ("=", ("count", ("stock",)), 0), ("not", _HAS_CARDS)),
        lambda say, f, yes: Clause("all cards have been played" if yes else "cards are still to be played"),
    ),
    (("=", ("mod", "?n", "?m"), 0), _multiple),
    (("any", "?v", ("value", "?i"), ("in", "?v", ("total", "?g", "?place"))), _counts_for),
    (("any", "?v", ("value", "?a", "?p"), ("in", ("-", "?n", "?v"), ("value", "?b", "?q"))), _makes),
    (("=", ("turns",), 0), lambda say, f, yes: Clause(f"this is {'' if yes else 'not '}the first turn of the round")),
    ((">", ("turns",), 0), lambda say, f, yes: Clause(f"this is {'not ' if yes else ''}the first turn of the round")),
    *(((sign, ("count", "?set"), "?n"), _count(sign)) for sign in COMPARED),
    *(((sign, ("count", "?x", "?set", "?body"), "?n"), _count(sign)) for sign in COMPARED),
)

# ---- what a condition says of one thing, ``?x``


def _of(what: str) -> Said:
    return Said("is", f"of {what}", close=f"of {what}")


def _alike(word: str) -> Callable[[Phrases, Found], Said]:
    """A rank, suit or colour that is another's, or that has a name."""

    def said(say: Phrases, f: Found) -> Said:
        what, other, own = f["?k"], like(f["?k"], (word, "?y")), say.table.in_own_words(word)
        if other is not None:
            same = f"of the same {own} as {say.thing(other['?y']).text}"
            return Said("is", same, after=same)
        name = say.thing(what).text
        if word == "rank" and isinstance(what, Literal):
            if say.table.ruleset.pack.faces_of(str(what.value)) == 1:
                return Said("is", the(name))
            return Said("is", with_article(name), noun=(name, say.table.ruleset.pack.ranks_word(str(what.value))))
        bound = word == "rank" and isinstance(what, Name) and own not in name
        return Said("is", name) if word == "colour" else _of(f"{own} {name}" if bound else name)

    return said


def _marked(say: Phrases, f: Found) -> Said | None:
    """That an attribute is a word, or one of several: a ribbon card, a light or animal card."""
    what = f["?k"]
    words = what.args if isinstance(what, Call) and what.row is op.SET else (what,)
    if not words or not all(isinstance(word, Literal) and word.type is Type.MARK for word in words):
        return None
    return of_kind(joined([say.thing(word).text for word in words], "or"))


def _by_attribute(say: Phrases, f: Found) -> Said | None:
    """That an attribute is that of another card, a number, or what somebody has chosen."""
    for call, what in ((f["?k"], f["?y"]), (f["?y"], f["?k"])):
        if not (isinstance(call, Call) and call.row in op.ATTRIBUTES and same(call.args[0], f["?x"])):
            continue
        name = f"“{spoken(call.name)}”"
        if isinstance(what, Call) and what.row is call.row and what.name == call.name:
            alike = f"of the same {name} as {say.thing(what.args[0]).text}"
            return Said("is", alike, after=alike)
        return Said("is", say.thing(what).text, part=name)
    return None


def _ranks(say: Phrases, f: Found) -> Said:
    whole = f["?set"]
    parts = whole.args if isinstance(whole, Call) and whole.row is op.SET else ()
    names = [say.thing(a).text for a in parts]
    if not parts:
        return _of(f"{say.noun_of(Type.RANK).a} among {say.whole(whole).text}")
    ranks = [str(a.value) for a in parts if isinstance(a, Literal)]
    if len(ranks) < len(parts):
        return _of(f"{say.noun_of(Type.RANK).one} {joined(names, 'or')}")
    many = joined([say.table.ruleset.pack.ranks_word(rank) for rank in ranks])
    return Said("is", with_article(joined(names, "or")), noun=(joined(names, "or"), many))


def _among_cards(say: Phrases, f: Found) -> Said | None:
    cards = f["?set"]
    if not (isinstance(cards, Call) and cards.row is op.SET and cards.args and cards.type is Type.CARDS):
        return None
    texts = [str(a.value) for a in cards.args if isinstance(a, Literal)]
    written = len(texts) == len(cards.args)
    return Said("is", say.faces(texts) if written else joined([say.thing(a).text for a in cards.args], "or"))


def _same(say: Phrases, f: Found) -> Said | None:
    one, other = f["?x"], f["?y"]
    if isinstance(other, Literal) and other.value is None:
        return None
    twins = one.type is other.type is Type.CARD and say.table.ruleset.pack.copies > 1
    alike = say.table.in_own_words("the same in rank and suit as ") if twins else ""
    return Said("is", f"{alike}{say.thing(other).text}")


def _role(say: Phrases, f: Found) -> Said | None:
    """Of a build: who is its owner, or that it has one."""
    call, who = f["?m"], f.get("?y")
    if not (isinstance(call, Call) and call.row in op.MEMORIES and call.args == (f["?x"],)):
        return None
    name = spoken(call.name)
    if who is None:
        return Said("has", with_article(name))
    if say.table.memory[call.name].of != "build" or call.type not in (Type.SEAT, Type.SIDE):
        return None
    thing = say.thing(who)
    if call.name == say.table.owner and thing.text == YOU:
        return Said("is", "yours", close="of yours")
    return Said("is", thing.text, part=name)


def _of_side(say: Phrases, f: Found) -> Said | None:
    """Of a build: of which side its owner is."""
    if say.table.alone:
        return _role(say, {**f, "?y": f["?s"]})
    owned = _role(say, {"?x": f["?x"], "?m": f["?m"]})
    return owned and Said("is", f"of {say.thing(f['?s']).text}", part=spoken(f["?m"].name))  # type: ignore[union-attr]


def _counts(say: Phrases, f: Found) -> Said:
    return Said("counts", f"{say.thing(f['?v']).text}{say.where(f.get('?place'))}")


_LIE = {ROW["builds"]: ("build", "builds"), ROW["loose"]: ("loose card", "loose cards")}


def _within(say: Phrases, f: Found) -> Said | None:
    whole = f["?set"]
    row = whole.row if isinstance(whole, Call) else None
    if row is ROW["taken"] or like(whole, ("cards", ("taken",))) is not None:
        return Said("is", say.taken)
    if whole.type is Type.VALUES or row is op.SET:
        return None
    if row in _LIE and say.table.builds:
        return Said("is", with_article(_LIE[row][0]), noun=_LIE[row])
    if row in op.MEMORIES and whole.type in SETS_OF_WORDS:
        return Said("is", f"among {say.thing(whole).text}")
    noun = say.members(whole)
    plain = noun.close and noun.one in ("card", "card or build") and not (noun.before or noun.clauses or noun.such)
    return Said("is", noun.close, after=noun.close) if plain else Said("is", noun.a)


def _worded(verb: str, rest: str, opposite: str = "", before: str = "") -> Callable[[Phrases, Found], Said]:
    return lambda say, f: Said(verb, rest, opposite=opposite, before=before)


def _had(sign: str) -> Callable[[Phrases, Found], Said | None]:
    """Whether something has been counted for somebody: `has at least one sweep`."""

    def said(say: Phrases, f: Found) -> Said | None:
        kept, number = f["?m"], f["?n"]
        own = isinstance(kept, Call) and kept.row in op.MEMORIES and kept.args == (f["?x"],)
        memory = say.table.memory[kept.name] if own and isinstance(kept, Call) else None
        n = number.value if isinstance(number, Literal) else None
        if memory is None or type(n) is not int or not one_of(memory):
            return None
        some, told = AT_LEAST_ONE.get((sign, n)), [f"at least one {one_of(memory)}", f"no {several_of(memory)}"]
        return None if some is None else Said("has", told[not some], opposite=told[some])

    return said


def _comparing(sign: str) -> Callable[[Phrases, Found], Said]:
    right, wrong, *_ = COMPARED[sign]
    return lambda say, f: Said("is", f"{right}{(n := say.number(f['?n']))}", opposite=f"{wrong}{n}")


def _ranking(way: str) -> Callable[[Phrases, Found], Said]:
    def said(say: Phrases, f: Found) -> Said:
        than, denied = f"than {say.thing(f['?y']).text}", way.removeprefix("no ")
        return Said("ranks", f"{way} {than}", opposite=f"{denied} {than}" if denied != way else "")

    return said


def _above(say: Phrases, f: Found) -> Said | None:
    """Ranks so many places above another card, or below it."""
    below = like(f["?sum"], ("-", ("rank_number", ("rank", "?y")), "?n"))
    added = [part for part in in_a_row(f["?sum"], op.PLUS) if not is_just(part, 0)]
    bases = [like(part, ("rank_number", ("rank", "?y"))) for part in added]
    base = below or next((found for found in bases if found is not None), None)
    steps = [say.operand(part) for part, found in zip(added, bases, strict=True) if found is None]
    if base is None or (below is None and (len(steps) + 1 < len(added) or not steps)):
        return None
    many = say.operand(below["?n"]) if below else steps[0] if len(steps) == 1 else f"({' plus '.join(steps)})"
    places, way = "just" if many == "1" else f"{many} places", "below" if below else "above"
    return Said("ranks", f"{places} {way} {say.thing(base['?y']).text}")


_X = "?x"
_SAYINGS: tuple[tuple[Pattern, Callable[[Phrases, Found], Said | None]], ...] = (
    *((("=", (word, _X), "?k"), _alike(word)) for word in ("rank", "suit", "colour")),
    *(((sign, ("attribute", _X), "?k"), _marked) for sign in ("=", "in")),
    (("=", "?k", "?y"), _by_attribute),
    (("in", ("rank", _X), "?set"), _ranks),
    (("in", _X, "?set"), _among_cards),
    (("=", ("side", "?m"), "?s"), _of_side),
    (
        ("=", ("side", _X), "?s"),
        lambda say, f: Said("is", f"{'' if say.table.alone else 'of '}{say.thing(f['?s']).text}"),
    ),
    *(
        ((sign, ("rank_number", one), ("rank_number", other)), _ranking(word))
        for sign, word in ((">", "higher"), ("<", "lower"), ("<=", "no higher"), (">=", "no lower"))
        for one, other in ((("rank", _X), ("rank", "?y")), (_X, "?y"))
    ),
    (("=", ("rank_number", ("rank", _X)), "?sum"), _above),
    *(((sign, "?m", "?n"), _had(sign)) for sign in COMPARED),
    (("=", "?m", "?y"), _role),
    (("known", "?m"), _role),
    *(((sign, _X, "?n"), _comparing(sign)) for sign in ("<", "<=", ">", ">=")),
    (("=", _X, "?y"), _same),
    (("=", ("value", _X), "?v"), _counts),
    (("in", "?v", ("value", _X)), _counts),
    (("in", "?v", ("value", _X, "?place")), _counts),
    (("=", ("groups", _X), 1), _worded("is", "single", "multiple", before="single")),
    ((">", ("groups", _X), 1), _worded("is", "multiple", "single", before="multiple")),
    (
        (">", ("count", ("cards", _X)), 1),
        lambda say, f: Said("has", "two or more cards", close="of two or more cards", opposite="only one card"),
    ),
    ((">", ("count", ("hand", _X)), 0), _worded("has", "cards left", opposite="no cards left")),
    (("in", _X, "?set"), _within),
)
