"""Everywhere a file is read, standard input by any of its names and pipes do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino, Ran

VARIANT = "title: Mine\ndsl: 1\nextends: cassino\n"
LAID = "dsl: 1\ntitle: Mine\nextends: cassino\n"
HOUSE = "dsl: 1\nhouse: true\nrules:\n  r: kind = trail\n"
POSITION = '{"hand": "9s", "table": "Ac 3d"}\n'
SHORT = ("--no-witness", "--no-effect")
COMMANDS = [  # FILE is the pipe, and what is printed
    (("validate", "FILE", "--no-play"), VARIANT, "1 file: 0 errors"),
    (("validate", "tests/cli/classic.yaml", "FILE", "--no-play"), VARIANT, "2 files: 0 errors"),
    (("test", "FILE"), VARIANT, "0 passed, 0 failed"),
    (("fmt", "FILE"), VARIANT, LAID),
    (("fmt", "FILE", "--diff"), VARIANT, "+dsl: 1\n title: Mine"),
    (("show", "FILE"), VARIANT, "every clause written out"),
    (("show", "cassino", "--with", "FILE"), HOUSE, "  r: kind = trail"),
    (("moves", "FILE", "--hand", "9s", "--table", "Ac 3d"), VARIANT, "9s trails"),
    (("moves", "cassino", "FILE"), POSITION, "9s trails"),
    (("moves", "cassino", "--batch", "FILE"), POSITION, '"9s trails"'),
    (("score", "cassino", "FILE"), POSITION, "this round"),
    (("why", "cassino", "FILE", "9s trails"), POSITION, "may be trailed"),
    (("apply", "cassino", "FILE", "9s trails"), POSITION, "Ac 3d 9s"),
    (("simulate", "FILE", "--games", "2", "--engine", "reference"), VARIANT, "2 matches"),
    (("perft", "FILE", "--seed", "1", "--depth", "1"), VARIANT, "sequences"),
    (("diff", "FILE", "cassino", *SHORT), VARIANT, "every game is played alike"),
    (("diff", "cassino", "cassino", "--b-with", "FILE", *SHORT), HOUSE, "r: no such rule"),
    (("compile", "FILE"), VARIANT, "#define CARDS 52"),
    (("replay", "FILE"), "", "0 played again"),
]


def _piped(word: str, text: str, run: Callable[..., Ran]) -> Ran:
    """What is said where FILE is this word for standard input, or else a pipe of its own."""
    if word != "<(…)":
        return run(word, stdin=text)
    read, write = os.pipe()
    os.write(write, text.encode())  # which is less than a pipe holds
    os.close(write)
    try:
        return run(f"/dev/fd/{read}")
    finally:
        os.close(read)


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
@pytest.mark.parametrize("word", ["-", "/dev/stdin", "<(…)"])
@pytest.mark.parametrize(("words", "text", "said"), COMMANDS, ids=lambda x: " ".join(x) if isinstance(x, tuple) else "")
def test_every_command_reads_them(cassino: Cassino, words: tuple[str, ...], text: str, said: str, word: str) -> None:
    ran = _piped(word, text, lambda file, stdin="": cassino(*(file if x == "FILE" else x for x in words), stdin=stdin))
    assert said in ran.out, ran.err


def test_pipes_that_are_laid_out_go_to_standard_output(cassino: Cassino, here: Path) -> None:
    (here / "mine.yaml").write_text(VARIANT, encoding="utf-8")
    ran = cassino("fmt", "/dev/stdin", "-", "mine.yaml", stdin=VARIANT)  # which is read once
    assert (ran.code, ran.out, ran.err) == (0, LAID + LAID, "cassino: 3 files: 3 formatted\n")
    assert (here / "mine.yaml").read_text(encoding="utf-8") == LAID


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
def test_pipes_are_not_watched(cassino: Cassino) -> None:
    ran = _piped("<(…)", VARIANT, lambda file: cassino("validate", file, "--watch"))
    assert (ran.code, "can be read only once" in ran.err) == (2, True)
