"""`cassino fmt`: what is written where, what is left alone, and the exit codes."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, Cassino

OLD = "title: Mine\ndsl: 1   # the version\nextends: cassino\n"
NEW = "dsl: 1  # the version\ntitle: Mine\nextends: cassino\n"
BROKEN = "dsl: 1\ntitle: Mine: the game\n"
FAULTY = "dsl: 1\nrules:\n  a: no_such_name=1\n"  # it can be read


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"old": OLD, "new": NEW, "broken": BROKEN, "faulty": FAULTY}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def test_what_has_another_layout_is_written_and_nothing_else(cassino: Cassino, here: Path) -> None:
    before = {path: path.stat().st_ino for path in here.iterdir()}
    (here / "old.yaml").chmod(0o640)
    ran = cassino("fmt", "old.yaml", "new.yaml", "broken.yaml", "faulty.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert "broken.yaml:2:12" in ran.err
    assert ran.err.endswith("cassino: 4 files: 2 formatted, 1 left alone\n")
    assert (here / "old.yaml").read_text() == NEW
    assert (here / "faulty.yaml").read_text() == "dsl: 1\nrules:\n  a: no_such_name = 1\n"
    assert (here / "broken.yaml").read_text() == BROKEN
    assert {path.name for path, inode in before.items() if path.stat().st_ino != inode} == {"old.yaml", "faulty.yaml"}
    assert stat.S_IMODE((here / "old.yaml").stat().st_mode) == 0o640
    assert sorted(path.name for path in here.iterdir()) == ["broken.yaml", "faulty.yaml", "new.yaml", "old.yaml"]
    assert cassino("fmt", "old.yaml", "new.yaml", "faulty.yaml").code == 0


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_difference_keeps_line_ends_and_a_mark(cassino: Cassino, here: Path, mark: bytes) -> None:
    (here / "old.yaml").write_bytes(mark + OLD.replace("\n", "\r\n").encode())
    (here / "patch").write_bytes(cassino("fmt", "old.yaml", "--diff").out.encode())
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "apply", "-p0", "patch"], check=True)
    assert (here / "old.yaml").read_bytes() == mark + NEW.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_difference_is_one_that_patch_reads(cassino: Cassino, here: Path, end: str) -> None:
    (here / "old.yaml").write_text(OLD.rstrip("\n") + end)
    ran = cassino("fmt", "old.yaml", "--diff")
    assert ran.code == 1
    assert ran.out.startswith("--- old.yaml\n+++ old.yaml\n@@ ")
    assert "-dsl: 1   # the version\n" in ran.out
    assert "+dsl: 1  # the version\n" in ran.out
    assert ("\\ No newline at end of file\n" in ran.out) is not bool(end)
    assert (here / "old.yaml").read_text() == OLD.rstrip("\n") + end
    subprocess.run(["git", "init", "-q"], check=True)
    subprocess.run(["git", "apply", "-p0"], input=ran.out, text=True, check=True)
    assert (here / "old.yaml").read_text() == NEW
    assert (cassino("fmt", "old.yaml", "--diff").code, cassino("fmt", "old.yaml", "--diff").out) == (0, "")


def test_a_folder_is_all_files_in_it(cassino: Cassino, here: Path) -> None:
    inside = here / "house"
    inside.mkdir()
    (inside / "deep.yaml").write_text(OLD)
    (inside / "link.yaml").symlink_to(inside / "deep.yaml")
    (inside / "out.yaml").symlink_to(here / "old.yaml")
    ran = cassino("fmt", "house")
    assert ran.code == 1
    assert "a link that leads out of the folder" in ran.err
    assert (inside / "deep.yaml").read_text() == NEW
    assert (inside / "link.yaml").is_symlink()
    assert (here / "old.yaml").read_text() == OLD
    assert cassino("fmt", "no-such-folder/").code == 2


@pytest.mark.parametrize("data", [OLD.encode(), b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode()])
def test_standard_input_goes_to_standard_output(here: Path, data: bytes) -> None:
    command = [*PROGRAM, "fmt", "-"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(command, input=data, capture_output=True, check=False, env=environment)
    mark, end = (b"\xef\xbb\xbf", "\r\n") if data[:1] == b"\xef" else (b"", "\n")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout == mark + NEW.replace("\n", end).encode()


def test_a_file_that_cannot_be_written_keeps_no_other_waiting(cassino: Cassino, here: Path) -> None:
    for name in ("a", "z"):
        (here / f"{name}.yaml").write_text("dsl: 1\nextends: cassino\ndeal: {batch: 1}\n")
    (here / "old.yaml").chmod(0o444)
    (here / "other.name").hardlink_to(here / "a.yaml")
    ran = cassino("fmt", ".", "--upgrade")
    assert (ran.code, ran.out) == (2, "")
    assert "`old.yaml`: it is only to be read, and stays as it is\n" in ran.err
    assert ran.err.endswith("cassino: 6 files: 3 formatted, 2 left alone\n")
    assert (here / "old.yaml").read_text() == OLD
    new = "dsl: 1\nextends: cassino\ndeal: {at_a_time: 1}\n"
    assert [(here / name).read_text() for name in ("a.yaml", "other.name", "z.yaml")] == [new] * 3
    assert (here / "a.yaml").samefile(here / "other.name")
