"""What the members of a set are called that pass a test: `king`, `build of that value`, `card you could also …`.

A row: the shape of one condition on the member (``?x``), and the noun that it makes of a noun. Conditions without a row
follow the noun in a clause of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from cassino_dsl.describe.clauses import literal_numbers, parts_of, ranks_of, said_of, where
from cassino_dsl.describe.english import YOU, Noun, ranges, spoken, with_article
from cassino_dsl.describe.faces import faces_that
from cassino_dsl.describe.pattern import Found, Pattern, like, reads
from cassino_dsl.describe.remembered import OWNER
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, all_of, free_names, is_just
from cassino_dsl.ruleset.operators import NOT, SET, TERMS
from cassino_dsl.ruleset.words import ROW

Fit = tuple[Pattern, Callable[[Say, Noun, Found], "Noun | None"]]


def _rank(say: Say, noun: Noun, f: Found) -> Noun | None:
    what = f["?k"]
    if isinstance(what, Literal) and noun.one.split(" ")[0] == "card":  # also of a `card taken or played`
        one, many = say.rank(what), say.rank(what, many=True)
        return replace(noun, one=noun.one.replace("card", one, 1), many=noun.many.replace("cards", many, 1))
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


def _other_faces(say: Say, noun: Noun, f: Found) -> Noun | None:
    found = _faces(say, replace(noun, after=""), f)
    return found and noun.with_after(found.after.replace("that is", "other than", 1))


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
    return _whose_is(noun, spoken(call.name), say.thing(f["?y"]), "?not" not in f)


def _whose_is(noun: Noun, name: str, who: str, yes: bool) -> Noun:
    """`build of yours`, `build whose maker is not that player`."""
    if name == OWNER and who == YOU:
        return noun.with_near("of yours") if yes else noun.with_after("that is not yours")
    if who == YOU:
        return noun.with_after(f"whose {name} you are{'' if yes else ' not'}")
    return noun.with_after(f"whose {name} is {'' if yes else 'not '}{who}")


def _not_memory(say: Say, noun: Noun, f: Found) -> Noun | None:
    return _memory(say, noun, {**f, "?not": f["?m"]})


def _side_of(yes: bool) -> Callable[[Say, Noun, Found], Noun | None]:
    """Of builds: whose owner is of a side."""

    def said(say: Say, noun: Noun, f: Found) -> Noun | None:
        call, side = f["?m"], say.thing(f["?s"])
        if not (isinstance(call, Call) and call.name in say.table.memory and call.args):
            return None
        if say.table.alone:
            return _whose_is(noun, spoken(call.name), side, yes)
        if call.name == OWNER:
            return noun.with_near(f"of {side}") if yes else noun.with_after(f"that is not of {side}")
        none = "" if yes else f" (or that has no {spoken(call.name)})"
        return noun.with_after(f"whose {spoken(call.name)} is {'' if yes else 'not '}of {side}{none}")

    return said


def _value(say: Say, noun: Noun, f: Found) -> Noun:
    of = f"of {of_value(say, f['?v'])}"
    return noun.with_near(of) if noun.one == "card" else noun.with_after(of)


def of_value(say: Say, value: Expr) -> str:
    said = say.number(value)
    if "value" in said.split(" of ")[0]:
        return said
    return f"the value which is {said}" if said.startswith("the ") else f"the value {said}"


def _counts(say: Say, noun: Noun, f: Found) -> Noun | None:
    if noun.one == "build" or "?place" not in f or not say.table.places:
        return _value(say, noun, f)
    return noun.with_after(f"counting {say.number(f['?v'])} {where(f['?place'])}")


def _counted_by(say: Say, noun: Noun, f: Found) -> Noun | None:
    place = f" {where(f['?place'])}" if say.table.places else ""
    own = next((held for zone, held in _HELD if like(f["?cards"], (zone,)) is not None), "")
    if own and noun.one.endswith("build"):
        return noun.with_after(own)
    if f["?cards"].type is not Type.CARDS:
        return noun.with_after(f"whose value {say.thing(f['?cards'])} counts{place}")
    return noun.with_after(f"whose value {say.members(f['?cards']).a} counts{place}")


_HELD = (("hand", "for which you hold a card"), ("kept", "for which you still hold a card"))


def _groups(word: str, text: str) -> Callable[[Say, Noun, Found], Noun | None]:
    def said(say: Say, noun: Noun, f: Found) -> Noun | None:
        if not noun.one.endswith("build"):
            return noun.with_after(text)
        one, many = (n.replace("build", f"{word} build") for n in (noun.one, noun.many))
        return replace(noun, one=one, many=many)

    return said


def _in(yes: bool) -> Callable[[Say, Noun, Found], Noun | None]:
    def said(say: Say, noun: Noun, f: Found) -> Noun | None:
        whole = f["?set"]
        if whole.type is Type.VALUES:
            numbers = literal_numbers(whole)
            return None if numbers is None else noun.with_after(f"that is {'' if yes else 'not '}{ranges(numbers)}")
        zone = say.members(whole)
        if yes and noun.one in ("card or build", "loose card or build") and not noun.after:
            return zone
        if yes and noun.one == "card or build taken" and isinstance(whole, Call) and whole.row is ROW["builds"]:
            return replace(noun, one="build taken", many="builds taken")
        if isinstance(whole, Call) and whole.row is ROW["taken"]:
            if yes and noun.after == _THERE_BEFORE:
                return replace(noun, after="taken")  # what is taken lay there
            return noun.with_after("that you take" if yes else "that you do not take")
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
    (("not in", _X, "?cards"), _other_faces),
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
    *(
        (other, lambda say, noun, f: noun.with_after(f"whose value is not {say.number(f['?v'])}"))
        for other in (("!=", ("value", _X), "?v"), ("not", ("=", ("value", _X), "?v")))
    ),
    (
        (">", ("order", ("rank", _X)), ("order", ("rank", "?k"))),
        lambda say, noun, f: noun.with_after(f"ranking above {say.thing(f['?k'])}"),
    ),
    ((">", ("order", _X), ("order", "?k")), lambda say, noun, f: noun.with_after(f"above {say.thing(f['?k'])}")),
    *(
        (
            ("=", ("order", ("rank", _X)), ("+", *added)),
            lambda say, noun, f: noun.with_after(f"of the rank next above {say.thing(f['?k'])}"),
        )
        for added in ((("order", ("rank", "?k")), 1), (("+", ("order", ("rank", "?k")), 0), 1))
    ),
    (
        ("=", ("order", ("rank", _X)), ("-", ("order", ("rank", "?k")), 1)),
        lambda say, noun, f: noun.with_after(f"of the rank next below {say.thing(f['?k'])}"),
    ),
    (
        ("=", ("order", ("rank", _X)), ("+", ("+", ("order", ("rank", "?k")), ("count", "?g")), 1)),
        lambda say, noun, f: noun.with_after(
            f"of the rank next after {say.thing(f['?g'])} (counted upward from {say.thing(f['?k'])}, a rank for each)"
        ),
    ),
    (
        ("=", ("order", ("rank", _X)), "?n"),
        lambda say, noun, f: noun.with_after(f"whose rank number is {say.number(f['?n'])}"),
    ),
    (("=", ("value", _X), "?v"), _value),
    (("in", "?v", ("value", _X)), _counts),
    (("in", "?v", ("value", _X, "?place")), _counts),
    (("in", ("value", _X), ("value", "?cards", "?place")), _counted_by),
    (("=", ("groups", _X), 1), _groups("single", "of a single group")),
    ((">", ("groups", _X), 1), _groups("multiple", "of several groups")),
    (
        (">", ("count", ("cards", _X)), 1),
        lambda say, noun, f: noun if say.table.pairs else noun.with_after("of two or more cards"),
    ),
    ((">", ("count", ("hand", _X)), 0), lambda say, noun, f: noun.with_after("who has cards in hand")),
    (("!=", ("count", ("hand", _X)), 0), lambda say, noun, f: noun.with_after("who has cards in hand")),
    (
        ("=", ("side", _X), "?s"),
        lambda say, noun, f: noun.with_after(f"{'that is' if say.table.alone else 'of'} {say.thing(f['?s'])}"),
    ),
    (("=", ("count", ("hand", _X)), 0), lambda say, noun, f: noun.with_after("whose hand is empty")),
    (("in", _X, "?set"), _in(True)),
    (("not in", _X, "?set"), _in(False)),
)


def fit(say: Say, noun: Noun, variable: str, test: Expr) -> Noun:
    """The noun with every condition of a test in it, or behind it."""
    rest: list[Expr] = []
    parts = list(parts_of(test))
    if noun.one == "card":
        noun, parts = _without(say, noun, variable, parts)
    if say.stands_for(BUILDING) or (say.stands_for(BUILT) and noun.after == _THERE_BEFORE):
        noun, parts = _of_another_value(noun, variable, parts)
    for part in parts:
        if is_just(part, True) or _is_owned_besides(part, parts):
            continue
        found = _fitted(say, noun, variable, part, parts)
        if found is None:
            rest.append(part)
        else:
            noun = found
    if not rest:
        return noun
    alone = [r for r in rest if noun.one == "card" and faces_that(r, variable, say.table.ruleset) is not None]
    if alone and (named := _named(say, noun, variable, all_of(alone, test.span))) is not None:
        noun, rest = named, [r for r in rest if r not in alone]
    apart = [r for r in rest if not reads(r, variable)]
    if apart:
        only = " and ".join(_set_off(say.condition(r)) for r in apart)
        if only == "four play":  # then it is known who that is
            noun = replace(noun, one=where_four_play(noun.one), many=where_four_play(noun.many))
        noun = noun.with_after(f"(only if {only})")
    rest = [r for r in rest if r not in apart]
    if not rest:
        return noun
    taken = any(say.stands_for(n) == "it" for r in rest for n in free_names(r))
    inner = say.called(variable, noun) if taken else say.bound(variable, "it")
    said = [inner.condition(r) for r in rest]
    if len(said) == 1 and not taken and not noun.such and (after := _relative(said[0])):
        return noun.with_after(after)
    return noun.such_that(" and ".join(map(_set_off, said)) if len(said) > 1 else said[0])


# Stand for something where a build is made, and where one was made; no file can have a space in a name.
BUILDING, BUILT = "what is built", "what was built"
_THERE_BEFORE = "there before the play"


def _of_another_value(noun: Noun, variable: str, parts: list[Expr]) -> tuple[Noun, list[Expr]]:
    """What is put into a build of another value, where it is known that one is made."""
    gaps: Found = {_X: Name(Type.ITEM, variable, parts[0].span)} if parts else {}
    taken = [p for p in parts if like(p, ("in", _X, ("taken",)), gaps) is not None]
    other = [p for p in parts if like(p, ("!=", ("value", _X), ("announced",)), gaps) is not None]
    if not (taken and other):
        return noun, parts
    here = replace(noun, after="") if noun.after == _THERE_BEFORE else noun  # what is taken lay there
    return here.with_after("whose value you change"), [p for p in parts if p not in (*taken, *other)]


def where_four_play(text: str) -> str:
    """The same where it is known who sits two places on."""
    return _PARTNER.sub(r"\1", text)


_PARTNER = re.compile(r"the player two places after \w+ \(([^,()]+), where four play\)")


def _relative(clause: str) -> str:
    """A clause about `it` as one that follows a noun: `whose score is 31`, `that counts 7`; "" where it can't be."""
    first, _, rest = clause.partition(" ")
    if any(word in rest.replace("(", " ").split() for word in ("it", "its", "and", "or", "otherwise")):
        return ""
    return {"its": f"whose {rest}", "it": f"that {rest}"}.get(first, "")


