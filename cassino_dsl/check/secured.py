"""What an award gives may not depend on what the awards have made sure of: that would go round in a circle."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft
from cassino_dsl.diagnostics.codes.language import CircularTerm
from cassino_dsl.ruleset.expr import Call, Expr, walk
from cassino_dsl.ruleset.model import Ruleset


def check_secured(draft: Draft, ruleset: Ruleset) -> None:
    """No award asks, itself or through terms, for `secured`, which asks all awards."""
    asking: dict[str, bool] = {}
    bodies = {t.name: t.body for t in ruleset.terms}

    def asks(expr: Expr) -> bool:
        return any(isinstance(e, Call) and (e.function == "secured" or _through(e)) for e in walk(expr))

    def _through(call: Call) -> bool:
        if call.function != "term" or call.name not in bodies:
            return False
        if call.name not in asking:
            asking[call.name] = asks(bodies[call.name])
        return asking[call.name]

    for award in ruleset.awards:
        for expr in (award.points, award.most, award.condition, award.tie_points):
            if expr is not None and asks(expr):
                draft.report.add(
                    CircularTerm,
                    expr.span,
                    f"award `{award.name}` asks what the awards have secured, and so for itself",
                    help="`secured` is for claims during the round; an award may ask for `points` and `earned`",
                )
