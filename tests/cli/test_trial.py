"""What `cassino validate` finds by playing: its warnings, their limits, and how it is left out."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic, sleep

import pytest

from cassino_dsl.analysis.units.native_runner import NativeRunner
from tests.cli.conftest import Cassino

STUCK = Path(__file__).parents[1] / "simulate" / "stuck.yaml"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty rounds, however long they take: only small files are played here."""
    monkeypatch.setattr("cassino_dsl.analysis.simulate.trial.try_out.__defaults__", (20, 600.0))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassino_dsl.analysis.simulate.trial.try_out.__defaults__", (20, 0.0))


def changed(folder: Path, action: str = "", **sections: str) -> Path:
    """The small game without the rule that makes it stuck, with one action more and other sections."""
    file = folder / "mine.yaml"
    head = STUCK.read_text().split("rules:")[0] + (f"  throw: {action}\n" if action else "")
    given = {"awards": "{cards: {points: count(pile)}}", "match": "{rounds: 1, tie: draw}", **sections}
    file.write_text(head + "".join(f"{key}: {value}\n" for key, value in given.items()))
    return file


def names(cassino: Cassino, *words: object) -> list[str]:
    ran = cassino("validate", *words, "--format", "json")
    assert ran.code == 0
    assert all(d["severity"] == "warning" for d in ran.json["diagnostics"])
    return [d["name"] for d in ran.json["diagnostics"]]


@pytest.mark.usefixtures("few")
def test_a_target_out_of_reach_is_a_warning(cassino: Cassino, tmp_path: Path) -> None:
    far = changed(tmp_path, match="{target: 900000}")
    (found,) = cassino("validate", far, "--format", "json").json["diagnostics"]
    assert (found["name"], found["line"]) == ("never-reached", far.read_text().count("\n"))
    assert re.match(
        "no match ends: it would take 900000 points, and in 10 random rounds no side made more than ", found["message"]
    )
    assert names(cassino, changed(tmp_path, match="{target: 40}")) == []
    assert names(cassino, changed(tmp_path, match="{target: 900000, rounds: 3, tie: draw}")) == []
    assert names(cassino, changed(tmp_path, awards="{cards: {points: -count(pile)}}", match="{target: 1}")) == [
        "never-reached"
    ]
    ends = "{enough: {on: round over, do: end match}}"
    assert names(cassino, changed(tmp_path, events=ends, match="{target: 900000}")) == []


@pytest.mark.usefixtures("few")
def test_stuck_rounds_are_a_warning(cassino: Cassino, tmp_path: Path) -> None:
    ran = cassino("validate", STUCK, "--format", "json")
    (found,) = ran.json["diagnostics"]
    assert (ran.code, found["name"], found["severity"], found["file"]) == (0, "stuck-rounds", "warning", str(STUCK))
    assert found["line"] > 1
    assert "would be legal without rule `threes are kept`" in found["notes"][0]
    assert "--records stuck.jsonl" in found["notes"][1]
    (played,) = ran.json["played"]
    assert played == {"file": str(STUCK), "rounds": 20, "wanted": 20, "stopped": False, "unplayed": []}
    assert ran.err == ""
    allowed = tmp_path / "allowed.yaml"
    allowed.write_text(STUCK.read_text().replace("match: {", "match: {stuck: allowed, "))
    assert names(cassino, allowed) == []


@pytest.mark.usefixtures("few")
def test_clauses_that_together_leave_no_play_are_named(cassino: Cassino, tmp_path: Path) -> None:
    """One finding, at the last of them, with a position and a play that there would be."""
    file = changed(tmp_path, rules="{a: kind = trail implies rank(card) = A, b: kind = capture implies rank(card) = A}")
    (found,) = cassino("validate", file, "--format", "json").json["diagnostics"]
    assert found["name"] == "stuck-rounds"
    assert found["message"].endswith("since rule `a` and rule `b` together forbid every play")
    assert [other["message"] for other in found["others"]] == ["rule `a` is in the way, too"]
    assert found["notes"][0].startswith("where seat ")
    assert found["notes"][0].endswith(" would be legal without rule `a` and rule `b`")


