"""The shapes of conditions. A row: the shape, and how it is said that it holds, or that it does not.

Rows are tried from the top, so a special shape stands above the general one. To give a shape a sentence of its own, add
a row; whatever fits none is said by the phrase of its row of the language.
"""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.describe.amounts import (
    all_are,
    all_between,
    all_in,
    count_in,
    counted,
    counted_where,
    each_its_own,
    more_than_others,
    of_one_rank,
    there_is,
    there_is_a_group,
    two_of_them,
)
from cassino_dsl.describe.but_one import ALIKE, BUT_ONE, alike_but_one, some_number, total_but_one
from cassino_dsl.describe.clauses import (
    AMOUNTS,
    Shape,
    are,
    clause_of,
    is_,
    joined_clauses,
    literal_numbers,
    of_one_card,
    ranks_of,
    row_of,
    where,
)
from cassino_dsl.describe.english import joined, ranges, title, verb, with_article
from cassino_dsl.describe.fits import of_value
from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Literal, Quantified, Type, all_of
from cassino_dsl.ruleset.operators import AND, MEMORIES, OR, SET
from cassino_dsl.ruleset.words import ME, US


def _is(say: Say, f: Found, yes: bool) -> str | None:
    a, b = f["?a"], f["?b"]
    if b.type is Type.BOOL and isinstance(b, Literal):
        return say.condition(a, yes == b.value)
    if isinstance(a, Literal) and not isinstance(b, Literal):
        a, b = b, a
    if isinstance(b, Literal) and b.value is None:
        return None
    if a.type is Type.INT or b.type is Type.INT:
        return f"{are(a, say.number(a))} {'' if yes else 'not '}{say.number(b)}"
    if isinstance(b, Call) and b.row in (ME, US):
        a, b = b, a
    return is_(say.thing(a), say.thing(b), yes)


def _make_together(say: Say, f: Found, yes: bool) -> str:
    """Two cards, each with any of its values."""
    both = joined([say.thing(f["?a"]), say.thing(f["?b"])])
    return f"{both} {'' if yes else 'do not '}add up to {say.number(f['?n'])}"


def _adds_up_to(words: str, opposite: str) -> Callable[[Say, Found, bool], str]:
    def said(say: Say, f: Found, yes: bool) -> str:
        amount = f"{words if yes else opposite} {say.number(f['?k'])}"
        return f"{verb(say.all_of(f['?g']), 'adds')} up to {amount}"

    return said


def _two_make(say: Say, f: Found, yes: bool) -> str:
    return f"{'' if yes else 'no '}two {say.members(f['?s']).plural} add up to {say.number(f['?n'])}"


def _of_side(say: Say, f: Found, yes: bool) -> str:
    """Whether a player is of a side."""
    who, side = say.thing(f["?p"]), say.thing(f["?s"])
    if say.table.alone:
        return is_(side, who, yes) if side == "you" else is_(who, side, yes)
    return f"{verb(who, 'belongs')} to {side}" if yes else f"{verb(who, 'does')} not belong to {side}"


def _rank_is(say: Say, f: Found, yes: bool) -> str:
    what = f["?k"]
    card = say.thing(f["?c"])
    if isinstance(what, Literal):
        return is_(card, with_article(say.rank(what)), yes)
    other = like(what, ("rank", "?d"))
    if other is not None:
        return f"{card} is {'' if yes else 'not '}of the same rank as {say.thing(other['?d'])}"
    return is_(card, f"of {say.thing(what)}", yes)


def _suit_is(say: Say, f: Found, yes: bool) -> str:
    what = f["?k"]
    other = like(what, ("suit", "?d"))
    said = f"the suit of {say.thing(other['?d'])}" if other else say.thing(what)
    return is_(say.thing(f["?c"]), f"of {said}", yes)


def _rank_in(say: Say, f: Found, yes: bool) -> str | None:
    ranks = ranks_of(f["?ranks"], say)
    return is_(say.thing(f["?c"]), with_article(ranks), yes) if ranks else None


DOING = {"capture": "capture", "build": "make or change a build", "trail": "trail"}


def _kind_is(say: Say, f: Found, yes: bool) -> str:
    kind = f["?k"]
    word = str(kind.value) if isinstance(kind, Literal) else "play"
    if word in DOING:
        return f"you {'' if yes else 'do not '}{DOING[word]}"
    return is_("the play", with_article({"other": "play of no such kind"}.get(word, word)), yes)


