"""Calls: functions of the language by their rows, memory and terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.names import unknown_call
from cassino_dsl.language.check.scope import EXPLAINED, Read, Scope
from cassino_dsl.language.check.terms import call_term
from cassino_dsl.language.check.type_fixes import COMPARING, wrong_type
from cassino_dsl.language.check.types import poison, refuse_missing_number, refused, shown
from cassino_dsl.language.check.zones import OWNER, ones_own, whose
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import Advice, TextEdit, suggest, there, write
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Expr
from cassino_dsl.language.ruleset.row import Param, Row
from cassino_dsl.language.ruleset.types import ELEMENT, Type, assignable
from cassino_dsl.language.ruleset.words import BY_WORD, CORE_WORDS, COUNTING
from cassino_dsl.language.syntax.ast import Ast

_HINTS = (Type.PLACE, Type.AWARD, Type.RANK, Type.INT)


def check_call(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Expr:
    words = CORE_WORDS if draft.of_core else BY_WORD
    called = (words, *(names for kind, names in draft.named.items() if kind != "an option"))
    if any(a.head == "eq" and a.args[0].span.text == "key" and "key" not in draft.declared for a in ast.args):
        help = "what is asked of each stands behind a bar: `max(c in pile | pips(c))`"
        return refused(draft, ast.span, "no argument has a name here", help, code=Code.WRONG_ARGUMENTS)
    if not any(ast.text in known for known in called):
        if ast.text in draft.options:
            message = f"`{ast.text}` is an option, which takes nothing in brackets"
            return refused(draft, ast.span, message, suggest(ast.text), code=Code.WRONG_ARGUMENTS)
        if not draft.declares(ast.text):
            unknown_call(draft, ast, scope, types_on_trial(draft, ast.args, scope, read))
        return poison(ast.span)
    if (meant := _compared(draft, ast, scope, read)) is not None:
        return refused(draft, ast.span, "a comparison stands within these brackets", meant)
    args = tuple(read(draft, a, scope, _hint(draft, ast.text, i)) for i, a in enumerate(ast.args))
    return apply(draft, ast, ast.args, args, scope, read)


def _compared(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Advice | None:
    """`count(taken) > 2` for `count(taken > 2)`, where what is asked takes the one and not the other."""
    inner, rows = ast.args[0] if len(ast.args) == 1 else ast, BY_WORD.get(ast.text, ())
    if inner.head not in COMPARING or any(row.typed((Type.BOOL,)) for row in rows):
        return None
    left, rest = inner.args[0].span, ast.span.source.text[inner.args[0].span.end : inner.span.end]
    types = types_on_trial(draft, inner.args[:1], scope, read)
    return write(f"{ast.text}({left.text}){rest}") if any(row.typed(types) for row in rows) else None


def types_on_trial(draft: Draft, asts: Sequence[Ast], scope: Scope, read: Read) -> tuple[Type, ...]:
    """The types of expressions that are read on trial: nothing is said of them, and nothing kept."""
    quiet = replace(draft, report=Report(), terms={}, notes=None, kept=None)
    return tuple(read(quiet, ast, scope, None).type for ast in asts)


def _hint(draft: Draft, word: str, index: int) -> Type | None:
    """The type by which a bare word in this argument is read."""
    for row in (CORE_WORDS if draft.of_core else BY_WORD).get(word, ()):
        if index < len(row.params) and (row in op.AS.values() or row.params[index] in _HINTS):
            return row.params[index]  # type: ignore[return-value]
    return None


def apply(draft: Draft, ast: Ast, nodes: tuple[Ast, ...], args: tuple[Expr, ...], scope: Scope, read: Read) -> Expr:
    if ast.text in draft.term_sources and ast.text not in draft.memory_types:
        return call_term(draft, ast, args, scope, read)
    if any(a.type is Type.POISON for a in args):
        return poison(ast.span)
    if args and ast.text in draft.named["an attribute"]:  # without a card it may be a word, as `kind` is
        return _attribute(draft, ast, args)
    if ast.text in draft.memory_types:
        return _memory(draft, ast, args, scope)
    if ast.text in draft.zones:
        return _zone(draft, ast, args, scope)
    rows = (CORE_WORDS if draft.of_core else BY_WORD)[ast.text]
    types = tuple(a.type for a in args)
    fitting = [row for row in rows if row.typed(types) is not None]
    if not fitting:
        _no_overload(draft, ast, rows, nodes, args, scope)
        return poison(ast.span)
    offered = [row for row in fitting if row.needs in scope.offers]
    if not offered:
        message, help = f"`{ast.text}` has no meaning here: {EXPLAINED[fitting[-1].needs]}", None
        if "side" in scope.offers:
            captured = "`pile` is what the side has captured: `count(pile)`, `count(c in pile | …)`"
            us = "`us` is the side, and its seats are those of `any(x in seats | side(x) = us and …)`"
            help = {"me": us, "cards": captured, "taken": captured, "card": captured}.get(ast.text)
        return refused(draft, ast.span, message, help, code=Code.NAME_NOT_HERE)
    return call_of(draft, offered[0], args, ast)


def call_of(draft: Draft, row: Row, args: tuple[Expr, ...], ast: Ast) -> Expr:
    """The call of a row whose parameters fit; a number that may be nothing is refused where a number is needed."""
    missing = [refuse_missing_number(draft, a) for a, p in zip(args, row.params, strict=False) if p is Type.INT]
    type = row.typed(tuple(a.type for a in args))
    asks = draft.value_asks if row in COUNTING and type is Type.VALUES else ()
    return poison(ast.span) if any(missing) or type is None else Call(type, row, args, ast.span, asks=asks)


def _no_overload(
    draft: Draft, ast: Ast, rows: tuple[Row, ...], nodes: tuple[Ast, ...], args: tuple[Expr, ...], scope: Scope
) -> None:
    forms = dict.fromkeys(
        f"`{r.word}({', '.join(p.value for p in r.params)})`" if r.params else f"`{r.word}`" for r in rows
    )
    used = f"it is used as {' or '.join(forms)}"
    if not args and ast.text in draft.action_names:
        used = called_like_another(ast.text)
    elif not args and ast.text in scope.parts:
        used = f"`{ast.text}` is a word of the language: to speak of the part, give it another name"
    for row in rows:
        if len(row.params) == len(args):
            for node, arg, param in zip(nodes, args, row.params, strict=True):
                if not _fits(arg.type, param):
                    message = f"this is {shown(arg.type)}, and `{ast.text}` takes {shown(param)}"
                    if ast.text == "count" and node.head == "name" and arg.type in (Type.SUIT, Type.RANK):
                        cards = f"count(c in pile | {arg.type.value}(c) = {node.span.text})"
                        edit, said = [TextEdit(ast.span, cards)], f"write `{cards}`, or in the place of `pile` another"
                        used = there(said, edit, f"write `{cards}`", safe=False)
                    elif arg.type in ELEMENT and _fits(ELEMENT[arg.type], param):
                        used = f"ask it of each: `any(x in {node.span.text} | {ast.text}(x) = …)`"
                    draft.report.add(Code.WRONG_TYPE, node.span, message, help=used)
                    return
            message = f"this is {shown(args[-1].type)}, not {shown(args[0].type)} as before"
            draft.report.add(Code.WRONG_TYPE, nodes[-1].span, message, help=used)
            return
    number = f"{len(args)} argument{'s' if len(args) != 1 else ''}"
    draft.report.add(Code.WRONG_ARGUMENTS, ast.span, f"`{ast.text}` does not take {number}", help=used)


def called_like_another(name: str) -> str:
    """How to speak of an action, or a kind, that has the name of something else."""
    return f"an option or a word of the language is called `{name}`, too: give the action, or that option, another name"


def _fits(have: Type, want: Param) -> bool:
    return assignable(have, want) if isinstance(want, Type) else want.value == "anything" or have in ELEMENT


def _memory(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope) -> Expr:
    of, type = draft.memory_types[ast.text]
    if type is Type.POISON:
        return poison(ast.span)
    fault = _misread(draft, ast, args, scope, of, "memory")
    if fault is not None:
        return fault
    if of == "build":  # a loose card has no memory
        there = type is Type.INT and args[0].type is Type.BUILD
        return Call(type, op.BUILD_MEMORY if there else op.BUILD_MEMORY_OR_NOTHING, args, ast.span, ast.text)
    return Call(type, op.MEMORY if type is Type.INT else op.MEMORY_OR_NOTHING, args, ast.span, ast.text)


def _attribute(draft: Draft, ast: Ast, args: tuple[Expr, ...]) -> Expr:
    """What the file says of a card."""
    row = op.ATTRIBUTE[draft.pack.attribute(ast.text).type]
    if len(args) == 1 and row.typed((args[0].type,)) is not None:
        made = call_of(draft, row, args, ast)
        return replace(made, name=ast.text) if isinstance(made, Call) else made
    if len(args) != 1:
        message = f"`{ast.text}` is asked of one card, not of {len(args)}"
        return refused(draft, ast.span, message, f"`{ast.text}(card)`", code=Code.WRONG_ARGUMENTS)
    message = f"this is {shown(args[0].type)}, and `{ast.text}` is asked of one card"
    return refused(draft, ast.args[0].span, message, f"ask it of each: `any(c in hand | {ast.text}(c) = …)`")


def _zone(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope) -> Expr:
    """A zone of the file; like `hand` and `pile`, one of seats or sides is one's own where nobody is named."""
    of = draft.zones[ast.text].of
    owner = OWNER[of]
    if owner is not None and not args and "state" in scope.offers:
        own = ones_own(draft, ast, owner, scope)
        return poison(ast.span) if own is None else Call(Type.CARDS, op.ZONE, (own,), ast.span, ast.text)
    fault = _misread(draft, ast, args, scope, of, "zone")
    return fault if fault is not None else Call(Type.CARDS, op.ZONE, args, ast.span, ast.text)


def _misread(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope, of: str, what: str) -> Expr | None:
    """The fault in a memory or a zone that is read where there is none, or not for whom it is kept."""
    name, owner = ast.text, Type.ITEM if of == "build" else OWNER[of]  # what is asked of a build may be a loose card
    if "state" not in scope.offers:
        message = f"`{name}` has no meaning here: {EXPLAINED['state']}"
        return refused(draft, ast.span, message, code=Code.NAME_NOT_HERE)
    if len(args) != (owner is not None):
        message = f"this {what} is read as `{name if owner is None else f'{name}({owner.value})'}`"
        said = whose(name, of, scope, "any(x in {0} | {1} = …)")
        return refused(draft, ast.span, message, said, code=Code.WRONG_ARGUMENTS)
    if owner is None or assignable(args[0].type, owner):
        return None
    help = wrong_type(ast.args[0], args[0].type, owner)
    if args[0].type in ELEMENT:
        help = f"ask it of each: `any(x in {args[0].span.text} | {name}(x) = …)`"
    message = f"this is {shown(args[0].type)}, and `{name}` is kept for {shown(owner)}"
    return refused(draft, args[0].span, message, help)
