"""Resolves the names of an expression and gives every part its type.

A fault gives one message and the type ``POISON``, which agrees with everything.
"""

from __future__ import annotations

from functools import reduce
from itertools import groupby

from cassino_dsl.language.check.calls import apply, call_of, check_call, types_on_trial
from cassino_dsl.language.check.check_context import Draft, Note
from cassino_dsl.language.check.comparisons import check_equality, check_membership, check_sum, read_alike
from cassino_dsl.language.check.cost import enumerated
from cassino_dsl.language.check.kept_expressions import read_once
from cassino_dsl.language.check.names import (
    hides,
    is_own_name,
    option_of_a_word,
    resolve_name,
    unknown,
    unknown_quantifier,
)
from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.check.selectors import backwards, inside
from cassino_dsl.language.check.type_fixes import ORDERING, joined_by_or, ordered
from cassino_dsl.language.check.types import (
    card_literal,
    expect,
    integer_literal,
    needs_set,
    of_digits,
    poison,
    refuse_missing_number,
    refused,
    shown,
)
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, all_of
from cassino_dsl.language.ruleset.groups import split_relation
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import ELEMENT, SET_OF, SETS_OF_ITEMS, Type, join
from cassino_dsl.language.ruleset.words import BY_WORD, GROUP_QUANTIFIER, QUANTIFIER
from cassino_dsl.language.syntax.ast import Ast, binder
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Node, Scalar

# operators whose sides are read by themselves, each as what its row wants
_PLAIN: dict[str, Row] = {
    row.word: row for row in op.OPERATORS if set(row.params) <= {Type.BOOL, Type.INT} and row not in (op.PLUS, op.MINUS)
}


def read_expression(draft: Draft, node: Node | None, scope: Scope, wanted: Type) -> Expr | None:
    """Parse and check the expression in a scalar; None where there is none."""
    if not isinstance(node, Scalar):
        return None
    ast = parse("expression", node, draft.report, draft.limits)
    if ast is None:
        return poison(node.span)
    return read_once(draft, ast, scope, wanted, lambda: check(draft, ast, scope, wanted))


def check(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None = None) -> Expr:
    """The typed form of ``ast``; where ``wanted`` is given, it must be of that type."""
    expr = infer(draft, ast, scope, wanted)
    return expr if wanted is None else expect(draft, expr, ast, wanted)