def _counts(say: Say, f: Found, yes: bool) -> str:
    subject = say.thing(f["?x"]) if f["?x"].type not in (Type.CARDS, Type.ITEMS, Type.BUILDS) else ""
    what = say.number(f["?n"])
    place = f"{where(f['?place'])} " if "?place" in f and say.table.places else ""
    if not subject:
        noun = say.members(f["?x"])
        of = f"of {of_value(say, f['?n'])}"
        noun = noun.with_after(f"that counts {what} {place}".strip()) if place else noun.with_near(of)
        return f"there is {noun.a}" if yes else f"there is no {noun.singular}"
    return (
        f"{verb(subject, 'counts')} {what} {place}".strip()
        if yes
        else f"{subject} does not count {what} {place}".strip()
    )


def _adds_up(say: Say, f: Found, yes: bool) -> str:
    what = say.all_of(f["?g"])
    place = f" {where(f['?place'])}" if "?place" in f and say.table.places else ""
    many = verb(what, "adds") if yes else f"{what} {'does' if what.startswith('what') else 'do'} not add"
    return f"{many} up to {say.number(f['?n'])}{place}"


def _in(say: Say, f: Found, yes: bool) -> str | None:
    member, whole = f["?x"], f["?set"]
    if whole.type is Type.VALUES:
        numbers = literal_numbers(whole)
        if numbers is not None:
            return is_(say.number(member), ranges(numbers), yes)
        return is_(say.number(member), f"among {say.all_of(whole)}", yes)
    if whole.type is Type.RANKS and (words := ranks_of(whole, say)):
        return is_(say.thing(member), words, yes)
    if isinstance(whole, Call) and whole.row is SET and all(isinstance(a, Literal) for a in whole.args):
        if whole.type is Type.CARDS:
            return is_(say.thing(member), say.faces([str(a.value) for a in whole.args if isinstance(a, Literal)]), yes)
        if whole.type is Type.KINDS:
            return is_(
                "the play",
                joined([with_article(str(a.value)) for a in whole.args if isinstance(a, Literal)], "or"),
                yes,
            )
        return is_(say.thing(member), joined([say.thing(a) for a in whole.args], "or"), yes)
    noun = say.members(whole)
    if like(whole, ("taken",)) is not None or like(whole, ("cards", ("taken",))) is not None:
        return is_(say.thing(member), "taken", yes)
    if noun.after and not noun.before and isinstance(whole, Call):
        return is_(say.thing(member), noun.after, yes)
    return is_(say.thing(member), noun.a, yes)


def _known(say: Say, f: Found, yes: bool) -> str:
    thing = f["?x"]
    lately = isinstance(thing, Call) and thing.row in MEMORIES and say.table.lately.get(thing.name)
    if lately:
        return f"{'somebody' if yes else 'nobody'} has {lately} in this round"
    if isinstance(thing, Quantified):
        noun = say.fit(say.members(thing.source), thing.name, thing.body)
        return f"there is {'' if yes else 'no '}{noun.a if yes else noun.singular}"
    what = say.thing(thing)
    if what.startswith("the "):
        return f"there is {with_article(what[4:]) if yes else f'no {what[4:]}'}"
    return f"there is {'' if yes else 'no '}{what}"


def _ranks_above(say: Say, f: Found, yes: bool) -> str:
    return f"{say.thing(f['?a'])} {'ranks' if yes else 'does not rank'} above {say.thing(f['?b'])}"


def _and(say: Say, f: Found, yes: bool) -> str | None:
    parts = [*row_of(f["?a"], AND), *row_of(f["?b"], AND)]
    if (named := of_one_card(say, all_of(parts, f["?a"].span), yes)) is not None:
        return named
    return joined_clauses([clause_of(say, p, yes) for p in parts], "and" if yes else "or")


def _or(say: Say, f: Found, yes: bool) -> str | None:
    parts = [*row_of(f["?a"], OR), *row_of(f["?b"], OR)]
    if (named := of_one_card(say, Call(Type.BOOL, OR, (f["?a"], f["?b"]), f["?a"].span), yes)) is not None:
        return named
    return joined_clauses([clause_of(say, p, yes) for p in parts], "or" if yes else "and")


