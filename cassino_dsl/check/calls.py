"""Calls: functions of the language, memory, terms, and the few that take arguments of any type."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.check.functions import BY_NAME, GENERIC, QUANTIFIERS, Function
from cassino_dsl.check.literals import poison
from cassino_dsl.check.scope import EXPLAINED, Read, Scope
from cassino_dsl.check.types import assignable, join, shown
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import ELEMENT, Call, Expr, Type
from cassino_dsl.syntax.ast import Ast

_SETS = set(ELEMENT)


def check_call(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Expr:
    if ast.text in GENERIC and not (ast.text == "count" and not ast.args):
        return _generic(draft, ast, scope, read)
    args = tuple(read(draft, a, scope, _hint(ast.text, i)) for i, a in enumerate(ast.args))
    return apply(draft, ast, ast.args, args, scope)


def _hint(function: str, index: int) -> Type | None:
    """The type by which a bare word in this argument is read."""
    for overload in BY_NAME.get(function, ()):
        if index < len(overload.params) and overload.params[index] in (Type.PLACE, Type.AWARD, Type.RANK):
            return overload.params[index]
    return None


def apply(draft: Draft, ast: Ast, nodes: tuple[Ast, ...], args: tuple[Expr, ...], scope: Scope) -> Expr:
    if ast.text in draft.term_sources and ast.text not in draft.memory_types:
        from cassino_dsl.check.terms import call_term

        return call_term(draft, ast, args, scope)
    if any(a.type is Type.POISON for a in args):
        return poison(ast.span)
    if ast.text in draft.memory_types:
        return _memory(draft, ast, args, scope)
    overloads = BY_NAME.get(ast.text)
    if not overloads:
        known = [*BY_NAME, *GENERIC, *QUANTIFIERS, *draft.term_sources, *draft.memory_types]
        draft.report.add(
            codes.UnknownName, ast.span, f"there is no function `{ast.text}`", help=did_you_mean(ast.text, known)
        )
        return poison(ast.span)
    for row in overloads:
        if len(row.params) == len(args) and all(assignable(a.type, p) for a, p in zip(args, row.params, strict=True)):
            return _offered(draft, ast, row, args, scope)
    _no_overload(draft, ast, overloads, nodes, args)
    return poison(ast.span)


def _offered(draft: Draft, ast: Ast, row: Function, args: tuple[Expr, ...], scope: Scope) -> Expr:
    if row.needs not in scope.offers:
        draft.report.add(codes.NameNotHere, ast.span, f"`{row.name}` has no meaning here: {EXPLAINED[row.needs]}")
        return poison(ast.span)
    return Call(row.result, row.name, args, ast.span)


def _no_overload(
    draft: Draft, ast: Ast, overloads: tuple[Function, ...], nodes: tuple[Ast, ...], args: tuple[Expr, ...]
) -> None:
    forms = " or ".join(
        f"`{f.name}({', '.join(p.value for p in f.params)})`" if f.params else f"`{f.name}`" for f in overloads
    )
    for row in overloads:
        if len(row.params) == len(args):
            for node, arg, param in zip(nodes, args, row.params, strict=True):
                if not assignable(arg.type, param):
                    draft.report.add(
                        codes.WrongType,
                        node.span,
                        f"this is {shown(arg.type)}, and `{ast.text}` takes {shown(param)}",
                        help=f"it is used as {forms}",
                    )
                    return
    draft.report.add(
        codes.WrongArguments,
        ast.span,
        f"`{ast.text}` does not take {len(args)} argument{'s' if len(args) != 1 else ''}",
        help=f"it is used as {forms}",
    )


def _memory(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope) -> Expr:
    of, type = draft.memory_types[ast.text]
    if type is Type.POISON:
        return poison(ast.span)
    owner = {"match": None, "side": Type.SIDE, "seat": Type.SEAT, "build": Type.ITEM}[of]
    if "state" not in scope.offers:
        draft.report.add(codes.NameNotHere, ast.span, f"`{ast.text}` has no meaning here: nothing is remembered yet")
        return poison(ast.span)
    if (owner is None and args) or (owner is not None and len(args) != 1):
        form = ast.text if owner is None else f"{ast.text}({owner.value})"
        draft.report.add(codes.WrongArguments, ast.span, f"this memory is read as `{form}`")
        return poison(ast.span)
    if owner is not None and not assignable(args[0].type, owner):
        draft.report.add(
            codes.WrongType, args[0].span, f"this is {shown(args[0].type)}, and `{ast.text}` is kept for {shown(owner)}"
        )
        return poison(ast.span)
    return Call(type, "memory", args, ast.span, ast.text)


def _generic(draft: Draft, ast: Ast, scope: Scope, read: Read) -> Expr:
    wanted = {"or_else": 2}.get(ast.text, 1)
    if len(ast.args) != wanted:
        draft.report.add(
            codes.WrongArguments, ast.span, f"`{ast.text}` takes {wanted} argument{'s' if wanted > 1 else ''}"
        )
        return poison(ast.span)
    if ast.text in ("before", "after"):
        if ast.text not in scope.offers:
            draft.report.add(codes.NameNotHere, ast.span, f"no `{ast.text}(…)` here: {EXPLAINED[ast.text]}")
            return poison(ast.span)
        inner = read(draft, ast.args[0], scope, None)
        return Call(inner.type, ast.text, (inner,), ast.span)
    args = tuple(read(draft, a, scope, None) for a in ast.args)
    if any(a.type is Type.POISON for a in args):
        return poison(ast.span)
    if ast.text == "count":
        if args[0].type not in _SETS:
            draft.report.add(codes.WrongType, args[0].span, f"this is {shown(args[0].type)}, and a set is needed")
            return poison(ast.span)
        return Call(Type.INT, "count", args, ast.span)
    if ast.text == "known":
        return Call(Type.BOOL, "known", args, ast.span)
    type = join(args[0].type, args[1].type)
    if type is None:
        draft.report.add(
            codes.WrongType, args[1].span, f"this is {shown(args[1].type)}, not {shown(args[0].type)} as before"
        )
        return poison(ast.span)
    return Call(type, "or_else", args, ast.span)
