"""What a comparison says is so: what is in one ruleset alone, small ties."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.completeness_check import untold_change
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.position_difference import difference_in as bite
from cassino_dsl.analysis.diff.report import verdict
from cassino_dsl.analysis.diff.shrink import shrink
from cassino_dsl.analysis.diff.sides import Sides
from tests.diff.rulesets import pairs, tiny

SEEN_BY_NOBODY = "memory: {n: {of: side, is: int, seen: none}}\n"


def test_players_who_choose_otherwise_do_not_play_alike(tmp_path: Path) -> None:
    b = tiny(tmp_path, "actions: {trail: {play: card, to: table, sensible: rank(card) = 5}}\n", "b")
    found = compare(tiny(tmp_path, name="a"), b, Wanted(witness=False, effect=False))
    assert verdict(found) == ("A and B differ in one thing, about what simulated players choose.",)


def test_what_is_in_one_ruleset_alone_is_no_other_order(tmp_path: Path) -> None:
    event = "events: {p: {on: captured, do: n(us) += 1}}\n"
    with_it, without = tiny(tmp_path, SEEN_BY_NOBODY + event, "with"), tiny(tmp_path, SEEN_BY_NOBODY, "without")
    for a, b in ((with_it, without), (without, with_it)):
        sides = Sides(a, b)
        found = untold_change(sides, ())
        assert found is not None
        assert None in (found.a, found.b)
        assert untold_change(sides, changes(a, b)) is None


@pytest.mark.parametrize(("least", "cards"), [(0, 1), (2, 3)])
def test_a_tie_is_shown_with_few_cards(least: int, cards: int, tmp_path: Path) -> None:
    most = f"most: count(pile), if: count(pile) > {least}, points: 12"
    a = tiny(tmp_path, f"awards: {{cards: {{{most}, tie: split}}}}\n", "a")
    b = tiny(tmp_path, f"awards: {{cards: {{{most}}}}}\n", "b")
    both, faces = pairs(a, b)
    half = len(faces) // 2
    large = {"seats": 2, "piles": {"1": " ".join(faces[:half]), "2": " ".join(faces[half:])}}
    found = shrink(large, lambda data: bite(both[0], data, "score") is not None)
    assert [len(text.split()) for text in found["piles"].values()] == [cards, cards]
