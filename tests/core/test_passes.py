"""Each pass by itself changes no game: the plan after every prefix of the passes plays as its author wrote it."""

from __future__ import annotations

import pytest

from cassino_dsl.core.passes import PASSES, core_of
from cassino_dsl.plan.make import make_plan
from tests.core.plans import course, ruleset

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
