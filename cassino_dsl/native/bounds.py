"""Where an operation of the C has to bound what comes of it."""

from __future__ import annotations

from cassino_dsl.core import bounds
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Expr


def may_exceed(e: Expr, plan: Plan) -> bool:
    """Whether the result may lie beyond the largest number there is."""
    return bounds.may_exceed(e)
