"""The example that learns runs, and what it has learned is a player everywhere."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino, cassino

__all__ = ["cassino"]  # the fixture

EXAMPLE = Path(__file__).parents[2] / "examples" / "reinforce.py"


@pytest.mark.ci
def test_the_example_runs(
    cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 120
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLE.parent)
    runpy.run_path(str(EXAMPLE))["main"](["--seconds", "2", "--games", "64", "--matches", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert lines[0].startswith("    0 s            0 decisions: ")
    assert int(lines[-1].split()[2].replace(",", "")) > 2_000
    words = ("--games", "8", "--seed", "1000000", "--format", "json")
    named = cassino("simulate", "scopa", "--players", "reinforce:trained,greedy", *words).json["by_player"][0]
    assert f"{named['win_rate']:.1%}" == lines[-1].split()[-2]
