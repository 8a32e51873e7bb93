"""Rulesets that are sound as files and hurt in play: each ends with a fault that says why, soon."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from cassino_dsl.engine.search import groups_by_total
from cassino_dsl.engine.steps import Steps
from cassino_dsl.game import load
from cassino_dsl.ruleset.errors import RunFault

HEAD = "dsl: 1\nextends: cassino\n"
COUNTER = "memory:\n  n: {is: int}\n"
BIG = "memory:\n  n: {is: int, starts: 9999999, resets: match}\n"
THINK = "actions:\n  think: {play: none, step: think, do: n += 1}\n"
SECONDS = 10.0

# name: (file, the fault, words of its message)
FAULTS: dict[str, tuple[str, str, str]] = {
    "always dealt anew": (f"{HEAD}events:\n  e: {{on: layout dealt, do: redeal}}\n", "endless-play", "dealing anew"),
    "hands that go back": (
        f"{HEAD}events:\n  e: {{on: hands dealt, do: for s in seats do move hand(s) to stock}}\n",
        "endless-play",
        "the deals of a round",
    ),
    "a chain of awards": (
        f"{HEAD}events:\n  e: {{on: score changed, do: award 1 to us}}\n  f: {{on: played, do: award 1 to us}}\n",
        "endless-play",
        "a chain of `score changed` events",
    ),
    "a tree of awards": (
        f"{HEAD}{COUNTER}events:\n"
        "  e: {on: score changed, when: n < 14, do: [n += 1, for s in suits do award 1 to us, n -= 1]}\n"
        "  f: {on: played, do: award 1 to us}\n",
        "endless-play",
        "what one award causes",
    ),
    "decisions that wait": (
        f"{HEAD}{COUNTER}{THINK}events:\n  e: {{on: played, do: [ask me to think, ask me to think]}}\n",
        "endless-play",
        "decisions that wait",
    ),
    "a step without end": (
        f"{HEAD}{COUNTER}actions:\n  think: {{play: none, do: n += 1}}\n  trail: {{when: n > 99999}}\n"
        "  pair: {when: n > 99999}\n  capture: {when: n > 99999}\n"
        "  build: {when: n > 99999}\n  raise: {when: n > 99999}\n",
        "endless-play",
        "a round",
    ),
    "numbers without end": (
        f"{HEAD}{BIG}events:\n  e: {{on: played, do: n := n * n}}\n",
        "endless-play",
        "remembered or scored",
    ),
    "points without end": (
        f"{HEAD}{BIG}events:\n  e: {{on: played, do: award n * n to us}}\n",
        "endless-play",
        "remembered or scored",
    ),
    "rounds without cards": (f"{HEAD}deal: {{hand: 0, table: 0}}\n", "endless-play", "a match"),
    "a crowded table": (
        f"{HEAD}seats: 2\ndeal: {{hand: 11, table: 30}}\n",
        "too-many-plays",
        "more than 200000 plays",
    ),
    "every card is worth two": (
        f"{HEAD}seats: 2\ndeal: {{hand: 1, table: 50}}\nvalues: {{any in hand: 58, any: 2}}\n",
        "too-many-plays",
        "more than 200000 plays",
    ),
    "all subsets of a table": (
        f"{HEAD}seats: 2\ndeal: {{hand: 12, table: 28}}\n"
        "actions:\n  capture: {take: {groups: any groups g of loose where count(g) = 9}}\n",
        "too-many-plays",
        "all subsets of 28 items",
    ),
}

# these end by themselves
ENDS: dict[str, str] = {
    "a step that may be repeated": f"{HEAD}{COUNTER}{THINK}turn: think* play\n",
    "the same seat again": f"{HEAD}events:\n  e: {{on: turn over, do: next me}}\n",
    "hands that vanish": f"{HEAD}events:\n  e: {{on: turn over, do: for s in seats do move hand(s) to aside}}\n",
    "sums that cannot be": f"{HEAD}seats: 2\ndeal: {{hand: 1, table: 50}}\nvalues: {{any in hand: 59, any: 2}}\n",
    "division by nothing": f"{HEAD}{BIG}events:\n  e: {{on: played, do: n := n div 0 + n mod 0}}\n",
}


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
    text, code, says = FAULTS[name]
    start = time.process_time()
    with pytest.raises(RunFault) as found:
        plays_matches(tmp_path / "example.yaml", text)
    assert time.process_time() - start < SECONDS
    assert found.value.code == code
    assert says in str(found.value)


@pytest.mark.parametrize("name", ENDS)
def test_play_that_ends(name: str, tmp_path: Path) -> None:
    start = time.process_time()
    plays_matches(tmp_path / "example.yaml", ENDS[name])
    assert time.process_time() - start < SECONDS


@pytest.mark.long
def test_a_match_that_nobody_wins(tmp_path: Path) -> None:
    text = f"{HEAD}match: {{target: removed, counting: totals, over: score(first(s in sides | true)) < -1}}\n"
    with pytest.raises(RunFault) as found:
        plays_matches(tmp_path / "example.yaml", text)
    assert "a match went past the limit" in str(found.value)


def test_an_engine_goes_on_after_a_fault(tmp_path: Path) -> None:
    """A fault in a chain of events leaves nothing behind in the engine."""
    path = tmp_path / "example.yaml"
    path.write_text(FAULTS["a chain of awards"][0], encoding="utf-8")
    engine = load(path).engine()
    for _ in range(3):
        state = engine.new_match(1)
        with pytest.raises(RunFault) as found:
            engine.play(state, engine.legal(state)[0])
        assert "16" in str(found.value)


def test_hopeless_totals_are_not_searched() -> None:
    """Fifty twos never make an odd total, and nobody tries all their subsets to find that out."""
    start = time.process_time()
    assert groups_by_total([(1 << i, 1 << 2) for i in range(50)], 51, Steps()) == []
    assert groups_by_total([(1 << i, 1 << 4 | 1 << 2) for i in range(60)], 59, Steps()) == []
    assert time.process_time() - start < 1.0
    items = [(1, 1 << 3), (2, 1 << 4), (4, 1 << 1 | 1 << 14), (8, 1 << 6)]
    assert sorted(groups_by_total(items, 7, Steps())) == [3, 12]
