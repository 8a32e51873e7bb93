"""The commands that answer questions about positions: moves, why, apply, score, perft."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Cassino

CHANCE = str(Path(__file__).parents[1] / "conformance" / "effects" / "chance.yaml")
ROBBED = '{"hands": {"1": "As 9c", "2": "2c 3c 4c 5c"}, "table": "6h 7h", "stock": "2d 3d"}'


def test_chance_follows_from_the_seed(cassino: Cassino) -> None:
    hands = {
        cassino("apply", CHANCE, "-", "As trails", "--seed", s, "--format", "json", stdin=ROBBED).json["position"][
            "hands"
        ]["1"]
        for s in range(20)
    }
    assert hands == {"2c 9c", "3c 9c", "4c 9c", "5c 9c"}


def test_sequences_after_chance_are_the_same_for_both_engines(cassino: Cassino) -> None:
    counted = set()
    for seed in (1, 2, 3):
        said = [
            cassino(
                "perft", CHANCE, "-", "--depth", 4, "--seed", seed, "--engine", engine, "--format", "json", stdin=ROBBED
            ).json["nodes"]
            for engine in ("reference", "native")
        ]
        assert said[0] == said[1]
        counted.add(tuple(said[0]))
    assert len(counted) > 1


def test_a_price_is_told_beside_the_play(cassino: Cassino, tmp_path: Path) -> None:
    """And groups only where they say more than what is taken."""
    variant = str(Path(CHANCE).parents[1] / "mechanisms" / "32-penalties.yaml")
    own = '"builds": [{"value": 7, "groups": ["4c 3d"], "owner": 1}]'
    (tmp_path / "p.json").write_text(f'{{"hand": "7s 9d", "table": "2c 5h 7h", {own}}}')
    price = "this breaks “take your build”: you lose 2 points"
    moves = cassino("moves", variant, str(tmp_path / "p.json")).out
    assert re.findall(r"^(.*): this breaks", moves, re.M) == ["9d trails", "7s trails"]
    assert "2c 5h + 4c 3d + 7h" in moves
    assert price in cassino("why", variant, str(tmp_path / "p.json"), "9d trails").out
    assert price not in cassino("why", variant, str(tmp_path / "p.json"), "7s takes 7h").out
    assert "price" not in cassino("moves", variant, str(tmp_path / "p.json"), "--format", "json").out
