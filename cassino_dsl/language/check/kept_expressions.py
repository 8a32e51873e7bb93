"""What the expressions of a tree were read as before: a file is loaded with every value of its options, and most
expressions depend on none of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cassino_dsl.language.check.check_context import Draft, Kept, KeptExpression, Use
from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.language.ruleset.operators import TERMS
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.tree import Mapping


def kept_of(tree: Mapping) -> Kept:
    """What was read of a tree, which all who read that tree share. One tree in which nothing but the values of options
    is chosen has the same names everywhere; of another, laid over differently, nothing is known."""
    return tree.span.source.once(kept_of, (tree,), dict)


def read_once(draft: Draft, ast: Ast, scope: Scope, wanted: Type | None, read: Callable[[], Expr]) -> Expr:
    """What ``read`` makes of an expression, or has made of it in this tree with the same values of its options."""
    if draft.kept is None:
        return read()
    key = (ast.span, scope.offers, scope.names, tuple(scope.parts.items()), wanted)
    found = draft.kept.get(key)
    if found is not None and all(draft.options[name].value == value for name, value in found.options):
        for use, term, cost in found.terms:
            draft.terms.setdefault(use, term)
            draft.term_costs.setdefault(use, cost)
            draft.term_sources[use[0]].used = True
        if found.uses <= draft.terms.keys():
            return found.expr
    said, before = _said(draft), len(draft.terms)
    expr = read()
    clean = _said(draft) == said and (key not in draft.kept or found is not None)
    draft.kept[key] = _to_keep(draft, expr, scope, before) if clean and expr.type is not Type.POISON else None
    return expr


def _said(draft: Draft) -> tuple[int, int]:
    return len(draft.report.diagnostics), draft.report.overflow


def _to_keep(draft: Draft, expr: Expr, scope: Scope, before: int) -> KeptExpression | None:
    """``before``: how many terms had been read when it was begun."""
    uses, options, bodies = set[Use](), set[str](), [expr]
    while bodies:
        for part in walk(bodies.pop()):
            if isinstance(part, Literal) and part.option:
                options.add(part.option)
            elif isinstance(part, Call) and part.row in TERMS:
                use = (part.name, tuple((a.type, a.maybe, a.written) for a in part.args), scope.offers)
                if use not in draft.terms:
                    return None
                bodies += [] if use in uses else [draft.terms[use].body]
                uses.add(use)
    made = tuple((use, term, draft.term_costs[use]) for use, term in islice(draft.terms.items(), before, None))
    chosen = tuple((name, draft.options[name].value) for name in sorted(options))
    return KeptExpression(expr, made, frozenset(uses), chosen)
