"""Every expression of a plan."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.within import exprs_in


def expressions(plan: Plan) -> Iterator[Expr]:
    """Every expression of a plan, whole."""
    return exprs_in(plan)
