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
from cassino_dsl.analysis.simulate.run import RunOutcome, run
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.faces.cli.main import main

# saves its results as often as it can, so that a kill finds something to go on with
EAGER = (
    "import cassino_dsl.analysis.simulate.checkpoint as c; c.EVERY = 0.02\n"
    "from cassino_dsl.faces.cli.main import main\nmain()\n"
)


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


def played(spec: Spec, jobs: int = 1, engine: EngineName = "auto") -> RunOutcome:
    return run(spec, load(spec.variant).ruleset, engine, jobs)


def with_wins(answer: dict[str, Any], group: str, *won: tuple[float, float, float], p: float = 0.001) -> dict[str, Any]:
    """The same simulation, nothing tied, in which places (`order`), sides or players win so much: rates with their
    intervals; ``p``: of the question whether they are fair."""
    rates = [{"win_rate": rate, "win_interval": [low, high]} for rate, low, high in won]
    if group == "players":
        rows = [{"player": name, "fair": 1 / len(won), **rate} for name, rate in zip("abcd", rates, strict=False)]
    else:
        rows = [{**answer[group][0], "side": i, "seats": [i], **rate} for i, rate in enumerate(rates, start=1)]
    fairness = {**answer["figures"]["fairness"], group: {"p": p, "p_adjusted": p, "real": p <= 0.05}}
    figures = {**answer["figures"], "tied_rounds": 0.0, "tie_rate": 0.0, "fairness": fairness}
    return {**answer, "by_player" if group == "players" else group: rows, "figures": figures}


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
    """The JSON of a command that ends with this exit code, without what hangs on the clock."""
    result = cli(*words, "--format", "json")
    assert result.exit_code == code, result.stderr
    return timeless(json.loads(result.stdout))


def timeless(data: dict[str, Any]) -> dict[str, Any]:
    """An answer but for what hangs on the clock: faster code takes over when it is there."""
    return {key: value for key, value in data.items() if key not in ("seconds", "code")}


def process(*words: object, folder: Path) -> subprocess.Popen[bytes]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", EAGER, *map(str, words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
