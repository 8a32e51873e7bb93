"""The bad input that the program promises to answer with one clear diagnostic and exit code 1: through the
command line, in a process of its own, with its time and memory measured."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

from cassino_dsl.cli.main import main

SECONDS = 1.0  # of the processor
MEBIBYTES = 256
MEASURED = Path(__file__).parents[1] / "memory.py"
HEAD = "dsl: 1\nextends: cassino\n"
BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 10)
)


Answer = tuple[int, str, str]  # exit code, stdout, stderr


@dataclass(frozen=True)
class Case:
    """A file, the codes expected (in the order found), and words that the answer must hold."""

    text: str | bytes
    codes: tuple[str, ...]
    says: str = ""


def case(text: str | bytes, *codes: str, says: str = "") -> Case:
    return Case(text, codes, says)


CASES: dict[str, Case] = {
    "unknown key": case(f"{HEAD}awrads: {{}}\n", "unknown-key", says="did you mean `awards`?"),
    "unknown key deeper": case(f"{HEAD}deal: {{hnad: 4}}\n", "unknown-key", says="did you mean `hand`?"),
    "misspelt rank": case(f"{HEAD}rules:\n  r: rank(card) = Z\n", "unknown-card", says="no rank `Z`"),
    "misspelt suit": case(f"{HEAD}rules:\n  r: suit(card) = spaeds\n", "unknown-card", says="did you mean `spades`?"),
    "misspelt card": case(
        f"{HEAD}awards:\n  x: {{each: 11s, points: 1}}\n", "unknown-card", says="no rank, suit or card"
    ),
    "a card the pack lacks": case(
        "dsl: 1\nextends: scopa\nawards:\n  x: {each: 10d, points: 1}\n", "unknown-card", says="`10d`"
    ),
    "a card that was removed": case(
        "dsl: 1\nextends: scopa\nseats: 2\npack: {base: italian, remove: 2d 3d 4d 5d 6d 7d}\n",
        "unknown-card",
        says="no rank, suit or card `7d`",
    ),
    "unknown name, plain": case(f"{HEAD}rules:\n  r: count(hnad) > 0\n", "unknown-name", says="did you mean `hand`?"),
    "unknown name, quoted": case(f'{HEAD}rules:\n  r: "count(hnad) > 0"\n', "unknown-name", says="`hand`"),
    "unknown name, block": case(f"{HEAD}rules:\n  r: >\n    count(hnad) > 0\n", "unknown-name", says="`hand`"),
    "wrong type": case(f"{HEAD}rules:\n  r: count(hand)\n", "wrong-type", says="yes or no is needed"),
    "syntax error": case(f"{HEAD}rules:\n  r: count(hand >\n", "expression-syntax"),
    "syntax error, quoted": case(f"{HEAD}rules:\n  r: 'count(hand'\n", "expression-syntax", says="not closed"),
    "syntax error, block": case(f"{HEAD}rules:\n  r: |\n    count(hand) >> 3\n", "expression-syntax"),
    "duplicate key": case(f"{HEAD}deal: {{hand: 4, hand: 4}}\n", "duplicate-key", says="first here"),
    "anchor": case(f"{HEAD}deal: {{hand: &n 4}}\n", "anchor-or-alias"),
    "alias": case(f"{HEAD}deal: {{hand: *n }}\n", "anchor-or-alias"),
    "tag": case(f"{HEAD}deal: {{hand: !!int 4}}\n", "yaml-tag"),
    "merge key": case(f"{HEAD}deal: {{<<: {{hand: 4}}}}\n", "merge-key"),
    "tab indentation": case(f"{HEAD}deal:\n\thand: 4\n", "tab-indentation"),
    "empty file": case("", "empty-file"),
    "only comments": case("# nothing\n", "empty-file"),
    "binary": case(bytes(range(256)) * 40, "binary-file"),
    "not utf-8": case("dsl: 1\ntitle: Schön\n".encode("latin-1"), "not-utf8"),
    "10 MB": case(b"a: 1\n" * 2_000_000, "file-too-large"),
    "yaml 10,000 deep": case("[" * 10_000 + "]" * 10_000, "too-deep"),
    "yaml 10,000 mappings deep": case("{a: " * 10_000 + "}" * 10_000, "too-deep"),
    "expression 10,000 deep": case(f"{HEAD}rules:\n  r: {'not ' * 10_000}true\n", "bad-number"),
    "expression 900 deep": case(f"{HEAD}rules:\n  r: {'not ' * 900}true\n", "expression-too-complex"),
    "alias bomb": case(BOMB, *("anchor-or-alias",) * 91),
    "extends of itself": case("dsl: 1\nextends: example\n", "circular-extends", says="extends itself"),
    "extends of nothing": case("dsl: 1\nextends: casino\n", "unknown-base", says="did you mean `cassino`?"),
    "extends outside": case("dsl: 1\nextends: ../secret\n", "outside-folder"),
    "circular extends": case("dsl: 1\nextends: other\n", "circular-extends", says="example → other → example"),
    "circular terms": case(
        f"{HEAD}terms:\n  t1: t2\n  t2: t1\nrules:\n  r: t1 > 0\n", "circular-term", says="t1 → t2 → t1"
    ),
    "option out of range": case(f"{HEAD}options:\n  target: {{default: 501}}\n", "option-value", says="from 1 to 500"),
    "two house rules": case(f"{HEAD}with: quick, long\n", "house-rules-conflict", says="`match.target`"),
    "dsl 2": case("dsl: 2\nextends: cassino\n", "dsl-version", says="version 1"),
    "a hostile house rule": case(f"{HEAD}with: hostile\n", "too-costly", "wrong-type"),
}
NEIGHBOURS = {
    "other": "dsl: 1\nextends: example\n",
    "quick": "dsl: 1\nhouse: true\nmatch: {target: 11}\n",
    "long": "dsl: 1\nhouse: true\nmatch: {target: 31}\n",
    "hostile": "dsl: 1\nhouse: true\nrules:\n"
    "  slow: any(a in loose | any(b in loose | any(c in loose | any(d in loose | any(e in loose | a = e)))))\n"
    "events:\n  e: {on: captured, do: award 99999999999 to us}\n",
}


def call(*arguments: str, cwd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Run `cassino` in this process, which is faster."""
    monkeypatch.chdir(cwd)
    monkeypatch.setattr(sys, "argv", ["cassino", *arguments])
    start = time.process_time()
    with pytest.raises(SystemExit) as ended:
        main()
    assert time.process_time() - start < SECONDS
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def run(*arguments: str, cwd: Path) -> Answer:
    """Run `cassino` in a process of its own; its time and memory are checked."""
    peak = cwd.parent / f"{cwd.name}.peak"
    command = [sys.executable, str(MEASURED), str(peak), *arguments]
    with TemporaryFile() as said, TemporaryFile() as told:
        child = subprocess.Popen(command, cwd=cwd, stdout=said, stderr=told, preexec_fn=_limited)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out, err = (_read(file) for file in (said, told))
    assert "Traceback" not in out + err
    assert usage.ru_utime + usage.ru_stime < SECONDS
    assert int(peak.read_text()) < MEBIBYTES << 20
    return child.returncode, out, err


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


