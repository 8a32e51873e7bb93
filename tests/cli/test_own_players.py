"""Players of one's own on the command line: how they are named, what is said of their faults, and that nothing but the
command line has their code run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cassino_dsl.table.opening import VARIABLE
from tests.cli.conftest import PROGRAM, Cassino

BOT = """
from pathlib import Path
Path("loaded").touch()
print("loading")
def most(view, legal):
    print("thinking")
    return max(legal, key=lambda play: len(play["take"]))
def failing(view, legal):
    return 1 // (4 - view.get("turns", 0))
def wrong(view, legal):
    return "Kd sings"
class First:
    def choose(self, view, legal):
        return 0
number = 7
"""
WORDS = ("simulate", "scopa", "--games", "4", "--seed", "3", "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "state"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "ownbot.py").write_text(BOT)
    yield tmp_path
    sys.modules.pop("ownbot", None)


def test_a_module_of_this_folder_plays(cassino: Cassino) -> None:
    found = cassino(*WORDS, "--players", "ownbot:most,random", "--format", "json")
    assert found.code == 0
    assert [one["player"] for one in found.json["by_player"]] == ["ownbot:most", "random"]
    assert found.json["figures"]["command"].endswith("--players ownbot:most,random")
    assert {*found.err.split()} == {"loading", "thinking"}  # what it prints stands not among answers


def test_it_plays_in_other_processes_and_other_commands(cassino: Cassino) -> None:
    two = cassino(*WORDS[:-1], "2", "--players", "ownbot:First", "--unit", "round", "--format", "csv")
    one = cassino(*WORDS, "--players", "ownbot:First", "--unit", "round", "--format", "csv")
    assert two.out == one.out
    words = ("--games", "2", "--seed", "1", "--no-witness", "--format", "json", "--engine", "reference")
    found = cassino("diff", "scopa", "scopa", "--b-set", "napola=true", *words, "--players", "ownbot:most")
    assert found.json["effect"]["players"] == ["ownbot:most", "ownbot:most"]
    assert "thinking" in found.err


@pytest.mark.ci
def test_it_plays_on_a_cluster_by_its_name(folder: Path) -> None:
    words = (*PROGRAM, *WORDS[:-2], "--players", "ownbot:First,random", "--unit", "round", "--format", "csv")
    here, there, failed = (
        subprocess.run([*words, *more], cwd=folder, capture_output=True, text=True, check=False)
        for more in ((), ("--dask", "local:1"), ("--dask", "local:1", "--players", "ownbot:failing"))
    )
    assert here.stdout == there.stdout != ""
    assert failed.returncode == 2
    assert "ZeroDivisionError" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("ownbot:failing", "seat 1, seed 3, match 0 of scopa: ZeroDivisionError: integer division or modulo by zero"),
        ("ownbot:failing", "(ownbot.py:9, in failing)"),
        ("ownbot:wrong", "answered `'Kd sings'`, which is no legal play; legal: `"),
        ("ownbot:wrong", "`cassino simulate scopa --games 1 --seed 3 --seats 2 --unit match --players ownbot:wrong`"),
    ],
)
def test_its_faults_are_told_with_their_position(cassino: Cassino, player: str, said: str) -> None:
    found = cassino(*WORDS, "--players", player)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    position = next(line for line in found.err.splitlines() if "position: " in line).partition("position: ")[2]
    assert cassino("moves", "scopa", "-", "--format", "json", stdin=position).json["plays"]


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("nobot:most", "there is no module `nobot` in this folder or on Python's path"),
        ("ownbot:mots", "there is no `mots` in `ownbot`; did you mean `most`?"),
        ("ownbot:number", "`ownbot:number` is no player: that is a function"),
        ("broken:play", "`broken` cannot be loaded: SyntaxError: "),
        ("leaving:play", "`leaving` cannot be loaded: SystemExit: 3 (leaving.py:1, in <module>)"),
        ("missing:play", "`missing` cannot be loaded: ModuleNotFoundError: No module named 'nothing_such'"),
        ("json:play", "`json` is the name of another module of Python: call json.py something else"),
        ("serch:100", "there is no player `serch:100`"),
    ],
)
@pytest.mark.parametrize("words", [WORDS, ("play", "scopa"), ("diff", "scopa", "basra"), ("serve", "--no-open")])
def test_what_cannot_be_loaded_is_a_usage_error(
    cassino: Cassino, folder: Path, words: tuple[str, ...], player: str, said: str
) -> None:
    (folder / "broken.py").write_text("def play(:\n")
    (folder / "leaving.py").write_text("raise SystemExit(3)\n")
    (folder / "missing.py").write_text("import nothing_such\n")
    (folder / "json.py").write_text("def play(view, legal): return 0\n")
    found = cassino(*words, "--against" if words[0] in ("play", "serve") else "--players", player)
    assert found.code == 2
    assert said in found.err


# ---- nothing but the command line has code run


def test_a_folder_of_results_has_none_run(cassino: Cassino, folder: Path) -> None:
    assert cassino(*WORDS, "--players", "ownbot:First,random", "--out", "kept").code == 0
    (folder / "kept" / "1.json").unlink()
    (folder / "loaded").unlink()
    sys.modules.pop("ownbot")
    found = cassino("simulate", "--resume", "kept")
    assert found.code == 2
    assert "this run has players of one's own: add --players ownbot:First,random" in found.err
    assert cassino("simulate", "--resume", "kept", "--players", "ownbot:most,random").code == 2
    assert not (folder / "loaded").exists()
    resumed = cassino("simulate", "--resume", "kept", "--players", "ownbot:First,random", "--format", "csv")
    assert resumed.out == cassino(*WORDS, "--players", "ownbot:First,random", "--format", "csv").out
    assert cassino("merge", "kept", "--format", "csv").out == resumed.out


def test_records_and_saved_games_have_none_run(cassino: Cassino, folder: Path) -> None:
    assert cassino(*WORDS, "--players", "ownbot:First,random", "--records", "a.jsonl").code == 0
    started = cassino("play", "scopa", "--against", "ownbot:First", "--seed", "1", "--plain", stdin="1\nquit\n")
    assert started.code == 0
    (folder / "loaded").unlink()
    sys.modules.pop("ownbot")
    assert cassino("replay", "a.jsonl").code == 0
    again = cassino("play", "--resume", "--plain", stdin="quit\n")
    assert again.code == 2
    assert "only who starts a command can name one" in again.err
    assert not (folder / "loaded").exists()
    assert cassino("play", "--resume", "--plain", "--against", "ownbot:First", stdin="quit\n").code == 0


def test_a_player_that_fails_ends_a_match_at_a_table(cassino: Cassino) -> None:
    found = cassino("play", "scopa", "--against", "ownbot:wrong", "--seed", "1", "--plain", stdin="1\n1\n1\n")
    assert found.code == 2
    assert "player `ownbot:wrong`, seat 2: answered `'Kd sings'`" in found.err


@pytest.mark.parametrize("key", ["players", "player", "with"])
def test_a_variant_names_none(cassino: Cassino, folder: Path, key: str) -> None:
    text = f"dsl: 1\ntitle: A\nabout: b\nextends: scopa\n{key}: [ownbot:most]\n"
    (folder / "own.yaml").write_text(text)
    assert cassino("simulate", "own.yaml", "--games", "2").code != 0
    assert not (folder / "loaded").exists()


def test_a_duel_names_some(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cassino_dsl.benchmarks.__main__ import run

    assert run(["scopa", "--strength", "ownbot:First,random", "--deals", "2"]) == 0
    assert "`ownbot:First`, `random`" in capsys.readouterr().out
    assert run(["scopa", "--strength", "ownbot:wrong,random", "--deals", "2"]) == 2
    assert "which is no legal play" in capsys.readouterr().err
    assert run(["scopa", "--strength", "ownbot:nothing,random", "--deals", "2"]) == 2
    assert json.dumps("ownbot") not in capsys.readouterr().out
