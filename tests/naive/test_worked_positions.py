"""The worked positions of the rules page (D01 …) for the games that the enumerator plays."""

from . import GAMES, Play, Position, from_position, plays

S0, S1 = "cassino", "traditional-cassino"
ROYAL, CASUAL = "royal-cassino", "casual-cassino"

FIGURE_1: Position = {"hands": {1: "As 7c Kd"}, "table": "3c 4d Ah 6s"}
QUEENS_2: Position = {"hands": {1: "Qs"}, "table": "Qh Qd"}
QUEENS_3: Position = {"hands": {1: "Qs"}, "table": "Qh Qd Qc"}

Sets = set[frozenset[str]]


def legal(game: str, position: Position) -> set[Play]:
    return plays(GAMES[game], from_position(position))


def sets(*texts: str) -> Sets:
    return {frozenset(text.split()) for text in texts}


def captures(game: str, position: Position, card: str) -> Sets:
    found = legal(game, position)
    return {frozenset(p.taken) for p in found if p.kind == "capture" and p.played == (card,)}


def builds(game: str, position: Position, card: str) -> set[tuple[int | None, frozenset[str]]]:
    found = legal(game, position)
    return {(p.value, frozenset(p.taken)) for p in found if p.kind == "build" and p.played == (card,)}


def built(value: int, *texts: str) -> set[tuple[int | None, frozenset[str]]]:
    return {(value, taken) for taken in sets(*texts)}


def test_d01_ace_takes_ace() -> None:
    assert captures(S1, FIGURE_1, "As") == sets("Ah")


def test_d02_seven_takes_one_group_the_other_or_both() -> None:
    assert captures(S1, FIGURE_1, "7c") == sets("3c 4d", "Ah 6s", "3c 4d Ah 6s")


def test_d03_king_only_trails() -> None:
    king = {p for p in legal(S1, FIGURE_1) if p.played == ("Kd",)}
    assert king == {Play("trail", ("Kd",), (), None)}


def test_d04_builds_of_seven() -> None:
    assert builds(S1, FIGURE_1, "As") == built(7, "6s", "6s 3c 4d")


def test_d05_all_plays_beside_an_own_build() -> None:
    position = {
        "hands": {1: "2c 5h 7s"},
        "table": "3d",
        "builds": [{"value": 5, "groups": ["4h Ac"], "owner": 1}],
    }
    assert legal(S1, position) == {
        Play("build", ("2c",), ("3d", "4h", "Ac"), 5),
        Play("build", ("2c",), ("4h", "Ac"), 7),
        Play("capture", ("5h",), ("4h", "Ac"), None),
    }


def test_d06_king_and_ace_are_fourteen() -> None:
    position = {"hands": {1: "Ac Ad"}, "table": "Kc"}
    for game in (ROYAL, CASUAL):
        assert builds(game, position, "Ac") == built(14, "Kc")


def test_d08_two_queens() -> None:
    for game in (S0, S1):
        assert captures(game, QUEENS_2, "Qs") == sets("Qh", "Qd")
    for game in (ROYAL, CASUAL):
        assert captures(game, QUEENS_2, "Qs") == sets("Qh", "Qd", "Qh Qd")


def test_d09_three_queens() -> None:
    assert captures(S0, QUEENS_3, "Qs") == sets("Qh", "Qd", "Qc", "Qh Qd Qc")
    assert captures(S1, QUEENS_3, "Qs") == sets("Qh", "Qd", "Qc")
    assert len(captures(ROYAL, QUEENS_3, "Qs")) == 7


def test_d10_taking_figure() -> None:
    position = {"hands": {1: "8s"}, "table": "8h 5c 3d"}
    assert captures(S0, position, "8s") == sets("8h", "5c 3d", "8h 5c 3d")


def test_d11_fives() -> None:
    position = {"hands": {1: "5s"}, "table": "5c 5d 3h 2h"}
    expected = sets(
        "5c", "5d", "3h 2h", "5c 5d", "5c 3h 2h", "5d 3h 2h", "5c 5d 3h 2h"
    )  # fmt: skip
    assert captures(S0, position, "5s") == expected


def test_d12_building_figure() -> None:
    position = {"hands": {1: "9s 3s"}, "table": "5c Ac 9d"}
    assert builds(S0, position, "3s") == built(9, "5c Ac", "5c Ac 9d")


def test_d13_augmenting_ten() -> None:
    position = {
        "hands": {1: "6h 10c 10d"},
        "table": "4s",
        "builds": [{"value": 10, "groups": ["8h 2c"], "owner": 1}],
    }
    assert builds(S0, position, "6h") == built(10, "8h 2c 4s")
    assert builds(S0, position, "10c") == built(10, "8h 2c")
    keeps_no_ten = {**position, "hands": {1: "6h 10c"}}
    assert builds(S0, keeps_no_ten, "10c") == set()


def test_d14_no_raise_over_a_natural() -> None:
    position = {
        "hands": {1: "2s 9h"},
        "builds": [{"value": 7, "groups": ["4d 3d", "7d"], "owner": 2}],
    }
    for game in (S0, S1):
        assert {p.kind for p in legal(game, position)} == {"trail"}


def test_d20_sums() -> None:
    for game in (S0, S1):
        assert captures(game, {"hands": {1: "9s"}, "table": "3c 6d"}, "9s") == sets("3c 6d")
        position = {"hands": {1: "10s"}, "table": "2c 4c 4d"}
        assert captures(game, position, "10s") == sets("2c 4c 4d")


def test_d21_pair_and_sum_at_once() -> None:
    position = {"hands": {1: "7s"}, "table": "3c 4c 7d"}
    for game in (S0, S1):
        assert captures(game, position, "7s") == sets("7d", "3c 4c", "3c 4c 7d")


def test_d22_simple_build() -> None:
    position = {"hands": {1: "2c 9d"}, "table": "7h"}
    for game in (S0, S1):
        assert builds(game, position, "2c") == built(9, "7h")


def test_d23_natural_on_a_build() -> None:
    position = {
        "hands": {1: "7s 7h"},
        "builds": [{"value": 7, "groups": ["5d 2d"], "owner": 1}],
    }
    for game in (S0, S1):
        assert builds(game, position, "7s") == built(7, "5d 2d")


def test_d25_single_build_in_a_sum() -> None:
    single = {"value": 8, "groups": ["5d 3d"], "owner": 2}
    multiple = {"value": 8, "groups": ["5d 3d", "8d"], "owner": 2}
    position = {"hands": {1: "9s 8s"}, "table": "Ac"}
    for build, game, expected in (
        (single, S1, sets("Ac 5d 3d")),
        ({**single, "owner": 1}, S1, sets("Ac 5d 3d")),
        (single, S0, sets()),
        (multiple, S1, sets()),
        (multiple, S0, sets()),
    ):
        assert captures(game, {**position, "builds": [build]}, "9s") == expected


def test_d26_raise() -> None:
    for owner in (1, 2):
        position = {
            "hands": {1: "2c 9s 7h"},
            "builds": [{"value": 7, "groups": ["4d 3d"], "owner": owner}],
        }
        for game in (S0, S1):
            assert builds(game, position, "2c") == built(9, "4d 3d")


def test_d27_and_d28_royal_values() -> None:
    for game in (ROYAL, CASUAL):
        kings = {"hands": {1: "Ks"}, "table": "Jc 2d Kd"}
        assert captures(game, kings, "Ks") == sets("Jc 2d", "Kd", "Jc 2d Kd")
        aces = {"hands": {1: "As"}, "table": "8c 5d Ad"}
        assert captures(game, aces, "As") == sets("8c 5d Ad", "Ad")
