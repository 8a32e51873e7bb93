"""A program that has used an engine ends without a word."""

from __future__ import annotations

import subprocess
import sys

from tests.native.compare import needs_compiler

# modules that something still holds are emptied one by one, the oldest last: what they hold outlives the engine's own
PROGRAM = """
import os, sys

from cassino_dsl import load
from cassino_dsl.engine.mix import match_key
from cassino_dsl.native.lines import Line
from tests.native.compare import quick_engine

game = load("scopa")
engine = quick_engine(game.ruleset, 2)
engine.play(1, 0, 2, ("random",) * 2)
line = Line.at(engine, game.engine().new_match(match_key(3, 1)))
os.kept = [engine, line, line.copy()]
sys.kept = list(sys.modules.values())
"""


@needs_compiler
def test_nothing_is_said_at_exit() -> None:
    command = [sys.executable, "-W", "error", "-X", "dev", "-c", PROGRAM]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
