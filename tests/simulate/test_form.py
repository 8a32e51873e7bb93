"""What is said of results and records that are damaged: what is wrong, in plain words, and where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.plan.make import make_plan
from cassino_dsl.simulate.checkpoint import FORMAT, BadResult, read_result
from cassino_dsl.simulate.contest import read_contest
from cassino_dsl.simulate.replay import Different, Replayer
from cassino_dsl.simulate.session import read_session
from cassino_dsl.simulate.spec import Spec
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.tally import empty

SPEC = Spec("scopa", (), (), 2, "match", ("random", "random"), 1, 3).as_json()
PLAN = {"cassino": FORMAT, "specs": [SPEC], "records": None, "vary": []}
RECORD = {
    "record": 3,
    "variant": "scopa",
    "with": [],
    "set": [],
    "ruleset": "0",
    "seats": 2,
    "unit": "match",
    "players": ["random", "random"],
    "seed": 1,
    "match": 0,
    "rounds": [],
    "winner": None,
    "reason": "",
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"specs": 5}, "`specs` is a whole number where a list has to be"),
        ({"specs": [7]}, "`specs.1` is a whole number where an object has to be"),
        ({"specs": ...}, "`specs` is missing"),
        ({"specs": [{**SPEC, "seed": "x"}]}, "`spec.seed` is a text where a whole number has to be"),
        ({"specs": [{**SPEC, "sed": 1}]}, "no run has a `sed`"),
        ({"specs": [{**SPEC, "shard": [1]}]}, "`spec.shard` is a pair of numbers"),
        ({"specs": [{**SPEC, "until": "x"}]}, "`spec.until` is no width: x"),
        ({"specs": [{**SPEC, "seats": 0}]}, "not a number from 1 to 100: 0"),
        ({"specs": [{**SPEC, "players": ["x"]}]}, "there is no player `x`"),
        ({"records": 5}, "`records` is a whole number where a text or null has to be"),
        ({"vary": [["target"]]}, "`vary` holds pairs of an option and its values"),
        ({"vary": [["target", 5]]}, "`vary` holds pairs of an option and its values"),
        ({"cassino": ...}, "`cassino` is missing"),
    ],
)
def test_what_a_folder_is_for(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    data = {key: value for key, value in {**PLAN, **change}.items() if value is not ...}
    (tmp_path / "runs.json").write_text(json.dumps(data))
    with pytest.raises(BadResult) as fault:
        read_session(tmp_path)
    assert said in str(fault.value)
    if "cassino" in data and "records" not in change:
        (tmp_path / "tune.jsonl").write_text(json.dumps({**data, "tune": ["ties<2%"]}))
        with pytest.raises(BadResult) as fault:
            read_contest(tmp_path)
        assert said in str(fault.value)


@pytest.mark.parametrize(
    ("change", "tally", "said"),
    [
        ({"seconds": "x"}, {}, "`seconds` is a text where a whole number or a number has to be"),
        ({"seconds": -1}, {}, "no time: -1.0"),
        ({"stopped": 0}, {}, "`stopped` is a whole number where true or false has to be"),
        ({"tally": []}, {}, "`tally` is a list where an object has to be"),
        ({}, {"sums": [1.5]}, "`tally.sums.1` is a number where a whole number has to be"),
        ({}, {"sums": [1]}, "the columns are not those of this ruleset"),
        ({}, {"histograms": []}, "the histograms are not those of this ruleset"),
        ({}, {"histograms": [[[1]]]}, "`tally.histograms` holds pairs of numbers"),
        ({}, {"first_stuck": ...}, "`tally.first_stuck` is missing"),
    ],
)
def test_results_of_a_run(tmp_path: Path, change: dict[str, Any], tally: dict[str, Any], said: str) -> None:
    layout = layout_of(make_plan(load("scopa").ruleset, 2))
    kept = {key: value for key, value in {**empty(layout).as_json(), **tally}.items() if value is not ...}
    data = {"cassino": FORMAT, "spec": SPEC, "ruleset": "0", "engine": "native", "seconds": 1, "stopped": False}
    (tmp_path / "1.json").write_text(json.dumps({**data, "records": 0, "tally": kept, **change}))
    with pytest.raises(BadResult) as fault:
        read_result(tmp_path / "1.json", layout)
    assert str(fault.value) == f"{tmp_path}/1.json: damaged results ({said})"


@pytest.mark.parametrize("text", ["", "{", "\x00", "[" * 100_000])
def test_no_json(tmp_path: Path, text: str) -> None:
    (tmp_path / "runs.json").write_text(text)
    with pytest.raises(BadResult) as fault:
        read_session(tmp_path)
    said = "it is not as the program writes it" if "[" in text else "it is no JSON"
    assert str(fault.value) == f"{tmp_path}/runs.json: no results of `cassino simulate --out` ({said})"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record": ...}, "`record` is missing"),
        ({"variant": ...}, "`variant` is missing"),
        ({"with": None}, "`with` is null where a list has to be"),
        ({"seed": "x"}, "`seed` is a text where a whole number has to be"),
        ({"rounds": [{"plays": [3]}]}, "`rounds.1.plays.1` is a whole number where a text has to be"),
        ({"rounds": [[]]}, "`rounds.1` is a list where an object has to be"),
        ({"winner": "me"}, "`winner` is a text where a whole number or null has to be"),
    ],
)
def test_records(change: dict[str, Any], said: str) -> None:
    record = {key: value for key, value in {**RECORD, **change}.items() if value is not ...}
    with pytest.raises(Different) as fault:
        Replayer(lambda *_: load("scopa").ruleset).replay(record)
    assert str(fault.value) == f"this is no record of a match: {said}"
