"""Whole rulesets: the slots in the order in which they speak of each other, and in the order of a file."""

from __future__ import annotations

import random

from tests.grown.actions import grow_actions, name_actions
from tests.grown.cards import grow_cards, grow_options, grow_piles, grow_terms, grow_values
from tests.grown.clauses import grow_checks, grow_events, grow_preferences, grow_rules, grow_turn
from tests.grown.effects import grow_named_effects
from tests.grown.garden import Garden, Tree
from tests.grown.memory import grow_memory, grow_zones
from tests.grown.scoring import grow_awards, grow_match


def dice(seed: int, number: int) -> random.Random:
    """The dice of one ruleset: the same for the same seed and number, whatever was grown before."""
    return random.Random(f"{seed}/{number}")


def grow_ruleset(seed: int, number: int) -> Tree:
    """The tree of one variant file."""
    g = Garden(dice(seed, number))
    zones = grow_zones(g)
    tree: Tree = {"dsl": "1", "title": f"Grown {seed}/{number}", "options": grow_options(g), **grow_cards(g)}
    tree["values"] = {}
    g.world.awards = ("w_cards", *(f"w{n}" for n in range(g.rng.randint(0, 4))))
    g.world.steps = tuple(f"s{n}" for n in range(g.one([0, 0, 0, 1, 1, 2])))
    name_actions(g)
    memory = grow_memory(g)
    tree["values"] = grow_values(g)
    tree["terms"] = grow_terms(g)
    tree["memory"] = memory
    tree["zones"] = zones
    tree["effects"] = grow_named_effects(g)
    tree["actions"] = grow_actions(g)
    tree["rules"] = grow_rules(g)
    tree["preferences"] = grow_preferences(g)
    tree |= grow_turn(g)
    tree["events"] = grow_events(g)
    tree["awards"] = grow_awards(g)
    tree["match"] = grow_match(g)
    tree["checks"] = grow_checks(g)
    tree |= grow_piles(g)
    return {key: body for key, body in tree.items() if body != {}}
