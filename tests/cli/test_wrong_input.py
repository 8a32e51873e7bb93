"""Wrong input of one kind has one exit code and one wording, whichever command is given it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.faces.cli.commands import COMMANDS
from tests.cli.conftest import Cassino

POSITION = "position.yaml"
# how each command is given a variant, and what else it needs
WITH_VARIANT: dict[str, tuple[str, ...]] = {
    "show": ("show", "{}"),
    "moves": ("moves", "{}", POSITION),
    "why": ("why", "{}", POSITION, "7c trails"),
    "apply": ("apply", "{}", POSITION, "7c trails"),
    "score": ("score", "{}", POSITION),
    "solve": ("solve", "{}", POSITION),
    "play": ("play", "{}", "--seed", "1"),
    "simulate": ("simulate", "{}", "--games", "1", "--engine", "reference"),
    "grid": ("grid", "{}", "--vary", "target=5", "--games", "1", "--engine", "reference"),
    "tune": ("tune", "{}", "--vary", "target=5,6", "--goal", "ties<2%", "--games", "4", "--engine", "reference"),
    "train": ("train", "{}", "--games", "1"),
    "perft": ("perft", "{}", "--seed", "1"),
    "diff": ("diff", "{}", "cassino", "--no-witness", "--no-effect"),
    "compile": ("compile", "{}"),
    "validate": ("validate", "{}", "--no-play"),
    "test": ("test", "{}"),
}
WITHOUT_VARIANT = {"list", "merge", "replay", "new", "explain", "cache", "serve", "lsp", "fmt"}
OF_POSITIONS = ("moves", "why", "apply", "score", "solve")
OF_SEATS = ("play", "simulate", "grid", "tune", "train", "perft", "diff", "compile")
OF_PLAYERS = ("simulate", "grid", "tune", "diff")
IN_FILES = ("validate", "test")  # what is wrong in a file is what they print: on stdout

NO_VARIANT = (2, "there is no variant `nosuch`")
NO_FILE = (2, "there is no file `./nosuch.yaml`")
FAULT = (1, "--> ./faulty.yaml:4:13")
NO_TEXT = (1, "error[CAS002] not-utf8: the file is UTF-16\n --> ./utf16.yaml")
NO_RULE = (2, "there is no house rule `nosuch`")
NO_VALUE = (2, "--set takes KEY=VALUE, not 'target'")
NO_OPTION = (1, "error[CAS056] unknown-option: there is no option `nosuch`")
BAD_VALUE = (1, "error[CAS057] option-value: option `target` is a whole number from 1 to 500, not `x`")
NO_SEATS = (2, "is played with 2, 3, 4 seats, not 9")
NO_PLAYER = (2, "there is no player `nosuch`")
NO_NUMBER = (2, "after the colon stands how many play-outs a decision may cost, from 1 to 1,000,000, as in `flat:100`")
NO_TIME = (2, "as in `search:100`, or a time such as `search:50ms`")
NO_POSITION = (2, "there is no file `nosuch.yaml`")
NO_FOLDER = (2, "there is no folder `nosuch`")
A_FOLDER = (2, "`variants` is a folder, not a file")
A_FOLDER_TOO = (2, "`./variants` is a folder, not a file")
BAD_CARD = (1, "error[CAS012] unknown-card: the pack has no card `7z`\n --> bad.yaml:1:7")
NO_FORMAT = (2, "'poem' is not one of 'text', 'json'")
THERE = (2, "there.txt exists already: --force writes over it")


def commands(names: tuple[str, ...] | dict[str, tuple[str, ...]], said: tuple[int, str], *more: str) -> list[object]:
    return [pytest.param((*WITH_VARIANT[n], *more), said, id=f"{n} {' '.join(more)}") for n in names]


def of_variant(variant: str, said: tuple[int, str]) -> list[object]:
    return [
        pytest.param(tuple(w.format(variant) for w in words), said, id=f"{name} {variant}")
        for name, words in WITH_VARIANT.items()
    ]


def of_position(file: str, said: tuple[int, str]) -> list[object]:
    return [
        pytest.param(tuple(file if w == POSITION else w for w in WITH_VARIANT[name]), said, id=f"{name} {file}")
        for name in OF_POSITIONS
    ]


KINDS = [
    *of_variant("nosuch", NO_VARIANT),
    *of_variant("./nosuch.yaml", NO_FILE),
    *of_variant("./faulty.yaml", FAULT),
    *of_variant("./utf16.yaml", NO_TEXT),
    *commands(WITH_VARIANT, NO_RULE, "--with", "nosuch"),
    *commands(WITH_VARIANT, NO_VALUE, "--set", "target"),
    *commands(WITH_VARIANT, NO_OPTION, "--set", "nosuch=1"),
    *commands(tuple(n for n in WITH_VARIANT if n not in ("grid", "tune")), BAD_VALUE, "--set", "target=x"),
    *commands(OF_SEATS, NO_SEATS, "--seats", "9"),
    pytest.param(("show", "{}", "--as", "core", "--seats", "9"), NO_SEATS, id="show --seats 9"),
    *commands(OF_PLAYERS, NO_PLAYER, "--players", "nosuch"),
    *commands(OF_PLAYERS, NO_NUMBER, "--players", "greedy,flat:0"),
    *commands(("simulate",), NO_NUMBER, "--players", "flat:50ms"),
    *commands(("simulate",), NO_TIME, "--players", "search:"),
    *commands(("play",), NO_NUMBER, "--against", "flat:x"),
    *commands(("play",), NO_PLAYER, "--against", "nosuch"),
    *of_position("nosuch.yaml", NO_POSITION),
    *of_position("variants", A_FOLDER),
    *of_position("bad.yaml", BAD_CARD),
    *commands(tuple(n for n in WITH_VARIANT if n not in ("play", "compile", "train")), NO_FORMAT, "--format", "poem"),
    *commands(tuple(n for n in WITH_VARIANT if n != "play"), THERE, "-o", "there.txt"),
    pytest.param(("replay", "nosuch.yaml"), NO_POSITION, id="replay nosuch.yaml"),
    pytest.param(("moves", "{}", "--batch", "nosuch.yaml"), NO_POSITION, id="moves --batch nosuch.yaml"),
    pytest.param(("grid", "{}", "--vary", "nosuch=1", "--games", "1"), NO_OPTION, id="grid --vary nosuch=1"),
    pytest.param(("grid", "{}", "--vary", "target=x", "--games", "1"), BAD_VALUE, id="grid --vary target=x"),
    pytest.param(("diff", "{}", "cassino", "--a-set", "nosuch=1"), NO_OPTION, id="diff --a-set nosuch=1"),
    pytest.param(("show", "sweeps", "--over", "nosuch"), NO_VARIANT, id="show --over nosuch"),
    pytest.param(("validate", "sweeps", "--over", "nosuch"), NO_VARIANT, id="validate --over nosuch"),
    pytest.param(("new", "mine", "--from", "nosuch"), NO_VARIANT, id="new --from nosuch"),
    pytest.param(("new", "mine", "--from", "./nosuch.yaml"), NO_FILE, id="new --from ./nosuch.yaml"),
    pytest.param(("new", "mine", "--from", "nosuch.yaml"), NO_POSITION, id="new --from nosuch.yaml"),
    *commands(("show", "simulate"), A_FOLDER_TOO, "--with", "./variants"),
    pytest.param(("show", "./variants"), A_FOLDER_TOO, id="show ./variants"),
    pytest.param(("play", "./variants"), A_FOLDER_TOO, id="play ./variants"),
    pytest.param(("merge", "nosuch"), NO_FOLDER, id="merge nosuch"),
    pytest.param(("simulate", "--resume", "nosuch"), NO_FOLDER, id="simulate --resume nosuch"),
    pytest.param(("grid", "--resume", "nosuch"), NO_FOLDER, id="grid --resume nosuch"),
    pytest.param(("tune", "--resume", "nosuch"), NO_FOLDER, id="tune --resume nosuch"),
    pytest.param(("list", "-o", ""), (2, "an empty word names no file"), id="list -o"),
    pytest.param(("show", "{}", "--set", "target=5", "--set", "target=6"), (2, "given twice"), id="show --set --set"),
    pytest.param(("simulate", "{}", "--out", "/dev/null/x"), (2, "/dev/null"), id="simulate --out"),
    pytest.param(
        ("perft", "{}", "--seed", "1", "--depth", "9", "--timeout", "0.0001"), (1, "0.0001 sec"), id="perft --timeout"
    ),
    *[
        pytest.param(("show", mem), (2, f"`{mem}`: Input/output error"), id=f"show {mem}")
        for mem in ("/proc/self/mem",)
        if Path(mem).exists()
    ],
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("variants").mkdir()
    Path("faulty.yaml").write_text("dsl: 1\nextends: cassino\nawards:\n  x: {each: 9z, points: 1}\n", encoding="utf-8")
    Path("utf16.yaml").write_text("dsl: 1\n", encoding="utf-16")
    Path(POSITION).write_text("hand: 7c Kd\ntable: 3c 4d\n", encoding="utf-8")
    Path("bad.yaml").write_text("hand: 7z\n", encoding="utf-8")
    Path("there.txt").write_text("there", encoding="utf-8")
    return tmp_path


@pytest.mark.share(2)
@pytest.mark.parametrize(("words", "said"), KINDS)
def test_one_code_and_one_wording(cassino: Cassino, here: Path, words: tuple[str, ...], said: tuple[int, str]) -> None:
    code, wording = said
    ran = cassino(*(w.format("cassino") for w in words))
    found = ran.out if code == 1 and words[0] in IN_FILES else ran.err
    assert wording in found, found
    assert ran.code == code
    assert found is ran.out or ran.out == ""


def test_every_command_has_its_place_in_the_table() -> None:
    assert set(WITH_VARIANT) | WITHOUT_VARIANT == set(COMMANDS)
