"""Rulesets whose packs share few cards or none: what is known is said, and nothing breaks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cassino_dsl.analysis.diff import witness
from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.diff import NO_CARDS, Wanted, compare
from cassino_dsl.analysis.diff.position_difference import difference_in
from cassino_dsl.language.ruleset.model import Ruleset
from tests.diff.rulesets import pair, ruleset

ZOO = """dsl: 1
pack: {{suits: none, {pack}}}
values: {{any: none}}
seats: 2
deal: {{hand: {hand}, table: {table}, refill: 0}}
actions:
  pair: {{play: card, take: {{all: all c in loose where rank(c) = rank(card)}}, to: pile}}
  lay: {{play: card, to: table}}
awards: {{animals: {{{award}}}}}
match: {{rounds: 1, tie: draw}}
"""
COUNT, EACH = "points: count(pile)", "each: any, points: 1"
FOUR = "copies: 4, extras: [Ape, Bear, Cat]"


def zoo(folder: Path, pack: str, hand: int = 6, table: int = 0, award: str = COUNT) -> Ruleset:
    file = folder / f"{len([*folder.iterdir()])}.yaml"
    file.write_text(ZOO.format(pack=pack, hand=hand, table=table, award=award))
    return ruleset(str(file))


def test_any_two_packs_are_compared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(witness, "GAMES", 1)
    monkeypatch.setattr(witness, "WORK", 20_000)
    for seed in range(10):
        dice, games = Random(seed), list[Ruleset]()
        for _ in range(2):
            extras = {
                name: dice.randint(1, 2) for name in dice.sample(("Ape", "Bear", "Cat", "Duck"), dice.randint(2, 3))
            }
            cards, said = sum(extras.values()), ", ".join(f"{name}: {n}" for name, n in extras.items())
            table = dice.choice((0, cards % 2))
            games.append(zoo(tmp_path, f"extras: {{{said}}}", (cards - table) // 2, table))
        compare(*games, Wanted(effect=False, prove=seed % 2))


def test_packs_without_a_common_card(tmp_path: Path) -> None:
    a = zoo(tmp_path, "extras: {Ape: 4, Bear: 4, Cat: 4}")
    found = compare(a, zoo(tmp_path, FOUR, award=EACH), Wanted(effect=False, prove=1))
    assert found.remarks == (NO_CARDS,)
    said = [(c.path, c.b) for c in found.changes if c.kind != "wording"]
    assert said == [("pack", "12 cards, with Ape Bear Cat"), ("pack.copies", "4")]  # the award is the same


def test_points_for_a_card_that_one_lacks_are_told(tmp_path: Path) -> None:
    a, b = zoo(tmp_path, FOUR, award=COUNT), zoo(tmp_path, "extras: [Dog, Emu]", 1, award="each: any, points: 2")
    assert [c.b for c in changes(a, b) if c.kind == "scoring"] == ["2 points for each card"]
    b = zoo(tmp_path, "copies: 4, extras: [Ape, Bear, Gnu]", award=f"{COUNT}}}, gnu: {{each: Gnu, points: 3")
    assert [(c.path, c.b) for c in changes(a, b) if c.kind == "scoring"] == [("awards.gnu", "3 points for Gnu")]


def test_the_same_hand_is_the_same_in_another_order_of_the_pack(tmp_path: Path) -> None:
    both, _ = pair(zoo(tmp_path, FOUR), zoo(tmp_path, "copies: 4, extras: [Cat, Bear, Ape]"))
    data = {"seats": 2, "hands": {"1": "", "2": ""}, "stock": " ".join(["Ape Bear Cat"] * 4), "deals": 0}
    assert difference_in(both, data, "deal") is None
    data = {"seats": 2, "hands": {"1": "Ape", "2": ""}, "table": "Ape Ape", "stock": ""}
    assert difference_in(both, data, "plays") is None
    assert difference_in(both, data, "course") is None
