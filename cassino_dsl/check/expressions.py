"""Resolves the names of an expression and gives every part its type.

A fault gives one message and the type ``POISON``, which agrees with everything.
"""

from __future__ import annotations

from cassino_dsl.check.calls import apply, check_call
from cassino_dsl.check.comparisons import check_equality, check_membership, check_sum
from cassino_dsl.check.draft import Draft
from cassino_dsl.check.functions import BY_NAME, QUANTIFIERS
from cassino_dsl.check.literals import card_literal, integer_literal, poison
from cassino_dsl.check.names import hides, resolve_name, unknown
from cassino_dsl.check.scope import Scope
from cassino_dsl.check.types import assignable, join, shown
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import ELEMENT, SET_OF, Call, Expr, Literal, Name, Quantified, Type
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


def _check(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    head = ast.head
    if head == "int":
        return integer_literal(draft, ast, wanted)
    if head == "card":
        return card_literal(draft, ast)
    if head == "name":
        return _name(draft, ast, scope, wanted)
    if head == "call":
        return check_call(draft, ast, scope, _check)
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
        return check_sum(draft, ast, scope, _check)
    if head in ("in", "not_in"):
        return check_membership(draft, ast, scope, _check)
    return check_equality(draft, ast, scope, _check)


def _name(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    bound = scope.type_of(ast.text)
    if bound is not None:
        return Name(bound, ast.text, ast.span)
    if wanted is Type.PLACE and ast.text in PLACES:
        return Literal(Type.PLACE, ast.text, ast.span)
    if wanted is Type.AWARD and ast.text in draft.award_names:
        return Literal(Type.AWARD, ast.text, ast.span)  # memory and options may have the name of an award
    if ast.text in draft.term_sources or ast.text in draft.memory_types or ast.text in BY_NAME:
        return apply(draft, ast, (), (), scope)
    found = resolve_name(draft, ast, wanted)
    return found if found else unknown(draft, ast, scope, wanted)


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


def _conversion(have: Type, want: Type) -> str | None:
    if have in _SETS and want is Type.INT:
        return "`count(…)` gives the number of members"
    if have is Type.SEAT and want is Type.SIDE:
        return "`side(…)` gives the side of a seat"
    if have is Type.INT and want is Type.VALUES:
        return "write the number in braces: `{7}`"
    if have in _SETS and want is Type.BOOL:
        return "`any(x in … | …)` asks whether some member fits"
    return None
