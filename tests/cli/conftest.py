"""Runs the command line in this process: what it prints where, and its exit code."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.faces.cli.main import main


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Cassino = Callable[..., Ran]


@pytest.fixture
def cassino(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cassino:
    """`cassino("moves", "scopa", "-", stdin=…)`."""

    def run(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["cassino", *map(str, words)])
        monkeypatch.setattr("__main__.__package__", None)  # else click takes the name from `python -m pytest`
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        assert "internal error" not in shown.err
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, shown.out, shown.err)

    return run


PROGRAM = (sys.executable, "-m", "cassino_dsl")  # as a process of its own


def on_a_terminal(*words: str, code: int = 0, **environment: str) -> str:
    """What the program sends to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")} | {"TERM": "xterm"}
    running = subprocess.Popen(
        [*PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=env | environment
    )
    os.close(theirs)
    seen = b""
    with suppress(OSError), open(ours, "rb", buffering=0) as screen:  # so a terminal ends on Linux
        while more := screen.read(1 << 16):
            seen += more
    assert running.wait(timeout=60) == code
    return seen.decode()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
