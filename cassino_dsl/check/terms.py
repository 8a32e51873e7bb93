"""Terms: named expressions with parameters, checked for the types they are called with."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.check.draft import Draft, TermSource
from cassino_dsl.check.literals import poison
from cassino_dsl.check.names import hides, parameters
from cassino_dsl.check.scope import BUILT, CHOICE, STATIC, Facts, Read, Scope
from cassino_dsl.check.selectors import read_selector
from cassino_dsl.check.sources import stands_in_itself, stands_too_deep, takes, unused
from cassino_dsl.check.types import expect
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.codes import meaning, structure
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, children
from cassino_dsl.ruleset.model import Term
from cassino_dsl.ruleset.operators import IF, IN, SET, TERM, TERM_OR_NOTHING, TERMS
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Mapping, Scalar

MAX_COST = 20_000  # forms, with every term unfolded
MAX_OPEN = 100  # levels of nesting of the terms that use each other, added up


def read_term_sources(draft: Draft) -> None:
    """Learn which terms there are; their bodies are checked where they are called."""
    for key, node in draft.section("terms") or ():
        binding = parse("binding", key, draft.report)
        if binding is None:
            continue
        name, params = binding.args[0].text, parameters(draft, binding)
        if name in draft.term_sources:
            first = draft.term_sources[name].key.span
            message = f"there are two terms `{name}`"
            draft.report.add(structure.BadName, key.span, message, others=((first, "the first"),), help="rename one")
        hides(draft, name, binding.args[0].span, Scope(frozenset()))
        if isinstance(node, Mapping):
            if len(params) != 1:
                draft.report.add(
                    structure.BadName, key.span, "a table has one parameter: the card", help=f"write `{name}(c)`"
                )
                continue
            draft.term_sources[name] = TermSource(name, key, params, None, node)
        elif isinstance(node, Scalar):
            body = parse("expression", node, draft.report)
            draft.term_sources[name] = TermSource(name, key, params, body, None)


def call_term(draft: Draft, ast: Ast, args: tuple[Expr, ...], scope: Scope, read: Read) -> Expr:
    """The typed call of a term; its body is checked once for each list of argument types."""
    source = draft.term_sources[ast.text]
    source.used = True
    if not takes(draft, source, len(args), ast.span):
        return poison(ast.span)
    params = tuple((a.type, a.maybe, a.written) for a in args)
    term = _instance(draft, source, params, scope, ast, read)
    if term is None or term.body.type is Type.POISON:
        return poison(ast.span)
    row = TERM_OR_NOTHING if term.body.maybe else TERM
    return Call(term.body.type, row, args, ast.span, source.name, term.body.written)


def _instance(
    draft: Draft, source: TermSource, params: tuple[Facts, ...], scope: Scope, ast: Ast, read: Read
) -> Term | None:
    """The term for arguments of which this is known."""
    if source.body is None and source.table is None:
        return None  # it did not parse, which has been said
    key = (source.name, params, scope.offers)
    if key in draft.terms:
        return draft.terms[key]
    fault = f"`{source.name}` is defined by itself"
    if stands_in_itself(draft, source, draft.open_terms, fault, "a term may use only terms that do not use it"):
        return None
    if draft.too_deep:
        return None
    if sum(1 + _depth(draft.term_sources[name]) for name in draft.open_terms) > MAX_OPEN:
        draft.too_deep = True
        help = f"terms that use each other may nest {MAX_OPEN} levels deep, all together"
        stands_too_deep(draft, source, f"{len(draft.open_terms)} terms", help)
        return None
    draft.open_terms.append(source.name)
    names = tuple((name, type) for name, (type, _, _) in zip(source.params, params, strict=True))
    inner = Scope(scope.offers)
    for name, facts in zip(source.params, params, strict=True):
        inner = inner.bind(name, *facts)
    body = read(draft, source.body, inner, None) if source.body else _table(draft, source, params[0], read)
    draft.open_terms.pop()
    term = Term(source.name, names, body, source.key.span)
    draft.terms[key] = term
    draft.term_costs[key] = cost = _cost(draft, body, scope)
    if cost > MAX_COST:
        draft.report.add(
            meaning.TooCostly,
            source.key.span,
            f"`{source.name}` unfolds to more than {MAX_COST} forms",
            help="use fewer terms inside terms",
        )
        term = replace(term, body=poison(ast.span))
        draft.terms[key] = term
    return term


def _depth(source: TermSource) -> int:
    return source.body.depth if source.body else 1


def _cost(draft: Draft, expr: Expr, scope: Scope) -> int:
    total = 1 + sum(_cost(draft, c, scope) for c in children(expr))
    if isinstance(expr, Call) and expr.row in TERMS:
        total += draft.term_costs.get(
            (expr.name, tuple((a.type, a.maybe, a.written) for a in expr.args), scope.offers), 0
        )
    return min(total, 10 * MAX_COST)


def _table(draft: Draft, source: TermSource, facts: Facts, read: Read) -> Expr:
    """A table is a chain of questions: is it one of these cards? Then so much. Otherwise 0."""
    assert source.table is not None
    if facts[0] not in (Type.CARD, Type.ITEM, Type.POISON):
        draft.report.add(codes.WrongType, source.key.span, f"the table `{source.name}` is read with a card")
        return poison(source.key.span)
    rows: list[tuple[Expr, Expr]] = []
    subject = Name(facts[0], source.params[0], source.key.span, *facts[1:])
    for key, node in source.table:
        chosen = read_selector(draft, key, places=False)
        ast = parse("expression", node, draft.report) if isinstance(node, Scalar) else None
        if chosen is None or ast is None:
            continue
        number = expect(draft, read(draft, ast, Scope(STATIC), Type.INT), ast, Type.INT)
        faces = tuple(Literal(Type.CARD, draft.pack.faces[f].text, key.span) for f in sorted(chosen.faces))
        test = Call(Type.BOOL, IN, (subject, Call(Type.CARDS, SET, faces, key.span)), key.span)
        rows.append((test, number))
    result: Expr = Literal(Type.INT, 0, source.key.span)
    for fits, number in reversed(rows):
        result = Call(Type.INT, IF, (fits, number, result), fits.span)
    return result


def check_unused(draft: Draft, read: Read) -> None:
    """Terms of the file itself that nothing uses; what used those of a base, or under a house rule, may be gone."""
    own = draft.composed.own.span.source
    idle = [s for s in draft.term_sources.values() if not s.used and s.key.span.source is own]
    for source in idle:  # what is wrong in it whatever it is called with
        anything = ((Type.POISON, False, False),) * len(source.params)
        _instance(draft, source, anything, Scope(CHOICE | BUILT), Ast("name", source.key.span), read)
    # a use may stand in what could not be read, or in what a house rule has replaced
    if draft.report.failed or draft.composed.laid:
        return
    for source in idle:
        unused(draft, source, "term")