def _without(say: Say, noun: Noun, variable: str, parts: list[Expr]) -> tuple[Noun, list[Expr]]:
    """Several that say what the card is not, in one."""
    denied = [
        p
        for p in parts
        if isinstance(p, Call)
        and (p.row is NOT or p.row.sign in ("!=", "not in"))
        and faces_that(p, variable, say.table.ruleset) is not None
    ]
    named = _named(say, noun, variable, all_of(denied, denied[0].span)) if len(denied) > 1 else None
    return (noun, parts) if named is None else (named, [p for p in parts if p not in denied])


def _named(say: Say, noun: Noun, variable: str, part: Expr) -> Noun | None:
    """Of cards: those that pass by their names, where only what they are is asked."""
    pack = say.table.ruleset.pack
    faces = faces_that(part, variable, say.table.ruleset)
    if not faces or len(faces) == len(pack.faces):
        return None
    others = set(range(len(pack.faces))) - faces
    texts = [pack.faces[n].text for n in sorted(faces if len(faces) <= len(others) else others)]
    return noun.with_after(f"{'other than' if len(others) < len(faces) else 'that is'} {say.faces(texts)}")


def _is_owned_besides(part: Expr, parts: list[Expr]) -> bool:
    """Of a build that is of another side's: that it is anybody's is said with it."""
    known = like(part, ("known", "?m"))
    denied: tuple[Pattern, ...] = (("!=", ("side", "?m"), "?s"), ("not", ("=", ("side", "?m"), "?s")))
    return known is not None and any(like(p, d, known) is not None for p in parts for d in denied)


