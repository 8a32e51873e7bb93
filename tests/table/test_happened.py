"""What a face that moves cards is told of the last decision: the play, how the round ended, what was counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.table.happened import Happened, Lying, happened, turned
from tests.table.tables import opened, play_on


def number(lying: Lying) -> int:
    """How many cards lie there."""
    built = sum(len(group) for build in lying.builds for group in build.groups)
    return sum(map(len, (*lying.hands, *lying.piles))) + len(lying.table) + len(lying.stock) + built


def last(name: str, seed: int, seat: int = 1, persons: tuple[int, ...] = (1,)) -> Happened:
    """The decision that ended the first round."""
    table = opened(name, seed, persons=persons)
    assert happened(table, seat) is None
    play_on(table)
    found = happened(table, seat)
    assert found is not None
    return found


@pytest.mark.share(3)
@pytest.mark.parametrize("name", ["scopa", "cassino", "royal-cassino"])
def test_the_end_of_a_round(name: str) -> None:
    """How the cards lay once the play was over, what was left and went to a pile, and what was counted of it."""
    for seed in range(1, 5):
        (end,) = last(name, seed).ends
        assert not any(end.played.hands)
        assert end.counted.table == ()
        assert number(end.played) == number(end.counted)
        gone = [len(after) - len(before) for before, after in zip(end.played.piles, end.counted.piles, strict=True)]
        assert sum(gone) == len(end.played.table) + sum(len(g) for b in end.played.builds for g in b.groups)
        assert end.counts["cards"] == tuple(map(len, end.counted.piles))  # a seat that remembers can count all
        points = dict(end.scores.rows)
        if "cards" in points:
            assert points["cards"].index(max(points["cards"])) == end.counts["cards"].index(max(end.counts["cards"]))


def test_what_is_told_at_last_is_told() -> None:
    """A secret that the end of a round reveals is said before it is forgotten; and chance in the stock, which nobody
    sees, takes no number from what was seen."""
    table = opened(str(Path(__file__).parent / "told-at-last.yaml"))
    play_on(table)
    said = [line.text for line in table.log(1)]
    (told,) = (text for text in said if "is known" in text)
    assert re.fullmatch(r"The plan of seat 2 is known: (coins|cups|swords|batons)\.", told)
    assert said.index(told) < said.index("Round 1 is over.")
    found = happened(table, 1)
    assert found is not None
    (end,) = found.ends
    assert end.counts["cards"] == tuple(map(len, end.counted.piles))


def test_captions_and_cards_that_are_not_seen() -> None:
    table = opened("scopa", 2, persons=(1, 2))
    cleared = 0
    while not table.over and table.state.round == 1:
        play_on(table, 1)
        if table.state.round > 1:
            break
        found, hidden = happened(table, 1), happened(table, 0)
        assert found is not None
        assert hidden is not None
        assert (found.cards, found.take, found.ends) == (hidden.cards, hidden.take, ())
        assert 3 <= len(found.caption.split()) <= 7, found.caption
        cleared += found.cleared == "scopa"
        assert sum(map(len, turned(table, 1))) == cleared
    assert cleared


def test_what_is_laid_face_down_is_a_card() -> None:
    """For a seat to which the log tells so, and for no other."""
    table = opened("39-face-down.yaml", 2, persons=(1, 2))
    unseen = 0
    while table.state.round == 1 and not table.over:
        play_on(table, 1)
        for seat in (1, 2):
            found = happened(table, seat)
            assert found is not None
            assert (None in found.cards) == (" unseen" in table.told(seat, table.moments[-1])[0].text)
            unseen += None in found.cards
    assert unseen
