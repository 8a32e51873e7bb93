"""Rulesets that are sound as files and hurt in play: each ends with a fault that says why, soon."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cassino_dsl.engine.reference.limits import Steps
from cassino_dsl.engine.reference.search import groups_by_total
from cassino_dsl.game import load
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.beside import beside
from tests.soon import soon

HEAD = "dsl: 1\nextends: cassino\n"
SECONDS = 10.0

PLAYED = beside(__file__, "endless_play.yaml")
FAULTS: dict[str, dict[str, str]] = PLAYED["faults"]
ENDS: dict[str, str] = PLAYED["ends"]


def plays_matches(path: Path, text: str) -> None:
    """One match with random plays; a fault of the ruleset raises."""
    path.write_text(text, encoding="utf-8")
    engine = load(path).engine()
    rng = random.Random(1)
    state = engine.new_match(1)
    while not state.match_over:
        state = engine.play(state, rng.choice(engine.legal(state)))


LONG = "a crowded table"  # half a minute on a busy machine


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.ci] if n == LONG else []) for n in FAULTS])
def test_faults_of_play_are_told(name: str, tmp_path: Path) -> None:
    wanted = FAULTS[name]
    with soon(SECONDS), pytest.raises(RunFault) as found:
        plays_matches(tmp_path / "example.yaml", HEAD + wanted["file"])
    assert found.value.code == wanted["fault"]
    assert wanted["says"] in str(found.value)


@pytest.mark.parametrize("name", ENDS)
def test_play_that_ends(name: str, tmp_path: Path) -> None:
    with soon(SECONDS):
        plays_matches(tmp_path / "example.yaml", HEAD + ENDS[name])


def test_a_match_that_nobody_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassino_dsl.engine.reference.limits.MAX_ROUNDS", 2)
    text = f"{HEAD}match: {{target: removed, counting: totals, over: any(s in sides | score(s) < -1)}}\n"
    with pytest.raises(RunFault) as found:
        plays_matches(tmp_path / "example.yaml", text)
    assert "a match went past the limit" in str(found.value)
    assert "rounds: N" in (found.value.help or "")


def test_an_engine_goes_on_after_a_fault(tmp_path: Path) -> None:
    """A fault in a chain of events leaves nothing behind in the engine."""
    path = tmp_path / "example.yaml"
    path.write_text(HEAD + FAULTS["a chain of awards"]["file"], encoding="utf-8")
    engine = load(path).engine()
    for _ in range(3):
        state = engine.new_match(1)
        with pytest.raises(RunFault) as found:
            engine.play(state, engine.legal(state)[0])
        assert "16" in str(found.value)


def test_hopeless_totals_are_not_searched() -> None:
    """Fifty twos never make an odd total, and nobody tries all their subsets to find that out."""
    with soon(1.0):
        assert groups_by_total([(1 << i, 1 << 2) for i in range(50)], 51, Steps()) == []
        assert groups_by_total([(1 << i, 1 << 4 | 1 << 2) for i in range(60)], 59, Steps()) == []
    items = [(1, 1 << 3), (2, 1 << 4), (4, 1 << 1 | 1 << 14), (8, 1 << 6)]
    assert sorted(groups_by_total(items, 7, Steps())) == [3, 12]
