"""What the rulebook says is what is played: a clause that changes play or score changes a sentence."""

from __future__ import annotations

from itertools import combinations

import pytest

from cassino_dsl import load
from cassino_dsl.game import CassinoError
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from tests.describe.said import judge, said, shown
from tests.shipped import ruleset

SEED = 20


# twenty numbers in a row are mutants of one variant: some of each with every release
MORE = [pytest.param(range(first, first + 150, 4), marks=pytest.mark.ci) for first in range(1_000, 2_500, 150)]
MANY = [pytest.param(range(first, 2_500, 4), marks=pytest.mark.long) for first in (1_001, 1_002, 1_003)]


@pytest.mark.parametrize("numbers", [range(0, 800, 80), *MORE, *MANY], ids=str)
def test_mutants_that_differ_in_play_differ_in_words(numbers: range) -> None:
    found = [judge(SEED, number) for number in numbers]
    assert [o.text for o in found if o.word in ("differs", "crashes")] == []


@pytest.mark.ci
def test_no_two_shipped_variants_are_told_alike() -> None:
    told: dict[str, list[str]] = {}
    for name in shipped_variants():
        told.setdefault("\n".join(said(ruleset(name))), []).append(name)
    for names in told.values():
        for a, b in combinations(names, 2):
            assert shown(ruleset(a), ruleset(b)) == [], f"{a} and {b} are told alike"


@pytest.mark.parametrize("rule", shipped_house_rules())
@pytest.mark.share(8)
def test_house_rules_change_what_is_said(rule: str) -> None:
    """Over the first variants that it fits."""
    fitting = 0
    for name in shipped_variants():
        plain = ruleset(name)
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
