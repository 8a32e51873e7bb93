"""What a proof says it has covered it has: positions that plays come to are tried, or named under what was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.diff.contexts import Axis, combine
from cassino_dsl.diff.prove import Proof, prove
from cassino_dsl.diff.reach import POINTS, falling, given_in_play
from cassino_dsl.diff.world import world
from tests.diff.rulesets import pairs, tiny

MORE = """actions:
  fives: {step: f, play: none, take: {x: one c in loose where rank(c) = 5}, to: pile}
  fours: {step: g, play: none, take: {x: one c in loose where rank(c) = 4}, to: pile}
"""
SIX = "events: {six: {on: captured, do: award 6 to us}}\n"
FEWER = "memory: {n: {of: side, is: int}}\nevents: {less: {on: trailed, do: n(us) -= 1}}\n"
EACH = "match: {each: captured}\nawards: {cards: {each: any, points: 1}}\n"
LOST = "events: {lost: {on: trailed, do: lost(me) += 1}}\n"
PULL = "events: {pull: {on: captured, do: deal 1 to table}}\n"
BIG = "actions: {build: {when: count(loose) >= 4}}\n"
DRAWN = """actions:
  draw: {play: stock card where WHICH, to: pile, take: {x: one c in loose where rank(c) = rank(card)}}
"""


def rule(text: str) -> str:
    return f'rules:\n  r: "{text}"\n'


def proved(folder: Path, a: str, b: str, seats: int = 2) -> Proof:
    both, faces = pairs(tiny(folder, a, "a"), tiny(folder, b, "b"))
    return prove([p for p in both if p.seats == seats], faces, 1)


@pytest.mark.parametrize(
    ("a", "b", "key"),
    [
        (f"{MORE}turn: play f*", f"{MORE}turn: play g*", "steps"),
        (SIX, SIX + rule("kind = trail implies score(us) < 21"), "scores"),
        (FEWER, FEWER + rule("kind = trail implies n(us) >= 0"), "memory"),
        (EACH, EACH + rule("kind = trail implies not (score(us) > 0 and round = 1)"), "scores"),
        (LOST, LOST + rule("kind = trail implies lost(me) != count(suits) + count(ranks)"), "memory"),
    ],
    ids=["in mid-turn", "beyond the target", "below zero", "points in the first round", "how many suits and ranks"],
)
def test_what_plays_come_to_is_tried(a: str, b: str, key: str, tmp_path: Path) -> None:
    proof = proved(tmp_path, a, b)
    assert proof.witness is not None
    assert key in proof.witness.position


@pytest.mark.parametrize(
    ("a", "b", "seats", "named"),
    [
        (
            "",
            rule("kind = trail implies not (lost(next(me)) = 3 and lost(previous(me)) = 4)"),
            3,
            "memory `lost` of other seats that differ from each other",
        ),
        (
            DRAWN.replace("WHICH", "true"),
            DRAWN.replace("WHICH", "rank(card) != 3"),
            2,
            "which card is played from the stock, and an empty stock",
        ),
        (
            LOST,
            LOST + rule("kind = trail implies not lost(me) in total({4d, 5c}, hand)"),
            2,
            "other numbers in memory `lost`",
        ),
        (
            PULL,
            PULL + rule("kind = trail implies count(stock) mod 16 div 5 != 2"),
            2,
            "other numbers of cards in the stock",
        ),
        (
            "",
            rule("kind = trail implies not (me = leader and turns = 5)"),
            2,
            "seats that move out of turn, as after a deal in which they had more turns or fewer",
        ),
        (
            BIG,
            BIG + rule("kind = capture implies not any(b in taken | b in builds and groups(b) = 1)"),
            2,
            "builds that are made only where more cards lie on the table",
        ),
        ("", "pack: {extras: X1}\n", 2, "cards that only one of the two has"),
        ("", "pack: {copies: 2}\n", 2, "copies of cards that only one of the two has"),
        ("", "", 3, "2, 4 seats"),
    ],
    ids=[
        *("other seats", "from the stock", "a number that is worked out", "sizes of the stock", "out of turn"),
        *("builds", "cards", "twins", "other numbers of seats"),
    ],
)
def test_what_is_not_tried_is_named(a: str, b: str, seats: int, named: str, tmp_path: Path) -> None:
    proof = proved(tmp_path, a, b, seats)
    assert proof.holds
    assert named in proof.fixed
    assert named in proof.as_json()["fixed"]


def test_every_seat_is_tried_in_its_turn(tmp_path: Path) -> None:
    """The leader of four moves again after four turns and after eight."""
    proof = proved(tmp_path, "", rule("kind = trail implies not (me = leader and turns > 5)"), 4)
    assert not proof.holds


@pytest.mark.parametrize(("of", "numbers"), [("side", 3), ("seat", 1)])
def test_the_largest_number_of_seats_stands_for_all_where_it_has_the_most_sides(
    of: str, numbers: int, tmp_path: Path
) -> None:
    """Of three sides builds can belong to two others, of two pairs of partners to one."""
    whose = f"memory: {{owner: {{is: {of}, becomes: {'us' if of == 'side' else 'me'}}}}}\n"
    one = tiny(tmp_path, whose + "sides: 2 if count(seats) = 4 else count(seats)\n")
    both, faces = pairs(one, one)
    assert len(world(both, faces, 1, 1_000).small) == numbers


@pytest.mark.parametrize("read", ["points(us)", "earned(cards, us)"])
def test_nobody_has_points_before_the_end_of_a_round_that_gives_none_in_play(read: str, tmp_path: Path) -> None:
    assert proved(tmp_path, "", rule(f"kind = trail implies {read} < 3")).holds


def test_every_pair_of_places_in_two_turns_is_tried(tmp_path: Path) -> None:
    """Two steps in a row here, three there: which goes on after four shows neither's fewest steps to a place."""
    proof = proved(tmp_path, f"{MORE}turn: play (f f)*", f"{MORE}turn: play (f f f)*")
    tried = next(said for said in proof.varied if said.startswith("steps made in the turn"))
    assert "play f f f f" in tried


