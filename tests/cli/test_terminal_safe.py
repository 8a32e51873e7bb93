"""What strangers write is shown on a terminal and never obeyed by it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cassino_dsl.faces.cli.printing import print_table
from tests.cli.conftest import PROGRAM, Cassino, on_a_terminal

EVIL = "e\x1b]0;title\x07\x1b[2J\x1b[8m\x1b[K\r\x1b[K\x9b31m\u202evil\r"
MARKS = ("\x1b[8m", "\x1b[K", "\x1b]", "\x07", "\x1b[2J", "\x9b", "\u202e", "\rx")


@pytest.mark.parametrize("kind", ["the name of a file", "a key of a position", "a record"])
def test_nothing_is_obeyed(tmp_path: Path, kind: str) -> None:
    if kind == "the name of a file":
        file = tmp_path / f"{EVIL}x.yaml"
        file.write_text("dsl: 1\nextends: scopa\nrules: {r: nonsense}\n")
        words = ["validate", str(file), "--no-play"]
    elif kind == "a key of a position":
        file = tmp_path / "batch.jsonl"
        file.write_bytes('{"hand": "7c", "e\u202evil\x7f\u009b31m": 1}\n'.encode())
        words = ["moves", "scopa", "--batch", str(file)]
    else:
        file = tmp_path / "games.jsonl"
        record = {"record": 3, "variant": EVIL, "seats": 2, "with": [], "set": []}
        rest = {
            "unit": "match",
            "players": ["random"] * 2,
            "seed": 1,
            "match": 0,
            "rounds": [],
            "winner": 1,
            "reason": "",
            "ruleset": "",
        }
        file.write_text(json.dumps(record | rest) + "\n")
        words = ["replay", str(file)]
    seen = on_a_terminal(*words, code=1)
    assert not [mark for mark in MARKS if mark in seen.replace("\r\n", "\n")]
    assert "31m" in seen


def test_a_record_is_not_obeyed_where_messages_go_into_a_pipe(tmp_path: Path) -> None:
    """Nor is anything taken away: whoever reads sees what stands there."""
    file = tmp_path / f"{EVIL}.jsonl"
    file.write_text("{}")
    ran = subprocess.run([*PROGRAM, "replay", str(file)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert not [mark for mark in MARKS if mark in ran.stderr]
    assert "␛[8m␛[K␍␛[K\\u{9b}31m\\u{202e}vil" in ran.stderr


@pytest.mark.parametrize(
    "words",
    [("validate", EVIL), ("moves", EVIL + "/x", "-"), ("simulate", "--resume", EVIL), ("merge", EVIL), ("show", EVIL)],
    ids=lambda words: words[0],
)
def test_messages_show_what_they_quote(cassino: Cassino, words: tuple[str, ...]) -> None:
    """Into a pipe, too, which may end on a terminal."""
    ran = cassino(*words, stdin="{}")
    assert ran.code == 2
    assert not [mark for mark in ("\x1b", "\x07", "\x9b", "\u202e", "\r") if mark in ran.err]
    assert "␛]0;title␇" in ran.err


# ---- tables


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
