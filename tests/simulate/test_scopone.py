"""What a published study says of Scopone holds here: between equal players the dealer's side is ahead (Di Palma and
Lanzi, "Traditional Wisdom and Monte Carlo Tree Search Face-to-Face in the Card Game Scopone", 2018)."""

from __future__ import annotations

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.answer import simulate
from tests.native.compare import needs_compiler

pytestmark = [needs_compiler, pytest.mark.ci]


@pytest.mark.parametrize(("player", "rounds"), [("greedy", 1_000), ("learned", 1_000), ("search:30", 60)])
def test_the_dealers_side_is_ahead_in_scopone(player: str, rounds: int) -> None:
    answer = simulate(load("scopone"), games=rounds, seed=2, unit="round", players=(player,) * 4)
    leader, dealer = answer["order"]
    fairness = answer["figures"]["fairness"]["order"]
    assert dealer["seats"] == [2, 4]  # seat 1 leads, so seat 4 deals
    assert fairness["real"]
    assert leader["win_interval"][1] < fairness["share"] < dealer["win_interval"][0]
    assert leader["points_per_round"] < dealer["points_per_round"]
