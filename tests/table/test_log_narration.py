"""What happens by itself is told: points, cards that go elsewhere, what is remembered, and how the course goes on. The
same rounds are looked at from both seats, and by who looks on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import GameTable
from tests.table.tables import opened, play_on

POOL, BELOW = (str(Path(__file__).parent / name) for name in ("pool.yaml", "below.yaml"))
KING = re.compile(r"(K\w) goes from the table to the stock\.")
POINTS = re.compile(r"\w+( \d)? (gets?|loses?) (\d+) points?( for “.*”)?: -?\d+ now\.")


def played(name: str, seed: int) -> GameTable:
    """A round with a person at each seat."""
    table = opened(name, seed, persons=(1, 2))
    play_on(table)
    return table


@pytest.fixture(scope="module")
def rounds() -> list[GameTable]:
    return [played(POOL, seed) for seed in range(1, 13)]


def told(table: GameTable, seat: int) -> list[str]:
    """The log of the first round, as the seat gets it."""
    texts = [line.text for line in table.log(seat)]
    return texts[: texts.index("Round 1 is over.")]


def all_told(rounds: list[GameTable], seat: int) -> list[str]:
    return [text for table in rounds for text in told(table, seat)]


def test_points_are_told_as_they_are_given(rounds: list[GameTable]) -> None:
    """By the name under which they are given, and none is left out."""
    for table in rounds:
        awards = table.rounds[0].standing.awards
        given = sum(sum(awards.get(name, ())) for name in ("pool", "bonus"))
        for seat in (1, 2, ONLOOKER):
            found = [match for text in told(table, seat) if (match := POINTS.fullmatch(text))]
            assert sum(int(m[3]) * (1 if m[2].startswith("get") else -1) for m in found) == given
    mine, others = all_told(rounds, 1), all_told(rounds, 2)
    assert any(text.startswith("You get 1 point: ") for text in mine)
    assert any(text.startswith("Seat 1 gets 1 point: ") for text in others)
    assert any(re.match("You get .* for “pool”: ", text) for text in mine)
    assert any(text.startswith("You lose 1 point: ") for text in mine)


def test_what_lay_open_when_the_table_was_laid_is_named() -> None:
    """Basra's jack goes back into the stock at once, to a place by chance; all have seen which it was."""
    for seat in (1, 2, ONLOOKER):
        assert "Jd leaves the table." in [line.text for line in opened("basra", 1, persons=(1, 2)).log(seat)]


def test_cards_that_go_elsewhere_are_told(rounds: list[GameTable]) -> None:
    for table in rounds:
        laid = re.findall(r"lays? (K\w) on the table", "\n".join(told(table, 1)))
        for seat in (1, 2, ONLOOKER):
            assert [match[1] for text in told(table, seat) if (match := KING.fullmatch(text))] == laid
            assert "3 cards go from the stock to “prize”." in told(table, seat)[:3]
    assert "3 cards go from “prize” to your pile." in all_told(rounds, 1)
    assert "3 cards go from “prize” to seat 1's pile." in all_told(rounds, 2)


def test_a_card_is_named_for_who_sees_it(rounds: list[GameTable]) -> None:
    """A queen draws a card: its two seats see which, and who looks on does not."""
    mine = r"\w+ goes from (your hand to seat 2's|seat 2's hand to your) hand"
    drawn = [text for text in all_told(rounds, 1) if re.match(mine, text)]
    looked_on = [t for t in all_told(rounds, ONLOOKER) if re.match(r"A card goes from seat \d's hand to seat \d's", t)]
    assert drawn
    assert len(looked_on) == len(drawn)
    assert not any(
        re.search(r"goes from seat \d's hand", text) for text in set(all_told(rounds, ONLOOKER)) - set(looked_on)
    )


def test_numbers_are_told_where_the_file_has_words_for_them(rounds: list[GameTable]) -> None:
    texts = all_told(rounds, 1)
    assert "Pool: 1." in texts
    assert "One more capture in a row for you: 2 now." in texts
    assert "One capture in a row fewer for seat 2: 0 now." in texts
    assert not any("turns taken" in text.lower() for text in texts)


def test_what_is_remembered_stands_at_the_table(rounds: list[GameTable]) -> None:
    """As soon as it is not what it starts as, and where the file has words for it; all of it stands with the scores."""
    table = opened(POOL, 1, persons=(1, 2))
    assert [memory.name for memory in table.view(1).memory if memory.stands] == []
    play_on(table, 6)
    found = {memory.name: memory for memory in table.view(1).memory}
    assert {"pool", "barred"} <= {name for name, memory in found.items() if memory.stands}
    assert found["pool"].with_about == f"pool: {table.state.memory['pool']} (what the next sweep brings)"
    assert re.fullmatch(r"barred: you [\d ]+; seat 2 [\d ]+", found["barred"].text)
    assert not found["turns taken"].stands
    assert found["turns taken"].with_about == "turns taken: you 3; seat 2 3"
    hidden = opened(BELOW)
    play_on(hidden, 6)
    assert "red" not in [memory.name for memory in hidden.view(1).memory]


def test_how_the_course_goes_on_is_told(rounds: list[GameTable]) -> None:
    texts = all_told(rounds, 1)
    for wanted in (
        "You play again.",
        "Seat 2 plays again.",
        "You pass: no card is left.",
        "You have a decision to make.",
        "Seat 2 has a decision to make.",
        "The round ends here.",
    ):
        assert wanted in texts


def test_a_layout_that_is_thrown_in_is_told() -> None:
    """What had been moved in it is not worth a word."""
    found = 0
    for seed in range(1, 40):
        table = opened(POOL, seed)
        texts = [line.text for line in table.beginning(1)]
        anew = texts.count("All cards are gathered, and dealt anew.")
        assert anew == min(table.first.redeals, 1)
        assert texts.count("3 cards go from the stock to “prize”.") == 1
        found += anew
    assert found


def test_points_and_memory_of_the_next_round_follow_its_beginning() -> None:
    table = played(POOL, 1)
    texts = [line.text for line in table.log(1)]
    after = texts[texts.index("Round 1 is over.") + 1 :]
    assert after[:2] == ["Round 2: you deal, seat 2 leads", "3 cards go from the stock to “prize”."]


def test_no_clause_has_a_name() -> None:
    """What it has done is told; which of two did it would say what lay on the stock."""
    texts = [text for seed in range(1, 6) for text in told(played(BELOW, seed), 1)]
    assert "A card goes from the stock to your pile." in texts
    assert any(text.startswith("You get 1 point: ") for text in texts)
    assert not any("lies on top" in text or "was drawn" in text for text in texts)
