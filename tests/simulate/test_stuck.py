"""Stuck rounds in what a simulation says: every report names them, and the command that records the first."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path

import pytest

from tests.simulate.helpers import answer, cli

STUCK = Path(__file__).parent / "stuck.yaml"
RUN = ("--games", 12, "--seed", 1, "--engine", "reference")


@pytest.fixture
def allowed(tmp_path: Path) -> Path:
    file = tmp_path / "allowed.yaml"
    file.write_text(STUCK.read_text().replace("match: {", "match: {stuck: allowed, "))
    return file


def test_json_counts_them_and_the_command_records_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = answer("simulate", STUCK, *RUN, code=1)["stuck"]
    assert set(found) == {"rounds", "allowed", "first", "again"}
    assert found["rounds"] > 0
    assert not found["allowed"]
    monkeypatch.chdir(tmp_path)
    name, *words = shlex.split(found["again"])
    assert name == "cassino"
    assert cli(*words, "--engine", "reference").exit_code == 1  # the stuck round is a finding
    (record,) = map(json.loads, Path("stuck.jsonl").read_text().splitlines())
    assert record["match"] == found["first"]
    assert any(r["stuck"] for r in record["rounds"])
    assert cli("replay", "stuck.jsonl", "--variant", STUCK).exit_code == 0
    record["rounds"][0]["stuck"] = not record["rounds"][0]["stuck"]
    Path("changed.jsonl").write_text(json.dumps(record))
    assert cli("replay", "changed.jsonl", "--variant", STUCK).exit_code == 1


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
def test_reports_name_them(format: str) -> None:
    found = answer("simulate", STUCK, *RUN, code=1)
    result = cli("simulate", STUCK, *RUN, "--format", format)
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert f"stuck rounds of stuck: {found['stuck']['rounds']} of 24; nobody could play" in said
    assert "--records stuck.jsonl" in result.stdout
    assert result.stderr.startswith("cassino: warning: stuck rounds of stuck:")
    assert found["stuck"]["again"] in result.stderr


def test_csv_has_a_line_for_them() -> None:
    rows = list(csv.DictReader(io.StringIO(cli("simulate", STUCK, *RUN, "--format", "csv").stdout)))
    assert [row["value"] for row in rows if row["figure"] == "stuck"] == [
        str(answer("simulate", STUCK, *RUN, code=1)["stuck"]["rounds"])
    ]


def test_what_is_allowed_is_no_warning(allowed: Path) -> None:
    result = cli("simulate", allowed, *RUN)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "as the variant allows" in " ".join(result.stdout.split())
    assert answer("simulate", allowed, *RUN)["stuck"]["allowed"]


def test_several_and_grids_name_each(allowed: Path) -> None:
    both = cli("simulate", STUCK, allowed, *RUN)
    assert "stuck rounds of stuck:" in both.stdout
    assert "stuck rounds of allowed:" in both.stdout
    assert both.stdout.count("first stuck: ") == 2
    assert both.stderr.count("warning") == 1
    grid = cli("grid", STUCK, "--vary", "with=none", *RUN)
    assert "stuck rounds of stuck none:" in grid.stdout
    assert "warning" in grid.stderr
    assert grid.exit_code == 1


def test_a_game_that_is_never_stuck_says_nothing() -> None:
    result = cli("simulate", "scopa", "--games", 1, "--seed", 1, "--engine", "reference")
    assert "stuck" not in result.stdout + result.stderr
    found = answer("simulate", "scopa", "--games", 1, "--seed", 1, "--engine", "reference")["stuck"]
    assert found == {"rounds": 0, "allowed": False, "first": None, "again": None}


def test_shards_agree_on_the_first(tmp_path: Path) -> None:
    whole = answer("simulate", STUCK, *RUN, code=1)
    for i in (1, 2):
        answer("simulate", STUCK, *RUN, "--shard", f"{i}/2", "--out", tmp_path / str(i), code=1)
    assert answer("merge", tmp_path / "2", tmp_path / "1", code=1)["stuck"] == whole["stuck"]
