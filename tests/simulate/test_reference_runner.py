"""What is counted in a unit: sums that must agree, and a match followed by hand."""

from __future__ import annotations

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.observe import decides, leader
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.units.runner import Task, Unit, UnitBlock
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.players.names import seat_players


def block(
    variant: str, unit: Unit = "match", count: int = 6, seats: int = 2, player: str = "random"
) -> tuple[UnitBlock, Sums]:
    runner = ReferenceRunner(Task(load(variant).ruleset, seats, unit, (player,) * seats, 3))
    found = runner.block(0, count, rows=True, records=True)
    assert found.fault is None
    return found, Sums(found.tally, runner.layout)


@pytest.mark.parametrize(("variant", "unit", "seats"), [("scopa", "match", 2), ("cassino", "round", 3)])
def test_sums_agree(variant: str, unit: Unit, seats: int) -> None:
    found, sums = block(variant, unit, seats=seats)
    layout, units = sums.layout, found.tally.units
    assert units == 6
    assert sum(sums.row("wins")) + sums("ties") == units
    assert sum(sums.row("place_wins")) + sums("tied_rounds") == sums.rounds
    assert sum(sums.row("points")) == sum(sums.row("place_points"))
    for s in range(layout.sides):
        assert sums("points", s) == sum(sums.by_award("award_points", a)[s] for a in range(len(layout.awards)))
        assert sum(sums.histogram(f"points {s + 1}")) == sums.rounds
    for a in range(len(layout.awards)):
        assert sum(sums.by_award("award_points", a)) == sum(sums.by_award("award_place_points", a))
        assert sum(sums.by_award("award_given", a)) == sum(sums.by_award("award_place_given", a))
        assert sums("award_decided", a) <= units
    assert sum(sums.row("actions")) == sums("plays") == sum(sums.histogram("legal"))
    assert sum(sums.histogram("plays")) == sums.rounds
    assert sum(i * n for i, n in enumerate(sums.histogram("plays"))) == sums("plays")
    assert sum(sums.histogram("rounds")) == sum(sums.histogram("margin")) == units
    if unit == "round":
        assert sums.rounds == units
        assert sums.row("wins") == sums.row("place_wins")
        assert sums.row("points") == sums.row("place_points")


def test_rows_and_records_tell_the_same() -> None:
    found, sums = block("traditional-cassino")
    layout = sums.layout
    assert found.rows is not None
    assert found.records is not None
    for row, record in zip(found.rows, found.records, strict=True):
        rounds = record["rounds"]
        assert row[layout.column("rounds")] == len(rounds)
        assert row[layout.column("plays")] == sum(len(r["plays"]) for r in rounds)
        for s in range(2):
            assert row[layout.column("points", s)] == rounds[-1]["scores"][s]
            for a, name in enumerate(layout.awards):
                assert row[layout.award_column("award_points", a, s)] == sum(r["awards"][name][s] for r in rounds)
            assert row[layout.column("wins", s)] == (record["winner"] == s + 1)
        trails = sum(p.endswith("trails") for r in rounds for p in r["plays"])
        assert row[layout.column("actions", layout.actions.index("trail"))] == trails
        won = [r["leader"] - 1 if p[0] > p[1] else 2 - r["leader"] for r in rounds if (p := points(r))[0] != p[1]]
        led = sum(winner == r["leader"] - 1 for winner, r in zip(winners(rounds), rounds, strict=True))
        assert row[layout.column("place_wins", 0)] == led
        assert row[layout.column("tied_rounds")] == len(rounds) - len(won)
        assert row[layout.column("margin")] == abs(rounds[-1]["scores"][0] - rounds[-1]["scores"][1])


def points(round: dict) -> list[int]:  # type: ignore[type-arg]
    return [sum(row[s] for row in round["awards"].values()) for s in range(2)]


def winners(rounds: list) -> list[int | None]:  # type: ignore[type-arg]
    return [None if p[0] == p[1] else p.index(max(p)) for p in map(points, rounds)]


def test_blocks_don_t_depend_on_each_other() -> None:
    ruleset = load("casual-cassino").ruleset
    runner = ReferenceRunner(Task(ruleset, 2, "match", ("random", "random"), 3))
    whole = runner.block(0, 5)
    assert runner.block(3, 2).tally + runner.block(0, 3).tally == whole.tally


def test_unit_round_is_the_first_round_of_the_match() -> None:
    matches, rounds = block("scopa", "match")[0].records, block("scopa", "round")[0].records
    assert matches is not None
    assert rounds is not None
    assert [m["rounds"][:1] for m in matches] == [r["rounds"] for r in rounds]
    assert {len(r["rounds"]) for r in rounds} == {1}


def test_greedy_beats_random() -> None:
    ruleset = load("traditional-cassino").ruleset
    runner = ReferenceRunner(Task(ruleset, 2, "round", ("random", "greedy"), 5))
    sums = Sums(runner.block(0, 14).tally, runner.layout)
    assert sums("player_points", 1) > 1.3 * sums("player_points", 0)  # columns by player, as they are named


def test_players_by_name() -> None:
    assert seat_players(("greedy",), 3) == ("greedy",) * 3
    with pytest.raises(ValueError, match="names 2 players for 3 seats"):
        seat_players(("greedy", "random"), 3)


def test_the_key_of_a_unit_is_its_number() -> None:
    ruleset = load("casual-cassino").ruleset
    runner = ReferenceRunner(Task(ruleset, 2, "match", ("random", "random"), 3))
    state = runner.engine.new_match(match_key(3, 4))
    record = (runner.block(4, 1, records=True).records or [])[0]
    hands = {runner.engine.evaluate.tables.text[c] for c in state.hands[0]}
    assert record["match"] == 4
    assert record["rounds"][0]["plays"][0].split()[0] in hands


def test_who_leads() -> None:
    assert leader([3, 5, 5]) is None
    assert leader([3, 5, 5], lowest=True) == 0


def test_an_award_decides_by_hand() -> None:
    """3 : 2 by cards (1), sweeps (2) against coins (1), primiera (1)."""
    awards = {"cards": (1, 0), "sweeps": (2, 0), "coins": (0, 1), "primiera": (0, 1)}
    assert [name for name, points in awards.items() if decides(points, (3, 2), 0, False)] == ["cards", "sweeps"]
    assert decides((2, 0), (3, 2), 1, True)  # where the lowest wins, points taken decide
    assert not decides((0, 1), (3, 2), 1, True)
