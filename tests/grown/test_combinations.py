"""Every combination of shipped files plays: a share by chance, and each house rule over each variant that it fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.diagnostics.codes import Code
from tests.grown import combinations
from tests.grown.combinations import Combination, draw, judge_combination, judged
from tests.grown.compare import Outcome
from tests.grown.workers import faults

SEED = 1
STUCK = Path(__file__).parents[1] / "simulate" / "stuck.yaml"


def test_some_combinations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combinations, "ROUNDS", 200)
    assert faults(partial(judge_combination, SEED), 0, 3) == []


@pytest.mark.long
@pytest.mark.parametrize("variant", shipped_variants())
def test_every_house_rule_over_every_variant(variant: str) -> None:
    for number, rule in enumerate(shipped_house_rules()):
        drawn = Combination(variant, (rule,))
        if drawn.goes_together():
            outcome = judged(drawn, number)
            assert not outcome.bad, outcome.text


def test_the_same_number_draws_the_same() -> None:
    drawn = [draw(SEED, number) for number in range(8)]
    assert drawn == [draw(SEED, number) for number in range(8)]
    assert len(set(drawn)) == len(drawn)
    assert any(len(one.rules) > 1 for one in drawn)
    assert any(one.settings for one in drawn)


def fits_or_says_so(rule: str, variants: Sequence[str]) -> None:
    """What a house rule speaks of and a variant may lack stands under its `needs`, and nothing else is wrong there."""
    for variant in variants:
        loaded = Combination(variant, (rule,)).load()
        errors = [d for d in loaded.report.diagnostics if d.severity == "error"]
        assert [d.message for d in errors if d.code is not Code.HOUSE_RULE_DOES_NOT_FIT] == [], (rule, variant)


def test_house_rules_that_do_not_fit_say_so() -> None:
    variants = shipped_variants()
    for number, rule in enumerate(shipped_house_rules()):
        fits_or_says_so(rule, variants[number % 32 :: 32])


@pytest.mark.ci
@pytest.mark.parametrize("rule", shipped_house_rules())
def test_each_house_rule_that_does_not_fit_says_so(rule: str) -> None:
    fits_or_says_so(rule, shipped_variants())


def test_what_is_odd_is_told() -> None:
    """A duty that leaves no play, whatever the variant: rounds end with cards in hand."""
    found = judged(Combination(str(STUCK)), 0)
    assert found.bad
    assert f"stuck rounds: cassino simulate {STUCK}" in found.text
    assert not Outcome("same").bad
