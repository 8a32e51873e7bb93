"""Every example that `--help` prints runs as it is printed, in a folder that holds the files it names."""

from __future__ import annotations

import re
import shlex
from glob import glob
from pathlib import Path

import pytest

from cassino_dsl.faces.cli.commands import COMMANDS
from tests.cli.conftest import Cassino

VARIANT = """\
dsl: 1
title: Mine
extends: cassino
examples:
  - {name: a trail, table: 7d, hand: 8c, expect: {trails: 8c}}
"""
HOUSE = "dsl: 1\nhouse: true\ntitle: Mine\nrules:\n  no seven on the table: kind = trail implies rank(card) != 7\n"
ALL_CLUBS = '{"piles": {"1": "Ac 2c 3c 4c 5c 6c 7c", "2": "As 2s"}}\n'
FILES = {
    "my-variant.yaml": VARIANT,
    "mine.yaml": VARIANT,
    "my-house-rule.yaml": HOUSE,
    "variants/mine.yaml": VARIANT,
    "variants/house/rule.yaml": HOUSE,
    "position.yaml": "hand: Ac 7c Kd\ntable: 3c 4d 6s\n",
    "whole-deal.yaml": 'hands: {1: 7c 2d 5s, 2: 3d Ks 2c}\ntable: 3c 4d\nstock: ""\n',
    "finished.yaml": ALL_CLUBS,
    "rounds.jsonl": ALL_CLUBS,
    "positions.jsonl": '{"hand": "7c", "table": "3c 4d"}\n',
}
# what finds something says so by its exit code: rulesets that differ, a play that is not legal, goals not reached,
# another layout
FINDS = {"diff", "why", "tune", "fmt"}
# what plays games or compiles is left to the long run, but for what it has in common
UNTIL_STOPPED = {"serve", "lsp"}  # tests/web and tests/lsp run them
HEAVY = {"simulate", "merge", "grid", "tune", "train", "replay", "diff", "validate", "test", "compile", "perft"}


@pytest.fixture
def here(tmp_path: Path, cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def examples(cassino: Cassino, *name: str) -> list[str]:
    """The lines of the help of a command, or of the whole program, that are examples."""
    text = cassino(*name, "--help").out
    _, _, listed = text.partition("Examples:\n")
    assert listed, name
    return [line.strip() for line in re.split(r"\n\s*\n", listed)[0].splitlines()]


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.ci] * (n in HEAVY)) for n in COMMANDS if n not in UNTIL_STOPPED]
)
def test_the_examples_of_the_help_run(cassino: Cassino, here: Path, name: str) -> None:
    if name == "merge":
        for number, folder in enumerate(("first", "second", "shard-1", "shard-2")):
            words = ("--shard", f"{number % 2 + 1}/2", "--seed", number // 2 + 1, "--out", folder)
            assert cassino("simulate", "scopa", "--games", 20, *words).code == 0
    for line in examples(cassino, name):
        if "--watch" not in line:  # it goes on until Ctrl-C: test_findings.py
            run_example(cassino, line)


@pytest.mark.ci
def test_the_first_steps_run(cassino: Cassino, here: Path) -> None:
    for line in examples(cassino):
        run_example(cassino, line)


def run_example(cassino: Cassino, line: str) -> None:
    feeder, pipe, command = line.rpartition(" | ")
    program, *words = shlex.split(command)
    assert program == "cassino", line
    assert pipe == "" or feeder.split()[0] in ("echo", "yes"), line
    stdin = shlex.split(feeder)[-1] + "\n" if pipe else "q\n"
    found = [w for word in words for w in (sorted(glob(word)) if "*" in word else [word])]
    ran = cassino(*found, stdin=stdin * (5_000 if feeder.startswith("yes") else 1))
    assert ran.code == 0 or (ran.code == 1 and words[0] in FINDS), f"{line}\n{ran.out}{ran.err}"