VALIDATE = ("validate", "./example.yaml", "--format", "json")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.share(2)
def test_one_clear_diagnostic(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(CASES[name], tmp_path)
    _is_clear(call(*VALIDATE, cwd=tmp_path, monkeypatch=monkeypatch, capsys=capsys), CASES[name])


@pytest.mark.ci
@pytest.mark.parametrize("name", CASES)
def test_it_takes_little_time_and_memory(name: str, tmp_path: Path) -> None:
    write(CASES[name], tmp_path)
    _is_clear(run(*VALIDATE, cwd=tmp_path), CASES[name])


def write(wanted: Case, folder: Path) -> None:
    for neighbour, text in NEIGHBOURS.items():
        (folder / f"{neighbour}.yaml").write_text(text, encoding="utf-8")
    data = wanted.text.encode() if isinstance(wanted.text, str) else wanted.text
    (folder / "example.yaml").write_bytes(data)


def _is_clear(answer: Answer, wanted: Case) -> None:
    status, out, _ = answer
    assert status == 1
    found = [d for d in json.loads(out)["diagnostics"] if d["severity"] == "error"]
    assert sorted(d["name"] for d in found) == sorted(wanted.codes)
    assert len({(d["file"], d["line"], d["column"], d["name"]) for d in found}) == len(found)
    assert wanted.says in json.dumps(found, ensure_ascii=False)
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

POSITIONS: dict[str, tuple[object, str]] = {
    "a card twice": ({"hand": "7c 7c"}, "card-too-often"),
    "a card in two places": ({"hand": "7c", "table": "3d 7c"}, "card-too-often"),
    "a card in a build and a pile": (
        {"hand": "7c", "builds": [{"value": 5, "groups": ["2c 3c"]}], "piles": {"1": "2c"}},
        "card-too-often",
    ),
    "no card of the pack": ({"hand": "7x"}, "unknown-card"),
    "a card of another pack": ({"hand": "Joker"}, "unknown-card"),
    "wrong seats": ({"seats": 7, "hand": "7c"}, "wrong-seats"),
    "no number of seats": ({"seats": "two", "hand": "7c"}, "bad-position"),
    "a hand of a seat that is not there": ({"hands": {"9": "7c"}}, "bad-position"),
    "nobody's turn": ({"turn": 5, "hand": "7c"}, "bad-position"),
    "unknown key": ({"hand": "7c", "tabel": "3c"}, "bad-position"),
    "no hand": ({"table": "3c"}, "bad-position"),
    "a hand that is a mapping": ({"hand": {"1": "7c"}}, "bad-position"),
    "builds that are text": ({"hand": "7c", "builds": "3c 4c"}, "bad-position"),
    "a build of nothing": ({"hand": "7c", "builds": [{"value": 7, "groups": []}]}, "bad-position"),
    "an enormous build": ({"hand": "7c", "builds": [{"value": 10**30, "groups": ["3c"]}]}, "bad-position"),
    "an enormous stock": ({"hand": "7c", "stock": 10**9}, "bad-position"),
    "a negative stock": ({"hand": "7c", "stock": -3}, "bad-position"),
    "a score in words": ({"hand": "7c", "scores": {"1": "many"}}, "bad-position"),
    "memory that is not there": ({"hand": "7c", "memory": {"nonsense": 1}}, "bad-position"),
    "memory of a seat that is not there": ({"hand": "7c", "memory": {"last_capturer": 9}}, "bad-position"),
    "odd digits": ({"hand": "7c", "scores": {"1": "²"}, "seats": "²"}, "bad-position"),
    "more odd digits": ({"hand": "7c", "hands": {"²": "7d"}, "stock": "³"}, "bad-position"),
    "a list": (["7c"], "bad-position"),
    "a number": (7, "bad-position"),
    "nothing": ({}, "bad-position"),
    "everything of a wrong kind": (
        {
            key: {"a": [{"b": None}]}
            for key in (
                "seats turn dealer hand hands table builds piles stock aside zones scores memory round deals turns "
                "redeals "
                "chances passes points seat asks steps owes round_over match_over winner"
            ).split()
        },
        "bad-position",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_bad_positions(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, code = POSITIONS[name]
    (tmp_path / "position.json").write_text(json.dumps(data), encoding="utf-8")
    status, out, err = call("moves", "cassino", "position.json", cwd=tmp_path, monkeypatch=monkeypatch, capsys=capsys)
    assert status == 1
    assert out == ""
    assert f" {code}: " in err


@pytest.mark.parametrize(
    "text", ["", "[" * 10_000, "{" * 10_000, '{"a":' * 10_000, "\0", "é", '{"hand": "7c",}x', "- " * 9_000]
)
def test_positions_that_cannot_be_read(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "position.json").write_text(text, encoding="utf-8")
    status, _, err = call("moves", "cassino", "position.json", cwd=tmp_path, monkeypatch=monkeypatch, capsys=capsys)
    assert status == 1
    assert err.startswith("error[CAS")


@pytest.mark.parametrize(
    ("play", "code", "says"),
    [
        ("7c takes 3c", "illegal-play", "3c counts 3, not 7"),
        ("7c takes 9c", "illegal-play", "9c is not on the table"),
        ("9d trails", "illegal-play", "9d is not in your hand"),
        ("7c builds 9 with 3c", "illegal-play", "no card left in your hand counts 9"),
        ("sweep the table", "bad-play", "is no play"),
        ("", "bad-play", "is no play"),
        ("{}", "bad-play", "is no play"),
        ('{"kind": "capture", "play": 7}', "illegal-play bad-play", ""),
        ('{"kind": "build", "play": "7c", "take": {"3c": 1}, "value": "' + "9" * 5_000 + '"}', "illegal-play", ""),
        ('{"kind": "build", "play": ["7c"], "take": [["3c"], null], "value": "²"}', "illegal-play", ""),
        ("7c takes " + "3c " * 2_000, "bad-play", "is no play"),
    ],
)
def test_bad_plays(
    play: str, code: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "position.json").write_text(json.dumps({"hand": "7c", "table": "3c 4d"}), encoding="utf-8")
    status, out, err = call(
        "apply", "traditional-cassino", "position.json", play, cwd=tmp_path, monkeypatch=monkeypatch, capsys=capsys
    )
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
