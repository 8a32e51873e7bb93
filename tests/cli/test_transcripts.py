"""Command lines and what is said of them, as transcripts.txt has them; each case is run in a folder of its own.

A part begins with `[its name]`, or `[ci: its name]`, or with `[each time: its name]` where no run leaves a case of it
out. Each `$ words` in it is a case, in which these words are run, and after them those of the lines `& words` that
follow. Of what was run last is checked

    = N               its exit code, which is 0 where nothing is said
    out TEXT          that stdout holds this (`…`: anything); `out- TEXT`: does not; `out. TEXT`: is just this
    err TEXT          the same of stderr
    json PATH VALUE   that this stands there in the JSON of stdout (`#`: how many); `json- PATH`: nothing does
    file NAME TEXT    that a file of the folder holds this; `file. NAME TEXT`: is just this
    files NAMES       that these and no others lie there
    like WORDS        that stdout is what another command prints

Lines `$` that follow each other are checked alike. `+ NAME` begins a file of the folder (`+ NAME/`: makes another in
it), also between two commands, and lines `| …` are its content, of `mine.yaml` where no other is begun; lines `< …`,
and what stands after `<<<`, are standard input. What stands in a part before its first `$` holds for each of its cases.
`\\n` is the end of a line, `{tests}` the folder of all tests.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.table import opening
from tests.cli.conftest import Cassino, Ran

TEXT = Path(__file__).with_name("transcripts.txt").read_text(encoding="utf-8")
TESTS = str(Path(__file__).parents[1])


def cases(each_time: bool = False) -> Iterator[object]:
    for part in re.split(r"^(?=\[)", TEXT, flags=re.MULTILINE)[1:]:
        head, *lines = part.splitlines()
        name = head.strip("[]").removeprefix("ci: ").removeprefix("each time: ")
        before: list[str] = []
        alike: list[tuple[list[str], list[str]]] = []  # commands, and what follows them
        for line in (one for one in lines if one and not one.startswith("# ")):
            if line.startswith("$ ") and (not alike or alike[-1][1]):
                alike.append(([], []))
            (before if not alike else alike[-1][not line.startswith("$ ")]).append(line)
        given = [line for line in before if line[0] in "+|<"]
        checks = [line for line in before if line[0] not in "+|<"]
        for commands, after in alike:
            for command in commands:
                words = command if name in command else f"{name}: {command[2:]}"
                marks = [pytest.mark.ci] if head.startswith("[ci: ") else []
                found = pytest.param([*given, command, *checks, *after], id=words.removeprefix("$ "), marks=marks)
                if head.startswith("[each time: ") is each_time:
                    yield found


def holds(text: str, said: str) -> bool:
    return re.search(re.escape(said).replace("…", ".*?"), text, re.DOTALL) is not None


def at(data: Any, key: str) -> Any:
    return len(data) if key == "#" else data[int(key)] if isinstance(data, list) else data[key]


def check(ran: Ran, sign: str, said: str) -> bool:
    """Whether what a line says of a command is true."""
    place, _, value = said.partition(" ")
    keys = [key for key in place.split(".") if key]
    match sign:
        case "=":
            return ran.code == int(said)
        case "json":
            return bool(reduce(at, keys, ran.json) == json.loads(value))
        case "json-":
            return keys[-1] not in reduce(at, keys[:-1], ran.json)
        case "file":
            return holds(Path(place).read_text(encoding="utf-8"), value)
        case "file.":
            return Path(place).read_text(encoding="utf-8") == value
        case "files":
            return sorted(str(file) for file in Path().rglob("*") if file.is_file()) == said.split()
    text = {"out": ran.out, "err": ran.err}[sign[:3]]
    return text == said if sign.endswith(".") else holds(text, said) is not sign.endswith("-")


@pytest.mark.share(8)
@pytest.mark.parametrize("lines", [*cases()])
def test_transcript(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CASSINO_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(opening, "native_engine", lambda *_: (None, "not in tests"))  # no hint waits for a compiler
    file, stdin, words, checks = Path("mine.yaml"), "", "", list[tuple[str, str]]()
    for line in [*lines, "."]:
        sign, _, text = line.replace("{tests}", TESTS).partition(" ")
        if words and sign in ("+", "&", "."):
            answered(cassino, words, checks, stdin)
            words, checks = "", []
        match sign:
            case "+" if text.endswith("/"):
                Path(text).mkdir(parents=True)
            case "+":
                file = Path(text)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("", encoding="utf-8")
            case "|":
                with file.open("a", encoding="utf-8") as more:
                    more.write(text + "\n")
            case "<":
                stdin += text + "\n"
            case "$" | "&":
                words = text
            case _:
                checks.append((sign, text if sign == "json" else text.replace("\\n", "\n")))


@pytest.mark.parametrize("lines", [*cases(each_time=True)])
def test_each_time(cassino: Cassino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    test_transcript(cassino, tmp_path, monkeypatch, lines)


def answered(cassino: Cassino, words: str, checks: list[tuple[str, str]], stdin: str) -> None:
    """Run a command and check what came of it."""
    asked, _, typed = words.partition(" <<< ")
    ran = cassino(*shlex.split(asked), stdin="".join(word + "\n" for word in shlex.split(typed)) or stdin)
    codes = [said for sign, said in checks if sign == "="]
    for sign, said in [("=", codes[-1] if codes else "0"), *(one for one in checks if one[0] != "=")]:
        if sign == "like":
            assert ran.out == cassino(*shlex.split(said)).out, (words, said)
        else:
            assert check(ran, sign, said), (words, sign, said, ran)
