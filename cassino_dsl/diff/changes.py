"""What differs between two rulesets, clause by clause. Equal meaning in other words is no change."""

from __future__ import annotations

from cassino_dsl.diff.change import CLASSES, Change, Sides
from cassino_dsl.diff.compare_cards import deal_changes, deck_changes, value_changes
from cassino_dsl.diff.compare_course import event_changes, match_changes, memory_changes
from cassino_dsl.diff.compare_play import action_changes, preference_changes, rule_changes, turn_changes
from cassino_dsl.diff.compare_scoring import award_changes
from cassino_dsl.diff.compare_wording import wording_changes
from cassino_dsl.ruleset.model import Ruleset

PASSES = (
    deck_changes,
    deal_changes,
    value_changes,
    memory_changes,
    action_changes,
    rule_changes,
    preference_changes,
    turn_changes,
    event_changes,
    award_changes,
    match_changes,
    wording_changes,
)


def changes(a: Ruleset, b: Ruleset) -> tuple[Change, ...]:
    """Every change from ``a`` to ``b``, by class, then in the order in which a variant file says things."""
    return changes_between(Sides(a, b))


def changes_between(sides: Sides) -> tuple[Change, ...]:
    """The same, for two sides made ready before."""
    found = [change for find in PASSES for change in find(sides)]
    return tuple(sorted(found, key=lambda c: CLASSES.index(c.kind)))
