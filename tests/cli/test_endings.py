"""Files follow their ending: the format of an answer, and records as lines or as a table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino

SIMULATE = ("simulate", "scopa", "--games", "3", "--seed", "1", "--jobs", "1")
DIFF = ("diff", "scopa", "scopa", "--b-set", "target=21", "--no-witness", "--no-effect")


pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("words", "file", "begins"),
    [
        (SIMULATE, "a.html", "<!DOCTYPE html>"),
        (SIMULATE, "a.json", "{"),
        (SIMULATE, "a.txt", "scopa\n====="),
        (SIMULATE, "a.MD", "# scopa"),
        (SIMULATE, "a.csv", "variant,options,group"),
        (SIMULATE, "a", "scopa\n====="),
        (DIFF, "d.html", "<!DOCTYPE html>"),
        (DIFF, "d.md", "# "),
        (("show", "scopa"), "scopa.yaml", "# scopa"),
        (("show", "scopa", "--as", "rulebook"), "scopa.htm", "<!DOCTYPE html>"),
        (("show", "scopa", "--as", "rulebook"), "scopa.md", "# Scopa"),
        (("list",), "list.json", "{"),
        (("apply", "scopa", "7c trails", "--hand", "7c"), "next.yaml", "seats: 2"),
        (("list", "--format", "text"), "list.pdf", ""),
        (("validate", "scopa", "--no-play"), "found.sarif", '{\n  "$schema"'),
        (("validate", "scopa", "--no-play", "--format", "sarif"), "found.json", '{\n  "$schema"'),
        (("test", "scopa", "-k", "napola"), "found.xml", "<?xml"),
        (("moves", "scopa", "--batch", "-"), "moves.jsonl", ""),
        (("moves", "scopa", "--batch", "-", "--format", "json"), "more.jsonl", ""),
    ],
)
def test_the_ending_says_the_format(
    cassino: Cassino, here: Path, words: tuple[str, ...], file: str, begins: str
) -> None:
    assert cassino(*words, "-o", file).code in (0, 1)
    assert (here / file).read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize(
    ("words", "file", "said"),
    [
        (
            SIMULATE,
            "a.parquet",
            "a.parquet: `simulate` writes .txt, .json, .csv, .md and .html; --format goes with any",
        ),
        (SIMULATE, "a.yaml", "a.yaml: `simulate` writes .txt, .json"),
        (("list",), "list.html", "list.html: `list` writes .txt and .json"),
        (("list",), "list.pdf", "list.pdf: `list` writes .txt and .json"),
        ((*SIMULATE, "--format", "csv"), "a.html", "--format csv and the ending of a.html contradict each other"),
        ((*SIMULATE, "--format", "text"), "a.json", "leave --format out, or call the file ….txt"),
        (("validate", "scopa", "--no-play", "--format", "junit"), "a.json", "contradict each other"),
    ],
)
def test_what_a_command_cannot_make_is_a_usage_error(
    cassino: Cassino, here: Path, words: tuple[str, ...], file: str, said: str
) -> None:
    ran = cassino(*words, "-o", file)
    assert ran.code == 2
    assert said in ran.err
    assert not (here / file).exists()


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--records", "a.html"), "a.html: records are written as .jsonl, .csv and .parquet"),
        (("--records", "a.json"), "a.json: records are written as .jsonl, .csv and .parquet"),
        (("--records", "a.xlsx"), "a.xlsx: records are written as .jsonl, .csv and .parquet"),
        (("--records", "a.csv", "--out", "kept"), "what --out keeps can go on: its --records need a file of lines"),
        (("--records", "no/a.csv"), "there is no folder `no`"),
        (("--records", "no/a.parquet"), "there is no folder `no`"),
    ],
)
def test_what_records_are_not(cassino: Cassino, here: Path, words: tuple[str, ...], said: str) -> None:
    ran = cassino(*SIMULATE, *words)
    assert ran.code == 2
    assert said in ran.err
    assert list(here.iterdir()) == []


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
