"""`test --update` writes what failing examples give, and nothing else changes in the file."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino

FAULTY = Path(__file__).with_name("faulty.yaml")
CHANGED = {
    "      captures: {7c: [7d]}      # keep me": "      captures: {7c: [7d, 3c 4h, 3c 7d 4h]}      # keep me",
    "      trails: [7c]": "      trails: [7c, Kd]",
    "        - 7c takes 4h": "        - Kd trails",
    "      illegal: Kd trails": "      illegal: 7c takes 4h",
    "    expect: {after: {table: 9c, builds: [{value: 7, groups: [3c 4d]}], turn: 1}, points: {1: 9}}  # end": (
        '    expect: {after: {table: "", builds: [], turn: 2}, points: {1: 3}}  # end'
    ),
    "    expect: {legal: 7c takes 3c}": "    expect: {illegal: 7c takes 3c}",
    "        4d: []": "        4d: [7 with 3c]",
}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return Path(shutil.copy(FAULTY, tmp_path / "mine.yaml"))


def test_only_values_that_differ_change(cassino: Cassino, mine: Path) -> None:
    before = mine.read_text(encoding="utf-8").splitlines()
    ran = cassino("test", mine, "--update")
    assert mine.read_text(encoding="utf-8").splitlines() == [CHANGED.get(line, line) for line in before]
    assert f"{mine}: 4 of 5 failing examples updated" in ran.err
    # a play that is not legal and a card that does not exist are no matter of a value
    assert ran.out.endswith("5 passed, 1 failed, 1 error in 1 file\n")
    again = mine.read_bytes()
    cassino("test", mine, "--update")
    assert mine.read_bytes() == again


def test_only_what_is_named(cassino: Cassino, mine: Path) -> None:
    cassino("test", mine, "--update", "-k", "one legal")
    lines = zip(
        FAULTY.read_text(encoding="utf-8").splitlines(), mine.read_text(encoding="utf-8").splitlines(), strict=True
    )
    assert [new for old, new in lines if old != new] == ["    expect: {illegal: 7c takes 3c}"]


def test_nothing_fails_nothing_is_written(cassino: Cassino, mine: Path) -> None:
    before = mine.stat().st_mtime_ns, mine.read_bytes()
    assert cassino("test", mine, "--update", "-k", "as it is").code == 0
    assert (mine.stat().st_mtime_ns, mine.read_bytes()) == before


def test_mode_mark_and_line_ends_stay(cassino: Cassino, mine: Path) -> None:
    mine.write_bytes(b"\xef\xbb\xbf" + FAULTY.read_bytes().replace(b"\n", b"\r\n"))
    mine.chmod(0o640)
    cassino("test", mine, "--update")
    data = mine.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf#")
    assert data.count(b"\n") == data.count(b"\r\n") == FAULTY.read_bytes().count(b"\n")
    assert mine.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in mine.parent.iterdir()] == ["mine.yaml"]


def test_a_link_is_not_followed(cassino: Cassino, mine: Path) -> None:
    link = mine.with_name("link.yaml")
    os.symlink(mine, link)
    ran = cassino("test", link, "--update")
    assert ran.code == 2
    assert mine.read_bytes() == FAULTY.read_bytes()


def test_shipped_files_are_never_changed(cassino: Cassino, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassino_dsl.resources.folder", lambda name: mine.parent)
    ran = cassino("test", mine, "--update")
    assert ran.code == 2
    assert "--update changes files of your own" in ran.err
    assert mine.read_bytes() == FAULTY.read_bytes()
