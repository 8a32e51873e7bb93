"""Players play for the match: far from its end for points, near to it for who wins it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassino_dsl import load
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.determinizations import ReferenceWorlds, Worlds
from cassino_dsl.players.native_worlds import NativeWorlds
from cassino_dsl.players.policies import lead, reward
from tests.native.compare import needs_compiler, quick_engine

# A gift brings a point, and the other side four; a claim wins the match where one has 15 points, a fine costs one.
GIFTS = """\
dsl: 1
title: Gifts
pack: french
seats: 2
deal: {hand: 1, refill: 0}
values: {A..K: 1}
actions:
  gift:
    play: card where suit(card) = hearts
    to: pile
    do: (award 1 to us as gifts; for s in sides do if s != us then award 4 to s as gifts)
  claim: {play: card where suit(card) = spades and score(us) >= 15, to: pile, do: win us}
  prize: {play: card where suit(card) = spades, to: table, do: award 3 to us as prizes}
  keep: {play: card, to: table}
awards: {capers: {each: Kc, points: 0}}
match: {target: 20, counting: totals, tie: another round, stuck: allowed}
"""


def test_a_lead_until_the_match_is_over() -> None:
    assert [lead([7, 4, 5], side, False) for side in range(3)] == [2, -3, -2]
    assert lead([7, 4], 1, lowest_wins=True) == 3
    assert reward([18, 2], 0, False, False, None, 21) == 16
    assert [reward([21, 20], side, False, True, 0, 21) for side in (0, 1)] == [21, -21]
    assert [reward([24, 20], side, False, True, 0, 21) for side in (0, 1)] == [24, -24]
    assert [reward([24, 20], side, False, True, None, None) for side in (0, 1)] == [0, 0]
    assert reward([50, 12], 1, True, True, 1, 50) == 50


def decided(path: Path, hand: str, scores: dict[int, int], player: str, native: bool) -> str:
    """The action that seat 1 takes with its last card; seat 2 has none left."""
    path.write_text(GIFTS, encoding="utf-8")
    game = load(str(path))
    position: dict[str, Any] = {"hands": {1: hand, 2: ""}, "table": "", "stock": "", "scores": scores}
    found = game.position(position)
    engine, state = found.engine, found.state
    worlds: Worlds = NativeWorlds(quick_engine(game.ruleset, 2)) if native else ReferenceWorlds(engine)
    players = SeatedPlayers(engine, (player, player), 7, state, worlds)
    return players.choose(state, engine.legal(state)).name


@needs_compiler
@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize(
    ("hand", "scores", "player", "wanted"),
    [
        ("5h", {1: 12, 2: 10}, "search:4", "keep"),  # three points more for the other side
        ("5h", {1: 19, 2: 10}, "search:4", "gift"),  # but with 20 the match is won
        ("5h", {1: 19, 2: 17}, "search:4", "keep"),  # unless the other side wins it with 21
        ("5h", {1: 19, 2: 10}, "solve:9", "gift"),
        ("5h", {1: 19, 2: 10}, "flat:4", "keep"),  # it plays for points of the round
        ("5s", {1: 15, 2: 0}, "greedy", "claim"),  # prize: 18 to nothing
        ("5s", {1: 14, 2: 0}, "greedy", "prize"),
        ("5s", {1: 15, 2: 0}, "search:6", "claim"),
    ],
)
def test_near_the_end_it_is_the_match_that_counts(
    tmp_path: Path, hand: str, scores: dict[int, int], player: str, wanted: str, native: bool
) -> None:
    assert decided(tmp_path / "gifts.yaml", hand, scores, player, native) == wanted
