"""Resolves the names of an expression and gives every part its type.

A fault gives one message and the type ``POISON``, which agrees with everything.
"""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.check.functions import BY_NAME, GENERIC, QUANTIFIERS, Function
from cassino_dsl.check.names import resolve_name, unknown
from cassino_dsl.check.scope import EXPLAINED, Scope
from cassino_dsl.check.types import assignable, comparable, join, shown
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import ELEMENT, SET_OF, Call, Expr, Literal, Name, Quantified, Type
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.ast import Ast, binder
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Node, Scalar

_LOGIC = {"and", "or", "implies", "not"}
_ORDER = {"lt", "le", "gt", "ge"}
_NUMBERS = {"times", "div", "mod"}
_SETS = set(ELEMENT)


def read_expression(draft: Draft, node: Node | None, scope: Scope, wanted: Type) -> Expr | None:
    """Parse and check the expression in a scalar; None where there is none or it does not parse."""
    if not isinstance(node, Scalar):
        return None
    ast = parse("expression", node, draft.report)
    return check(draft, ast, scope, wanted) if ast else None


def check(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None = None) -> Expr:
    """The typed form of ``ast``; where ``wanted`` is given, it must be of that type."""
    expr = _check(draft, ast, scope, wanted)
    return expr if wanted is None else expect(draft, expr, ast, wanted)


def expect(draft: Draft, expr: Expr, ast: Ast, wanted: Type) -> Expr:
    """``expr`` where it is of the wanted type; otherwise a message and what stands for a faulty expression."""
    if assignable(expr.type, wanted):
        return expr
    draft.report.add(
        codes.WrongType,
        ast.span,
        f"this is {shown(expr.type)}, and {shown(wanted)} is needed",
        help=_conversion(expr.type, wanted),
    )
    return poison(ast.span)


def poison(span: Span) -> Expr:
    """What stands for a faulty expression."""
    return Literal(Type.POISON, None, span)


