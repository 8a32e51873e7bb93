"""A comparison says the same in every run: no order in it hangs on how the interpreter hashes texts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.diff.rulesets import tiny

ASKED = """
import json, sys
from cassino_dsl import load
from cassino_dsl.analysis.diff.answer import diff
print(json.dumps(diff(load(sys.argv[1]), load(sys.argv[2]), seats=2, prove=1, effect=False)))
"""
# parts from the plain game over a build, by what a seat remembers
OVER_A_BUILD = """
memory: {made: {of: build, is: int, on_build: count(builds)}}
rules:
  r: >-
    kind = trail implies not (lost(me) > 2 and score(us) < 9
    and any(b in builds | owner(b) != me and made(b) = 0))
"""
# … only where several parts of a position say so
FAR = "events: {x: {on: trailed, when: 'bottom(pile(side(next(me)))) = 4d and score(us) = 15', do: flag := true}}"


@pytest.mark.ci
@pytest.mark.parametrize("patch", [OVER_A_BUILD, FAR])
def test_the_same_is_found_in_every_run(patch: str, tmp_path: Path) -> None:
    tiny(tmp_path, patch)
    command = [sys.executable, "-c", ASKED, *(str(tmp_path / f"{name}.yaml") for name in ("tiny", "patch"))]
    runs = [
        subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True)
        for seed in "012"
    ]
    told = [run.communicate()[0] for run in runs]
    assert json.loads(told[0])["witness"]
    assert told.count(told[0]) == len(told)
