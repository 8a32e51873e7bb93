"""What strangers write is shown on a terminal and never obeyed by it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino

EVIL = "e\x1b]0;title\x07\x1b[2J\x9b31m\u202evil\r"
MARKS = ("\x1b]", "\x07", "\x1b[2J", "\x9b", "\u202e", "\rx")


def on_a_terminal(*words: str) -> str:
    """What the program sends to a terminal."""
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "cassino_dsl", *words]
    running = subprocess.Popen(program, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while more := os.read(ours, 1 << 16):
            seen += more
    except OSError:  # so a terminal ends on Linux
        pass
    finally:
        os.close(ours)
    running.wait()
    return seen.decode()


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
        record = {"record": 3, "variant": "\x1b]0;title\x07\x9b31m.yaml", "seats": 2, "with": [], "set": []}
        rest = {"unit": "match", "players": ["random"] * 2, "seed": 1, "match": 0, "rounds": [], "winner": 1}
        file.write_text(json.dumps(record | rest) + "\n")
        words = ["replay", str(file)]
    seen = on_a_terminal(*words)
    assert not [mark for mark in MARKS if mark in seen.replace("\r\n", "\n")]
    assert "31m" in seen


def test_colours_and_clearing_of_lines_are_ours(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text("dsl: 1\nextends: scopa\nrules: {r: nonsense}\n")
    assert "\x1b[1;31m" in on_a_terminal("validate", str(tmp_path / "v.yaml"), "--no-play")


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
