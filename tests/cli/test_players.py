"""Players who differ, on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cassino


def test_the_command_says_whether_seats_change(cassino: Cassino, tmp_path: Path) -> None:
    words = ["simulate", "scopa", "--players", "greedy,random", "--games", "6", "--seed", "4", "--format", "json"]
    turned, fixed = (cassino(*words, *more).json for more in ([], ["--no-rotate"]))
    assert "--no-rotate" in fixed["figures"]["command"]
    assert "rotate" not in turned["figures"]["command"]
    assert [p["wins"] for p in fixed["by_player"]] == [side["wins"] for side in fixed["sides"]]
    halves = []
    for shard in ("1/2", "2/2"):
        folder = tmp_path / shard[0]
        assert cassino(*words[:-2], "--shard", shard, "--out", folder).code == 0
        halves.append(str(folder))
    merged = cassino("merge", *halves, "--format", "json").json
    assert merged["by_player"] == turned["by_player"]
