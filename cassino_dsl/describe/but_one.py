"""Conditions on cards that all count what they show, but for one that counts a number of its own."""

from __future__ import annotations

from collections.abc import Callable

from cassino_dsl.describe.clauses import AMOUNTS, is_, literal_numbers, row_of
from cassino_dsl.describe.english import adjective, joined, ranges, verb
from cassino_dsl.describe.pattern import Found, Pattern, like, reads, same
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Name
from cassino_dsl.ruleset.operators import OR, TERMS

_OWN: Pattern = ("order", ("rank", "?c"))  # of each card what it counts, but of one the number that is said
BUT_ONE: Pattern = ("if", ("=", "?c", "?face"), "?n", _OWN)


ALIKE: Pattern = ("any", "?r", ("ranks",), ("all", "?c", "?set", ("=", ("order", "?r"), BUT_ONE)))


def _but_one(say: Say, f: Found) -> str:
    return f"{say.thing(f['?face'])} counting {say.number(f['?n'])}"


def _cards(say: Say, whole: Expr) -> str:
    return "they" if isinstance(whole, Name) else f"the {say.members(whole).plural}"


def total_but_one(sign: str) -> Callable[[Say, Found, bool], str]:
    """The cards add up to so much, where one of them counts another number."""
    words = {"=": ("", "not "), **AMOUNTS}[sign]

    def said(say: Say, f: Found, yes: bool) -> str:
        how = "" if say.table.counts_rank else " by their rank numbers"
        amount = f"{words[0 if yes else 1]}{'' if sign == '=' else ' '}{say.number(f['?k'])}"
        return f"{verb(_cards(say, f['?set']), 'adds')} up to {amount}{how}, {_but_one(say, f)}"

    return said


def alike_but_one(say: Say, f: Found, yes: bool) -> str:
    """All cards are of one rank, where one of them is of any."""
    alike = "count the same" if say.table.counts_rank else "have the same rank number"
    cards = _cards(say, f["?set"]) if isinstance(f["?set"], Name) else f"all {say.members(f['?set']).plural}"
    return f"{'' if yes else 'not '}{cards} {alike}, {_but_one(say, f)}"


def some_number(say: Say, f: Found, yes: bool) -> str | None:
    """A total that one card can make, as it counts any of some numbers; a word of this game that fits with one."""
    numbers, inner = literal_numbers(f["?numbers"]), f["?body"]
    if numbers is None or not isinstance(f["?n"], Name):
        return None
    name, any_one = f["?n"].name, f"any number from {ranges(numbers)}" if len(numbers) > 3 else ranges(numbers)
    for sign in ("=", *AMOUNTS):
        found = like(inner, (sign, ("sum", "?c", "?set", BUT_ONE), "?k"), {"?n": f["?n"]})
        if found is not None and not reads(found["?k"], name):
            return total_but_one(sign)(say.bound(name, any_one if yes else "whatever it may"), found, yes)
    parts = row_of(inner, OR)
    terms = [p for p in parts if isinstance(p, Call) and p.row in TERMS and len(p.args) == 2]
    if len(terms) < len(parts) or any(t.args[0] != terms[0].args[0] or not same(t.args[1], f["?n"]) for t in terms):
        return None
    words = joined([f"“{adjective(t.name)}”" for t in terms], "or" if yes else "nor")
    with_one = f"{words} with {'a' if yes else 'any'} number from {ranges(numbers)}"
    return is_(say.thing(terms[0].args[0]), with_one, yes)
