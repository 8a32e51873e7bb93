"""Command lines that ask for nothing sensible: an exit code and a message, never a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cassino_dsl.cli.main import COMMANDS
from tests.cli.conftest import Cassino

USAGE = [
    ("nonsense",),
    ("movs", "cassino"),
    ("moves",),
    ("moves", "cassino"),
    ("moves", "cassino", "no-such-file"),
    ("moves", "cassino", "/"),
    ("moves", "no-such-variant", "-"),
    ("moves", "no/such/file.yaml", "-"),
    ("moves", "cassino", "-", "--with", "no-such-rule"),
    ("moves", "cassino", "-", "--set", "target"),
    ("moves", "cassino", "-", "--wrong"),
    ("moves", "cassino", "-", "--format", "yaml"),
    ("moves", "cassino", "-", "--batch", "-"),
    ("moves", "cassino", "--batch", "no-such-file"),
    ("validate",),
    ("validate", "no-such-file.yaml"),
    ("validate", "cassino", "no-such-file.yaml"),
    ("validate", "sweeps", "--over", "no-such-variant"),
    ("test", "no-such-folder/"),
    ("perft", "cassino"),
    ("perft", "cassino", "--seed", "x"),
    ("perft", "cassino", "--seed", "1", "--depth", "-1"),
    ("new",),
    ("new", "Bad Name"),
    ("new", "../escape"),
    ("new", "fine", "--from", "no-such-variant"),
    ("explain", "CAS999"),
    ("show", "cassino", "--as", "poem"),
    ("show", "cassino", "--format", "html"),
    ("play", "cassino", "--seat", "9"),
]


@pytest.mark.parametrize("words", USAGE, ids=" ".join)
def test_usage_faults_exit_2(cassino: Cassino, words: tuple[str, ...]) -> None:
    ran = cassino(*words, stdin="{}")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.strip()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "hand: 7z",
        "hand: 7c 7c",
        "seats: 9",
        "turn: 5",
        "hand: {a: b}",
        "table: [[3c]]",
        "builds: 7",
        "builds: [{value: x, groups: []}]",
        "memory: {nothing: 1}",
        "hands: {3: 7c}",
        "scores: {1: many}",
        "stock: 99",
        "hnad: 7c",
        "\t- x",
        "&a [*a]",
        '{"hand": 7}',
        '{"hand": "7c", "builds": [null]}',
        "\x00",
        "{" * 3000,
    ],
)
def test_bad_positions_exit_1_with_a_diagnostic(cassino: Cassino, text: str) -> None:
    ran = cassino("moves", "cassino", "-", stdin=text)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith("error[CAS")


def test_a_card_at_fault_is_shown_by_itself(cassino: Cassino, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text("hand: 7c 11d\n")
    ran = cassino("moves", "cassino", file)
    assert "position.yaml:1:10" in ran.err
    assert "^^^" in ran.err


@pytest.mark.parametrize("words", [("--set", "target=ten"), ("--set", "targt=10"), ("--set", "sweeps=maybe")])
def test_wrong_options_exit_1(cassino: Cassino, words: tuple[str, ...]) -> None:
    ran = cassino("moves", "cassino", "-", *words, stdin='{"hand": "7c"}')
    assert ran.code == 1
    assert "error[CAS" in ran.err


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_shows_examples(cassino: Cassino, name: str) -> None:
    ran = cassino(name, "--help")
    assert ran.code == 0
    assert re.search(rf"^ *Examples?:.*cassino {name}", ran.out, re.DOTALL | re.MULTILINE)


def test_help_names_every_command(cassino: Cassino) -> None:
    ran = cassino("--help")
    assert ran.code == 0
    assert all(f"\n  {name} " in ran.out for name in COMMANDS)
    assert cassino("--version").out.startswith("cassino")


@pytest.mark.parametrize("words", [("show", "cassino"), ("list",), ("explain",), ("play", "cassino", "--seed", "1")])
def test_a_reader_that_goes_away_is_no_fault(words: tuple[str, ...]) -> None:
    code = "import sys; from cassino_dsl.cli.main import main; sys.argv[0] = 'cassino'; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(b"1\n" * 2_000)
        process.stdin.close()
    assert process.stderr is not None
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert err in (b"", b"interrupted\n")


def test_help_loads_click_and_nothing_heavy() -> None:
    code = (
        "import sys\nfrom cassino_dsl.cli.main import main\nsys.argv = ['cassino', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sorted(m for m in sys.modules if m in ('lark', 'yaml', 'rich', 'jsonschema', 'cassino_dsl.game')))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1].strip() == ""


def test_a_number_is_called_one(cassino: Cassino) -> None:
    assert "'1.5' is not a valid whole number." in cassino("perft", "cassino", "--seed", "1.5").err


def test_an_interrupt_while_the_program_is_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    """Click is the first thing that is loaded: here it is as slow as a Ctrl-C is quick."""
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    [script] = [e for e in entry_points(group="console_scripts") if e.name == "cassino"]
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from {script.module} import {script.attr}; {script.attr}()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.split()) == (130, [b"interrupted"])


def test_a_folder_that_is_missing_is_no_missing_file(cassino: Cassino, tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    ran = cassino("moves", "cassino", folder / "position.yaml")
    assert (ran.code, ran.err) == (2, f"cassino: there is no folder `{folder}`\n")
    ran = cassino("simulate", "cassino", "--games", 1, "--engine", "reference", "--records", folder / "records")
    assert (ran.code, ran.err) == (2, f"cassino: there is no folder `{folder}`\n")


def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    code = f"import os; os.rmdir({str(tmp_path)!r}); from cassino_dsl.__main__ import main; main()"
    command = [sys.executable, "-c", code, "new", "my-game"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == b"cassino: a file, or the folder in which it should lie, is not there\n"
