"""Tables: plain columns in a pipe, drawn on a terminal, and no file can send control characters there."""

from __future__ import annotations

import re
import sys

import pytest

from cassino_dsl.cli.tables import print_table

ROWS = [("first", 1), ("a much longer second row \x1b[2J", 22)]
WIDE = [("first", "word " * 20)]


def test_plain_columns(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n"), ROWS, right=(1,))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "first" + " " * (len(lines[0]) - 6) + "1"
    assert lines[2].endswith("22")
    assert "\x1b" not in lines[2]


def test_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")
    print_table(("name", "n"), [*ROWS, *WIDE])
    shown = capsys.readouterr().out
    assert "first" in shown
    assert shown.count("word") == 20  # what is too wide goes on in the next line
    assert max(map(len, re.sub(r"\x1b\[\d*m", "", shown).splitlines())) <= 40
    assert "\x1b[2J" not in shown