def _not_among_or(say: Say, f: Found, yes: bool) -> str | None:
    """None of some numbers, or the one: none of the others."""
    numbers, one = literal_numbers(f["?set"]), f["?other"]
    left = [n for n in numbers or () if not isinstance(one, Literal) or n != one.value]
    return is_(say.number(f["?n"]), ranges(left), not yes) if left and isinstance(one, Literal) else None


Clause = tuple[str, bool]  # in words, and whether it is a row of others, joined by the other word


def _implies(say: Say, f: Found, yes: bool) -> str:
    if yes:
        return f"if {say.condition(f['?a'])}, then {say.condition(f['?b'])}"
    return joined_clauses([clause_of(say, f["?a"], True), clause_of(say, f["?b"], False)], "and")


def _if(say: Say, f: Found, yes: bool) -> str:
    then, other = say.condition(f["?a"], yes), say.condition(f["?b"], yes)
    return f"if {say.condition(f['?test'])}, {then}; otherwise {other}"


def _compared(sign: str) -> Shape:
    right, wrong = AMOUNTS[sign]

    def said(say: Say, f: Found, yes: bool) -> str:
        return f"{are(f['?a'], say.number(f['?a']))} {right if yes else wrong} {say.number(f['?b'])}"

    return (sign, "?a", "?b"), said


def _not(say: Say, f: Found, yes: bool) -> str:
    return say.condition(f["?a"], not yes)


def _height(x: str) -> Pattern:
    return ("order", ("rank", x))


_SOMEBODY_HAS_CARDS: Pattern = ("any", "?s", ("seats",), (">", ("count", ("hand", "?s")), 0))

_IS_TAKEN: Pattern = ("in", "?x", ("cards", ("taken",)))
_IS_EQUAL: Pattern = ("=", ("rank", "?x"), ("rank", ("card",)))


def _taken_by_its_rank(say: Say, f: Found, yes: bool) -> str:
    return is_(say.thing(f["?x"]), "taken with a card of its rank", yes)


