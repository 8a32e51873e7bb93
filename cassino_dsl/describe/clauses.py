"""What clauses are made of, whatever they say: opposites, rows with `and` and `or`, words for ranks and places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from cassino_dsl.describe.english import adjective, joined, verb
from cassino_dsl.describe.faces import PLAYED, faces_that, with_name
from cassino_dsl.describe.pattern import Found, Pattern
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.operators import AND, IMPLIES, MEMORIES, NOT, OR, RANGE, RANK_RANGE, SET, SPELT
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.words import BY_WORD, CARD

Shape = tuple[Pattern, Callable[[Say, Found, bool], "str | None"]]
Clause = tuple[str, bool]  # in words, and whether it is a row of others, joined by the other word


def is_(subject: str, what: str, yes: bool) -> str:
    return f"{verb(subject, 'is')} {'' if yes else 'not '}{what}"


def are(number: Expr, subject: str) -> str:
    """A number with its verb: `your sweeps are`, `your score is`."""
    counted = isinstance(number, Call) and (
        (number.row in MEMORIES and number.name.endswith("s")) or number.row in (*BY_WORD["points"], *BY_WORD["earned"])
    )
    return f"{subject} are" if counted else verb(subject, "is")


def said_of(say: Say, subject: str, term: Call, yes: bool) -> str:
    """A word of this game said of a thing: `it is “whole”`, `you do not have “all”`."""
    if not term.name.startswith(_HAS):
        return is_(subject, called_so(say, term), yes)
    has = verb(subject, "has") if yes else f"{verb(subject, 'does')} not have"
    return f"{has} {called_so(say, term)}"


_HAS = "has_"


def called_so(say: Say, term: Call) -> str:
    """What a word of this game says of a thing: `“whole”`, `“low” with 5`."""
    others = "".join(f" with {say.thing(a)}" for a in term.args[1:])
    return f"“{adjective(term.name.removeprefix(_HAS))}”{others}"


def where(place: Expr) -> str:
    word = str(place.value) if isinstance(place, Literal) else ""
    return {"hand": "in the hand", "table": "on the table", "build": "in a build", "pile": "in a pile"}.get(word, word)


def ranks_of(whole: Expr, say: Say, last: str = "or") -> str | None:
    """The ranks of a set that is written out: `a jack, queen or king`."""
    if not (isinstance(whole, Call) and whole.row is SET and whole.type is Type.RANKS):
        return None
    words: list[str] = []
    for arg in whole.args:
        if isinstance(arg, Call) and arg.row is RANK_RANGE:
            words.append(f"{say.rank(arg.args[0])} to {say.rank(arg.args[1])}")
        else:
            words.append(say.rank(arg))
    return joined(words, last)


def literal_numbers(whole: Expr) -> list[int] | None:
    """The members of a set of numbers that is written out."""
    if not (isinstance(whole, Call) and whole.row is SET):
        return None
    found: list[int] = []
    for arg in whole.args:
        if isinstance(arg, Call) and arg.row is RANGE:
            low, high = arg.args
            if not (isinstance(low, Literal) and isinstance(high, Literal)):
                return None
            found += range(int(low.value or 0), min(int(high.value or 0), 200) + 1)
        elif isinstance(arg, Literal) and isinstance(arg.value, int):
            found.append(arg.value)
        else:
            return None
    return sorted(set(found))


# how a number is compared, and how it is said that it is not so
AMOUNTS = {
    "<": ("less than", "at least"),
    "<=": ("at most", "more than"),
    ">": ("more than", "at most"),
    ">=": ("at least", "less than"),
}


def row_of(expr: Expr, row: Row) -> list[Expr]:
    """The members of a row of clauses, joined by one word."""
    if isinstance(expr, Call) and expr.row is row:
        return [part for arg in expr.args for part in row_of(arg, row)]
    return [expr]


_DENIED = {"=": "!=", "!=": "=", "in": "not in", "not in": "in", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def denied(test: Expr) -> Expr:
    """The opposite of a condition, as one that says itself what holds."""
    if isinstance(test, Call) and test.row is NOT:
        return test.args[0]
    if isinstance(test, Call) and test.row in (AND, OR):
        return replace(test, row=OR if test.row is AND else AND, args=tuple(map(denied, test.args)))
    if isinstance(test, Call) and test.row is IMPLIES:
        return Call(Type.BOOL, AND, (test.args[0], denied(test.args[1])), test.span)
    if isinstance(test, Call) and test.row.sign in _DENIED:
        return replace(test, row=next(r for r in SPELT if r.sign == _DENIED[test.row.sign]))
    return Call(Type.BOOL, NOT, (test,), test.span)


def of_one_card(say: Say, whole: Expr, yes: bool) -> str | None:
    """Several conditions that all ask what the card played is: the cards that it may be."""
    test = with_name(whole)
    faces = faces_that(test, PLAYED, say.table.ruleset)
    pack = say.table.ruleset.pack
    if not faces or len(faces) == len(pack.faces):
        return None
    others = set(range(len(pack.faces))) - faces
    texts = [pack.faces[n].text for n in sorted(faces if len(faces) <= len(others) else others)]
    played = say.thing(Call(Type.CARD, CARD, (), whole.span))
    return is_(played, say.faces(texts), yes == (len(faces) <= len(others)))


def clause_of(say: Say, part: Expr, yes: bool) -> Clause:
    text = say.condition(part, yes)
    while isinstance(part, Call) and part.row is NOT:
        part = part.args[0]
    is_row = isinstance(part, Call) and part.row in (AND, OR) and of_one_card(say, part, yes) is None
    return text, is_row


def joined_clauses(clauses: list[Clause], word: str) -> str:
    """Clauses in a row, the plain ones first; what is a row itself is set off, so that nothing can be read two ways."""
    other = " or " if word == "and" else " and "
    clauses = sorted(dict.fromkeys(clauses), key=lambda c: (_is_long(c), other in c[0]))
    if len(clauses) == 1:
        return clauses[0][0]
    *first, last = clauses
    row = f" {word} ".join(f"({c[0]})" if _is_long(c) or other in c[0] else c[0] for c in first)
    if not _is_long(last):
        return f"{row} {word} {last[0]}"
    alone = last[1] and not any(map(_is_long, first))
    return f"{row} {word} {_set_off(last[0], word) if alone else f'({last[0]})'}"


def _is_long(clause: Clause) -> bool:
    """Whether other clauses beside it could be taken for its own."""
    text, is_row = clause
    _, _, such = text.partition(" such that ")
    return (
        (is_row and (" or " in text or " and " in text))
        or text.startswith(("if ", "for every"))
        or " or " in such
        or " and " in such
    )


def _set_off(row: str, word: str) -> str:
    """A row of two at the end of another: `… and either A or B`."""
    inner, other, start = ("or", "and", "either ") if word == "and" else ("and", "or", "both ")
    plain = "(" not in row and "," not in row and f" {other} " not in row and row.count(f" {inner} ") == 1
    return f"{start}{row}" if plain and not row.startswith(("if ", "for every")) else f"({row})"


def parts_of(test: Expr) -> Iterator[Expr]:
    """All that has to hold for a condition to hold: `not (A or B)` is both that A does not hold and that B does not."""
    if isinstance(test, Call) and test.row is NOT and isinstance(test.args[0], Call) and test.args[0].row in (OR, NOT):
        yield from parts_of(denied(test.args[0])) if test.args[0].row is OR else parts_of(test.args[0].args[0])
    elif isinstance(test, Call) and test.row is AND:
        for part in test.args:
            yield from parts_of(part)
    else:
        yield test
