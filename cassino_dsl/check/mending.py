"""How to mend what is of the wrong type: help that puts the author's own words in order.

What is proposed as ``write `…` instead`` stands in the place of the marked text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cassino_dsl.ruleset.expr import Expr, Literal
from cassino_dsl.ruleset.types import ELEMENT, SETS_OF_ITEMS, Type
from cassino_dsl.ruleset.words import BY_WORD
from cassino_dsl.syntax.ast import Ast

_MANY = "a card may count for several numbers"
_SEVERAL = ("value", "total")  # words that give what a card counts for
ORDERING = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_NUMBERS = ("count", "sum", "min", "max")  # quantifiers that make a number of a set
_SIGNS = {"eq": "=", "ne": "!=", **ORDERING}
_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}  # the same said from the other side
_RANKED = {Type.RANK: "{}", Type.CARD: "rank({})", Type.ITEM: "rank({})"}  # how to ask what the rank of it is
_LISTED = 4  # ranks that are listed; more are a range
# what to ask of a card, to compare it with one of these
_OF_CARDS = {Type.INT: "rank", Type.RANK: "rank", Type.RANKS: "rank", Type.SUIT: "suit", Type.COLOUR: "colour"}


def instead(text: str, node: Ast | None = None) -> str:
    """Help that proposes a text; in quotes where it is to stand alone as a value that YAML would read otherwise."""
    if node is not None and text[:1] in "{[" and _is_value(node):
        text = f'"{text}"'
    return f"write `{text}` instead"


def _is_value(node: Ast) -> bool:
    """Whether a text is all that stands under its key, without quotes or block."""
    return node.span.source.text[: node.span.start].rstrip(" ")[-1:] in (":", "-", ",", "[")


def wrong_type(ast: Ast, have: Type, want: Type) -> str | None:
    """How to write what is of one type, where another is needed."""
    text = ast.span.text
    if ast.head == "set" and ast.args and want is Type.INT:
        return one_number([member.span.text for member in ast.args])
    if have is Type.VALUES and want is Type.INT and (one := one_of_several(ast)):
        return one
    if have in ELEMENT and want is Type.INT:
        return instead(f"count({text})")
    if have in ELEMENT and want is Type.BOOL:
        return instead(f"count({text}) > 0") + ", or ask something of its members: `any(x in … | …)`"
    if have is Type.SUIT and want is Type.INT:
        return instead(f"count(c in pile | suit(c) = {text})") if ast.head == "name" else None
    if have is Type.RANK and want is Type.INT:
        return instead(f"count(c in pile | rank(c) = {text})" if ast.head == "name" else f"order({text})")
    if have is Type.CARD and want is Type.INT:
        return instead(f"count(c in pile | c = {text})") if ast.head == "card" else None
    if have is Type.SEAT and want is Type.SIDE:
        return instead("us" if text == "me" else f"side({text})")
    if have is Type.SIDE and want is Type.SEAT and text == "us":
        return instead("me")
    if have is Type.INT and want is Type.VALUES:
        return instead(f"{{{text}}}", ast)
    if have is Type.INT and want is Type.BOOL:
        return "a number is compared: `… > 0`, `… = 2`"
    if have is Type.BOOL and want is Type.INT:
        return instead(f"1 if {text} else 0")
    if ELEMENT.get(want) is have:
        return instead(f"{{{text}}}", ast)
    return None


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
    said = (
        instead(first) if first is not None else f"it is one number, such as `{such}`" if such else "write one number"
    )
    return said if (first or such).isdecimal() else f"{said}; several are added with `+`"


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
        f"order({_RANKED[side.type].format(node.span.text)})" if side.type in _RANKED else node.span.text
        for node, side in zip(ast.args, (left, right), strict=True)
    )
    return instead(f" {ORDERING[ast.head]} ".join(places)) + ", by their places in the pack"


def member_of(ast: Ast, left: Type, right: Type) -> str | None:
    """How to say `c in {J, Q, K}`, where one is a card and the others are ranks, or suits."""
    asked = {Type.RANKS: "rank", Type.SUITS: "suit"}.get(right)
    if asked is None or left not in (Type.CARD, Type.ITEM):
        return None
    one, many = (side.span.text for side in ast.args)
    return instead(f"{asked}({one}) {'in' if ast.head == 'in' else 'not in'} {many}")


def joined_by_or(left: Ast, right: Ast) -> str | None:
    """Help for `rank(card) = J or Q`, `1 or 14`: several things that one may be."""
    alone = ("name", "int", "card")
    if right.head not in alone:
        return None
    if left.head in ("eq", "in") and left.args[1].head in alone:
        return instead(f"{left.args[0].span.text} in {{{left.args[1].span.text}, {right.span.text}}}")
    if left.head in ("int", "card"):
        return instead(f"{{{left.span.text}, {right.span.text}}}", left)
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
    return f"{instead(said)}: {_MANY}"


def compared(head: str, left: Ast, right: Ast, have: Type, other: Type) -> str | None:
    """How to compare two things of different types."""
    for one, two, type, beside in ((left, right, have, other), (right, left, other, have)):
        text, wanted, sign = one.span.text, two.span.text, _SIGNS[head]
        if type is Type.VALUES and beside is Type.INT:
            return _within(head, wanted, text)
        if type in (Type.CARD, Type.ITEM) and beside in _OF_CARDS:
            return instead(f"{_OF_CARDS[beside]}({text}) {'in' if beside is Type.RANKS else sign} {wanted}")
        if type in SETS_OF_ITEMS and beside is Type.INT:
            return instead(f"count({text}) {sign} {wanted}")
        if type is Type.SEAT and beside is Type.SIDE:
            return instead(f"side({text}) {sign} {wanted}")
        if type is Type.BUILD and beside is Type.INT:
            return instead(f"value({text}) {sign} {wanted}")
        if ELEMENT.get(beside) is type and head in ("eq", "ne"):
            return instead(f"{text} {'in' if head == 'eq' else 'not in'} {wanted}")
    return None
