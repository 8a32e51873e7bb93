"""The bad input that the program promises to answer with one clear diagnostic and exit code 1: through the
command line, in a process of its own, with its time and memory measured."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

from cassino_dsl.faces.cli.main import main
from tests.beside import beside
from tests.check.hostile import HEAD, cases, repeated, text_of
from tests.soon import soon

SECONDS = 1.0  # of the processor, in a process of its own
MEBIBYTES = 256
MEASURED = Path(__file__).parents[1] / "memory.py"
Answer = tuple[int, str, str]  # exit code, stdout, stderr
Called = Callable[..., Answer]


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 10)
)
# what the file holds, the codes expected in the order found, and words that the answer must hold
CASES: dict[str, tuple[bytes, list[str], str]] = {
    **{n: (text_of(case).encode(), case["codes"], case.get("says", "")) for n, case in cases("bad_input.yaml").items()},
    "binary": (bytes(range(256)) * 40, ["binary-file"], ""),
    "not utf-8": ("dsl: 1\ntitle: Schön\n".encode("latin-1"), ["not-utf8"], ""),
    "10 MB": (b"a: 1\n" * 2_000_000, ["file-too-large"], ""),
    "alias bomb": (BOMB.encode(), ["anchor-or-alias"] * 91, ""),
}
NEIGHBOURS = {
    "other": "dsl: 1\nextends: example\n",
    "quick": "dsl: 1\nhouse: true\nmatch: {target: 11}\n",
    "long": "dsl: 1\nhouse: true\nmatch: {target: 31}\n",
    "hostile": "dsl: 1\nhouse: true\nrules:\n"
    "  slow: any(a in loose | any(b in loose | any(c in loose | any(d in loose | any(e in loose | a = e)))))\n"
    "events:\n  e: {on: captured, do: award 99999999999 to us}\n",
}


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Called:
    """Runs `cassino` in this process, which is faster, in the folder of the test."""

    def call(*arguments: str) -> Answer:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", ["cassino", *arguments])
        with soon(5 * SECONDS), pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def run(*arguments: str, cwd: Path) -> Answer:
    """Run `cassino` in a process of its own; its time, the least of three where the first is too much, and memory are
    checked."""
    for _ in range(3):
        answer, seconds, peak = _measured(*arguments, cwd=cwd)
        if seconds < SECONDS:
            break
    assert "Traceback" not in answer[1] + answer[2]
    assert seconds < SECONDS
    assert peak < MEBIBYTES << 20
    return answer


def _measured(*arguments: str, cwd: Path) -> tuple[Answer, float, int]:
    """The answer, seconds of the processor and bytes of memory."""
    peak = cwd.parent / f"{cwd.name}.peak"
    command = [sys.executable, str(MEASURED), str(peak), *arguments]
    with TemporaryFile() as said, TemporaryFile() as told:
        child = subprocess.Popen(command, cwd=cwd, stdout=said, stderr=told, preexec_fn=_limited)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out, err = (_read(file) for file in (said, told))
    return (child.returncode, out, err), usage.ru_utime + usage.ru_stime, int(peak.read_text())


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


VALIDATE = ("validate", "./example.yaml", "--format", "json")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.share(2)
def test_one_clear_diagnostic(name: str, tmp_path: Path, called: Called) -> None:
    write(name, tmp_path)
    _is_clear(called(*VALIDATE), name)


@pytest.mark.ci
@pytest.mark.parametrize("name", CASES)
def test_it_takes_little_time_and_memory(name: str, tmp_path: Path) -> None:
    write(name, tmp_path)
    _is_clear(run(*VALIDATE, cwd=tmp_path), name)


def write(name: str, folder: Path) -> None:
    for neighbour, text in NEIGHBOURS.items():
        (folder / f"{neighbour}.yaml").write_text(text, encoding="utf-8")
    (folder / "example.yaml").write_bytes(CASES[name][0])


def _is_clear(answer: Answer, name: str) -> None:
    status, out, _ = answer
    _, codes, says = CASES[name]
    assert status == 1
    found = [d for d in json.loads(out)["diagnostics"] if d["severity"] == "error"]
    assert sorted(d["name"] for d in found) == sorted(codes)
    assert len({(d["file"], d["line"], d["column"], d["name"]) for d in found}) == len(found)
    assert says in json.dumps(found, ensure_ascii=False)
    for diagnostic in found:
        assert diagnostic["message"][0].islower() or diagnostic["message"][0] in "`0123456789"
        assert diagnostic["line"] >= 1
        assert diagnostic["column"] >= 1


def test_a_missing_file_and_a_wrong_flag_are_usage(tmp_path: Path) -> None:
    assert run("validate", "./no-such-file.yaml", cwd=tmp_path)[0] == 2
    assert run("validate", "--no-such-flag", "cassino", cwd=tmp_path)[0] == 2
    assert run("valdate", "cassino", cwd=tmp_path)[0] == 2
    assert run("validate", "casino", cwd=tmp_path)[0] == 2
    assert run("moves", "cassino", "./no-such-file.yaml", cwd=tmp_path)[0] == 2


def test_clean_files_are_clean(tmp_path: Path) -> None:
    (tmp_path / "example.yaml").write_text(HEAD, encoding="utf-8")
    status, out, err = run("validate", "--no-play", "./example.yaml", cwd=tmp_path)
    assert (status, err) == (0, "")
    assert "0 errors, 0 warnings" in out


# ---- the command line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--set", "target=0"), "from 1 to 500"),
        (("--set", "target=1000000000000"), "from 1 to 500"),
        (("--set", "target=many"), "from 1 to 500"),
        (("--set", "taget=11"), "did you mean `target`?"),
        (("--with", "./quick.yaml", "--with", "./long.yaml"), "match.target"),
    ],
)
@pytest.mark.share(2)
def test_options_and_house_rules_of_the_command_line(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    for name, text in NEIGHBOURS.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    for command in (["validate", "cassino"], ["perft", "cassino", "--seed", "1"]):
        status, out, err = run(*command, *arguments, cwd=tmp_path)
        assert status == 1
        assert says in out + err


# ---- positions and plays

POSITIONS = json.loads(Path(__file__).with_name("positions.json").read_text())


@pytest.mark.parametrize("name", POSITIONS)
def test_bad_positions(name: str, tmp_path: Path, called: Called) -> None:
    data, code = POSITIONS[name]
    (tmp_path / "position.json").write_text(json.dumps(data), encoding="utf-8")
    status, out, err = called("moves", "cassino", "position.json")
    assert status == 1
    assert out == ""
    assert f" {code}: " in err


@pytest.mark.parametrize(
    "text", ["", "[" * 10_000, "{" * 10_000, '{"a":' * 10_000, "\0", "é", '{"hand": "7c",}x', "- " * 9_000]
)
def test_positions_that_cannot_be_read(text: str, tmp_path: Path, called: Called) -> None:
    (tmp_path / "position.json").write_text(text, encoding="utf-8")
    status, _, err = called("moves", "cassino", "position.json")
    assert status == 1
    assert err.startswith("error[CAS")


PLAYS = beside(__file__, "plays.yaml")


@pytest.mark.parametrize(("play", "code", "says"), PLAYS)
def test_bad_plays(play: str, code: str, says: str, tmp_path: Path, called: Called) -> None:
    (tmp_path / "position.json").write_text(json.dumps({"hand": "7c", "table": "3c 4d"}), encoding="utf-8")
    status, out, err = called("apply", "traditional-cassino", "position.json", repeated(play))
    assert status == 1
    assert out == ""
    assert any(f" {c}: " in err for c in code.split())
    assert says in err


def test_standard_input_may_be_anything(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cassino_dsl", "moves", "cassino", "-"]
    for data in (b"", os.urandom(1_000), b"\xff" * 3_000_000, b'{"hand": "7c"}' * 2):
        done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith(b"error[CAS")