@pytest.mark.parametrize(
    ("patch", "names", "gains"),
    [
        ("", set(), False),
        (SIX, set(), True),
        (FEWER, {"n"}, False),
        (EACH, set(), True),
        ("events: {e: {on: round scored, do: award 0 - 1 to side(leader)}}", {POINTS}, False),
        (
            "memory: {n: {is: int}, m: {is: int}}\nevents: {e: {on: trailed, do: 'n := m; m := 0 - 1'}}",
            {"n", "m"},
            False,
        ),
        ("memory: {n: {is: int}}\nevents: {e: {on: trailed, do: n += count(loose)}}", set(), False),
    ],
)
def test_what_can_be_below_zero(patch: str, names: set[str], gains: bool, tmp_path: Path) -> None:
    found = tiny(tmp_path, patch)
    assert falling(found) == names
    assert bool(given_in_play(found)) == gains


TWO = "memory: {n: {of: side, is: int}, m: {of: side, is: int}}\n"


def test_values_of_two_memories_are_tried_together(tmp_path: Path) -> None:
    proof = proved(tmp_path, TWO, TWO + rule("kind = trail implies not (n(us) in {3..9} and m(us) = 11)"))
    assert proof.witness is not None
    assert proof.witness.position["memory"] == {"n": {"1": 3}, "m": {"1": 11}}


@pytest.mark.parametrize(
    ("budget", "number", "with_two", "named"),
    [
        (2_600, (27, 1), 20, []),
        (2_599, (27, 0), 20, ["two at once of: n, m, k, but for n, m, k with no card on the table"]),
        (700, (11, 0), 4, ["two at once of: n, m, k, but for n, m with no card on the table"]),
        (639, (7, 1), 0, ["two at once of: n, m, k"]),
    ],
)
def test_what_is_tried_together_is_given_up_in_a_fixed_order(
    budget: int, number: tuple[int, int], with_two: int, named: list[str]
) -> None:
    axes = [Axis(name, ({}, {name: 1}, {name: 2}), "1, 2") for name in "nmk"]
    found = combine(axes, {}, lambda facts: True, lambda cards: (10, 100)[cards], 1, budget)
    assert len(found.all) == number[0]
    assert found.all[-1].cards == number[1]
    assert sum(len(c.facts) > 1 for c in found.all) == with_two
    assert list(found.fixed) == named


FOUND = {
    "2 * n(us) != 14": 7,
    "n(us) * n(us) != 49": 7,
    "n(us) div 10 != 2": 20,
    "3 * n(us) + 1 < 4001": 1334,
    "100 - 2 * n(us) > 31": 35,
    "n(us) div 1000 not in {7, 8}": 7000,
}


@pytest.mark.parametrize("test", FOUND)
def test_where_a_number_that_is_worked_out_changes_is_tried(test: str, tmp_path: Path) -> None:
    proof = proved(tmp_path, TWO, TWO + rule(f"kind = trail implies {test}"))
    assert proof.witness is not None
    assert proof.witness.position["memory"] == {"n": {"1": FOUND[test]}}


@pytest.mark.parametrize(
    ("game", "test", "named"),
    [
        (TWO, "n(us) * n(us) >= 0", False),
        (FEWER, "n(us) * n(us) >= 0", True),
        (FEWER, "2 * n(us) + 7 < 500 or 2 * n(us) + 7 >= 500", False),
        (TWO, "n(us) mod 90 div 4 != 9", True),
        (TWO, "n(us) * m(us) + 2 != 99", True),
    ],
)
def test_other_numbers_are_named_where_they_may_matter(game: str, test: str, named: bool, tmp_path: Path) -> None:
    proof = proved(tmp_path, game, game + rule(f"kind = trail implies {test}"))
    assert proof.holds
    assert ("other numbers in memory `n`" in proof.fixed) == named
