"""Rounds that an event ends before anybody plays: whoever plays, shows or counts rounds takes them as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cassino_dsl import load
from tests.simulate.helpers import cli
from tests.table.tables import PERSON, GameTable, TableSource

FILE = str(Path(__file__).with_name("dealt-out.yaml"))


@pytest.mark.parametrize("wins", [False, True])
def test_records_and_counts(tmp_path: Path, wins: bool) -> None:
    """The two engines have the same rounds, and each is played again from its record."""
    found = []
    for engine in ("native", "reference"):
        record, answer = tmp_path / f"{engine}.jsonl", tmp_path / f"{engine}.json"
        asked = ("--games", "40", "--seed", "1", "--jobs", "1", "--set", f"wins={str(wins).lower()}")
        made = ("--engine", engine, "--records", str(record), "-o", str(answer))
        assert cli("simulate", FILE, *asked, *made).exit_code == 0
        found.append((record.read_text("utf-8").splitlines()[1:], json.loads(answer.read_text("utf-8"))["figures"]))
        assert "none different" in cli("replay", str(record)).stdout
    assert found[0] == found[1]
    rounds = [r for line in found[0][0] for r in json.loads(line)["rounds"]]
    assert 0 < sum(not r["plays"] for r in rounds) < len(rounds)
    assert not any(r["stuck"] for r in rounds)


@pytest.mark.ci
def test_validate_warns_only_where_nobody_ever_plays() -> None:
    assert "CAS093" not in cli("validate", FILE).stdout
    assert "CAS093" in cli("validate", FILE, "--set", "always=true").stdout


@pytest.mark.parametrize("always", [False, True])
def test_positions_and_tables(always: bool) -> None:
    for match in range(6):
        position = load(FILE, always=always).deal(1, 2, match)
        while not position.match_over:
            assert always <= position.round_over
            position = position.next_round() if position.round_over else position.play(0)
        table = GameTable(load(FILE, always=always), [PERSON, "random"], match, TableSource(FILE))
        while not table.over:
            if table.waits:
                table.make(table.view(table.decides or 0).choices[0])
            else:
                table.answer()
        assert "Round 3 is over" in "\n".join(str(line) for line in table.log(0))
