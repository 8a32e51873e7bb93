"""Players who differ change seats, and are counted wherever they sit: held against the records of what was played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.answer import simulate
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.statistics import exact
from cassino_dsl.analysis.units.native_runner import runner_for
from cassino_dsl.analysis.units.runner import Task
from tests.shipped import ruleset as ruleset_of

COMPANIES = [
    ("scopa", ("greedy", "random"), "match"),
    ("scopa", ("random", "random", "greedy"), "match"),
    ("scopa", ("greedy", "random"), "round"),
    ("african-cassino-partnership", ("greedy", "random", "greedy", "random"), "round"),
    ("african-cassino-partnership", ("greedy", "greedy", "random", "random"), "round"),
]


@pytest.mark.parametrize(("variant", "players", "unit"), COMPANIES)
@pytest.mark.parametrize("rotates", [True, False])
@pytest.mark.share(4)
def test_columns_by_player_are_those_of_the_records(
    variant: str, players: tuple[str, ...], unit: Any, rotates: bool
) -> None:
    seats = len(players)
    task = Task(ruleset_of(variant), seats, unit, players, 11, rotates)
    runner = ReferenceRunner(task)
    block = runner.block(3, 4, rows=True, records=True)
    layout, sides = runner.layout, runner.layout.sides
    for unit_number, row, record in zip(range(3, 7), block.rows or (), block.records or (), strict=True):
        moved = unit_number % seats if rotates else 0
        assert record["players"] == [players[(seat + moved) % seats] for seat in range(seats)]
        points: Counter[str] = Counter()
        for one in record["rounds"]:
            for seat, name in enumerate(record["players"]):
                points[name] += sum(row_of[seat % sides] for row_of in one["awards"].values())
        winner = row[layout.column("wins") : layout.column("wins") + sides]
        for i, name in enumerate(task.different):
            assert row[layout.column("player_points", i)] == points[name]
            won = any(winner[seat % sides] and who == name for seat, who in enumerate(record["players"]))
            assert row[layout.column("player_wins", i)] == won
    native, _ = runner_for(task)
    if native is not None:
        assert [list(r) for r in native.block(3, 4, rows=True).rows or ()] == block.rows


def test_who_is_better_does_not_depend_on_who_is_named_first() -> None:
    """With seats that change, the same company in another order wins the same; with seats that stay it need not."""
    game = load("traditional-cassino")
    rates = {}
    for players in (("greedy", "random"), ("random", "greedy")):
        answer = simulate(game, games=400, seed=5, players=players, unit="round")
        assert [p["player"] for p in answer["by_player"]] == list(players)
        rates[players] = {p["player"]: p for p in answer["by_player"]}
    for name in ("greedy", "random"):
        mine, other = (of[name] for of in rates.values())
        assert mine["win_interval"][0] < other["win_rate"] < mine["win_interval"][1]
    greedy = rates["greedy", "random"]["greedy"]
    assert greedy["win_interval"] == [round(x, 6) for x in exact(greedy["wins"], 400)]
    assert greedy["fair"] == pytest.approx((1 - answer["ties"] / 400) / 2, abs=0.05)


def test_equal_players_are_not_told_apart() -> None:
    answer = simulate(load("scopa"), games=10, seed=1)
    assert "by_player" not in answer
    assert "players" not in answer["figures"]["fairness"]


def test_the_share_that_is_fair_counts_sides() -> None:
    """Two of three seats win two of three matches; two seats of one side are worth one side, and no more."""
    three = simulate(load("scopa"), games=9, seed=1, seats=3, players=("random", "random", "greedy"), unit="round")
    decided = 1 - three["ties"] / 9
    assert [p["fair"] for p in three["by_player"]] == pytest.approx([decided * 2 / 3, decided / 3], abs=1e-5)
    assert [p["seats"] for p in three["by_player"]] == [2, 1]
    crossed = ("greedy", "random", "greedy", "random")
    four = simulate(load("african-cassino-partnership"), games=4, seed=1, seats=4, players=crossed, unit="round")
    decided = 1 - four["ties"] / 4
    assert [p["fair"] for p in four["by_player"]] == pytest.approx([decided / 2, decided / 2])
