"""`-o FILE`: every command that prints an answer writes it to a file, whole, and never over another."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cassino_dsl.faces.cli.commands import COMMANDS
from cassino_dsl.faces.cli.frame import Command
from cassino_dsl.faces.cli.main import cassino as group
from cassino_dsl.faces.cli.output import new_file
from tests.cli.conftest import Cassino

ANSWERS_NOTHING = {"play", "serve", "lsp", "fmt", "new", "cache"}  # conversations, a file by its own name, a folder


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ANSWERS_NOTHING])
def test_every_command_that_answers_has_it(name: str) -> None:
    assert isinstance(group.get_command(click.Context(group), name), Command)  # type: ignore[attr-defined]


def test_the_file_holds_what_stdout_would(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "variants.json"
    printed = cassino("list", "--format", "json")
    written = cassino("list", "--format", "json", "-o", file)
    assert (written.code, written.out, written.err) == (0, "", f"wrote {file}\n")
    assert file.read_text(encoding="utf-8") == printed.out
    assert [p.name for p in tmp_path.iterdir()] == ["variants.json"]


def test_what_came_to_stand_there_meanwhile_stays(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"

    def write() -> None:
        with new_file(file) as new:
            new.write("ours")
            file.write_text("theirs", encoding="utf-8")

    with pytest.raises(click.UsageError):
        write()
    assert file.read_text(encoding="utf-8") == "theirs"
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


RECORDED = ("simulate", "scopa", "--games", "2", "--seed", "1", "--engine", "reference", "--records")


def test_records_go_to_stdout_where_the_report_goes_elsewhere(here: Path) -> None:
    command = [sys.executable, "-m", "cassino_dsl", *RECORDED, "-", "-o", "report.txt"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert [json.loads(line)["match"] for line in ran.stdout.splitlines()] == [0, 1]
    assert "2 matches" in (here / "report.txt").read_text(encoding="utf-8")
    again = subprocess.run(
        [sys.executable, "-m", "cassino_dsl", "replay", "-"], input=ran.stdout, capture_output=True, text=True
    )
    assert again.stdout == "2 played again, none different\n"
    assert [p.name for p in here.iterdir()] == ["report.txt"]


def test_records_that_nobody_reads_change_nothing(here: Path) -> None:
    command = f"{sys.executable} -m cassino_dsl {' '.join(RECORDED)} - -o report.txt"
    ran = subprocess.run(["bash", "-c", f"{command} | true; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("0\n", "wrote report.txt\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk")
def test_a_full_disk_is_told_with_the_file(cassino: Cassino) -> None:
    ran = cassino("show", "cassino", "-o", "/dev/full")
    assert (ran.code, ran.err) == (2, "cassino: `/dev/full`: No space left on device\n")
    ran = cassino("simulate", "scopa", "--games", "20", "--seed", "1", "--jobs", "1", "--records", "/dev/full")
    assert (ran.code, ran.err.splitlines()[-1]) == (2, "cassino: `/dev/full`: No space left on device")


# ---- files that are given another text

LOOSE = "dsl: 1\nextends: cassino\nrules:\n  r:   kind == trail\n"
REWRITES = [("fmt",), ("validate", "--no-play", "--fix"), ("test", "--update")]


@pytest.fixture
def loose(here: Path) -> Path:
    """A file to which each of these commands gives another text."""
    file = here / "games" / "loose.yaml"
    file.parent.mkdir()
    file.write_text(LOOSE, encoding="utf-8")
    return file


def _text_for(words: tuple[str, ...], file: Path) -> str:
    faulty = Path(__file__).with_name("faulty.yaml").read_text(encoding="utf-8")
    text = {"fmt": LOOSE.replace("==", "="), "validate": LOOSE, "test": faulty}[words[0]]
    file.write_text(text, encoding="utf-8")
    return text


@pytest.mark.parametrize("words", REWRITES, ids=" ".join)
def test_a_file_that_is_only_to_be_read_stays(cassino: Cassino, loose: Path, words: tuple[str, ...]) -> None:
    text = _text_for(words, loose)
    loose.chmod(0o444)
    ran = cassino(*words, loose)
    assert (ran.code, f"cassino: `{loose}`: it is only to be read" in ran.err) == (2, True)
    assert loose.read_text(encoding="utf-8") == text
    loose.chmod(0o644)
    before = loose.stat()
    cassino(*words, loose)
    assert loose.read_text(encoding="utf-8") != text
    assert (loose.stat().st_mode, loose.stat().st_uid) == (before.st_mode, before.st_uid)


@pytest.mark.parametrize("words", REWRITES, ids=" ".join)
def test_a_link_in_a_folder_that_is_named_is_followed(cassino: Cassino, loose: Path, words: tuple[str, ...]) -> None:
    text = _text_for(words, loose)
    loose.rename(loose.with_name(".hidden.yaml"))
    loose.symlink_to(".hidden.yaml")
    assert cassino(*words, loose.parent).code < 2
    assert loose.is_symlink()
    assert loose.read_text(encoding="utf-8") != text
    ran = cassino(*words, loose)
    assert ran.code < 2  # there is nothing left to write
    _text_for(words, loose.resolve())
    ran = cassino(*words, loose)
    assert (ran.code, f"is a link: name the file itself, {loose.resolve()}" in ran.err) == (2, True)


@pytest.mark.parametrize("words", REWRITES, ids=" ".join)
def test_a_disk_that_gets_full_is_told_with_the_file(
    cassino: Cassino, loose: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _text_for(words, loose)

    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    ran = cassino(*words, loose)
    assert (ran.code, f"cassino: `{loose}`: No space left on device" in ran.err.splitlines()) == (2, True)
    assert [p.name for p in loose.parent.iterdir()] == ["loose.yaml"]
    assert loose.read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limits of files")
def test_a_new_file_that_cannot_be_written_whole_is_not_there(here: Path) -> None:
    code = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (64, 64)); from cassino_dsl.__main__ import main; main()"
    # -B: the bytecode of our modules would be cut short, too
    ran = subprocess.run([sys.executable, "-B", "-c", code, "new", "ours"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "cassino: `ours.yaml`: File too large\n")
    assert list(here.iterdir()) == []