CONDITIONS: tuple[Shape, ...] = (
    (("and", _IS_TAKEN, _IS_EQUAL), _taken_by_its_rank),
    (("and", _IS_EQUAL, _IS_TAKEN), _taken_by_its_rank),
    (("not", "?a"), _not),
    (
        ("and", ("=", ("count", "?g"), 1), ("=", ("rank", ("first", "?i", "?g", True)), "?r")),
        lambda say, f, yes: is_(say.thing(f["?g"]), f"a single {say.rank(f['?r'])}", yes),
    ),
    (
        ("and", ("=", ("count", ("stock",)), 0), ("not", _SOMEBODY_HAS_CARDS)),
        lambda say, f, yes: "all cards have been played" if yes else "cards are still to be played",
    ),
    (("and", "?a", "?b"), _and),
    (
        ("or", ("not", ("in", "?n", "?set")), ("=", "?n", "?other")),
        _not_among_or,
    ),
    (("or", "?a", "?b"), _or),
    (("implies", "?a", "?b"), _implies),
    (("if", "?test", "?a", "?b"), _if),
    (
        (
            "all",
            "?r",
            ("ranks",),
            (
                "implies",
                ("and", (">", ("order", "?r"), _height("?a")), ("<", ("order", "?r"), _height("?b"))),
                ("any", "?e", "?set", ("=", ("rank", "?e"), "?r")),
            ),
        ),
        all_between,
    ),
    *(
        (("any", "?r", "?ranks", (sign, ("count", "?c", "?set", ("=", ("rank", "?c"), "?r")), "?n")), of_one_rank(sign))
        for sign in ("=", ">=")
    ),
    (("=", ("action",), "?k"), lambda say, f, yes: is_("the play", f"“{title(say.thing(f['?k']))}”", yes)),
    (
        ("any", "?v", ("value", "?i"), ("in", "?v", ("total", "?g", "?place"))),
        lambda say, f, yes: f"{say.all_of(f['?g'])} {'' if yes else 'do not '}add up to {say.thing(f['?i'])}",
    ),
    (("all", "?c", "?cards", ("in", "?c", "?set")), all_in),
    (("matched", "?x", "?set", "?cards"), each_its_own),
    (("any of groups", "?g", "?set", "?body"), there_is_a_group),
    (
        ("any", "?s", ("sides",), (">=", ("count", ("pile", "?s")), "?n")),
        lambda say, f, yes: (
            f"there is {'a' if yes else 'no'} {say.table.side} with {say.number(f['?n'])} cards or more in its pile"
        ),
    ),
    *(
        (
            ("all", "?s", ("sides",), ("=", ("count", ("pile", "?s")), ("count", pile))),
            lambda say, f, yes: f"{'' if yes else 'not '}all {say.table.side}s have equally many cards in their piles",
        )
        for pile in (("pile",), ("pile", "?other"))
    ),
    (
        ("any", "?s", ("sides",), ("!=", ("count", ("pile", "?s")), ("count", ("pile",)))),
        lambda say, f, yes: f"{'not ' if yes else ''}all {say.table.side}s have equally many cards in their piles",
    ),
    (
        ("run", ("+", "?g", "?h")),
        lambda say, f, yes: (
            f"{say.thing(f['?g'])} {'makes a' if yes else 'makes no'} run with {say.all_of(f['?h'])} "
            "(one card of each rank, without a gap)"
        ),
    ),
    (
        _SOMEBODY_HAS_CARDS,
        lambda say, f, yes: "somebody has cards in hand" if yes else "nobody has cards in hand",
    ),
    (
        ("any", "?v", ("value", "?a", "?p"), ("in", ("-", "?n", "?v"), ("value", "?b", "?p"))),
        _make_together,
    ),
    *(
        (("any", "?n", ("total", "?g"), (sign, "?n", "?k")), _adds_up_to(words, opposite))
        for sign, (words, opposite) in AMOUNTS.items()
    ),
    (
        (
            *("any", "?c", "?s"),
            ("any", "?d", "?s", ("and", ("!=", "?c", "?d"), ("in", "?n", ("total", ("set", "?c", "?d"))))),
        ),
        _two_make,
    ),
    *(((sign, ("sum", "?c", "?set", BUT_ONE), "?k"), total_but_one(sign)) for sign in ("=", *AMOUNTS)),
    (ALIKE, alike_but_one),
    (("any", "?n", "?numbers", "?body"), some_number),
    (("any", "?x", "?set", ("any", "?y", "?set", "?body")), two_of_them),
    (("any", "?x", "?set", "?body"), there_is),
    *(
        (("all", "?y", "?set", (join, apart, (">", "?n", "?m"))), more_than_others)
        for join, apart in (("or", ("=", "?y", "?x")), ("implies", ("!=", "?y", "?x")))
    ),
    (("all", "?x", "?set", "?body"), all_are),
    (("=", ("turns",), 0), lambda say, f, yes: f"this is {'' if yes else 'not '}the first turn of the round"),
    *(((sign, ("count", "?set"), "?n"), counted(sign)) for sign in ("=", "<", "<=", ">", ">=")),
    *(((sign, ("count", "?x", "?set", "?body"), "?n"), counted_where(sign)) for sign in ("=", "<", "<=", ">", ">=")),
    (("in", ("count", "?set"), "?numbers"), count_in),
    *(
        (("=", ("mod", "?a", 2), left), lambda say, f, yes, word=word: is_(say.number(f["?a"]), word, yes))
        for left, word in ((0, "even"), (1, "odd"))
    ),
    (
        ("=", ("mod", "?a", "?b"), 0),
        lambda say, f, yes: is_(say.number(f["?a"]), f"a multiple of {say.number(f['?b'])}", yes),
    ),
    (("=", "kind", "?k"), _kind_is),
    (("=", ("kind",), "?k"), _kind_is),
    (("=", ("side", "?p"), "?s"), _of_side),
    (("=", ("rank", "?c"), "?k"), _rank_is),
    (("=", ("suit", "?c"), "?k"), _suit_is),
    (("in", ("rank", "?c"), "?ranks"), _rank_in),
    ((">", _height("?a"), _height("?b")), _ranks_above),
    (("in", "?n", ("value", "?x")), _counts),
    (("in", "?n", ("value", "?x", "?place")), _counts),
    (("in", "?n", ("total", "?g")), _adds_up),
    (("in", "?n", ("total", "?g", "?place")), _adds_up),
    (("in", "?x", "?set"), _in),
    (("=", "?a", "?b"), _is),
    (("known", "?x"), _known),
    _compared("<"),
    _compared("<="),
    _compared(">"),
    _compared(">="),
)


OPPOSITES = {"!=": "=", "not in": "in"}
