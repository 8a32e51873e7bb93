"""Measures between players who can play, all together on the command line."""

from __future__ import annotations

import pytest

from cassino_dsl.simulate import deep
from cassino_dsl.simulate.report.deep import deep_tables
from tests.cli.conftest import Cassino
from tests.native.compare import needs_compiler


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("ROUNDS", 40), ("MATCHES", 150), ("DEALS", 40), ("SEARCHED", 2), ("CHOSEN", 2)):
        monkeypatch.setattr(deep, name, number)
    monkeypatch.setattr(deep, "SEARCH", "search:4")


@needs_compiler
def test_the_command_says_how_long_and_shows_all(cassino: Cassino, small: None) -> None:
    words = ("simulate", "scopa", "--games", "6", "--seed", "1", "--jobs", "1", "--deep")
    ran = cassino(*words)
    assert ran.code == 0
    assert "cassino: --deep takes about" in ran.err
    for title in ("How much skill there is", "What leading is worth", "Luck and skill", "What a choice is worth",
                  "Which award decides a round", "Comebacks and drama", "Does the leader run away?"):  # fmt: skip
        assert title in ran.out
    data = cassino(*words, "--format", "json").json["deep"]
    assert [rung["player"] for rung in data["ladder"]] == ["greedy", "learned", "search:4"]
    assert len(data["luck"]) == 2
    assert all(abs(one["luck"] + one["skill"] + one["play"] - 1) < 1e-5 for one in data["luck"])
    assert data["course"]["player"] == "learned"
    assert deep_tables(data)[0].title == "How much skill there is"


def test_the_reference_alone_is_too_slow(cassino: Cassino) -> None:
    ran = cassino("simulate", "scopa", "--games", "1", "--deep", "--engine", "reference")
    assert ran.code == 2
    assert "--deep needs the native engine" in ran.err


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
    made = cassino(*words, "--format", "json").json["deep"]["kingmaking"]
    assert 0 <= made["share"] <= 1
    assert -1 <= made["swing"] <= 1
