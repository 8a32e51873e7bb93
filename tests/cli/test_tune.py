"""`cassino tune` as a user meets it: its answer in every format, going on, and what is said of wrong words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cassino


def test_the_command(cassino: Cassino, tmp_path: Path) -> None:
    words = [
        "tune",
        "scopa",
        "--vary",
        "target=11,16",
        "--goal",
        "order.1.win_rate=50%±50%",
        "--unit",
        "round",
    ]
    words += ["--games", "160", "--seed", "5", "--jobs", "1"]
    answer = cassino(*words, "--format", "json", "--out", str(tmp_path / "x"))
    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert data["reached"] is True
    assert data["at"] in [row["at"] for row in data["rows"]]
    assert [row["games"] for row in data["rows"]] == [140, 20]
    assert data["games"] == 160
    assert data["figures"][0]["figure"] == "order.1.win_rate"
    assert "--first 40 " in data["command"] + " "
    resumed = ["tune", "--resume", str(tmp_path / "x")]
    assert json.loads(cassino(*resumed, "--format", "json").out) == data
    text = cassino(*resumed)
    assert "reaches the goal" in text.out
    assert (
        cassino(*resumed, "--format", "csv")
        .out.splitlines()[0]
        .startswith("target,games,miss,level,reaches,order.1.win_rate")
    )
    assert "<table" in cassino(*resumed, "--format", "html").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scopa", "--vary", "target=11,21"], "say what is wished"),
        (["scopa", "--goal", "ties<2%"], "what to --vary"),
        (["scopa", "--vary", "target=11,16", "--goal", "tis<2%"], "did you mean `ties`?"),
        (["scopa", "--vary", "target=11,16", "--goal", "ties<2%", "--games", "159"], "at least 160 games"),
        (["--resume", "nowhere"], "there is no folder `nowhere`"),
        (["scopa", "--resume", "nowhere"], "leave VARIANT"),
    ],
)
def test_wrong_words(cassino: Cassino, words: list[str], said: str) -> None:
    answer = cassino("tune", *words)
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