def _set_off(text: str) -> str:
    return f"({text})" if " or " in text or text.startswith(("if ", "for every")) else text


def _of_a_term(say: Say, noun: Noun, variable: str, part: Expr) -> Noun | None:
    """What a word of this game says of the member."""
    yes = not (isinstance(part, Call) and part.row is NOT)
    term = part if yes or not isinstance(part, Call) else part.args[0]
    if not (isinstance(term, Call) and term.row in TERMS and term.args):
        return None
    subject, *others = term.args
    if not (isinstance(subject, Name) and subject.name == variable) or any(reads(e, variable) for e in others):
        return None
    return noun.with_after(said_of(say, "that", term, yes))


def _fitted(say: Say, noun: Noun, variable: str, part: Expr, parts: list[Expr]) -> Noun | None:
    named = _of_a_term(say, noun, variable, part)
    if named is not None:
        return named
    for pattern, make in FITS:
        found = like(part, pattern, {_X: Name(Type.ITEM, variable, part.span)})
        if found is None or any(reads(e, variable) for gap, e in found.items() if gap not in (_X, "?m")):
            continue
        if "?m" in found and not _of(found["?m"], variable):
            continue
        if "?s" in found and any(_is_owned_besides(p, [part]) for p in parts):
            name = getattr(found["?m"], "name", "")
            other = f"of another {say.table.side}"
            return noun.with_near(other) if name == OWNER else noun.with_after(f"whose {spoken(name)} is {other}")
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