def infer(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    """The typed form of ``ast``; a bare word is read as the ``wanted`` type if it can be."""
    found = _typed(draft, ast, scope, wanted)
    if draft.notes is not None:
        draft.notes.append(Note(ast, scope, wanted, found))
    return found


def _typed(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    head = ast.head
    if head == "int":
        return integer_literal(draft, ast, wanted)
    if head == "card":
        return card_literal(draft, ast)
    if head == "name":
        return _name(draft, ast, scope, wanted)
    if head == "call":
        return check_call(draft, ast, scope, infer)
    if head in ("quantified", "filtered"):
        return _quantified(draft, ast, scope)
    if head == "grouped":
        return _grouped(draft, ast, scope)
    if head == "set":
        return _set(draft, ast, scope, wanted)
    if head == "if":
        return _if(draft, ast, scope, wanted)
    if head in (op.PLUS.word, op.MINUS.word):
        return check_sum(draft, ast, scope, wanted, infer)
    joins = (op.IN.word, op.NOT_IN.word, op.EQ.word, op.NE.word, op.OR.word)
    if head in joins and (found := _several(draft, ast, scope)) is not None:
        return found
    if head in (op.IN.word, op.NOT_IN.word):
        return check_membership(draft, ast, scope, infer)
    if head in (op.EQ.word, op.NE.word):
        return check_equality(draft, ast, scope, infer)
    row = _PLAIN[head]
    if head in ORDERING:
        return _ordered(draft, ast, scope, row)
    wants = zip(ast.args, row.params, strict=True)
    args = tuple(check(draft, a, scope, p if isinstance(p, Type) else None) for a, p in wants)
    if any(a.type is Type.POISON for a in args):
        return poison(ast.span)
    return Call(row.result if isinstance(row.result, Type) else Type.POISON, row, args, ast.span)


def _ordered(draft: Draft, ast: Ast, scope: Scope, row: Row) -> Expr:
    """A comparison of numbers; ranks are none, and of them one message says how they are compared."""
    sides = [infer(draft, a, scope, Type.INT) for a in ast.args]
    types = [side.type for side in sides]
    what = "ranks" if Type.RANK in types else "cards"
    if {Type.RANK, Type.CARD} & {*types} and Type.POISON not in types:
        return refused(draft, ast.span, f"`{ORDERING[ast.head]}` compares numbers, not {what}", ordered(ast, types))
    args = tuple(expect(draft, side, node, Type.INT) for side, node in zip(sides, ast.args, strict=True))
    return poison(ast.span) if any(a.type is Type.POISON for a in args) else Call(Type.BOOL, row, args, ast.span)


def _several(draft: Draft, ast: Ast, scope: Scope) -> Expr | None:
    """The message for `rank(card) = J or Q`, which asks whether Q; None where all sides ask something."""
    joined = joined_by_or(ast)
    if joined is None:
        return None
    more, left, help = joined
    wanted = None if left is None else types_on_trial(draft, [left], scope, infer)[0]
    sides = [infer(draft, side, scope, wanted) for side in more]
    types = {side.type for side in sides}
    if types & {Type.BOOL, Type.POISON}:
        return poison(ast.span) if Type.POISON in types else None
    message = f"beside `or` stand conditions, and this is {shown(sides[0].type)}"
    return refused(draft, ast.span, message, help)


def _name(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    bound = scope.name(ast.text, ast.span)
    if bound is not None:
        return bound
    if wanted is Type.PLACE and ast.text in PLACES:
        return Literal(Type.PLACE, ast.text, ast.span)
    if wanted is Type.AWARD and ast.text in draft.award_names:
        return Literal(Type.AWARD, ast.text, ast.span)  # memory and options may have the name of an award
    if wanted is Type.AWARD:
        return unknown(draft, ast, scope, wanted)
    if wanted is not None and wanted is option_of_a_word(draft, ast.text):
        return resolve_name(draft, ast, wanted) or poison(ast.span)
    words = () if is_own_name(draft, ast.text, scope) else BY_WORD
    if any(ast.text in known for known in (draft.term_sources, draft.memory_types, draft.zones, words)):
        return apply(draft, ast, (), (), scope, infer)
    found = resolve_name(draft, ast, wanted)
    if found is None and ast.text in scope.parts:
        return Call(scope.parts[ast.text], op.PART, (), ast.span, ast.text)
    return found if found else unknown(draft, ast, scope, wanted)


def _quantified(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    row = op.FILTER if ast.head == "filtered" else QUANTIFIER.get(ast.text)
    if row is None or (row is op.FILTER and ast.head != "filtered"):
        unknown_quantifier(draft, ast)
        return poison(ast.span)
    parts = binder(ast)
    if parts is None:
        help = f"as in `{ast.text if row is not op.FILTER else 'any'}(c in hand | …)`"
        return refused(
            draft, ast.args[0].span, "before the `|` stands `name in set`", help, code=Code.EXPRESSION_SYNTAX
        )
    name, source_ast, body_ast = parts
    source = infer(draft, source_ast, scope, None)
    if needs_set(draft, source):
        return poison(ast.span)
    hides(draft, name, ast.args[0].args[0].span, scope)
    element = ELEMENT[source.type]
    wanted = row.params[1]
    body = check(
        draft, body_ast, scope.bind(name, element, written=source.written), wanted if isinstance(wanted, Type) else None
    )
    type = row.typed((source.type, body.type)) or Type.POISON
    return Quantified(type, row, name, source, body, ast.span)


def _grouped(draft: Draft, ast: Ast, scope: Scope) -> Expr:
    """A question about the groups that can be made of items."""
    row = GROUP_QUANTIFIER.get(ast.text)
    if row is None:
        unknown_quantifier(draft, ast)
        return poison(ast.span)
    word, source_ast, body_ast = ast.args
    source = infer(draft, source_ast, scope, None)
    if source.type not in SETS_OF_ITEMS:
        if source.type is not Type.POISON:
            message = f"groups are made of cards and builds, and this is {shown(source.type)}"
            draft.report.add(Code.WRONG_TYPE, source_ast.span, message)
        return poison(ast.span)
    hides(draft, word.text, word.span, scope)
    body = check(draft, body_ast, scope.bind(word.text, source.type, written=source.written), Type.BOOL)
    total, tests = split_relation(body, word.text)
    if total is not None:
        source = Call(source.type, op.TOTALLING, (source, total), source.span, asks=draft.value_asks)
        body = all_of(tests, body.span)
    elif body.type is not Type.POISON:
        enumerated(draft, body, word.text, word.text)
    type = row.result if isinstance(row.result, Type) else Type.POISON
    return Quantified(type, row, word.text, source, body, ast.span)


def _set(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    inner = ELEMENT.get(wanted, wanted) if wanted else None
    found: dict[int, Expr] = {}
    for at, arg in sorted(enumerate(ast.args), key=lambda entry: of_digits(entry[1])):
        found[at] = _range(draft, arg, scope, inner) if arg.head == "range" else infer(draft, arg, scope, inner)
        if inner is None and found[at].type is Type.RANK:
            inner = Type.RANK  # digits beside a rank are one
    members = [found[at] for at in range(len(ast.args))]
    if any(m.type is Type.POISON for m in members):
        return poison(ast.span)
    type = members[0].type if members else (inner or Type.CARD)
    for member in members:
        joined = join(type, member.type)
        if joined is None:
            return refused(draft, member.span, f"this is {shown(member.type)}, in a set of {type.value}s")
        type = joined
    if type not in SET_OF:
        return refused(draft, ast.span, f"there are no sets of {type.value}s")
    if type is Type.INT and any(refuse_missing_number(draft, m) for m in members):
        return poison(ast.span)
    return _put_together(draft, SET_OF[type], members, ast.span)


def _put_together(draft: Draft, type: Type, members: list[Expr], span: Span) -> Expr:
    """The set of its members. A face stands for all its twins also beside a card, which does not: where there are
    twins, the two are parts of the set, without `none`, which adds nothing."""
    runs = [members]
    if type in SETS_OF_ITEMS and draft.pack.copies > 1:
        some = [member for member in members if member.type is not Type.NONE]
        runs = [list(run) for _, run in groupby(some, lambda m: m.written)] or runs
    parts = (Call(type, op.SET, tuple(run), span) for run in runs)
    return reduce(lambda one, other: Call(type, op.UNION, (one, other), span), parts)


def _range(draft: Draft, ast: Ast, scope: Scope, inner: Type | None) -> Expr:
    low, high = read_alike(draft, ast.args[0], ast.args[1], scope, inner, infer)
    if Type.POISON in (low.type, high.type):
        return poison(ast.span)
    if _is_backwards(draft, ast.span, low, high):
        return poison(ast.span)
    for row in (op.RANK_RANGE, op.RANGE):
        if low.type is row.result and high.type is row.result:
            return call_of(draft, row, (low, high), ast)
    return refused(draft, ast.span, f"a range goes from number to number, not from {shown(low.type)}")


def _is_backwards(draft: Draft, span: Span, low: Expr, high: Expr) -> bool:
    """Whether a range that is written out has nothing in it. One with options may be empty for some of their values,
    and one of a core may have been worked out."""
    if draft.of_core or not (isinstance(low, Literal) and isinstance(high, Literal)) or low.option or high.option:
        return False
    if low.type is high.type is Type.INT:
        return backwards(draft.report, span, int(low.value or 0), int(high.value or 0))
    ends = tuple((str(end.value), end.span) for end in (low, high))
    return low.type is high.type is Type.RANK and not inside(draft.report, span, ends, draft.pack.ranks)


def _as_set(draft: Draft, expr: Expr, other: Expr) -> Expr:
    """One thing beside a set of such things is the set of it."""
    if expr.type not in SET_OF or other.type not in ELEMENT or refuse_missing_number(draft, expr):
        return expr
    return Call(SET_OF[expr.type], op.SET, (expr,), expr.span)


def _if(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None) -> Expr:
    then_ast, test_ast, else_ast = ast.args
    test = check(draft, test_ast, scope, Type.BOOL)
    then, other = read_alike(draft, then_ast, else_ast, scope, wanted, infer)
    if join(then.type, other.type) is None:
        then, other = _as_set(draft, then, other), _as_set(draft, other, then)
    type = join(then.type, other.type)
    if type is None:
        return refused(draft, else_ast.span, f"this is {shown(other.type)}, but the other branch is {shown(then.type)}")
    return Call(type, op.IF, (test, then, other), ast.span)
