"""Runs the command line in this process: what it prints where, and its exit code."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.cli.main import main


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
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        assert "internal error" not in shown.err
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, shown.out, shown.err)

    return run


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """A position with a build of seat 1 and much to choose from."""
    file = tmp_path / "position.yaml"
    file.write_text(
        "hand: 7c Kd 2s\n"
        "table: 3c 4d Ah 6s Kh\n"
        "builds: [{value: 7, groups: [5h 2d], owner: 1}, {value: 9, groups: [5s 4s], owner: 2}]\n",
        encoding="utf-8",
    )
    return file
