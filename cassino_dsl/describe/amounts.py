"""Shapes of conditions that say how many there are, that there is one, or that all are so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cassino_dsl.describe.clauses import denied, is_, literal_numbers, ranks_of, where
from cassino_dsl.describe.english import Noun, joined, numeral
from cassino_dsl.describe.numbers import groups_of, name_of
from cassino_dsl.describe.pattern import Found, like, same
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, with_children
from cassino_dsl.ruleset.operators import IMPLIES, MEMORIES, SET
from cassino_dsl.ruleset.within import calls_in


def _amount(noun: Noun, number: Expr, sign: str, yes: bool) -> str | None:
    """`there are two or more kings among …`, of a number that is written out."""
    if not isinstance(number, Literal) or not isinstance(number.value, int):
        return None
    n = number.value
    if not yes:
        sign = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[sign]
    if sign == "<":
        sign, n = "<=", n - 1
    if sign == ">":
        sign, n = ">=", n + 1
    if n < 0 or (sign == ">=" and n == 0):
        return None
    if n == 0:
        return f"there is no {noun.singular}" if sign != "!=" else f"there is {noun.a}"
    if sign == ">=" and n == 1:
        return f"there is {noun.a}"
    amount = {"=": "exactly ", "!=": "not exactly ", ">=": "at least ", "<=": "at most "}[sign]
    return f"there {'is' if n == 1 else 'are'} {amount}{noun.of(n)}"


def _taken(what: str, number: Expr, sign: str, yes: bool) -> str | None:
    if not (yes and sign == "=" and isinstance(number, Literal) and number.value == 1):
        return None
    return f"only one {what} is taken"


def counted(sign: str) -> Callable[[Say, Found, bool], str | None]:
    def said(say: Say, f: Found, yes: bool) -> str | None:
        if like(f["?set"], ("taken",)) is not None:
            return _taken(say.members(f["?set"]).one.removesuffix(" taken"), f["?n"], sign, yes)
        if like(f["?set"], ("cards",)) is not None and sign in ("=", ">") and like(f["?n"], 0) is not None:
            return f"{'a' if yes == (sign == '>') else 'no'} card is played"
        if isinstance(f["?set"], Name) and sign == "=" and like(f["?n"], 0) is not None:
            return is_(say.thing(f["?set"]), "empty", yes)
        if isinstance(f["?set"], Name) and sign == "=" and like(f["?n"], 1) is not None:
            return is_(say.thing(f["?set"]), f"a single {say.members(f['?set']).one}", yes)
        if f["?set"].type is Type.VALUES and sign in ("=", ">") and like(f["?n"], 0) is not None:
            found = like(f["?set"], ("value", "?c", "?place"))
            if found is not None and found["?c"].type is Type.CARD:
                has = "has" if yes == (sign == ">") else "does not have"
                return f"{say.thing(found['?c'])} {has} a value" + (
                    f" {where(found['?place'])}" if say.table.places else ""
                )
        place = like(f["?set"], ("table",)) is not None
        if place and sign in ("=", ">") and like(f["?n"], 0) is not None:
            return is_("the table", "empty", yes == (sign == "="))
        return _amount(say.members(f["?set"]), f["?n"], sign, yes)

    return said


def counted_where(sign: str) -> Callable[[Say, Found, bool], str | None]:
    def said(say: Say, f: Found, yes: bool) -> str | None:
        noun = say.fit(say.members(f["?set"]), name_of(f["?x"]), f["?body"])
        if like(f["?body"], ("in", ("rank", "?x"), "?ranks"), {"?x": f["?x"]}) is not None:
            noun = replace(noun, many=noun.many.replace(" and ", " or "))  # so many of them together
        return _amount(noun, f["?n"], sign, yes)

    return said


def count_in(say: Say, f: Found, yes: bool) -> str | None:
    numbers = literal_numbers(f["?numbers"])
    if numbers is None:
        return None
    noun = say.members(f["?set"])
    amount = joined([numeral(n) for n in numbers], "or")
    if noun.plural.endswith(" taken"):
        return f"{'' if yes else 'not '}{amount} {noun.plural.removesuffix(' taken')} are taken"
    return f"there {'is' if numbers[:1] == [1] else 'are'} {'' if yes else 'not '}{amount} {noun.plural}"


def there_is(say: Say, f: Found, yes: bool) -> str:
    if like(f["?set"], ("taken",)) is not None:
        return _you_take(say, f, yes)
    cards = like(f["?body"], ("in", "?x", "?cards"), {"?x": f["?x"]})
    faces = _written_out(cards["?cards"]) if cards is not None and like(f["?set"], ("loose",)) is not None else []
    if faces and yes:
        return f"{say.faces(faces)} lies {'loose ' if say.table.builds else ''}on the table"
    noun = say.fit(say.members(f["?set"]), name_of(f["?x"]), f["?body"])
    return f"there is {noun.a}" if yes else f"there is no {noun.singular}"


def _written_out(cards: Expr) -> list[str]:
    """The cards of a set that is written out."""
    args = cards.args if isinstance(cards, Call) and cards.row is SET and cards.type is Type.CARDS else ()
    texts = [str(a.value) for a in args if isinstance(a, Literal)]
    return texts if len(texts) == len(args) else []


def _you_take(say: Say, f: Found, yes: bool) -> str:
    """Something among what is taken."""
    noun = say.members(f["?set"])
    other = like(f["?body"], ("=", "?x", "?y"), {"?x": f["?x"]})
    one = "card" if other is not None and other["?y"].type is Type.CARD else noun.one.removesuffix(" taken")
    if any(e.row in MEMORIES and e.args and same(e.args[0], f["?x"]) for e in calls_in(f["?body"])):
        one = "build"  # nothing is remembered of loose cards
    noun = say.fit(Noun(one, ""), name_of(f["?x"]), f["?body"])
    return f"you take {noun.a if yes else f'no {noun.singular}'}"


def two_of_them(say: Say, f: Found, yes: bool) -> str | None:
    """Two members of one set, of which one is told from the other by what is asked of them."""
    noun, one, other = say.members(f["?set"]), name_of(f["?x"]), name_of(f["?y"])
    found = like(f["?body"], ("and", ("!=", "?x", "?y"), "?rest"), {"?x": f["?x"], "?y": f["?y"]})
    asked = found["?rest"] if found is not None else f["?body"]
    if found is None and not _leads(asked, f):
        return None
    inner = say.bound(one, "the one").bound(other, "the other")
    return f"there are {'' if yes else 'no '}two {noun.plural} such that {inner.condition(asked)}"


def _leads(asked: Expr, f: Found) -> bool:
    """Whether the first has more of something than the second: then they are two."""
    for sign in (">", ">="):
        ahead = like(asked, (sign, ("-", "?a", "?b"), "?n"))
        lead = ahead["?n"] if ahead is not None else None
        some = isinstance(lead, Literal) and isinstance(lead.value, int) and lead.value >= (sign == ">=")
        if ahead is not None and some and _of_the_other(ahead["?a"], f) == ahead["?b"]:
            return True
    more = like(asked, (">", "?a", "?b"))
    return more is not None and _of_the_other(more["?a"], f) == more["?b"]


def _of_the_other(expr: Expr, f: Found) -> Expr:
    """What is said of the one, of the other."""
    one, other = f["?x"], f["?y"]
    if same(expr, one):
        return other
    return with_children(expr, lambda e: _of_the_other(e, f))


def more_than_others(say: Say, f: Found, yes: bool) -> str | None:
    """Of one member of a set: that a number of it is larger than that of every other."""
    if _of_the_other(f["?n"], f) != f["?m"] or f["?n"] == f["?m"]:
        return None
    other = f"every other {say.members(f['?set']).singular}"
    return f"{say.number(f['?n'])} is {'' if yes else 'not '}more than that of {other}"


def there_is_a_group(say: Say, f: Found, yes: bool) -> str:
    noun = say.fit(groups_of(say, f["?set"]), name_of(f["?g"]), f["?body"])
    return f"there is {noun.a}" if yes else f"there is no {noun.singular}"


def all_are(say: Say, f: Found, yes: bool) -> str:
    variable, body = name_of(f["?x"]), f["?body"]
    noun = say.members(f["?set"])
    if isinstance(body, Call) and body.row is IMPLIES:
        noun, body = say.fit(noun, variable, body.args[0]), body.args[1]
    inner = say.called(variable, noun)
    if yes:
        every = "each of them" if noun.singular.endswith(" of them") else f"every {noun.singular}"
        short = say.bound(variable, every).condition(body)
        if short.startswith(f"{every} ") and short.count(every) == 1 and not noun.such and " not " not in short:
            return short
        return f"for every {noun.singular}, {inner.condition(body)}"
    return f"there is {say.fit(noun, variable, denied(body)).a}"


def of_one_rank(sign: str) -> Callable[[Say, Found, bool], str | None]:
    """Some rank of which there are so many: `three cards in your hand are of one rank`."""

    def said(say: Say, f: Found, yes: bool) -> str | None:
        n, noun = f["?n"], say.members(f["?set"])
        ranks = ranks_of(f["?ranks"], say)
        if not (isinstance(n, Literal) and isinstance(n.value, int)) or (
            like(f["?ranks"], ("ranks",)) is None and not ranks
        ):
            return None
        amount = {"=": "exactly ", ">=": "at least "}[sign] + numeral(n.value)
        of = f"one and the same rank{f' ({ranks})' if ranks else ''}"
        return f"{amount} {noun.plural} are of {of}" if yes else f"no {amount} {noun.plural} are of {of}"

    return said


def all_between(say: Say, f: Found, yes: bool) -> str:
    """A run: every rank between two has a card."""
    noun = say.members(f["?set"])
    low, high = say.thing(f["?a"]), say.thing(f["?b"])
    text = f"every rank between those of {low} and {high} is {{}}found among the {noun.plural}"
    return text.format("") if yes else "not " + text.format("")


def all_in(say: Say, f: Found, yes: bool) -> str | None:
    """All of some cards that are written out."""
    cards = f["?cards"]
    if not (isinstance(cards, Call) and cards.row is SET):
        return None
    if not all(isinstance(a, Literal) for a in cards.args):
        return None
    texts = [str(a.value) for a in cards.args if isinstance(a, Literal)]
    place = say.members(f["?set"]).after or f"among the {say.members(f['?set']).plural}"
    return f"{'' if yes else 'not all of these are '}{say.faces(texts, 'and')}{' are' if yes else ','} {place}"


_GAP = "this value"


def each_its_own(say: Say, f: Found, yes: bool) -> str:
    """For each member a card that no other is given."""
    whole, variable = f["?set"], name_of(f["?x"])
    if isinstance(whole, Call) and whole.row is SET and whole.type is Type.VALUES and literal_numbers(whole) is None:
        return f"{'' if yes else 'it is not so that '}there are {_for_each_value(say, f['?cards'], variable, whole)}"
    own = say.bound(variable, "it").members(f["?cards"]).a
    each = f"{'each' if yes else 'not every'} {say.members(whole).singular}"
    return f"{each} has {own}, a different one for each"


def _for_each_value(say: Say, cards: Expr, variable: str, values: Call) -> str:
    """`two cards left in your hand, one of 7 and one of 9`."""
    wanted = [say.number(a) for a in values.args]
    kind, gap, where_they_are = say.bound(variable, _GAP).members(cards).plural.partition(f" of {_GAP} ")
    if not gap:
        return f"{joined([say.bound(variable, w).members(cards).plural for w in wanted])}, a separate one for each"
    return f"{numeral(len(wanted))} {kind} {where_they_are}, {joined([f'one of {w}' for w in wanted])}"
