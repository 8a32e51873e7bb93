"""Files follow their ending: the format of an answer, and records as lines or as a table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino

SIMULATE = ("simulate", "scopa", "--games", "3", "--seed", "1", "--jobs", "1")


pytestmark = pytest.mark.usefixtures("here")


def test_records_are_lines_or_a_table_of_rounds(cassino: Cassino, here: Path) -> None:
    import pandas

    for file in ("a.jsonl", "a.csv", "a.parquet", "records"):
        assert cassino(*SIMULATE, "--records", file).code == 0
    lines = [json.loads(line) for line in (here / "a.jsonl").read_text().splitlines()]
    assert (here / "records").read_text() == (here / "a.jsonl").read_text()
    csv, parquet = pandas.read_csv("a.csv"), pandas.read_parquet("a.parquet")
    assert len(csv) == len(parquet) == 2 * sum(len(line["rounds"]) for line in lines)
    assert csv.to_csv() == parquet.to_csv()
    last = parquet[parquet.match == 2].iloc[-2:]
    assert list(last.score) == lines[2]["rounds"][-1]["scores"]
    assert list(last.winner) == [lines[2]["winner"]] * 2
    ran = cassino("replay", "a.parquet")
    assert (ran.code, "a table of rounds has no plays" in ran.err) == (2, True)
    ran = cassino(*SIMULATE, "--records", "a.parquet")
    assert (ran.code, "a.parquet exists already" in ran.err) == (2, True)
    assert cassino(*SIMULATE, "--records", "a.parquet", "--force").code == 0


def test_a_table_without_its_library(cassino: Cassino, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = cassino(*SIMULATE, "--records", "a.parquet")
    assert ran.code == 2
    assert "tables need pyarrow: `pip install 'cassino-dsl[data]'`" in ran.err
    assert list(here.iterdir()) == []


def test_a_fault_leaves_no_table(cassino: Cassino, here: Path) -> None:
    (here / "failing.py").write_text("def play(view, legal): return None\n")
    for file in ("a.csv", "a.parquet"):
        assert cassino(*SIMULATE, "--players", "failing:play", "--records", file).code == 2
        assert not (here / file).exists()
