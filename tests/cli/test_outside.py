"""Nothing is read that a file names outside of its folder, and nothing written that the command line does not name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cassino_dsl.analysis.simulate.checkpoint import read_document, write_document
from cassino_dsl.analysis.simulate.report.text import csv_text
from tests.cli.conftest import Cassino

SECRET = "password: hunter2, and more that is nobody's business\n"
SCOPA = "dsl: 1\nextends: scopa\n"
RUN = ("simulate", "scopa", "--games", 4, "--seed", 1, "--engine", "reference", "--jobs", 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of a stranger's, beside a file of ours."""
    (tmp_path / "secret.yaml").write_text(SECRET)
    found = tmp_path / "strangers"
    found.mkdir()
    (found / "base.yaml").symlink_to(tmp_path / "secret.yaml")
    return found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("dsl: 1\nextends: base\n", "outside-folder"),
        ("dsl: 1\nextends: ../secret\n", "outside-folder"),
        (SCOPA + "with: base\n", "outside-folder"),
        (SCOPA + "with: ../secret\n", "unknown-base"),
        (SCOPA + "options: {o: {is: bool, default: true, about: a, selects: {true: base}}}\n", "outside-folder"),
        ("dsl: 1\nhouse: true\ntitle: t\nover: ../secret.yaml\nrules: {r: true}\n", "outside-folder"),
        ("dsl: 1\nhouse: true\ntitle: t\nover: /etc/passwd\nrules: {r: true}\n", "outside-folder"),
        ("dsl: 1\nhouse: true\ntitle: t\nover: base\nrules: {r: true}\n", "outside-folder"),
        ("dsl: 1\nhouse: true\ntitle: t\nover: nobody\nrules: {r: true}\n", "unknown-base"),
        (SCOPA + "examples: [{name: n, with: [base], hand: 7c, expect: {trails: 7c}}]\n", "outside-folder"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "test"])
@pytest.mark.share(2)
def test_nothing_outside_is_read(cassino: Cassino, folder: Path, command: str, text: str, code: str) -> None:
    file = folder / "file.yaml"
    file.write_text(text)
    ran = cassino(command, file)
    assert ran.code == 1
    assert code in ran.out + ran.err
    assert "hunter2" not in ran.out + ran.err
    assert str(file) in ran.out + ran.err


def test_a_folder_holds_what_lies_in_it(cassino: Cassino, folder: Path) -> None:
    """A link that leads out is a finding; the other files are judged all the same."""
    (folder / "file.yaml").write_text(SCOPA + "rules: {r: count(tabel) > 1}\n")
    ran = cassino("validate", "--no-play", folder)
    assert (ran.code, ran.err) == (1, "")
    assert (
        f"error[CAS052] outside-folder: this is a link that leads out of the folder\n --> {folder / 'base.yaml'}"
        in ran.out
    )
    assert "did you mean `table`?" in ran.out
    assert "2 files: 2 errors, 0 warnings" in ran.out
    assert "hunter2" not in ran.out
    (folder / "file.yaml").write_text(
        SCOPA + "examples: [{name: a, table: 7d, hand: 7c, expect: {captures: {7c: [7d]}}}]\n"
    )
    ran = cassino("test", folder)
    assert (ran.code, ran.err) == (1, "")
    assert "1 passed, 0 failed, 1 error in 2 files" in ran.out
    assert "hunter2" not in ran.out
    (folder / "base.yaml").unlink()
    (folder / "base.yaml").symlink_to("file.yaml")
    assert cassino("validate", "--no-play", folder).code == 0


def test_a_link_that_the_command_line_names_is_read(cassino: Cassino, folder: Path) -> None:
    assert "hunter2" in cassino("validate", folder / "base.yaml").out


def test_out_writes_over_no_file(cassino: Cassino, tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text("mine")
    ran = cassino(*RUN, "--out", tmp_path)
    assert ran.code == 2
    assert "exists already" in ran.err
    assert [p.name for p in tmp_path.iterdir()] == ["1.json"]
    assert (tmp_path / "1.json").read_text() == "mine"


@pytest.fixture
def results(cassino: Cassino, tmp_path: Path) -> Path:
    assert cassino(*RUN, "--out", tmp_path / "results", "--records", tmp_path / "games.jsonl").code == 0
    return tmp_path / "results"


def _plan(results: Path, **changed: object) -> None:
    write_document(results / "runs.json", {**read_document(results / "runs.json"), **changed})


@pytest.mark.parametrize("named", [False, True])
def test_a_strangers_results_write_into_no_file_of_ours(
    cassino: Cassino, results: Path, tmp_path: Path, named: bool
) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine\n" * 10_000)
    _plan(results, records=str(mine))
    ran = cassino("simulate", "--resume", results, *(("--records", mine) if named else ()))
    assert ran.code == 2
    assert ("holds no records of this run" if named else f"add --records {mine}") in ran.err
    assert mine.read_text() == "mine\n" * 10_000


def test_records_go_on_where_the_command_line_says(cassino: Cassino, results: Path, tmp_path: Path) -> None:
    assert cassino("simulate", "--resume", results, "--records", tmp_path / "games.jsonl").code == 0
    ran = cassino("simulate", "--resume", results, "--records", tmp_path / "other.jsonl")
    assert ran.code == 2
    assert "this run writes records in" in ran.err
    (tmp_path / "games.jsonl").rename(results / "games.jsonl")
    _plan(results, records=str(results / "games.jsonl"))
    assert cassino("simulate", "--resume", results).code == 0  # within what was named


def test_links_in_a_folder_of_results_are_not_written_through(cassino: Cassino, results: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    saved = json.loads((results / "1.json").read_text())
    (results / "1.json").unlink()
    for name in ("1.json.tmp", "runs.json.tmp"):
        (results / name).symlink_to(mine)
    (tmp_path / "games.jsonl").unlink()
    assert cassino("simulate", "--resume", results, "--records", tmp_path / "games.jsonl").code == 0
    assert mine.read_text() == "mine"
    assert json.loads((results / "1.json").read_text())["tally"] == saved["tally"]


def test_cells_that_begin_like_formulas_are_texts() -> None:
    row = ["=1+1", "+1", "-x", "@SUM(A1)", "\t=1", "a=b", "", -1, -0.5, "7"]
    assert csv_text(["x"], [row]) == "x\n'=1+1,'+1,'-x,'@SUM(A1),'\t=1,a=b,,-1,-0.5,7\n"


def test_csv_of_a_strangers_name(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("=cmd|x!A1.yaml").write_text(SCOPA)
    words = ("simulate", "=cmd|x!A1.yaml", "--games", 2, "--seed", 1, "--jobs", 1, "--engine", "reference")
    ran = cassino(*words, "--format", "csv")
    assert ran.code == 0
    assert all(line.startswith("'=cmd") for line in ran.out.splitlines()[1:])


def test_a_fresh_seed_has_64_bits(cassino: Cassino) -> None:
    words = ("simulate", "scopa", "--games", 1, "--jobs", 1, "--engine", "reference", "--format", "json")
    seeds = [cassino(*words).json["seed"] for _ in range(4)]
    assert max(seeds) >= 2**33
    assert all(0 <= seed < 2**64 for seed in seeds)
