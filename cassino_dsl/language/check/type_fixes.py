"""How to mend what is of the wrong type: help that puts the author's own words in order.

What is proposed as ``write `…` instead`` stands in the place of the marked text, and is tried before it is said.
"""

from __future__ import annotations

from collections.abc import Collection

from cassino_dsl.language.diagnostics.remedy import Advice, write
from cassino_dsl.language.ruleset.types import ELEMENT, Type
from cassino_dsl.language.syntax.ast import Ast

_SIGNS = {"eq": "=", "ne": "!=", "in": "in", "not_in": "not in"}
_AMONG = {"eq": "in", "ne": "not in"}  # the same asked of a set
ORDERING = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
COMPARING = (*ORDERING, *_AMONG)
_ALONE = ("name", "int", "card")
_ONE_OF_SEVERAL = "a card may count for several numbers: `n in {0}` asks whether one of them is `n`, `let: {{v: {0}}}` \
of an action chooses one, `max(n in {0} | n)` is the largest"

ADDED = "a card may count for several numbers: `15 - v in total(g)` asks of each, `let` of an action chooses one"
CARDS = (Type.CARD, Type.ITEM)
_OF_CARDS = (Type.SUIT, Type.RANK, Type.COLOUR)
# how to ask {0}, which is of one of the first types, for what is of one of the others; {1} is the type of it. Of
# several the first that can be meant there
_ASKED: tuple[tuple[Collection[Type], Collection[Type], str], ...] = (
    (CARDS, (Type.RANK, Type.RANKS), "rank({0})"),
    (CARDS, (Type.SUIT, Type.SUITS), "suit({0})"),
    (CARDS, (Type.COLOUR,), "colour({0})"),
    (CARDS, (Type.INT,), "count(c in pile | c = {0})"),
    ((Type.RANK,), (Type.INT,), "rank_number({0})"),
    ((Type.SUIT,), (Type.INT,), "count(c in pile | suit(c) = {0})"),
    ((Type.SEAT,), (Type.SIDE,), "side({0})"),
    ((Type.BUILD,), (Type.INT,), "value({0})"),
    (ELEMENT, (Type.INT,), "count({0})"),
    (ELEMENT, (Type.BOOL,), "count({0}) > 0"),
    (_OF_CARDS, (Type.BOOL,), "{1}(card) = {0}"),
    (_OF_CARDS, (Type.BOOL,), "{1}(c) = {0}"),
    ((Type.SEAT,), (Type.BOOL,), "side({0}) = us"),
    ((Type.SEAT,), (Type.BOOL,), "{0} = me"),
    ((Type.SIDE,), (Type.BOOL,), "{0} = us"),
    ((Type.INT,), (Type.BOOL,), "{0} > 0"),
    ((Type.BOOL,), (Type.INT,), "1 if {0} else 0"),
)


def instead(text: str, node: Ast | None = None, certain: bool = True, otherwise: Advice | None = None) -> Advice:
    """Help that proposes a text; in quotes where it is to stand alone as a value that YAML would read otherwise."""
    before = node.span.source.text[: node.span.start].rstrip(" ")[-1:] if node is not None else "?"
    if text[:1] in "{[" and before in (":", "-", ",", "["):
        text = f'"{text}"'
    return write(text, certain=certain, otherwise=otherwise)


def _asked(have: Type, want: Type) -> list[str]:
    return [form for types, wanted, form in _ASKED if have in types and want in wanted]


def wrong_type(ast: Ast, have: Type, want: Type) -> str | None:
    """How to write what is of one type, where another is needed."""
    text = ast.span.text
    if have is Type.VALUES and want is Type.INT:
        return "it is one number; several are added by `+`" if ast.head == "set" else _ONE_OF_SEVERAL.format(text)
    help = instead(f"{{{text}}}", ast) if ELEMENT.get(want) is have else None
    for form in reversed(_asked(have, want)):
        certain = want is not Type.BOOL and have not in (Type.BOOL, Type.CARD)
        help = instead(form.format(text, have.value), ast, certain, help)
    return help


def compared(ast: Ast, have: Type, other: Type) -> str | None:
    """How to compare two things of different types by `=`, or to ask whether one is among the others."""
    left, right = ast.args
    for one, two, type, beside in ((left, right, have, other), (right, left, other, have)):
        text, wanted = one.span.text, two.span.text
        sign = _AMONG.get(ast.head, _SIGNS[ast.head]) if beside in ELEMENT else _SIGNS[ast.head]
        if type is Type.VALUES and beside is Type.INT:
            said = f"{wanted} {_AMONG.get(ast.head, sign)} {text}"
            return ADDED if one.head in ("plus", "minus") else write(said, ": a card may count for several numbers")
        if type is Type.BOOL and beside is Type.INT and wanted in ("0", "1") and ast.head in ("eq", "ne"):
            return instead(text if (wanted == "1") == (ast.head == "eq") else f"not ({text})")
        forms = _asked(type, Type.RANK if type in CARDS and beside is Type.INT else beside)
        if beside is not Type.BOOL and forms and type is not Type.BOOL:
            return instead(f"{forms[0].format(text)} {sign} {wanted}")
        if ELEMENT.get(beside) is type:
            return instead(f"{text} {sign} {wanted}")
    return None


def ordered(ast: Ast, types: Collection[Type]) -> str:
    """How to say `rank(c) >= J`: by the places of ranks in the pack."""
    forms = {Type.RANK: "rank_number({})", **dict.fromkeys(CARDS, "rank_number(rank({}))")}
    sides = (forms.get(type, "{}").format(side.span.text) for side, type in zip(ast.args, types, strict=True))
    return write(f" {ORDERING[ast.head]} ".join(sides), ", by their places in the pack")


def joined_by_or(ast: Ast) -> tuple[list[Ast], Ast | None, str] | None:
    """Of `rank(card) = J or Q`, `rank(card) = (J or Q)`, `1 or 14`: what stands alone (behind the first), with what it
    is compared, and help that makes a set of it."""
    if ast.head in _SIGNS:
        left, (first, more) = ast.args[0], _apart(ast.args[1])
        if not more or first.head not in _ALONE:
            return None
        several = ", ".join(thing.span.text for thing in (first, *more))
        among = _AMONG.get(ast.head, _SIGNS[ast.head])
        return [first, *more], left, instead(f"{left.span.text} {among} {{{several}}}")
    first, more = _apart(ast)
    first = first.args[1] if first.head == "or" else first
    several = ", ".join(thing.span.text for thing in more)
    if more and first.head in ("eq", "in") and first.args[1].head in _ALONE:
        before = ast.span.source.text[ast.span.start : first.span.start]
        said = f"{before}{first.args[0].span.text} in {{{first.args[1].span.text}, {several}}}"
        return more, first.args[0], instead(said)
    if more and first.head in ("int", "card"):
        return more, None, instead(f"{{{first.span.text}, {several}}}", first)
    return None


def _apart(ast: Ast) -> tuple[Ast, list[Ast]]:
    """Of `a or b or c` what stands before the things that stand alone at its end, and these."""
    more: list[Ast] = []
    while ast.head == "or" and ast.args[1].head in _ALONE:
        ast, last = ast.args
        more.insert(0, last)
    return ast, more
