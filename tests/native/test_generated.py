"""Rulesets that nobody wrote: shipped variants with values, quantities, rules and preferences changed at random."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cassino_dsl import load
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Action, Part, Ruleset, ValueRow
from tests.native.compare import assert_identical, names, needs_compiler, supports

BASES = [n for n in ("traditional-cassino", "cassino", "royal-cassino", "scopa", "tablanette", "mulle") if n in names()]


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A shipped ruleset with some of its clauses changed; checks go, since points change."""
    base = load(draw(st.sampled_from(BASES))).ruleset

    def value(row: ValueRow) -> ValueRow:
        if not row.numbers or not draw(st.booleans()):
            return row
        more = draw(st.sets(st.integers(1, 14), min_size=1, max_size=2))
        return replace(row, numbers=tuple(sorted({*row.numbers[:1], *more})))

    def part(one: Part) -> Part:
        allowed = ("one", "maybe", "some", "any", "maximal") if one.groups else ("one", "maybe", "some", "any", "all")
        return replace(one, quantity=draw(st.sampled_from((one.quantity, *allowed))))

    def action(one: Action) -> Action:
        return replace(one, take=tuple(part(p) for p in one.take))

    kept = tuple(r for r in base.rules if draw(st.booleans()))
    preferences = tuple(p for p in base.preferences if draw(st.booleans()))
    events = tuple(e for e in base.events if e.on in ("round over", "captured") or draw(st.booleans()))
    changed = draw(st.booleans())
    return replace(
        base,
        values=tuple(value(r) for r in base.values) if changed else base.values,
        actions=tuple(action(a) for a in base.actions) if draw(st.booleans()) else base.actions,
        rules=kept,
        preferences=preferences,
        events=events,
        checks=(),
    )


@needs_compiler
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(rulesets(), st.integers(0, 2**32))
def test_generated_rulesets_are_the_same(ruleset: Ruleset, seed: int) -> None:
    assert supports(make_plan(ruleset, ruleset.seats[0])) is None
    assert_identical(ruleset, ruleset.seats[0], 2, seed=seed)


@needs_compiler
@pytest.mark.long
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(rulesets(), st.integers(0, 2**32))
def test_many_generated_rulesets_are_the_same(ruleset: Ruleset, seed: int) -> None:
    assert_identical(ruleset, ruleset.seats[0], 3, seed=seed)
