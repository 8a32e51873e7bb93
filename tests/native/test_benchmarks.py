"""The measuring program runs, and its faults are told in words. No test says how fast anything has to be."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from cassino_dsl.benchmarks.__main__ import run
from cassino_dsl.benchmarks.measure import speed
from cassino_dsl.env import vector
from cassino_dsl.game import load
from tests.native.compare import needs_compiler


@needs_compiler
def test_both_engines_are_measured() -> None:
    found = speed(load("scopa"), 0.02, 1)
    assert found.native > 0 < found.reference
    assert found.ratio == pytest.approx(found.native / found.reference)
    assert found.ns_per_play < found.ns_per_turn  # more than one legal play a turn


@needs_compiler
@pytest.mark.parametrize(
    ("variant", "players", "more", "said"),
    [  # who plays against himself wins half of each deal
        ("casual-cassino", "greedy,greedy", (), "| casual-cassino | 2 | `greedy`, `greedy` | 2 | 50.0 ± 0.0 % |"),
        ("scopa", "greedy,random", ("--seats", "3"), "| scopa | 3 | `greedy`, `random` | 2 |"),
    ],
)
def test_players_are_measured(
    variant: str, players: str, more: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([variant, "--strength", players, "--deals", "2", *more]) == 0
    assert said in capsys.readouterr().out


@needs_compiler
@pytest.mark.ci
def test_both_players_take_as_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["casual-cassino", "scopa", "--strength", "search:60,flat", "--deals", "12"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| all 2 | | | 24 |" in lines[-1]
    for line in lines[2:4]:
        ours, theirs = map(float, line.split("|")[-2].split(","))
        assert ours == pytest.approx(theirs, rel=0.5)  # other work on the machine counts, a little


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such-variant"], "no-such-variant"),
        (["casual-cassino", "--strength", "flat"], "no two players"),
        (["casual-cassino", "--strength", "flat,greedy"], "after the colon"),
        (["casual-cassino", "--strength", "greedy,x"], "no player `x`"),
        (["casual-cassino", "--strength", "greedy,random", "--seats", "3"], "is not played with 3 seats"),
    ],
)
def test_wrong_words_are_told(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    assert said in capsys.readouterr().err


def test_environments_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    peers = importlib.import_module("peers")
    monkeypatch.setattr(peers, "PEERS", ((peers.petting_zoo, ("leduc_holdem_v4", "no_such_game")),))
    monkeypatch.setattr(vector, "CODES", ("quick", "optimised"))
    lines = [*peers.peers_table(["scopa"], 0.01, 1)]
    assert lines[2].startswith("| cassino_dsl | scopa | 1,024 | 185 | 64 × 92 |")
    assert len(lines) in (3, 4)  # what is not installed is left out
