"""Calls: functions of the language by their rows, memory and terms."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.check.literals import poison
from cassino_dsl.check.meant import unknown_call
from cassino_dsl.check.mending import wrong_type
from cassino_dsl.check.scope import EXPLAINED, Read, Scope
from cassino_dsl.check.terms import call_term
from cassino_dsl.check.types import refuse_missing_number, shown
from cassino_dsl.check.zones import ones_own, owner_of
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.ruleset.expr import Call, Expr
from cassino_dsl.ruleset.operators import AS, BUILD_MEMORY, BUILD_MEMORY_OR_NOTHING, MEMORY, MEMORY_OR_NOTHING, ZONE
from cassino_dsl.ruleset.row import Param, Row
from cassino_dsl.ruleset.types import ELEMENT, Type, assignable
from cassino_dsl.ruleset.words import BY_WORD, CORE_WORDS
from cassino_dsl.syntax.ast import Ast

_HINTS = (Type.PLACE, Type.AWARD, Type.RANK, Type.INT)
OWNERS = {"match": None, "side": Type.SIDE, "seat": Type.SEAT, "build": Type.ITEM}


def check_call(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Expr:
    if not is_called(draft, ast.text):
        if not draft.declares(ast.text):
            unknown_call(draft, ast)
        return poison(ast.span)
    args = tuple(read(draft, a, scope, _hint(draft, ast.text, i)) for i, a in enumerate(ast.args))
    return apply(draft, ast, ast.args, args, scope, read)


def _hint(draft: Draft, word: str, index: int) -> Type | None:
    """The type by which a bare word in this argument is read."""
    for row in (CORE_WORDS if draft.of_core else BY_WORD).get(word, ()):
        if index < len(row.params) and (row in AS.values() or row.params[index] in _HINTS):
            return row.params[index]  # type: ignore[return-value]
    return None


def is_called(draft: Draft, word: str) -> bool:
    """Whether there is something that a call of this word may be."""
    own = (draft.term_sources, draft.memory_types, draft.zones)
    return word in (CORE_WORDS if draft.of_core else BY_WORD) or any(word in names for names in own)


def apply(draft: Draft, ast: Ast, nodes: tuple[Ast, ...], args: tuple[Expr, ...], scope: Scope, read: Read) -> Expr:
    if ast.text in draft.term_sources and ast.text not in draft.memory_types:
        return call_term(draft, ast, args, scope, read)
    if any(a.type is Type.POISON for a in args):
        return poison(ast.span)
    if ast.text in draft.memory_types:
        return _memory(draft, ast, args, scope)
    if ast.text in draft.zones:
        return _zone(draft, ast, args, scope)
    rows = (CORE_WORDS if draft.of_core else BY_WORD)[ast.text]
    types = tuple(a.type for a in args)
    fitting = [row for row in rows if row.typed(types) is not None]
    if not fitting:
        _no_overload(draft, ast, rows, nodes, args)
        return poison(ast.span)
    offered = [row for row in fitting if row.needs in scope.offers]
    if not offered:
        why = EXPLAINED[fitting[-1].needs]
        help = None
        if "side" in scope.offers:
            captured = "`pile` is what the side has captured: `count(pile)`, `count(c in pile | …)`"
            help = {"me": "did you mean `us`?", "cards": captured, "taken": captured, "card": captured}.get(ast.text)
        draft.report.add(codes.NameNotHere, ast.span, f"`{ast.text}` has no meaning here: {why}", help=help)
        return poison(ast.span)
    return call_of(draft, offered[0], args, ast)


def call_of(draft: Draft, row: Row, args: tuple[Expr, ...], ast: Ast) -> Expr:
    """The call of a row whose parameters fit; a number that may be nothing is refused where a number is needed."""
    missing = [refuse_missing_number(draft, a) for a, p in zip(args, row.params, strict=False) if p is Type.INT]
    type = row.typed(tuple(a.type for a in args))
    return poison(ast.span) if any(missing) or type is None else Call(type, row, args, ast.span)


def _no_overload(draft: Draft, ast: Ast, rows: tuple[Row, ...], nodes: tuple[Ast, ...], args: tuple[Expr, ...]) -> None:
    forms = dict.fromkeys(
        f"`{r.word}({', '.join(p.value for p in r.params)})`" if r.params else f"`{r.word}`" for r in rows
    )
    used = f"it is used as {' or '.join(forms)}"
    if not args and ast.text in draft.action_names:
        used = called_like_a_word(ast.text)
    for row in rows:
        if len(row.params) == len(args):
            for node, arg, param in zip(nodes, args, row.params, strict=True):
                if not _fits(arg.type, param):
                    message = f"this is {shown(arg.type)}, and `{ast.text}` takes {shown(param)}"
                    draft.report.add(codes.WrongType, node.span, message, help=used)
                    return
            message = f"this is {shown(args[-1].type)}, not {shown(args[0].type)} as before"
            draft.report.add(codes.WrongType, nodes[-1].span, message, help=used)
            return
    number = f"{len(args)} argument{'s' if len(args) != 1 else ''}"
    draft.report.add(codes.WrongArguments, ast.span, f"`{ast.text}` does not take {number}", help=used)


def called_like_a_word(action: str) -> str:
    """How to speak of an action that has the name of a word."""
    return f"to speak of the action `{action}`, give it a name that is no word of the language"


def _fits(have: Type, want: Param) -> bool:
    return assignable(have, want) if isinstance(want, Type) else want.value == "anything" or have in ELEMENT


def _memory(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope) -> Expr:
    of, type = draft.memory_types[ast.text]
    if type is Type.POISON:
        return poison(ast.span)
    owner = OWNERS[of]
    if "state" not in scope.offers:
        draft.report.add(codes.NameNotHere, ast.span, f"`{ast.text}` has no meaning here: nothing is remembered yet")
        return poison(ast.span)
    if (owner is None and args) or (owner is not None and len(args) != 1):
        form = ast.text if owner is None else f"{ast.text}({owner.value})"
        draft.report.add(
            codes.WrongArguments, ast.span, f"this memory is read as `{form}`", help=_whose(ast.text, owner, scope)
        )
        return poison(ast.span)
    if owner is not None and not assignable(args[0].type, owner):
        help = f"ask it of each: `any(x in {args[0].span.text} | {ast.text}(x) = …)`"
        draft.report.add(
            codes.WrongType,
            args[0].span,
            f"this is {shown(args[0].type)}, and `{ast.text}` is kept for {shown(owner)}",
            help=help if ELEMENT.get(args[0].type) is not None else wrong_type(ast.args[0], args[0].type, owner),
        )
        return poison(ast.span)
    if of == "build":  # a loose card has no memory
        there = type is Type.INT and args[0].type is Type.BUILD
        return Call(type, BUILD_MEMORY if there else BUILD_MEMORY_OR_NOTHING, args, ast.span, ast.text)
    return Call(type, MEMORY if type is Type.INT else MEMORY_OR_NOTHING, args, ast.span, ast.text)


def _whose(name: str, owner: Type | None, scope: Scope) -> str | None:
    """How to read a memory where it is not said whose."""
    if owner is None:
        return f"write `{name}` instead"
    if owner is Type.ITEM:
        return f"say of which build: `any(b in builds | {name}(b) = …)`"
    word, needs = ("me", "mover") if owner is Type.SEAT else ("us", "side")
    return f"write `{name}({word})` instead" if needs in scope.offers else None


def _zone(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope) -> Expr:
    """A zone of the file; like `hand` and `pile`, one of seats or sides is one's own where nobody is named."""
    owner = owner_of(draft, ast.text)
    if "state" not in scope.offers:
        draft.report.add(codes.NameNotHere, ast.span, f"`{ast.text}` has no meaning here: {EXPLAINED['state']}")
        return poison(ast.span)
    if len(args) > (owner is not None):
        form = ast.text if owner is None else f"{ast.text}({owner.value})"
        draft.report.add(codes.WrongArguments, ast.span, f"this zone is read as `{form}`")
        return poison(ast.span)
    if owner is not None and not args:
        own = ones_own(draft, ast, owner, scope)
        return poison(ast.span) if own is None else Call(Type.CARDS, ZONE, (own,), ast.span, ast.text)
    if owner is not None and not assignable(args[0].type, owner):
        draft.report.add(
            codes.WrongType, args[0].span, f"this is {shown(args[0].type)}, and `{ast.text}` is kept for {shown(owner)}"
        )
        return poison(ast.span)
    return Call(Type.CARDS, ZONE, args, ast.span, ast.text)
