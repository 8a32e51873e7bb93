"""Changes of the scoring table."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.diff.change import Change, Sides, changed
from cassino_dsl.diff.match_up import differences, match_up, order_of
from cassino_dsl.ruleset.expr import Call, walk
from cassino_dsl.ruleset.model import Award, Ruleset


def award_changes(sides: Sides) -> Iterator[Change]:
    """Awards, and their order where it matters."""
    a, b = sides.a.awards, sides.b.awards
    found = match_up(sides, a, b, lambda c, x: c.award(x), sides.names.awards)
    yield from differences(sides, found, "awards", lambda c, s: "scoring", lambda p, x: p.award(x), "no such award")
    if any(_order_matters(r) for r in (sides.a, sides.b)):
        first, second = order_of(found.same, a, b)
        if first != second:
            said = [", ".join(x.name for x in r.awards) for r in (sides.a, sides.b)]
            yield changed("awards", "scoring", "order of the awards", said, (a[0].span, b[0].span))


def _order_matters(ruleset: Ruleset) -> bool:
    """In a race, and where an award looks at those before it."""
    return ruleset.match.counting == "race" or any(_looks_back(x, ruleset) for x in ruleset.awards)


def _looks_back(award: Award, ruleset: Ruleset) -> bool:
    exprs = [e for e in (award.points, award.most, award.condition, award.tie_points) if e is not None]
    calls = {e.row.word for expr in exprs for e in walk(expr) if isinstance(e, Call)}
    if "term" in calls:
        calls |= {e.row.word for t in ruleset.terms for e in walk(t.body) if isinstance(e, Call)}
    return bool(calls & {"points", "earned", "score"})
