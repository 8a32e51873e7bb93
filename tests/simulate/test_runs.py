"""However a run is split, stopped or killed, the figures are those of one run."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cassino_dsl.analysis.simulate.checkpoint import FORMAT, read_document, write_document
from tests.native.compare import needs_compiler
from tests.simulate.helpers import answer, cli, played, process, spec, timeless

RUN = ("casual-cassino", "--seed", 7, "--engine", "reference")


def test_jobs_change_nothing() -> None:
    one, three = (played(spec(games=9), jobs, "reference") for jobs in (1, 3))
    assert one.tally == three.tally


def test_shards_merge_to_the_whole(tmp_path: Path) -> None:
    whole = answer("simulate", *RUN, "--games", 11)
    folders = []
    for i in (1, 2, 3):
        folders.append(tmp_path / f"s{i}")
        answer("simulate", *RUN, "--games", 11, "--shard", f"{i}/3", "--out", folders[-1])
    assert answer("merge", *reversed(folders)) == whole
    assert whole["games"] == 11
    twice = cli("merge", folders[0], folders[0])
    assert twice.exit_code == 2
    assert "counts once" in twice.stderr
    some = cli("merge", folders[0], folders[2], "--format", "json")
    assert "4 of 11 are missing" in some.stderr
    assert json.loads(some.stdout)["games"] == 7


@needs_compiler
def test_it_is_told_whose_code_played(tmp_path: Path) -> None:
    words = ("simulate", "scopa", "--seed", 7, "--games", 20, "--unit", "round", "--format", "json")
    for shard, engine in ((1, "native"), (2, "reference")):
        told = json.loads(cli(*words, "--engine", engine, "--shard", f"{shard}/2", "--out", tmp_path / engine).stdout)
        assert told["engine"] == engine
        assert sum(told["code"].values()) == 10
        assert ("reference" in told["code"]) == (engine == "reference")
    both = json.loads(cli("merge", tmp_path / "native", tmp_path / "reference", "--format", "json").stdout)
    assert (both["engine"], both["code"]["reference"], sum(both["code"].values())) == ("mixed", 10, 20)
    searching = json.loads(cli(*words, "--players", "flat:2", "--engine", "native").stdout)
    assert (searching["engine"], "reference" in searching["code"]) == ("native", False)


def test_other_games_are_not_merged(tmp_path: Path) -> None:
    answer("simulate", *RUN, "--games", 2, "--out", tmp_path / "a")
    answer("simulate", "casual-cassino", "--seed", 8, "--games", 2, "--engine", "reference", "--out", tmp_path / "b")
    assert cli("merge", tmp_path / "a", tmp_path / "b").exit_code == 2


def test_until_stops_at_the_same_unit_with_any_jobs() -> None:
    for width, units in (("25%", 100), ("0.19", 125)):  # the first look, and the one at which they are as narrow
        found = [played(spec("scopa", games=400, until=width, unit="round"), jobs) for jobs in (1, 2)]
        assert found[0].tally == found[1].tally
        assert found[0].tally.units == units


@pytest.mark.parametrize(("kills", "games"), [(1, 40), pytest.param(4, 240, marks=pytest.mark.ci)])
def test_killed_at_any_moment_and_resumed(kills: int, games: int, tmp_path: Path) -> None:
    words = (*RUN, "--games", games, "--jobs", 2)
    whole = answer("simulate", *words, "--records", tmp_path / "whole.jsonl")
    folder, records = tmp_path / "out", tmp_path / "parts.jsonl"
    start = ["simulate", *words, "--out", folder, "--records", records]
    chance, units = random.Random(5), [0]
    for _ in range(kills):
        running = process(*start, folder=tmp_path)
        wait_for_more(folder / "1.json", units[-1], running)
        time.sleep(0.2 * chance.random())
        running.kill()
        running.communicate()
        units.append(units_in(folder / "1.json"))
        start = ["simulate", "--resume", folder, "--records", records, "--engine", "reference", "--jobs", 2]
    assert units == sorted(set(units))
    assert units[-1] < games, "the machine is too fast for this test: play more"
    assert answer("simulate", "--resume", folder, "--records", records, "--engine", "reference") == whole
    assert records.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_records_that_are_gone_are_not_made_up(tmp_path: Path) -> None:
    records = tmp_path / "r.jsonl"
    answer("simulate", *RUN, "--games", 5, "--out", tmp_path / "out", "--records", records)
    records.unlink()
    result = cli("simulate", "--resume", tmp_path / "out", "--records", records)
    assert result.exit_code == 2
    assert "lacks the records of the 5" in result.stderr


def units_in(file: Path) -> int:
    return int(json.loads(file.read_text())["tally"]["units"]) if file.exists() else 0


def wait_for_more(file: Path, units: int, running: subprocess.Popen[bytes]) -> None:
    for _ in range(3000):
        if units_in(file) > units:
            return
        if running.poll() is not None:
            break
        time.sleep(0.01)
    running.kill()
    raise AssertionError(f"the run does not get on: {running.communicate()}")


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    running = process("simulate", *RUN, "--games", 100000, "--format", "json", "--out", folder, folder=tmp_path)
    wait_for_more(folder / "1.json", 0, running)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    found = json.loads(out)
    assert 0 < found["games"] < 100000
    assert found["figures"]["interrupted"] is True
    assert b"interrupted" in err
    assert b"Traceback" not in err
    assert answer("merge", folder) == timeless(found)


def test_finished_runs_are_not_played_again(tmp_path: Path) -> None:
    whole = answer("simulate", *RUN, "--games", 5, "--out", tmp_path)
    assert answer("simulate", *RUN, "--games", 5, "--out", tmp_path) == whole
    other = cli("simulate", *RUN, "--games", 6, "--out", tmp_path)
    assert other.exit_code == 2
    assert "other runs" in other.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        *((text, "no results that `--out` has kept") for text in ("", "{", "[]", "\x00", "[" * 100_000)),
        ('{"cassino": 1}', "written by another version of the program"),
        (f'{{"cassino": {FORMAT}, "digest": "0", "specs": []}}', "damaged, or changed since it was written"),
    ],
)
def test_damaged_results_are_a_message(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "runs.json").write_text(content)
    for words in (("merge", tmp_path), ("simulate", "--resume", tmp_path), ("grid", "--resume", tmp_path)):
        result = cli(*words)
        assert result.exit_code == 2, result.stderr
        assert f"runs.json: {said}" in result.stderr


def test_results_of_a_ruleset_that_has_changed_are_refused(tmp_path: Path) -> None:
    answer("simulate", *RUN, "--games", 5, "--out", tmp_path)
    data = read_document(tmp_path / "1.json")
    write_document(tmp_path / "1.json", {**data, "ruleset": "another"})
    result = cli("merge", tmp_path)
    assert result.exit_code == 2
    assert "1.json: the ruleset has changed since" in result.stderr
