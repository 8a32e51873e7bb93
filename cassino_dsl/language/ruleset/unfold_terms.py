"""Unfolds terms: a call becomes the body with the arguments in place of the parameters.

Variables of quantifiers get fresh names on the way, so that an argument never falls under a binder of the body.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from operator import is_

from cassino_dsl.language.ruleset.expr import ELEMENT, Expr, Literal, Name, Quantified, Type, with_args
from cassino_dsl.language.ruleset.model import Effect, Term
from cassino_dsl.language.ruleset.operators import TERMS


@dataclass
class Unfolder:
    """Unfolds the terms of one ruleset; the call of a term that is not among ``terms`` stays a call."""

    terms: Mapping[tuple[str, tuple[Type, ...]], Term]
    fresh: count[int] = field(default_factory=lambda: count(1))

    def expr(self, expr: Expr, names: Mapping[str, Expr] | None = None) -> Expr:
        names = names or {}
        if isinstance(expr, Literal):
            return expr
        if isinstance(expr, Name):
            return names.get(expr.name, expr)
        if isinstance(expr, Quantified):
            variable = f"{expr.name}.{next(self.fresh)}"
            source = self.expr(expr.source, names)
            element = Name(replace(expr, source=source).variable, variable, expr.span, False, source.written)
            body = self.expr(expr.body, {**names, expr.name: element})
            return replace(expr, name=variable, source=source, body=body)
        args = tuple(self.expr(a, names) for a in expr.args)
        term = self.terms.get((expr.name, tuple(a.type for a in expr.args))) if expr.row in TERMS else None
        if term is None:  # most calls hold no term: these stay the objects that they are
            return expr if all(map(is_, args, expr.args)) else with_args(expr, args)
        return self.expr(term.body, dict(zip((n for n, _ in term.params), args, strict=True)))

    def effect(self, effect: Effect, names: Mapping[str, Expr] | None = None) -> Effect:
        """The effect without terms and named effects: what is named is what it does, in brackets."""
        names = names or {}
        exprs = tuple(self.expr(e, names) for e in effect.exprs)
        inner = names
        if effect.op == "perform":
            inner = dict(zip(effect.params, exprs, strict=True))
            return Effect("block", (), effect.span, body=tuple(self.effect(e, inner) for e in effect.body))
        name = effect.name
        if effect.row.binds:
            name = f"{effect.name}.{next(self.fresh)}"
            element = Name(ELEMENT[exprs[0].type], name, effect.span, False, exprs[0].written)
            inner = {**names, effect.name: element}
        return replace(
            effect,
            name=name,
            exprs=exprs,
            body=tuple(self.effect(e, inner) for e in effect.body),
            other=tuple(self.effect(e, names) for e in effect.other),
        )


def term_table(terms: Iterable[Term]) -> dict[tuple[str, tuple[Type, ...]], Term]:
    return {(t.name, tuple(type for _, type in t.params)): t for t in terms}
