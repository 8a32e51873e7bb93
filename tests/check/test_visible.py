"""`visible` and `seen`: words are shapes of conditions, and stay words where a file has names of its own like them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.diff.answer import diff
from cassino_dsl.game import Game
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import core_text
from tests.beside import beside

BASE = """dsl: 1
pack: french
seats: 2..4
sides: 2 if count(seats) = 4 else count(seats)
deal: {hand: 4, table: 4}
values: {A: 1, 2..10: pips, "J, Q, K": none}
actions:
  take: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: pile}
  trail: {play: card, to: table}
awards: {cards: {points: count(pile)}}
match: {rounds: 1, tie: draw}
"""
POSITION = {
    "seats": 4,
    "hands": {"1": "2c 3c", "2": "4c 5c", "3": "6c", "4": "7c"},
    "table": "9c 9d",
    "piles": {"1": "Ac Ad", "2": "As Ah Kd"},
    "aside": "Kc Ks",
    "stock": "2d 3d 4d",
}


def game(folder: Path, text: str, name: str = "one") -> Game:
    path = folder / f"{name}.yaml"
    path.write_text(BASE + text, encoding="utf-8")
    return load(path)


SHAPES = beside(__file__, "visible.yaml")


@pytest.mark.parametrize("word", SHAPES)
def test_a_word_is_a_shape_of_a_condition(word: str, tmp_path: Path) -> None:
    one, other = game(tmp_path, f"visible: {{{word}}}\n"), game(tmp_path, f"visible:\n  {SHAPES[word]}\n", "other")
    for seat in range(1, 5):
        assert one.view(POSITION, seat) == other.view(POSITION, seat)
    assert not diff(one, other, effect=False, witness=False)["changes"]
    plain = game(tmp_path, "", "plain")
    assert bool(diff(one, plain, effect=False, witness=False)["changes"]) == (word != "hands: own")


def test_what_is_seen(tmp_path: Path) -> None:
    seen = game(tmp_path, "visible: {piles: own, stock: next, table: top, aside: none}\n").view(POSITION, 3)
    assert seen["hands"] == {"1": 2, "2": 2, "3": "6c", "4": 1}
    assert seen["piles"] == {"1": "Ac Ad", "2": 3}  # seats 1 and 3 are of one side
    assert seen["tops"] == {"1": "Ad"}
    assert (seen["stock"], seen["next"], "bottom" in seen) == (3, "2d", False)
    assert (seen["table"], seen["aside"]) == ("? 9d", 2)
    usual = game(tmp_path, "").view(POSITION, 3)
    assert (usual["table"], usual["aside"], usual["stock"], usual["piles"]) == ("9c 9d", "Kc Ks", 3, {"1": 2, "2": 3})


def test_names_of_the_file_do_not_change_a_word(tmp_path: Path) -> None:
    text = "terms: {top: 3, own: 4}\nchecks: {some: top + own = 7}\n"
    named = game(tmp_path, text + "visible: {piles: top, hands: own}\n")
    assert named.view(POSITION, 1)["tops"] == {"1": "Ad", "2": "Kd"}
    assert named.view(POSITION, 1)["hands"]["1"] == "2c 3c"


def test_a_term_may_stand_in_no_other_clause(tmp_path: Path) -> None:
    shown = game(tmp_path, "terms: {shown(s): count(pile(side(s))) > 2}\nvisible: {hands: s = me or shown(s)}\n")
    assert shown.view(POSITION, 1)["hands"] == {"1": "2c 3c", "2": "4c 5c", "3": 1, "4": "7c"}
    assert "shown" not in core_text(core_of(shown.ruleset, 2))


def test_who_sees_a_memory_is_a_change(tmp_path: Path) -> None:
    text = "memory: {{m: {{is: int, of: seat{}}}}}\nevents: {{e: {{on: trailed, do: m(me) += 1}}}}\n"
    open_, own = game(tmp_path, text.format("")), game(tmp_path, text.format(", seen: own"), "own")
    (change,) = diff(open_, own, effect=False, witness=False)["changes"]
    assert (change["path"], change["class"]) == ("memory.m.seen", "deal")
    assert not diff(open_, game(tmp_path, text.format(", seen: all"), "all"), effect=False, witness=False)["changes"]