def _check(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    head = ast.head
    if head == "int":
        return _integer(draft, ast, wanted)
    if head == "card":
        return card_literal(draft, ast)
    if head == "name":
        return _name(draft, ast, scope, wanted)
    if head == "call":
        return _call(draft, ast, scope)
    if head in ("quantified", "filtered"):
        return _quantified(draft, ast, scope)
    if head == "set":
        return _set(draft, ast, scope, wanted)
    if head == "if":
        return _if(draft, ast, scope, wanted)
    if head in _LOGIC:
        return Call(Type.BOOL, head, tuple(check(draft, a, scope, Type.BOOL) for a in ast.args), ast.span)
    if head in _ORDER or head in _NUMBERS or head == "negative":
        result = Type.BOOL if head in _ORDER else Type.INT
        return Call(result, head, tuple(check(draft, a, scope, Type.INT) for a in ast.args), ast.span)
    if head in ("plus", "minus"):
        return _sum(draft, ast, scope)
    if head in ("in", "not_in"):
        return _membership(draft, ast, scope)
    return _equality(draft, ast, scope)


def _integer(draft: Draft, ast: Ast, wanted: Type | None) -> Expr:
    if wanted in (Type.RANK, Type.RANKS):
        if ast.text in draft.pack.ranks:
            return Literal(Type.RANK, ast.text, ast.span)
        return unknown_rank(draft, ast)
    if len(ast.text) > 7:
        draft.report.add(codes.WrongType, ast.span, "this number is too large", help="numbers go up to 9999999")
        return poison(ast.span)
    return Literal(Type.INT, int(ast.text), ast.span)


def unknown_rank(draft: Draft, ast: Ast) -> Expr:
    draft.report.add(
        meaning.UnknownCard,
        ast.span,
        f"the pack has no rank `{ast.text}`",
        help=did_you_mean(ast.text, draft.pack.ranks) or f"its ranks are {' '.join(draft.pack.ranks)}",
    )
    return poison(ast.span)


def card_literal(draft: Draft, ast: Ast) -> Expr:
    """A face such as ``10d``."""
    number = draft.pack.number_of(ast.text)
    if number is None:
        draft.report.add(
            meaning.UnknownCard,
            ast.span,
            f"the pack has no card `{ast.text}`",
            help=did_you_mean(ast.text, [f.text for f in draft.pack.faces]),
        )
        return poison(ast.span)
    return Literal(Type.CARD, draft.pack.faces[number].text, ast.span)


def _name(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    bound = scope.type_of(ast.text)
    if bound is not None:
        return Name(bound, ast.text, ast.span)
    if wanted is Type.PLACE and ast.text in PLACES:
        return Literal(Type.PLACE, ast.text, ast.span)
    if wanted is Type.AWARD and ast.text in draft.award_names:
        return Literal(Type.AWARD, ast.text, ast.span)  # memory and options may have the name of an award
    if ast.text in draft.term_sources or ast.text in draft.memory_types or ast.text in BY_NAME:
        return _apply(draft, ast, (), (), scope)
    found = resolve_name(draft, ast, wanted)
    return found if found else unknown(draft, ast, scope, wanted)


def _call(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    if ast.text in GENERIC and not (ast.text == "count" and not ast.args):
        return _generic(draft, ast, scope)
    args = tuple(_check(draft, a, scope, _hint(ast.text, i)) for i, a in enumerate(ast.args))
    return _apply(draft, ast, ast.args, args, scope)


def _hint(function: str, index: int) -> Type | None:
    """The type by which a bare word in this argument is read."""
    for overload in BY_NAME.get(function, ()):
        if index < len(overload.params) and overload.params[index] in (Type.PLACE, Type.AWARD, Type.RANK):
            return overload.params[index]
    return None


def _apply(draft: Draft, ast: Ast, nodes: tuple[Ast, ...], args: tuple[Expr, ...], scope: Scope) -> Expr:
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


def _generic(draft: Draft, ast: Ast, scope: Scope) -> Expr:
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
        inner = _check(draft, ast.args[0], scope, None)
        return Call(inner.type, ast.text, (inner,), ast.span)
    args = tuple(_check(draft, a, scope, None) for a in ast.args)
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


def _quantified(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    operator = "filter" if ast.head == "filtered" else ast.text
    if operator != "filter" and operator not in QUANTIFIERS:
        draft.report.add(
            codes.UnknownName,
            ast.span,
            f"`{operator}` does not run over a set",
            help=did_you_mean(operator, list(QUANTIFIERS)) or f"these do: {', '.join(QUANTIFIERS)}",
        )
        return poison(ast.span)
    parts = binder(ast)
    if parts is None:
        draft.report.add(
            codes.SyntaxFault,
            ast.args[0].span,
            "before the `|` stands `name in set`",
            help=f"as in `{operator if operator != 'filter' else 'any'}(c in hand | …)`",
        )
        return poison(ast.span)
    name, source_ast, body_ast = parts
    source = _check(draft, source_ast, scope, None)
    if source.type not in _SETS:
        if source.type is not Type.POISON:
            draft.report.add(codes.WrongType, source_ast.span, f"this is {shown(source.type)}, and a set is needed")
        return poison(ast.span)
    hides(draft, name, ast.args[0].args[0].span, scope)
    element = ELEMENT[source.type]
    number = operator in ("sum", "max", "min")
    body = check(draft, body_ast, scope.bind(name, element), Type.INT if number else Type.BOOL)
    results = {"any": Type.BOOL, "all": Type.BOOL, "first": element, "filter": source.type}
    return Quantified(results.get(operator, Type.INT), operator, name, source, body, ast.span)


def hides(draft: Draft, name: str, span: Span, scope: Scope) -> None:
    """A warning where a new name hides another."""
    what = None
    if scope.type_of(name) is not None:
        what = "a name bound outside"
    elif name in draft.term_sources:
        what = "a term"
    elif name in draft.memory_types:
        what = "a memory"
    elif name in draft.options:
        what = "an option"
    elif name in BY_NAME or name in GENERIC:
        what = "a name of the language"
    elif name in draft.pack.ranks:
        what = "a rank"
    elif any(name == s.name for s in draft.pack.suits):
        what = "a suit"
    if what:
        draft.report.add(codes.HiddenName, span, f"`{name}` hides {what} of that name", help="choose another name")


def _set(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    inner = ELEMENT.get(wanted, wanted) if wanted else None
    members: list[Expr] = []
    for arg in ast.args:
        if arg.head == "range":
            members.append(_range(draft, arg, scope, inner))
        else:
            members.append(_check(draft, arg, scope, inner))
    if any(m.type is Type.POISON for m in members):
        return poison(ast.span)
    type = members[0].type if members else (inner or Type.CARD)
    for member in members:
        joined = join(type, member.type)
        if joined is None:
            draft.report.add(codes.WrongType, member.span, f"this is {shown(member.type)}, in a set of {shown(type)}s")
            return poison(ast.span)
        type = joined
    if type not in SET_OF:
        draft.report.add(codes.WrongType, ast.span, f"there are no sets of {shown(type)}s")
        return poison(ast.span)
    return Call(SET_OF[type], "set", tuple(members), ast.span)


def _range(draft: Draft, ast: Ast, scope: Scope, inner: Type | None) -> Expr:
    low, high = (_check(draft, a, scope, inner) for a in ast.args)
    if Type.POISON in (low.type, high.type):
        return poison(ast.span)
    if low.type is Type.RANK and high.type is Type.RANK:
        return Call(Type.RANK, "range", (low, high), ast.span)
    if low.type is Type.INT and high.type is Type.INT:
        return Call(Type.INT, "range", (low, high), ast.span)
    draft.report.add(codes.WrongType, ast.span, f"a range goes from number to number, not from {shown(low.type)}")
    return poison(ast.span)


def _if(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    then_ast, test_ast, else_ast = ast.args
    test = check(draft, test_ast, scope, Type.BOOL)
    then = _check(draft, then_ast, scope, wanted)
    other = _check(draft, else_ast, scope, wanted)
    type = join(then.type, other.type)
    if type is None:
        draft.report.add(
            codes.WrongType, else_ast.span, f"this is {shown(other.type)}, but the other branch is {shown(then.type)}"
        )
        return poison(ast.span)
    return Call(type, "if", (test, then, other), ast.span)


def _sum(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    left = _check(draft, ast.args[0], scope, None)
    right = _check(draft, ast.args[1], scope, None)
    if Type.POISON in (left.type, right.type):
        return poison(ast.span)
    if left.type is Type.INT and right.type is Type.INT:
        return Call(Type.INT, ast.head, (left, right), ast.span)
    if left.type in _SETS and right.type in SET_OF:
        right = Call(SET_OF[right.type], "set", (right,), right.span)
    type = join(left.type, right.type) if left.type in _SETS and right.type in _SETS else None
    if type is None:
        draft.report.add(
            codes.WrongType,
            ast.span,
            f"{shown(left.type)} and {shown(right.type)} do not go together in `{'+' if ast.head == 'plus' else '-'}`",
            help="`+` and `-` take two numbers or two sets of one kind",
        )
        return poison(ast.span)
    return Call(left.type if ast.head == "minus" else type, ast.head, (left, right), ast.span)


def _membership(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    left = _check(draft, ast.args[0], scope, None) if not _bare(draft, ast.args[0], scope) else None
    wanted = SET_OF.get(left.type) if left else None
    if left and left.type is Type.WORD:
        wanted = Type.WORD
    right = _check(draft, ast.args[1], scope, wanted)
    if left is None:
        left = _check(draft, ast.args[0], scope, ELEMENT.get(right.type))
    if Type.POISON in (left.type, right.type):
        return poison(ast.span)
    if right.type not in _SETS or not comparable(left.type, ELEMENT[right.type]):
        draft.report.add(
            codes.WrongType,
            ast.args[1].span,
            f"this is {shown(right.type)}, and {shown(left.type)} cannot be in it",
            help=_membership_help(left.type, right.type),
        )
        return poison(ast.span)
    return Call(Type.BOOL, ast.head, (left, right), ast.span)


def _membership_help(left: Type, right: Type) -> str | None:
    if right is Type.INT:
        return "compare numbers with `=`"
    if left is Type.VALUES and right is Type.VALUES:
        return "the left side is one number: `v in value(c, hand)`"
    return None


def _equality(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    first, second = ast.args
    if _bare(draft, first, scope):
        right = _check(draft, second, scope, None)
        left = _literal_beside(draft, first, right, scope)
    else:
        left = _check(draft, first, scope, None)
        right = _literal_beside(draft, second, left, scope)
    if Type.POISON in (left.type, right.type):
        return poison(ast.span)
    if ast.head not in ("eq", "ne") or not comparable(left.type, right.type):
        draft.report.add(
            codes.WrongType,
            ast.span,
            f"{shown(left.type)} cannot be compared with {shown(right.type)}",
            help=_equality_help(left.type, right.type),
        )
        return poison(ast.span)
    return Call(Type.BOOL, ast.head, (left, right), ast.span)


def _literal_beside(draft: Draft, ast: Ast, other: Expr, scope: Scope) -> Expr:
    """Read one side of a comparison by the type of the other."""
    if other.type is Type.WORD and isinstance(other, Literal) and ast.head == "name":
        option = draft.options[other.option]
        if ast.text in option.choices:
            return Literal(Type.WORD, ast.text, ast.span)
        draft.report.add(
            codes.UnknownName,
            ast.span,
            f"option `{option.name}` has no choice `{ast.text}`",
            help=did_you_mean(ast.text, option.choices) or f"the choices are {', '.join(option.choices)}",
        )
        return poison(ast.span)
    return _check(draft, ast, scope, other.type)


def _equality_help(left: Type, right: Type) -> str | None:
    if Type.VALUES in (left, right) and Type.INT in (left, right):
        return "a card may count for several numbers: write `v in value(card, hand)`"
    return None


def _bare(draft: Draft, ast: Ast, scope: Scope) -> bool:
    """Whether a side of a comparison is a plain word or number whose meaning the other side decides."""
    if ast.head == "int":
        return True
    return (
        ast.head == "name"
        and scope.type_of(ast.text) is None
        and ast.text not in draft.term_sources
        and ast.text not in draft.memory_types
        and ast.text not in BY_NAME
        and ast.text not in draft.options
    )


def _conversion(have: Type, want: Type) -> str | None:
    if have in _SETS and want is Type.INT:
        return "`count(…)` gives the number of members"
    if have is Type.INT and want is Type.VALUES:
        return "write the number in braces: `{7}`"
    if have in _SETS and want is Type.BOOL:
        return "`any(x in … | …)` asks whether some member fits"
    return None
