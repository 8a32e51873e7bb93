"""What the rulebook says is what is played: a clause that changes play or score changes a sentence."""

from __future__ import annotations

from itertools import combinations

import pytest

from cassino_dsl import load
from cassino_dsl.game import CassinoError
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from tests.describe.said import judge, said, shown
from tests.grown.compare import Outcome

SEED = 20


def faults(numbers: range) -> list[str]:
    found: list[Outcome] = [judge(SEED, number) for number in numbers]
    return [o.text for o in found if o.word in ("differs", "crashes")]


def test_mutants_that_differ_in_play_differ_in_words() -> None:
    assert faults(range(0, 800, 80)) == []


@pytest.mark.ci
@pytest.mark.parametrize("share", range(10))
def test_more_mutants(share: int) -> None:
    assert faults(range(1_000 + 150 * share, 1_150 + 150 * share)) == []


@pytest.mark.ci
def test_no_two_shipped_variants_are_told_alike() -> None:
    told: dict[str, list[str]] = {}
    for name in shipped_variants():
        told.setdefault("\n".join(said(load(name).ruleset)), []).append(name)
    for names in told.values():
        for a, b in combinations(names, 2):
            assert shown(load(a).ruleset, load(b).ruleset) == [], f"{a} and {b} are told alike"


@pytest.mark.parametrize("rule", shipped_house_rules())
@pytest.mark.share(8)
def test_house_rules_change_what_is_said(rule: str) -> None:
    """Over the first variants that it fits."""
    fitting = 0
    for name in shipped_variants():
        plain = load(name).ruleset
        try:
            laid = load(name, [rule]).ruleset
        except CassinoError:
            continue
        fitting += 1
        if said(plain) == said(laid):
            assert shown(plain, laid) == [], f"{rule} over {name}"
        if fitting == 3:
            return
    assert fitting
