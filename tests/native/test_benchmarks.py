"""The measuring program runs, and its faults are told in words. No test says how fast anything has to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.benchmarks.__main__ import run
from cassino_dsl.benchmarks.measure import costs, speed
from cassino_dsl.game import load
from tests.native.compare import needs_compiler


@needs_compiler
def test_both_engines_and_the_steps_of_a_search_are_measured() -> None:
    found = speed(load("scopa"), 0.02, 1)
    assert found.native > 0 < found.reference
    assert found.ratio == pytest.approx(found.native / found.reference)
    assert found.ns_per_play < found.ns_per_turn  # more than one legal play a turn
    assert costs(load("scopa"), 0.02, 1).play_out_us > 0


@needs_compiler
def test_another_program_is_measured_in_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    called = tmp_path / "called"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $1 >> {called}\n")
    program.chmod(0o755)
    assert run(["scopa", "--against", str(program), "--seconds", "0.02", "--repeats", "3"]) == 0
    assert "ratio" in capsys.readouterr().out
    counts = called.read_text().split()
    assert len(counts) == 3
    assert len(set(counts)) == 1


@needs_compiler
def test_players_are_measured_on_the_same_deals_with_seats_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who plays against himself wins half of each deal. What a file holds is not played again."""
    ask = ["casual-cassino", "--strength", "greedy,greedy", "--deals", "2", "--out", str(tmp_path / "found")]
    assert run(ask) == 0
    table = capsys.readouterr().out
    assert "| casual-cassino | 2 | `greedy`, `greedy` | 2 | 50.0 ± 0.0 % |" in table
    assert run(ask) == 0
    assert capsys.readouterr().out == table  # also what was measured by the clock


@needs_compiler
def test_players_are_measured_with_any_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scopa", "--strength", "greedy,random", "--seats", "3", "--deals", "2"]) == 0
    assert "| scopa | 3 | `greedy`, `random` | 2 |" in capsys.readouterr().out
    assert run(["casual-cassino", "--strength", "greedy,random", "--seats", "3"]) == 2
    assert "casual-cassino is not played with 3 seats" in capsys.readouterr().err


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
    ("players", "said"),
    [("flat", "no two players"), ("flat,greedy", "after the colon"), ("greedy,x", "no player `x`")],
)
def test_wrong_players_are_told(players: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["casual-cassino", "--strength", players]) == 2
    assert said in capsys.readouterr().err


def test_a_file_of_something_else_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "found").write_text("{}\n")
    assert run(["casual-cassino", "--strength", "greedy,greedy", "--out", str(tmp_path / "found")]) == 2
    assert "no results of --strength" in capsys.readouterr().err


@needs_compiler
def test_the_tree_search_of_openspiel_plays_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="the extra `yardstick` is not installed")
    assert run(["scopa", "--openspiel", "5", "--deals", "2"]) == 0
    assert "search:5 leads OpenSpiel's ISMCTSBot with 5 simulations by" in capsys.readouterr().out


@needs_compiler
def test_faults_are_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["no-such-variant"]) == 2
    assert "no-such-variant" in capsys.readouterr().err
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    assert run(["scopa", "--against", str(program), "--seconds", "0.02"]) == 2
    assert "exit status 3" in capsys.readouterr().err
