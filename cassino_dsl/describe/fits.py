"""What the members of a set are called that pass a test: `king`, `build of that value`, `card you could also …`.

A row: the shape of one condition on the member (``?x``), and the noun that it makes of a noun. Conditions without a row
follow the noun in a clause of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cassino_dsl.describe.conditions import literal_numbers, ranks_of, where
from cassino_dsl.describe.english import Noun, ranges, spoken, verb, with_article
from cassino_dsl.describe.pattern import Found, Pattern, like, reads
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, conjuncts, free_names
from cassino_dsl.ruleset.operators import NOT, SET, TERMS
from cassino_dsl.ruleset.words import ROW

Fit = tuple[Pattern, Callable[[Say, Noun, Found], "Noun | None"]]


def _rank(say: Say, noun: Noun, f: Found) -> Noun | None:
    what = f["?k"]
    if isinstance(what, Literal) and noun.one == "card":
        return replace(noun, one=say.rank(what), many=say.rank(what, many=True))
    if isinstance(what, Name):
        return noun.with_near(f"of {say.thing(what)}")
    other = like(what, ("rank", "?d"))
    return noun.with_after(f"of the same rank as {say.thing(other['?d'])}" if other else f"of {say.thing(what)}")


def _no_rank(say: Say, noun: Noun, f: Found) -> Noun | None:
    return noun.with_after(f"that is not {a_rank(say, f['?k'])}") if isinstance(f["?k"], Literal) else None


def a_rank(say: Say, rank: Expr) -> str:
    return Noun(say.rank(rank), "").a


def _ranks(say: Say, noun: Noun, f: Found) -> Noun | None:
    one, many = ranks_of(f["?ranks"], say), None
    if one is None or noun.one != "card":
        return noun.with_after(f"of the rank {one}") if one else None
    assert isinstance(f["?ranks"], Call)
    many = one if any(isinstance(a, Call) for a in f["?ranks"].args) else _plural_ranks(f["?ranks"], say)
    return replace(noun, one=one, many=many or one)


def _other_ranks(say: Say, noun: Noun, f: Found) -> Noun | None:
    ranks = ranks_of(f["?ranks"], say)
    return noun.with_after(f"other than {with_article(ranks)}") if ranks else None


def _plural_ranks(whole: Expr, say: Say) -> str:
    assert isinstance(whole, Call)
    words = [say.rank(a, many=True) for a in whole.args]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _suit(say: Say, noun: Noun, f: Found) -> Noun | None:
    other = like(f["?k"], ("suit", "?d"))
    if other:
        return noun.with_after(f"of the suit of {say.thing(other['?d'])}")
    suit = say.thing(f["?k"])
    if isinstance(f["?k"], Name):
        return noun.with_near(f"of {suit}")
    if isinstance(f["?k"], Literal) and noun.one == "card" and not noun.before:
        return replace(noun, one=f"card of {suit}", many=suit)
    return noun.with_after(f"of {suit}")


def _faces(say: Say, noun: Noun, f: Found) -> Noun | None:
    cards = f["?cards"]
    if not (isinstance(cards, Call) and cards.row is SET and all(isinstance(a, Literal) for a in cards.args)):
        return None
    if cards.type is not Type.CARDS:
        return None
    return noun.with_after(f"that is {say.faces([str(a.value) for a in cards.args if isinstance(a, Literal)])}")


def _same_card(say: Say, noun: Noun, f: Found) -> Noun | None:
    other = f["?y"]
    if isinstance(other, Literal):
        return noun.with_after(f"that is {say.thing(other)}")
    if other.type in (Type.SEAT, Type.SIDE):
        return noun.with_after(f"that is {say.thing(other)}")
    return noun.with_after(f"the same in rank and suit as {say.thing(other)}") if other.type is Type.CARD else None


def _memory(say: Say, noun: Noun, f: Found) -> Noun | None:
    """Of builds: `whose owner you are`."""
    call = f["?m"]
    if not (isinstance(call, Call) and call.name in say.table.memory and call.args):
        return None
    return noun.with_after(
        f"of which {verb(say.thing(f['?y']), 'is')} {'' if '?not' not in f else 'not '}the {spoken(call.name)}"
    )


def _not_memory(say: Say, noun: Noun, f: Found) -> Noun | None:
    return _memory(say, noun, {**f, "?not": f["?m"]})


def _side_of(yes: bool) -> Callable[[Say, Noun, Found], Noun | None]:
    """Of builds: whose owner is of a side."""

    def said(say: Say, noun: Noun, f: Found) -> Noun | None:
        call, side = f["?m"], say.thing(f["?s"])
        if not (isinstance(call, Call) and call.name in say.table.memory and call.args):
            return None
        if say.table.alone:
            return noun.with_after(f"of which {verb(side, 'is')} {'' if yes else 'not '}the {spoken(call.name)}")
        none = "" if yes else f" (or that has no {spoken(call.name)})"
        return noun.with_after(f"whose {spoken(call.name)} is {'' if yes else 'not '}of {side}{none}")

    return said


def _value(say: Say, noun: Noun, f: Found) -> Noun:
    return noun.with_after(f"of {of_value(say, f['?v'])}")


def of_value(say: Say, value: Expr) -> str:
    said = say.number(value)
    return said if "value" in said.split(" of ")[0] else f"the value {said}"


def _counts(say: Say, noun: Noun, f: Found) -> Noun | None:
    place = f" {where(f['?place'])}" if "?place" in f and say.table.places else ""
    return _value(say, noun, f) if noun.one == "build" else noun.with_after(f"counting {say.number(f['?v'])}{place}")


def _counted_by(say: Say, noun: Noun, f: Found) -> Noun | None:
    if f["?cards"].type is not Type.CARDS:
        return None
    place = f" {where(f['?place'])}" if say.table.places else ""
    return noun.with_after(f"whose value {say.members(f['?cards']).a} counts{place}")


def _groups(text: str) -> Callable[[Say, Noun, Found], Noun | None]:
    return lambda say, noun, f: noun.with_after(text)


def _in(yes: bool) -> Callable[[Say, Noun, Found], Noun | None]:
    def said(say: Say, noun: Noun, f: Found) -> Noun | None:
        whole = f["?set"]
        if whole.type is Type.VALUES:
            numbers = literal_numbers(whole)
            return None if numbers is None else noun.with_after(f"that is {'' if yes else 'not '}{ranges(numbers)}")
        zone = say.members(whole)
        if yes and noun.one in ("card or build", "loose card or build") and not noun.after:
            return zone
        if isinstance(whole, Call) and whole.row is ROW["taken"]:
            return noun.with_after("that is taken" if yes else "that is not taken")
        if zone.after and not zone.before:
            return noun.with_after(f"that is {'' if yes else 'not '}{zone.after}")
        return noun.with_after(f"that is {zone.a}" if yes else f"that is no {zone.singular}")

    return said


_X = "?x"
FITS: tuple[Fit, ...] = (
    (("=", ("rank", _X), "?k"), _rank),
    (("!=", ("rank", _X), "?k"), _no_rank),
    (("in", ("rank", _X), "?ranks"), _ranks),
    (("not", ("in", ("rank", _X), "?ranks")), _other_ranks),
    (("not in", ("rank", _X), "?ranks"), _other_ranks),
    (("=", ("suit", _X), "?k"), _suit),
    (("in", _X, "?cards"), _faces),
    (("=", _X, "?y"), _same_card),
    (("!=", _X, "?y"), lambda say, noun, f: noun.with_after(f"other than {say.thing(f['?y'])}")),
    (("=", ("side", "?m"), "?s"), _side_of(True)),
    (("!=", ("side", "?m"), "?s"), _side_of(False)),
    (("not", ("=", ("side", "?m"), "?s")), _side_of(False)),
    (("=", "?m", "?y"), _memory),
    (("!=", "?m", "?y"), _not_memory),
    (
        ("known", "?m"),
        lambda say, noun, f: (
            noun.with_after(f"that has {with_article(spoken(f['?m'].name))}") if isinstance(f["?m"], Call) else None
        ),
    ),
    (("!=", ("value", _X), "?v"), lambda say, noun, f: noun.with_after(f"of another value than {say.number(f['?v'])}")),
    (
        ("not", ("=", ("value", _X), "?v")),
        lambda say, noun, f: noun.with_after(f"of another value than {say.number(f['?v'])}"),
    ),
    (
        (">", ("order", ("rank", _X)), ("order", ("rank", "?k"))),
        lambda say, noun, f: noun.with_after(f"ranking above {say.thing(f['?k'])}"),
    ),
    ((">", ("order", _X), ("order", "?k")), lambda say, noun, f: noun.with_after(f"above {say.thing(f['?k'])}")),
    (("=", ("value", _X), "?v"), _value),
    (("in", "?v", ("value", _X)), _counts),
    (("in", "?v", ("value", _X, "?place")), _counts),
    (("in", ("value", _X), ("value", "?cards", "?place")), _counted_by),
    (("=", ("groups", _X), 1), _groups("of a single group")),
    ((">", ("groups", _X), 1), _groups("of several groups")),
    ((">", ("count", ("cards", _X)), 1), _groups("of more than one card")),
    ((">", ("count", ("hand", _X)), 0), lambda say, noun, f: noun.with_after("who has cards in hand")),
    (("=", ("count", ("hand", _X)), 0), lambda say, noun, f: noun.with_after("whose hand is empty")),
    (("in", _X, "?set"), _in(True)),
    (("not in", _X, "?set"), _in(False)),
)


def fit(say: Say, noun: Noun, variable: str, test: Expr) -> Noun:
    """The noun with every condition of a test in it, or behind it."""
    rest: list[Expr] = []
    for part in conjuncts(test):
        if isinstance(part, Literal) and part.value is True:
            continue
        found = _fitted(say, noun, variable, part)
        if found is None:
            rest.append(part)
        else:
            noun = found
    if not rest:
        return noun
    apart = [r for r in rest if not reads(r, variable)]
    if apart:
        noun = noun.with_after(f"(only if {' and '.join(_set_off(say.condition(r)) for r in apart)})")
    rest = [r for r in rest if r not in apart]
    if not rest:
        return noun
    taken = any(say.stands_for(n) == "it" for r in rest for n in free_names(r))
    inner = say.called(variable, noun) if taken else say.bound(variable, "it")
    clauses = " and ".join(_set_off(inner.condition(r)) if len(rest) > 1 else inner.condition(r) for r in rest)
    return noun.such_that(clauses)


def _set_off(text: str) -> str:
    return f"({text})" if " or " in text or text.startswith(("if ", "for every")) else text


def _of_a_term(noun: Noun, variable: str, part: Expr) -> Noun | None:
    """What a word of this game says of the member."""
    yes = not (isinstance(part, Call) and part.row is NOT)
    term = part if yes or not isinstance(part, Call) else part.args[0]
    if not (isinstance(term, Call) and term.row in TERMS and len(term.args) == 1):
        return None
    subject = term.args[0]
    if not (isinstance(subject, Name) and subject.name == variable):
        return None
    return noun.with_after(f"that is {'' if yes else 'not '}“{spoken(term.name)}”")


def _fitted(say: Say, noun: Noun, variable: str, part: Expr) -> Noun | None:
    named = _of_a_term(noun, variable, part)
    if named is not None:
        return named
    for pattern, make in FITS:
        found = like(part, pattern, {_X: Name(Type.ITEM, variable, part.span)})
        if found is None or any(reads(e, variable) for gap, e in found.items() if gap not in (_X, "?m")):
            continue
        if "?m" in found and not _of(found["?m"], variable):
            continue
        made = make(say, noun, found)
        if made is not None:
            return made
    return None


def _of(memory: Expr, variable: str) -> bool:
    return (
        isinstance(memory, Call)
        and len(memory.args) == 1
        and like(memory.args[0], _X, {_X: Name(Type.ITEM, variable, memory.span)}) is not None
    )
