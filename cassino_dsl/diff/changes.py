"""What differs between two rulesets, clause by clause. Equal meaning in other words is no change."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from cassino_dsl.diff.change import CLASSES, UNSEEN, Change, Sides
from cassino_dsl.diff.compare_cards import deal_changes, deck_changes, value_changes
from cassino_dsl.diff.compare_course import award_changes, event_changes, match_changes, memory_changes, zone_changes
from cassino_dsl.diff.compare_play import action_changes, preference_changes, rule_changes, turn_changes
from cassino_dsl.diff.compare_wording import check_changes, player_changes, wording_changes
from cassino_dsl.diff.untold import tells_all, untold_change
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.span import Span

PASSES = (
    deck_changes,
    deal_changes,
    value_changes,
    memory_changes,
    zone_changes,
    action_changes,
    rule_changes,
    preference_changes,
    turn_changes,
    event_changes,
    award_changes,
    match_changes,
    player_changes,
    check_changes,
    wording_changes,
)


def changes(a: Ruleset, b: Ruleset) -> tuple[Change, ...]:
    """Every change from ``a`` to ``b``, by class, then in the order in which a variant file says things."""
    return changes_between(Sides(a, b))


def changes_between(sides: Sides) -> tuple[Change, ...]:
    """The same, for two sides made ready before."""
    found = [change for find in PASSES for change in find(sides)]
    if sides.same_program:
        found = [c for c in found if c.kind in UNSEEN]
    else:
        told = [c for c in found if c.a is None or c.a != c.b]
        if len(told) < len(found) and tells_all(sides, told):
            found = told  # what says the same of both follows from the others
        untold = untold_change(sides, found)
        found += [untold] if untold is not None else []
    return tuple(sorted(map(_with_house_rule, found), key=lambda c: CLASSES.index(c.kind)))


def _with_house_rule(change: Change) -> Change:
    """Says which house rule a clause comes from, and that it stands in place of one of the variant."""
    mine, yours = (_house_rule(s) for s in (change.a_span, change.b_span))
    if mine == yours:
        return change
    if change.a_span is not None and change.b_span is not None and not (mine and yours):
        said = f"replaced by house rule `{yours}`" if yours else f"house rule `{mine}` replaces it"
    else:
        said = " → ".join(f"house rule `{name}`" for name in (mine, yours) if name)
    return replace(change, text=f"{change.text} ({said})")


def _house_rule(span: Span | None) -> str:
    """The name of the house rule whose file says something, or nothing."""
    found = span is not None and re.search(r"^house\s*:\s*true\b", span.source.text, re.MULTILINE)
    return Path(span.file).stem if span is not None and found else ""