@pytest.mark.usefixtures("few")
def test_faults_idle_rounds_and_actions(cassino: Cassino, tmp_path: Path) -> None:
    assert names(cassino, changed(tmp_path)) == []
    assert names(cassino, changed(tmp_path, checks="{odd: sum(s in sides | count(pile(s))) = 1}")) == ["fault-in-play"]
    assert names(cassino, changed(tmp_path, rules="{large hands: count(hand) > 9}")) == ["nothing-played"]
    assert names(cassino, changed(tmp_path, "{play: card where count(hand) > 9, to: aside}")) == ["action-never-played"]
    assert names(cassino, changed(tmp_path, "{play: card where rank(card) = 4, to: aside, sensible: false}")) == []


@pytest.mark.usefixtures("few")
def test_builds_of_a_stuck_position_are_told(cassino: Cassino, tmp_path: Path) -> None:
    base = "{base: one group g with card of loose where v in total(g)}"
    build = f"{{play: card, let: {{v: '{{5, 6, 7}}'}}, take: {base}, to: build v}}"
    file = changed(tmp_path, build, rules="{open: count(builds) = 0}")
    found = cassino("validate", file, "--format", "json").json["diagnostics"][0]
    assert found["name"] == "stuck-rounds"
    assert re.search(r"the build of [567] \([A234]. .*\)", found["notes"][0])


@pytest.mark.usefixtures("few")
def test_plays_that_another_action_names_are_told(cassino: Cassino, tmp_path: Path) -> None:
    """An action whose plays one above it yields, too, is legal, and never the one that is played."""
    twos = "{play: card where rank(card) = 2, take: {like: one c in loose where rank(c) = 2}, to: pile}"
    file = changed(tmp_path, twos)
    (found,) = cassino("validate", file, "--format", "json").json["diagnostics"]
    assert found["name"] == "action-never-played"
    assert found["message"].endswith("its plays are those of `capture`, above it, and the first action names a play")
    told = cassino("test", "--coverage", file).out
    assert "action `throw` is legal only as `capture`, above it: the first action names a play" in told


@pytest.mark.usefixtures("few")
def test_what_an_option_rules_out_is_no_finding(cassino: Cassino, tmp_path: Path) -> None:
    file = changed(tmp_path, "{play: card where throwing, to: aside}", options="{throwing: {is: bool, default: false}}")
    assert names(cassino, file) == []


@pytest.mark.usefixtures("few")
def test_a_house_rule_answers_for_its_own_actions(cassino: Cassino, tmp_path: Path) -> None:
    base = changed(tmp_path, "{play: card where count(hand) > 9, to: aside}")
    house = tmp_path / "house.yaml"
    house.write_text("dsl: 1\nhouse: true\nmatch: {rounds: 2}\n")
    assert names(cassino, house, "--over", base) == []
    house.write_text(house.read_text() + "actions:\n  drop: {play: card where count(hand) > 8, to: aside}\n")
    assert names(cassino, house, "--over", base) == ["action-never-played"]


@pytest.mark.usefixtures("at_once")
def test_stopped_early_it_says_so(cassino: Cassino) -> None:
    ran = cassino("validate", STUCK)
    assert (ran.code, ran.out) == (0, "1 file: 0 errors, 0 warnings\n")
    assert "0 of 20 random rounds played, then the time was up" in ran.err


def test_a_round_that_takes_too_long_is_given_up(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the C, which cannot be asked to stop."""
    monkeypatch.setattr("cassino_dsl.analysis.simulate.trial.try_out.__defaults__", (20, 0.5))
    monkeypatch.setattr(NativeRunner, "block", lambda *args: sleep(20))
    started = monotonic()
    ran = cassino("validate", STUCK)
    assert "0 of 20 random rounds played, then the time was up" in ran.err
    assert monotonic() - started < 10


def test_no_play_only_reads(cassino: Cassino) -> None:
    ran = cassino("validate", STUCK, "--no-play", "--format", "json")
    assert ran.json == {"files": 1, "diagnostics": [], "played": [], "schema": 1}
    assert ran.err == ""


def test_what_is_allowed_is_a_promise_that_changes_no_game(cassino: Cassino, tmp_path: Path) -> None:
    allowed = tmp_path / "allowed.yaml"
    allowed.write_text(STUCK.read_text().replace("match: {", "match: {stuck: allowed, "))
    (change,) = cassino("diff", STUCK, allowed, "--no-witness", "--no-effect", "--format", "json").json["changes"]
    assert (change["path"], change["class"], change["a"], change["b"]) == ("match.stuck", "checks", "never", "allowed")
    assert "stuck: allowed" in cassino("show", allowed).out
    assert "whatever cards are left" in cassino("show", allowed, "--as", "rulebook").out
