"""What the tests of simulations share."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.cli.main import main
from cassino_dsl.simulate.run import RunOutcome, run
from cassino_dsl.simulate.spec import Spec

# saves its results as often as it can, so that a kill finds something to go on with
EAGER = "import cassino_dsl.simulate.checkpoint as c; c.EVERY = 0.02\nfrom cassino_dsl.cli.main import main\nmain()\n"


def spec(variant: str = "casual-cassino", **more: Any) -> Spec:
    fields: dict[str, Any] = {
        "variant": variant,
        "with_rules": (),
        "settings": (),
        "seats": 2,
        "unit": "match",
        "players": ("random", "random"),
        "seed": 11,
        "games": 12,
    }
    return Spec(**{**fields, **more})


def played(spec: Spec, jobs: int = 1) -> RunOutcome:
    return run(spec, load(spec.variant).ruleset, "reference", jobs)


@dataclass
class Result:
    exit_code: int
    stdout: str
    stderr: str


def cli(*words: object) -> Result:
    """The command line, in this process."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["cassino", *map(str, words)]
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
            main()
    finally:
        sys.argv = before
    assert isinstance(end.value.code, int)
    assert "internal error" not in err.getvalue(), err.getvalue()
    return Result(end.value.code, out.getvalue(), err.getvalue())


def answer(*words: object, code: int = 0) -> dict[str, Any]:
    """The JSON of a command that ends with this exit code, without what the clock says."""
    result = cli(*words, "--format", "json")
    assert result.exit_code == code, result.stderr
    return timeless(json.loads(result.stdout))


def timeless(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "seconds"}


def process(*words: object, folder: Path) -> subprocess.Popen[bytes]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", EAGER, *map(str, words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
