"""Changes that change no game by themselves: what simulated players choose, and what the author promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.diff.change import Change, Sides, changed
from cassino_dsl.diff.match_up import differences, match_up


def player_changes(sides: Sides) -> Iterator[Change]:
    """Which plays simulated players find sensible, of the actions that both have."""
    yours = {sides.names.actions.get(b.name, b.name): b for b in sides.b.actions}
    for a in sides.a.actions:
        b = yours.get(a.name)
        if b is None:
            continue
        form_a = sides.form_a(lambda c, a=a: c.sensible(a))  # type: ignore[misc]
        form_b = sides.form_b(lambda c, b=b: c.sensible(b))  # type: ignore[misc]
        if form_a != form_b:
            said = sides.words(
                lambda p, a=a: p.expr(a.sensible) or "always",  # type: ignore[misc]
                lambda p, b=b: p.expr(b.sensible) or "always",  # type: ignore[misc]
            )
            spans = [c.sensible.span if c.sensible is not None else c.span for c in (a, b)]
            yield changed(f"actions.{a.name}.sensible", "players", f"{a.name}, sensible", said, spans)


def check_changes(sides: Sides) -> Iterator[Change]:
    """What is promised of every round. A house rule laid over a variant lifts the promises of the variant's own file:
    that is no change of what anybody has written."""
    found = match_up(sides, sides.a.checks, sides.b.checks, lambda c, x: c.check(x))
    laid_a, laid_b = set(sides.a.house_rules), set(sides.b.house_rules)
    found = replace(found, only_a=[] if laid_b - laid_a else found.only_a)
    found = replace(found, only_b=[] if laid_a - laid_b else found.only_b)
    yield from differences(sides, found, "checks", lambda c, s: "checks", lambda p, x: p.expr(x.must), "no such check")
