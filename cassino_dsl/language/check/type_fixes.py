"""How to mend what is of the wrong type: help that puts the author's own words in order.

What is proposed as ``write `…` instead`` stands in the place of the marked text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from cassino_dsl.language.diagnostics.remedy import Advice, write
from cassino_dsl.language.ruleset.expr import Expr, Literal
from cassino_dsl.language.ruleset.types import ELEMENT, SETS_OF_ITEMS, Type
from cassino_dsl.language.ruleset.words import BY_WORD
from cassino_dsl.language.syntax.ast import Ast

_MANY = "a card may count for several numbers"
_SEVERAL = ("value", "total")  # words that give what a card counts for
ORDERING = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_NUMBERS = ("count", "sum", "product", "min", "max")  # quantifiers that make a number of a set
_SIGNS = {"eq": "=", "ne": "!=", "in": "in", "not_in": "not in"}
CONDITIONS = (*ORDERING, *_SIGNS, "and", "or", "not", "implies")  # what an expression is that is yes or no at sight
_AMONG = {"eq": "in", "ne": "not in"}  # the same asked of a set
COMPARING = (*ORDERING, *_AMONG)
_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}  # the same said from the other side
_RANKED = {Type.RANK: "{}", Type.CARD: "rank({})", Type.ITEM: "rank({})"}  # how to ask what the rank of it is
_LISTED = 4  # ranks that are listed; more are a range


def instead(text: str, node: Ast | None = None, after: str = "", certain: bool = True) -> Advice:
    """Help that proposes a text; in quotes where it is to stand alone as a value that YAML would read otherwise."""
    before = node.span.source.text[: node.span.start].rstrip(" ")[-1:] if node is not None else "?"
    if text[:1] in "{[" and before in (":", "-", ",", "["):
        text = f'"{text}"'
    return write(text, after, certain)


_SETS = tuple(ELEMENT)
_ASKS: dict[Type, tuple[str, ...]] = {
    t: (f"{t.value}(card) = {{0}}", f"{t.value}(c) = {{0}}") for t in (Type.SUIT, Type.RANK, Type.COLOUR)
}
_ASKS |= {Type.SEAT: ("{0} = me", "side({0}) = us"), Type.SIDE: ("{0} = us",)}
_ASKED = ", or ask something of its members: `any(x in … | …)`"
# what to write for a text of one of these types where another is wanted, by its form (of any, where none is named), and
# what is said after it
_FIXES: tuple[tuple[tuple[Type, ...], Type, str, str, str], ...] = (
    (_SETS, Type.INT, "", "count({0})", ""),
    (_SETS, Type.BOOL, "", "count({0}) > 0", _ASKED),
    ((Type.SUIT,), Type.INT, "name", "count(c in pile | suit(c) = {0})", ""),
    ((Type.RANK,), Type.INT, "name", "count(c in pile | rank(c) = {0})", ""),
    ((Type.RANK,), Type.INT, "", "rank_number({0})", ""),
    ((Type.CARD,), Type.INT, "card", "count(c in pile | c = {0})", ""),
    ((Type.SEAT,), Type.SIDE, "me", "us", ""),
    ((Type.SEAT,), Type.SIDE, "", "side({0})", ""),
    ((Type.SIDE,), Type.SEAT, "us", "me", ""),
    ((Type.INT,), Type.VALUES, "", "{{{0}}}", ""),
    ((Type.BOOL,), Type.INT, "", "1 if {0} else 0", ""),
)


def wrong_type(ast: Ast, have: Type, want: Type) -> str | None:
    """How to write what is of one type, where another is needed."""
    text = ast.span.text
    if ast.head == "set" and ast.args and want is Type.INT:
        return one_number([member.span.text for member in ast.args])
    if have is Type.VALUES and want is Type.INT and (one := one_of_several(ast)):
        return one
    if have is Type.INT and want is Type.BOOL:
        return "a number is compared: `… > 0`, `… = 2`"
    if have in _ASKS and want is Type.BOOL:
        help = None
        for form in _ASKS[have]:
            one = form.format(text)
            help = write(one, certain=False, said=f"say what it is compared with: `{one}`", otherwise=help)
        return help
    for types, wanted, of, form, also in _FIXES:
        if have in types and want is wanted and of in ("", ast.head, text):
            return instead(form.format(text), ast, also, also != _ASKED and have is not Type.CARD)
    return instead(f"{{{text}}}", ast) if ELEMENT.get(want) is have else None


def one_of_several(*asts: Ast) -> str | None:
    """How to make one number of what cards count for, where that stands in a text."""
    for ast in asts:
        if ast.head == "call" and ast.text in _SEVERAL:
            text = ast.span.text
            return (
                f"{_MANY}: in an action `let: {{v: …}}` chooses one of `{text}`; `max(n in {text} | n)` is the largest"
            )
        if (found := one_of_several(*ast.args)) is not None:
            return found
    return None


def one_number(members: Sequence[str], such: str = "") -> str:
    """Help for several things where one number is needed: the first that is one, as far as its first word shows."""
    first = next((text for text in members if _is_number(text)), None)
    more = "" if (first or such).isdecimal() else "; several are added with `+`"
    if first is not None:
        return instead(first, after=more, certain=len(members) == 1)
    return (f"it is one number, such as `{such}`" if such else "write one number") + more


def _is_number(text: str) -> bool:
    called = re.match(r"(\w+)\(.*\)$", text, re.DOTALL)
    rows = BY_WORD.get(called[1], ()) if called else ()
    return text.isdecimal() or any(row.result is Type.INT for row in rows) or bool(called and called[1] in _NUMBERS)


def listed(text: str) -> list[str]:
    """The members of a whole text that is a list, `[a, b]` or `{a, b}`; none where it is no such text."""
    text = text.strip()
    members, depth, begin = [], 0, 1
    for at, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if (depth == 1 and sign in ",") or (depth == 0 and at == len(text) - 1):
            members.append(text[begin:at].strip())
            begin = at + 1
        elif depth == 0 or (depth == 1 and sign == "|"):
            return []
    return members if text[:1] in ("[", "{") and all(members) else []


def ordered_ranks(ast: Ast, left: Expr, right: Expr, ranks: Sequence[str]) -> str | None:
    """How to say `rank(c) >= J`: by the ranks that are meant, or by their places in the pack."""
    for head, asked, one, other in (
        (ast.head, ast.args[0], left, right),
        (_TURNED[ast.head], ast.args[1], right, left),
    ):
        word = str(other.value) if isinstance(other, Literal) and not other.option else None
        if one.type in _RANKED and not isinstance(one, Literal) and word in ranks:
            at = ranks.index(word)
            meant = {"lt": ranks[:at], "le": ranks[: at + 1], "gt": ranks[at + 1 :], "ge": ranks[at:]}[head]
            if meant:
                said = ", ".join(meant) if len(meant) <= _LISTED else f"{meant[0]}..{meant[-1]}"
                return instead(f"{_RANKED[one.type].format(asked.span.text)} in {{{said}}}")
    places = (
        f"rank_number({_RANKED[side.type].format(node.span.text)})" if side.type in _RANKED else node.span.text
        for node, side in zip(ast.args, (left, right), strict=True)
    )
    return instead(f" {ORDERING[ast.head]} ".join(places), after=", by their places in the pack")


_ALONE = ("name", "int", "card")


def joined_by_or(ast: Ast) -> tuple[list[Ast], Ast | None, str] | None:
    """Of `rank(card) = J or Q`, `rank(card) = (J or Q)`, `1 or 14`: what stands alone (behind the first), with what it
    is compared, and help that makes a set of it."""
    more: list[Ast] = []
    if ast.head in _SIGNS:
        left, first = ast.args
        while first.head == "or" and first.args[1].head in _ALONE:
            first, last = first.args
            more.insert(0, last)
        if not more or first.head not in _ALONE:
            return None
        several = ", ".join(thing.span.text for thing in (first, *more))
        among = _AMONG.get(ast.head, _SIGNS[ast.head])
        return [first, *more], left, instead(f"{left.span.text} {among} {{{several}}}")
    first = ast
    while first.head == "or" and first.args[1].head in _ALONE:
        first, last = first.args
        more.insert(0, last)
    first = first.args[1] if first.head == "or" else first
    several = ", ".join(thing.span.text for thing in more)
    if more and first.head in ("eq", "in") and first.args[1].head in _ALONE:
        before = ast.span.source.text[ast.span.start : first.span.start]
        said = f"{before}{first.args[0].span.text} in {{{first.args[1].span.text}, {several}}}"
        return more, first.args[0], instead(said)
    if more and first.head in ("int", "card"):
        return more, None, instead(f"{{{first.span.text}, {several}}}", first)
    return None


def sum_with_totals(equation: Ast, sum: Ast, many: int) -> str:
    """Help for `total(g) + v = 15`: a sum on one side of which the part ``many`` may be several numbers."""
    other = next(side for side in equation.args if side is not sum)
    one, two = sum.args
    if many == 0:
        back = "-" if sum.head == "plus" else "+"
        return _within(equation.head, f"{other.span.text} {back} {_atom(two)}", one.span.text)
    number = f"{other.span.text} - {_atom(one)}" if sum.head == "plus" else f"{one.span.text} - {_atom(other)}"
    return _within(equation.head, number, two.span.text)


def _atom(ast: Ast) -> str:
    return f"({ast.span.text})" if ast.head in ("plus", "minus", "if") else ast.span.text


def _within(head: str, number: str, numbers: str) -> str:
    said = f"{number} in {numbers}" if head == "eq" else f"not {number} in {numbers}"
    return instead(said, after=f": {_MANY}")


CARDS = (Type.CARD, Type.ITEM)
# what is asked of a thing of the first types that is compared with one of the others
_COMPARED: tuple[tuple[Collection[Type], tuple[Type, ...], str], ...] = (
    (CARDS, (Type.INT, Type.RANK, Type.RANKS), "rank"),
    (CARDS, (Type.SUIT, Type.SUITS), "suit"),
    (CARDS, (Type.COLOUR,), "colour"),
    (SETS_OF_ITEMS, (Type.INT,), "count"),
    ((Type.SEAT,), (Type.SIDE,), "side"),
    ((Type.BUILD,), (Type.INT,), "value"),
)


def compared(ast: Ast, have: Type, other: Type) -> str | None:
    """How to compare two things of different types by `=`, or to ask whether one is among the others."""
    left, right = ast.args
    for one, two, type, beside in ((left, right, have, other), (right, left, other, have)):
        text, wanted = one.span.text, two.span.text
        sign = _AMONG.get(ast.head, _SIGNS[ast.head]) if beside in ELEMENT else _SIGNS[ast.head]
        if type is Type.VALUES and beside is Type.INT:
            return _within(ast.head, wanted, text)
        if type is Type.BOOL and beside is Type.INT and wanted in ("0", "1") and ast.head in ("eq", "ne"):
            return instead(text if (wanted == "1") == (ast.head == "eq") else f"not {_atom(one)}")
        for types, others, asked in _COMPARED:
            if type in types and beside in others:
                return instead(f"{asked}({text}) {sign} {wanted}")
        if ELEMENT.get(beside) is type:
            return instead(f"{text} {sign} {wanted}")
        if type is Type.SEAT and beside is Type.INT:
            return "seats have no numbers here: they are `leader`, `dealer`, `next(leader)` and so on"
    return None
