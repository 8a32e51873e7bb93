"""Measures between players who can play, all together on the command line."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool

import pytest

from cassino_dsl.simulate import deep
from cassino_dsl.simulate.methods import HOLM
from cassino_dsl.simulate.report.sections import report
from cassino_dsl.simulate.statistics import holm
from tests.cli.conftest import Cassino
from tests.native.compare import needs_compiler


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("ROUNDS", 40), ("MATCHES", 150), ("DEALS", 40), ("SEARCHED", 5), ("GROUPS", 2)):
        monkeypatch.setattr(deep, name, number)
    monkeypatch.setattr(deep, "SEARCH", "search:4")
    monkeypatch.setattr(deep, "TRIED", {True: 1, False: 1})


@needs_compiler
def test_the_command_says_how_long_and_shows_all(cassino: Cassino, small: None) -> None:
    ran = cassino(*"simulate scopa --games 6 --seed 2 --jobs 1 --deep --format json".split())
    assert ran.code == 0
    assert "cassino: --deep takes about" in ran.err
    data = ran.json["deep"]
    assert [rung["player"] for rung in data["ladder"]] == ["greedy", "learned", "search:4"]
    assert [one["deals"] for one in data["luck"]] == [40, 40, 4]
    assert all(abs(one["luck"] + one["skill"] + one["play"] - 1) < 1e-5 for one in data["luck"])
    assert [data[course]["player"] for course in ("course", "course_searched")] == ["learned", "search:4"]
    assert 0 < data["course"]["decisiveness_interval"][0] < data["course"]["decisiveness"] < 1
    assert data["course"]["drama_interval"][0] < data["course"]["drama"] < data["course"]["drama_interval"][1]
    assert 0 < data["within"]["decisiveness"] <= 1
    assert data["choice"]["played_out"] == "most"
    asked = [*ran.json["figures"]["fairness"].values(), *data["ladder"], *data["first"]]
    assert [one["p_adjusted"] for one in asked] == pytest.approx(holm([one["p"] for one in asked]), rel=0.01)
    assert all(one["real"] == (one["p_adjusted"] <= 0.05) and one["method"].endswith(HOLM) for one in asked)
    tables = [table.title for table in report(ran.json).tables][-7:]
    assert tables == ["How much skill there is", "What leading is worth, by who plays", "Luck and skill",
                      "What a choice is worth", "Which award decides a round, by who plays",
                      "Comebacks, drama and decisiveness", "Does the leader run away?"]  # fmt: skip


def test_the_reference_alone_is_too_slow(cassino: Cassino) -> None:
    ran = cassino("simulate", "scopa", "--games", "1", "--deep", "--engine", "reference")
    assert ran.code == 2
    assert "--deep needs the native engine" in ran.err


def test_a_worker_that_is_ended_is_told_in_words(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_: deep.Deep) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(deep.Deep, "estimate", lambda _: 75.0)
    monkeypatch.setattr(deep.Deep, "measures", ended)
    ran = cassino("simulate", "scopa", "--games", "1", "--deep")
    assert ran.code == 2
    assert "--deep takes about 1 min 15 s more" in ran.err
    assert "a worker process was ended from outside; `--jobs 1` does without them" in ran.err


def test_what_takes_long_is_offered_shorter(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten minutes for 500 rounds are about two for 100; a hundred seconds are not much more than one minute."""
    monkeypatch.setattr(deep.Deep, "beside", lambda *_: None)
    said = []
    for seconds in (600.0, 100.0, 50_000.0):
        monkeypatch.setattr(deep.Deep, "estimate", lambda _, seconds=seconds: seconds)
        said.append(cassino("simulate", "scopa", "--games", "6", "--seed", "1", "--deep").err)
    assert "--deep takes about 10 min 0 s more, with --searched 100 about 2 min 0 s" in said[0]
    assert "--deep takes about 1 min 40 s more\n" in said[1]
    assert "with --searched 80 about" in said[2]


def test_how_much_is_searched_is_asked_of_deep(cassino: Cassino) -> None:
    ran = cassino("simulate", "scopa", "--games", "1", "--searched", "100")
    assert ran.code == 2
    assert "--searched says how much --deep plays" in ran.err


def test_one_variant_at_a_time(cassino: Cassino) -> None:
    ran = cassino("simulate", "scopa", "cassino", "--games", "1", "--deep")
    assert ran.code == 2
    assert "--deep takes one variant at a time" in ran.err


@pytest.mark.ci
@needs_compiler
def test_kingmaking_is_for_three_sides(cassino: Cassino, small: None) -> None:
    words = ("simulate", "scopa", "--games", "6", "--seed", "1", "--jobs", "1", "--deep", "--seats", "3")
    ran = cassino(*words)
    assert "Kingmaking" in ran.out
    assert "each deal is played 6 times, twice from each side" in " ".join(ran.out.split())
    data = cassino(*words, "--format", "json").json["deep"]
    assert [one["times"] for one in data["luck"]] == [6, 6, 6]
    made = data["kingmaking"]
    assert 0 <= made["share"] <= 1
    assert -1 <= made["swing"] <= 1
