"""Points in halves: whatever people see divides, in both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.simulate.replay import Different, Replayer
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.api import diff, simulate
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.engine.native.engine import native_engine

HALVES = Path("tests/conformance/scoring/half-points.yaml")
WHOLE = "match: {half_points: true, target: 41, tie: draw}", "match: {target: 41, tie: draw}"


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The same file in whole points, without its examples."""
    path = tmp_path / "whole.yaml"
    path.write_text(HALVES.read_text(encoding="utf-8").split("examples:")[0].replace(*WHOLE), encoding="utf-8")
    return path


def _records(engine: str) -> list[dict[str, Any]]:
    ruleset = load(HALVES).ruleset
    runner, name, _ = make_runner(Task(ruleset, 2, "match", ("random", "random"), 3), engine)
    assert name == engine
    records = runner.block(0, 5, records=True).records
    assert records is not None
    return records


def test_records_say_points_and_replay() -> None:
    records = _records("reference")
    assert any(n % 1 for r in records for n in r["rounds"][-1]["scores"])
    assert max(records[0]["rounds"][-1]["scores"]) >= 20.5
    assert records[0]["reason"] == "20.5 points or more"
    replayer = Replayer(lambda *asked: load(HALVES).ruleset)
    wrong = {**records[0], "variant": "half", "with": [], "set": []}
    replayer.replay(wrong)
    wrong["rounds"] = [dict(wrong["rounds"][0], scores=[2 * n for n in wrong["rounds"][0]["scores"]])]
    with pytest.raises(Different):
        replayer.replay(wrong)


def test_both_engines_say_the_same() -> None:
    if native_engine(load(HALVES).ruleset, 2)[0] is None:
        pytest.skip("no compiler")
    assert _records("native") == _records("reference")


def test_figures_are_of_points(whole: Path) -> None:
    half, double = (simulate(load(p), games=20, seed=1, unit="round", engine="reference") for p in (HALVES, whole))
    for a, b in zip(half["sides"], double["sides"], strict=True):
        assert 2 * a["points_per_round"] == pytest.approx(b["points_per_round"], abs=1e-5)
        assert 2 * a["awards"]["cards"] == pytest.approx(b["awards"]["cards"], abs=1e-5)
    low, high = (half["figures"]["points_interval"]["sides"][0][i] for i in (0, 1))
    assert low < half["sides"][0]["points_per_round"] < high
    assert 2 * half["figures"]["margin"] == pytest.approx(double["figures"]["margin"], abs=1e-5)
    bins = {2 * value: count for value, count in half["figures"]["distributions"]["points 1"]}
    assert bins == dict(double["figures"]["distributions"]["points 1"])


def test_what_is_printed_reads_back() -> None:
    game = load(HALVES)
    after = game.apply({"hands": {1: "Ac 2c", 2: "3c"}, "stock": "", "scores": {1: 10}}, "Ac trails")["position"]
    assert after["scores"] == {"1": 8.5, "2": 0}
    assert after["points"] == {"fines": {"1": -1.5, "2": 0}}
    again = game.moves(after)
    assert [p["text"] for p in again["plays"]] == ["3c trails"]


def test_rulebook_speaks_of_points() -> None:
    text = rulebook(load(HALVES).ruleset)
    assert "a player has 20.5 points or more" in text
    assert "you lose 1.5 points" in text
    assert "| Cards | 2.5 |" in text
    assert "10.5" in text  # `score(us) >= 21`
    assert "rounded down to a half" in text


def test_a_change_of_the_unit_is_a_change(whole: Path) -> None:
    found = diff(load(HALVES), load(whole), effect=False)
    assert any(c["path"] == "match.half_points" for c in found["changes"])
    assert found["witness"] is not None
