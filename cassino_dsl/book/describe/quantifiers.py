"""Quantifiers in words: numbers over the members of a set, and what is so of some of them, or of all."""

from __future__ import annotations

from cassino_dsl.book.describe.condition_parts import (
    asked_of,
    core_of,
    denied,
    is_name,
)
from cassino_dsl.book.describe.english import Clause, Noun, Thing, joined, set_off, word_for
from cassino_dsl.book.describe.expression_patterns import Found, Pattern, like
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import (
    Call,
    Literal,
    Name,
    Quantified,
    Type,
    all_of,
    conjuncts,
    is_just,
)
from cassino_dsl.language.ruleset.words import COUNT, SEATS, SIDES, US

# ---- numbers


def number_over(say: Phrases, expr: Quantified) -> str:
    """A number over the members of a set: how many, their sum, the highest."""
    if expr.row.groups:
        return f"the number of {_groups(say, expr).plural}"
    if expr.row is op.HOW_MANY:
        return f"the number of {say.fitting(expr).plural}"
    word = {op.SUM: "sum", op.PRODUCT: "product", op.MAX_OF: "highest", op.MIN_OF: "lowest"}.get(expr.row)
    if word is None:
        return f"the first {say.fitting(expr).singular}"
    noun, body, inner = say.members(expr.source, True), expr.body, say.called(expr.name, expr.variable, expr.body)
    if is_name(body, expr.name):
        single = say.table.counts_once(expr.source)
        return f"{'' if single else f'the {word} of '}{say.whole(expr.source).text}"
    only = like(body, ("if", "?test", "?n", 0)) if expr.row in (op.SUM, op.MAX_OF) else None
    inner_number = only["?n"] if only else body
    counts = isinstance(inner_number, Call | Quantified) and inner_number.row in (COUNT, op.HOW_MANY)
    if only is not None and expr.row is op.SUM and (own := _of_us(say, expr, only)) is not None:
        return own
    if only is not None and (expr.row is op.SUM or counts):
        noun, body = say.fit(noun, expr.name, expr.variable, only["?test"], inner), only["?n"]
    if isinstance(body, Call) and body.row in op.TERMS and body.args == (Name(expr.variable, expr.name, body.span),):
        of = f"of the *{word_for(body.name)}* of" if expr.row in (op.SUM, op.PRODUCT) else f"*{word_for(body.name)}* of"
        return f"the {word} {of} all {noun.plural}"
    over = [f"all {inner.introduced(noun, expr.name).plural}"]
    while isinstance(body, Quantified) and body.row is expr.row and expr.row in (op.SUM, op.MAX_OF, op.MIN_OF):
        noun, inner, name = inner.members(body.source), inner.called(body.name, body.variable, body.body), body.name
        over, body = [*over, f"all {inner.introduced(noun, name).plural}"], body.body
    return f"the {word}, over {joined(over)}, of {inner.operand(body)}"


def _of_us(say: Phrases, expr: Quantified, only: Found) -> str | None:
    """A sum over the players of the side, where each player is one: a number of that player."""
    tests = list(conjuncts(only["?test"]))
    ways: tuple[Pattern, ...] = (("=", ("side", "?s"), ("us",)), ("=", "?s", ("us",)))
    named: Found = {"?s": Name(expr.variable, expr.name, expr.span)}
    rest = [test for test in tests if all(like(test, way, named) is None for way in ways)]
    of_all = isinstance(expr.source, Call) and expr.source.row in (SEATS, SIDES)
    if not say.table.alone or len(rest) == len(tests) or not of_all:
        return None
    inner = say.bound(expr.name, say.thing(Call(Type.SIDE, US, (), expr.span)))
    if not rest:
        return inner.number(only["?n"])
    nothing = Literal(Type.INT, 0, expr.span)
    return inner.number(Call(Type.INT, op.IF, (all_of(rest, expr.span), only["?n"], nothing), expr.span))


# ---- conditions


def holds_among(say: Phrases, expr: Quantified, yes: bool) -> Clause:
    """That something is so of some members of a set, of all, or of sets of them; or that it is not."""
    if expr.row.groups:
        noun = _groups(say, expr)
        return Clause(f"there is {noun.a if yes else noun.none}", 1)
    if expr.row is op.MATCHED:
        each = say.called(expr.name, expr.variable, expr.body)
        noun, cards = each.introduced(say.members(expr.source), expr.name), each.members(expr.body)
        text = f"there is, for every {noun.singular}, a different {cards.singular}"
        return Clause(text if yes else f"it is not so that {text}", 1)
    if expr.row is op.ALL:
        return _every(say, expr, yes)
    noun = say.fitting(expr)
    return Clause(f"there is {noun.a if yes else noun.none}", 1 if noun.such or noun.clauses else 0)


def _every(say: Phrases, expr: Quantified, yes: bool) -> Clause:
    """What is so of all members; what is asked only of some of them says of which."""
    noun, body = say.members(expr.source, True), expr.body
    when, then = asked_of(body)
    inner = say.called(expr.name, expr.variable, body)
    if when is not None:
        noun = say.fit(noun, expr.name, expr.variable, when, inner)
    member = Name(expr.variable, expr.name, expr.span)
    core, so = core_of(then)
    said = inner.saying(member, core)
    if not yes:
        some = say.fit(noun, expr.name, expr.variable, denied(then), inner)
        return Clause(f"there is {some.a}", 1)
    source = expr.source
    if said is not None:
        if so and when is None and isinstance(source, Call) and source.row is op.SET and source.args:
            return Clause(said.of(say.whole(source)))
        every = Thing(f"{'every' if so else 'no'} {noun.singular}")
        return Clause(said.of(every), 1 if noun.such or noun.clauses else 0)
    noun = inner.introduced(noun, expr.name)
    return Clause(f"for every {noun.singular}, {set_off(inner.clause(then))}", 1)


# ---- sets of members


def _groups(say: Phrases, expr: Quantified) -> Noun:
    """What groups of members are called."""
    source, total = expr.source, ""
    if isinstance(source, Call) and source.row is op.TOTALLING:
        source, number = source.args
        total = f"adding up to {say.number(number)}"
    of = say.members(source).plural
    noun = Noun(f"set of {of}", f"sets of {of}", close=total)
    if is_just(expr.body, True):
        return noun
    return noun.such_that(say.bound(expr.name, Thing("that set")).condition(expr.body))
