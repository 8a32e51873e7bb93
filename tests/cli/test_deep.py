"""Measures between players who can play, all together on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.research import deep
from cassino_dsl.analysis.research.deep_report import DeepReport
from cassino_dsl.analysis.simulate.statistics import HOLM, holm
from cassino_dsl.analysis.simulate.work import WorkerEnded
from tests.cli.conftest import Cassino
from tests.native.compare import needs_compiler


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("ROUNDS", 40), ("DEALS", 40), ("SEARCHED", 5), ("GROUPS", 2)):
        monkeypatch.setattr(deep, name, number)
    monkeypatch.setattr(deep, "SEARCH", "search:4")


@needs_compiler
def test_the_command_shows_all(cassino: Cassino, small: None) -> None:
    ran = cassino(*"simulate scopa --games 6 --seed 2 --jobs 1 --deep --format json".split())
    assert ran.code == 0
    data = ran.json["deep"]
    assert [rung["player"] for rung in data["ladder"]] == ["greedy", "learned", "search:4"]
    assert [one["deals"] for one in data["luck"]] == [40, 40, 4]
    assert all(abs(one["luck"] + one["skill"] + one["play"] - 1) < 1e-5 for one in data["luck"])
    asked = [*ran.json["figures"]["fairness"].values(), *data["ladder"], *data["first"]]
    assert [one["p_adjusted"] for one in asked] == pytest.approx(holm([one["p"] for one in asked]), rel=0.01)
    assert all(one["real"] == (one["p_adjusted"] <= 0.05) and one["method"].endswith(HOLM) for one in asked)
    tables = [table.title for table in DeepReport([ran.json]).report().tables][-3:]
    assert tables == ["How much skill there is", "What leading is worth, by who plays", "Luck and skill"]


def test_a_worker_that_is_ended_is_told_in_words(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_: deep.Deep) -> None:
        raise WorkerEnded

    monkeypatch.setattr(deep.Deep, "measures", ended)
    ran = cassino("simulate", "scopa", "--games", "1", "--deep")
    assert ran.code == 2
    assert "a worker process was ended from outside; `--jobs 1` does without them" in ran.err


@pytest.mark.ci
@needs_compiler
def test_deals_of_three_sides(cassino: Cassino, small: None) -> None:
    words = ("simulate", "scopa", "--games", "6", "--seed", "1", "--jobs", "1", "--deep", "--seats", "3")
    ran = cassino(*words)
    assert "each deal is played 6 times, twice from each side" in " ".join(ran.out.split())
    data = cassino(*words, "--format", "json").json["deep"]
    assert [one["times"] for one in data["luck"]] == [6, 6, 6]


# ---- tune


def test_the_command(cassino: Cassino, tmp_path: Path) -> None:
    words = "scopa --vary target=11,16 --goal order.1.win_rate=50%±50% --unit round --games 160 --seed 5 --jobs 1"
    answer = cassino("tune", *words.split(), "--format", "json", "--out", tmp_path / "x")
    assert answer.code == 0, answer.err
    data = answer.json
    assert data["reached"] is True
    assert data["at"] in [row["at"] for row in data["rows"]]
    assert [row["games"] for row in data["rows"]] == [40, 40]
    assert data["games"] == 160
    assert data["figures"][0]["figure"] == "order.1.win_rate"
    assert "--first 40 " in data["command"] + " "
    resumed = ("tune", "--resume", tmp_path / "x", "--format")
    assert cassino(*resumed, "json").json == data
    assert "reaches the goal" in cassino(*resumed, "text").out
    assert cassino(*resumed, "csv").out.startswith("target,games,miss,level,reaches,order.1.win_rate")
    assert "<table" in cassino(*resumed, "html").out
