"""What a command does about its surroundings: colours, a closed pipe, Ctrl-C, an encoding that lacks characters."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from cassino_dsl.faces.cli.terminal import choose_colour
from tests.cli.conftest import PROGRAM, Cassino, on_a_terminal

RED = "\x1b["
FAULTY = "dsl: 1\nextends: cassino\nawards:\n  aces: {each: 1x, points: 1}\n" + "".join(
    f"  a{i}: {{each: 99z, points: 1}}\n" for i in range(90)
)


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A file with more faults than a pipe holds."""
    file = tmp_path / "faulty.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    return file


def test_colours_only_where_they_are_wanted(cassino: Cassino, faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert RED not in cassino("validate", faulty).out
    assert RED in cassino("validate", faulty, "--color", "always").out
    assert RED in cassino("show", faulty, "--color", "always").err
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert RED not in cassino("validate", faulty, "--color", "never").out


@pytest.mark.parametrize(
    ("where", "code", "said"),
    [
        ("validate --no-play {} >&-", 2, "cassino: `standard output`: Bad file descriptor\n"),
        ("explain >&- 2>&-", 2, ""),
        ("validate --no-play {} >/dev/full", 2, "cassino: `standard output`: No space left on device\n"),
        ("show {} <&- >&- 2>&-", 1, ""),
        ("show {} 2>/dev/full", 1, ""),
    ],
)
def test_streams_that_are_closed_or_full(faulty: Path, where: str, code: int, said: str) -> None:
    """What cannot be said changes no exit code; where an answer cannot be written, that is said once."""
    words = shlex.join(PROGRAM) + " " + where.format(shlex.quote(str(faulty)))
    ran = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", said)


def test_a_terminal_has_colours_unless_someone_says_no() -> None:
    assert RED not in on_a_terminal("explain", "CAS012", NO_COLOR="1")
    assert RED in on_a_terminal("explain", "CAS012", "--color", "always", NO_COLOR="1")
    assert RED in on_a_terminal("explain")  # a table
    assert RED not in on_a_terminal("explain", TERM="dumb")


def test_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert choose_colour("auto") is None
    monkeypatch.setenv("NO_COLOR", "")
    assert choose_colour("auto") is None
    monkeypatch.setenv("TERM", "dumb")
    assert (choose_colour("auto"), choose_colour("always")) == (False, True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert (choose_colour("auto"), choose_colour("always"), choose_colour("never")) == (False, True, False)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("words", "code"),
    [("validate faulty.yaml", 1), ("test faulty.yaml", 1), ("explain", 0), ("show cassino", 0), ("list", 0),
     ("play cassino --seed 1", 0)],
)  # fmt: skip
def test_a_reader_that_goes_away_leaves_the_exit_code(faulty: Path, words: str, code: int) -> None:
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(
        [*PROGRAM, *words.split()],
        input=b"1\n" * 2_000, stdout=write, stderr=subprocess.PIPE, cwd=faulty.parent, timeout=60,
    )  # fmt: skip
    os.close(write)
    assert (ran.returncode, ran.stderr) == (code, b"")


def test_a_batch_without_end_ends_with_its_reader() -> None:
    lines = subprocess.Popen(["yes", '{"hand": "7c", "table": "7d"}'], stdout=subprocess.PIPE)
    batch = subprocess.Popen(
        [*PROGRAM, "moves", "cassino", "--batch", "-", "--engine", "reference"],
        stdin=lines.stdout,
        stdout=subprocess.PIPE,
    )
    assert lines.stdout is not None
    assert batch.stdout is not None
    lines.stdout.close()
    assert json.loads(batch.stdout.readline())["schema"] == 1
    batch.stdout.close()
    assert batch.wait(timeout=60) == 0
    lines.wait(timeout=60)


def test_characters_that_an_encoding_lacks() -> None:
    """An accent is left out, and no question mark stands for a letter."""
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    ran = subprocess.run([*PROGRAM, "show", "tablic"], capture_output=True, env=env)
    assert ran.returncode == 0
    assert b"title: Tablic" in ran.stdout


def test_ctrl_c_at_a_question(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cassino_dsl.language.shipped.shipped_variants", pressed)
    ran = cassino("list")
    assert (ran.code, ran.err) == (130, "\ninterrupted\n")


POSITION = '{"hand": "7c", "table": "3c 4d"}'


def test_a_bad_line_of_a_batch_is_numbered_and_ends_nothing(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    from cassino_dsl.match.basic_game import BasicGame

    asked = BasicGame.moves

    def moves(self: BasicGame, position: dict[str, object]) -> object:
        return 1 / 0 if position == {"break": 1} else asked(self, position)

    monkeypatch.setattr(BasicGame, "moves", moves)
    lines = [POSITION, "{", "", '{"break": 1}', '{"hnad": "7c"}', "7", "[" * 100_000, POSITION]
    ran = cassino("moves", "cassino", "--batch", "-", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 1
    assert [a.get("line") for a in answers] == [None, 2, 3, 4, 5, 6, 7, None]
    assert answers[0] == answers[-1]
    assert answers[2]["error"] == "the line is empty"
