"""The example that learns runs."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from cassino_dsl.env import games

EXAMPLE = Path(__file__).parents[2] / "examples" / "reinforce.py"


@pytest.mark.ci
def test_the_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gymnasium")
    monkeypatch.setattr(games, "CODES", ("quick", "optimised"))
    runpy.run_path(str(EXAMPLE))["main"](["--seconds", "2", "--games", "64", "--matches", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("    0 s            0 decisions: ")
    assert all(line.endswith("% won") for line in lines)
    assert int(lines[-1].split()[2].replace(",", "")) > 2_000
