"""Each pass by itself changes no game: the plan after every prefix of the passes plays as its author wrote it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cassino_dsl import load
from cassino_dsl.language.core.passes import PASSES, core_of
from cassino_dsl.language.core.program import core_text
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.expr import Literal, walk
from cassino_dsl.language.ruleset.within import exprs_in
from tests.core.plans import course
from tests.shipped import ruleset

SOME = ["traditional-cassino", "scopa", "buckeye", "zwicker", "pluck-cassino", "trailing-royals"]
DECISIONS = 40


def test_every_pass_says_why_it_may() -> None:
    assert all(step.because and len(step.because) > 30 for step in PASSES)
    assert len({step.name for step in PASSES}) == len(PASSES)


@pytest.mark.parametrize("name", SOME)
def test_the_game_is_the_same_after_each_pass(name: str) -> None:
    seats = ruleset(name).seats[0]
    plan = make_plan(ruleset(name), seats)
    as_written = course(plan, DECISIONS, seed=3)
    for step in PASSES:
        plan = step.run(plan)
        assert course(plan, DECISIONS, seed=3) == as_written, step.name
    assert plan == core_of(ruleset(name), seats)


OPTIONS = [("pasur", "jacks_take"), ("scopa", "last_card"), ("basra", "seven_splits"), ("zwicker", "for_cards")]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_an_option_is_read_until_its_value_is_put_in(name: str, option: str) -> None:
    """The plan as written asks the ruleset for its options; the core has none of them."""
    written = ruleset(name)
    value = next(v for o in written.options if o.name == option for v in o.values if v != o.value)
    chosen = load(name, **{option: value}).ruleset
    seats = written.seats[0]
    asked = make_plan(replace(written, options=chosen.options), seats)
    assert course(asked, DECISIONS, seed=3) == course(make_plan(chosen, seats), DECISIONS, seed=3)
    core = core_of(asked.ruleset, seats)
    assert core_text(core) == core_text(core_of(chosen, seats)) != core_text(core_of(written, seats))
    assert not any(isinstance(e, Literal) and e.option for x in exprs_in(core) for e in walk(x))
