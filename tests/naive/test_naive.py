"""What the enumerator must also hold to: the rulings of the rules page, turns, deals, positions."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from . import (
    GAMES,
    POSITIONS,
    Play,
    Position,
    State,
    apply,
    deal,
    from_position,
    perft,
    play_of,
    plays,
    to_position,
)
from .cards import Values, rank
from .cassino import Cassino
from .subsets import can_total, split

S0, S1 = "cassino", "traditional-cassino"
ROYAL, CASUAL = "royal-cassino", "casual-cassino"
CASES = [(game, name) for game, named in POSITIONS.items() for name in named]


def legal(game: str, position: Position) -> set[Play]:
    return plays(GAMES[game], from_position(position))


def played(game: str, position: Position, play: Play) -> State:
    return apply(GAMES[game], from_position(position), play)


# Sets


def partitions(things: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to cut the things into non-empty groups."""
    if not things:
        yield []
        return
    first, rest = things[0], things[1:]
    for partition in partitions(rest):
        yield [[first], *partition]
        for i, group in enumerate(partition):
            yield [*partition[:i], [first, *group], *partition[i + 1 :]]


def test_split_agrees_with_all_partitions() -> None:
    rng = random.Random(7)
    for _ in range(400):
        values: tuple[Values, ...] = tuple(
            rng.choice([frozenset({rng.randint(1, 13)}), frozenset({1, 14}), frozenset({1, 2})])
            for _ in range(rng.randint(0, 6))
        )
        target = rng.randint(1, 14)
        found = split(values, target)
        possible = any(
            all(can_total(tuple(values[i] for i in group), target) for group in partition)
            for partition in partitions(range(len(values)))
        )
        assert (found is not None) == possible
        for group in found or ():
            assert can_total(tuple(values[i] for i in group), target)
        assert found is None or sorted(i for g in found for i in g) == list(range(len(values)))


# Rulings


def test_e4_groups_of_a_value_join_the_build_of_that_value() -> None:
    position = {
        "hands": {1: "2c 5h 7s"},
        "table": "3d",
        "builds": [{"value": 5, "groups": ["4h Ac"], "owner": 2}],
    }
    for game in (S0, S1):
        assert Play("build", ("2c",), ("3d",), 5) not in legal(game, position)
        after = played(game, position, Play("build", ("2c",), ("3d", "4h", "Ac"), 5))
        (build,) = after.builds
        assert (build.value, len(build.groups), build.owner) == (5, 2, 2)


def test_e6_a_raise_makes_the_player_owner() -> None:
    position = {
        "hands": {1: "2c 7s"},
        "builds": [{"value": 5, "groups": ["4h Ac"], "owner": 2}],
    }
    for game in (S0, S1):
        (build,) = played(game, position, Play("build", ("2c",), ("4h", "Ac"), 7)).builds
        assert (build.value, len(build.groups), build.owner) == (7, 1, 1)


def test_e26_a_natural_needs_another_group_and_another_card() -> None:
    for game in (S0, S1, ROYAL, CASUAL):
        lone = {"hands": {1: "7s 7h"}, "table": "9c"}
        assert {p.kind for p in legal(game, lone)} == {"trail"}
        pair = {"hands": {1: "7s 7h"}, "table": "7c"}
        assert Play("build", ("7s",), ("7c",), 7) in legal(game, pair)
        last = {"hands": {1: "7s 6h"}, "table": "7c"}
        assert not any(p.kind == "build" for p in legal(game, last))


def test_e28_a_raise_stands_alone_in_s0_but_not_in_s1() -> None:
    position = {
        "hands": {1: "2c 9s"},
        "table": "6d 3c",
        "builds": [{"value": 7, "groups": ["4h 3d"], "owner": 2}],
    }
    both = Play("build", ("2c",), ("3c", "3d", "4h", "6d"), 9)
    assert both not in legal(S0, position)
    assert both in legal(S1, position)


def test_a_raise_may_use_loose_cards_and_joins_a_build_of_the_new_value() -> None:
    position: Position = {
        "hands": {1: "2c 9s"},
        "table": "Ad",
        "builds": [
            {"value": 6, "groups": ["3h 3d"], "owner": 2},
            {"value": 9, "groups": ["5h 4d"], "owner": 2},
        ],
    }
    for game in (S0, S1):
        build_plays = {p for p in legal(game, position) if p.kind == "build"}
        assert build_plays == {Play("build", ("2c",), ("3d", "3h", "4d", "5h", "Ad"), 9)}


def test_e25_one_value_for_the_played_ace() -> None:
    position = {"hands": {1: "As Ac"}, "table": "Ad Kd Qd 2d"}
    taken = {p.taken for p in legal(ROYAL, position) if p.kind == "capture"}
    assert taken == {
        ("Ad",),
        ("Ad", "Kd"),
        ("2d", "Qd"),
        ("2d", "Ad", "Qd"),
        ("2d", "Ad", "Kd", "Qd"),
    }
    values = {p.value for p in legal(ROYAL, position) if p.kind == "build" and p.taken == ("Ad",)}
    assert values == {1, 14}


def test_s1_single_builds_lie_inside_groups_and_sums() -> None:
    position = {
        "hands": {1: "2c 9s"},
        "builds": [
            {"value": 3, "groups": ["2h Ad"], "owner": 2},
            {"value": 4, "groups": ["3h Ah"], "owner": 2},
        ],
    }
    together = Play("build", ("2c",), ("2h", "3h", "Ad", "Ah"), 9)
    assert together in legal(S1, position)
    assert together not in legal(S0, position)  # a raise takes one build, never two


def test_s1_duty_keeps_the_card() -> None:
    position = {
        "hands": {1: "5h 2c"},
        "table": "5d 3d 2d",
        "builds": [{"value": 5, "groups": ["4h Ac"], "owner": 1}],
    }
    for play in legal(S1, position):
        assert play.kind != "trail"
        if play.played == ("5h",):
            assert {"4h", "Ac"} <= set(play.taken)
    others = {**position, "builds": [{"value": 5, "groups": ["4h Ac"], "owner": 2}]}
    assert Play("capture", ("5h",), ("5d",), None) in legal(S1, others)
    assert Play("capture", ("5h",), ("5d",), None) in legal(S0, position)


def test_scopa_single_card_first_and_compulsion_of_the_card() -> None:
    position = {"hands": {1: "7d 2d Kd"}, "table": "7s 4d 3s Ac Ad"}
    assert legal("scopa", position) == {
        Play("capture", ("7d",), ("7s",), None),
        Play("capture", ("2d",), ("Ac", "Ad"), None),
        Play("capture", ("Kd",), ("3s", "7s"), None),
    }
    sums: dict[str, Any] = {"hands": {1: "7d 5c"}, "table": "4d 3s Ac 2c 3h Ks"}
    seven = {p.taken for p in legal("scopa", sums) if p.played == ("7d",)}
    assert seven == {("3s", "4d"), ("3h", "4d"), ("2c", "4d", "Ac"), ("3h", "3s", "Ac")}
    fewest = {p.taken for p in legal("scopa-fewest", sums) if p.played == ("7d",)}
    assert fewest == {("3s", "4d"), ("3h", "4d")}


# Turns, deals, counting


def test_cassino_deals_in_twos_from_the_leader() -> None:
    stock = "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc"
    empty = {"seats": 3, "dealer": 1, "hands": {1: "", 2: "", 3: ""}, "stock": stock}
    dealt = deal(GAMES[S0], from_position(empty))
    hands = ["5c 6c Jc Qc", "Ac 2c 7c 8c", "3c 4c 9c 10c"]
    assert [" ".join(hand) for hand in dealt.hands] == hands
    assert (dealt.turn, dealt.stock) == (2, ())


def test_scopa_deals_one_at_a_time() -> None:
    empty = {"dealer": 2, "hands": {1: "", 2: ""}, "stock": "Ac 2c 3c 4c 5c 6c 7c"}
    dealt = deal(GAMES["scopa"], from_position(empty))
    assert dealt.hands == (("Ac", "3c", "5c"), ("2c", "4c", "6c"))
    assert (dealt.turn, dealt.stock) == (1, ("7c",))


def test_the_deal_follows_the_last_card() -> None:
    position = POSITIONS["scopa"]["across a deal"]
    middle = played("scopa", position, Play("capture", ("4c",), ("3c", "Ac"), None))
    assert (middle.turn, middle.hands) == (2, ((), ("Js",)))
    after = apply(GAMES["scopa"], middle, Play("trail", ("Js",), (), None))
    assert (after.turn, after.hands[0]) == (1, ("Ad", "6h", "2d"))


def test_a_seat_without_a_play_passes_in_silence() -> None:
    position = POSITIONS[CASUAL]["silent pass"]
    assert legal(CASUAL, position) == set()
    second = {**position, "turn": 2}
    assert perft(GAMES[CASUAL], from_position(position), 1) == [1, len(legal(CASUAL, second))]


def test_when_all_pass_the_round_is_over() -> None:
    position = {**POSITIONS[CASUAL]["silent pass"], "stock": "Kc Kd Kh Ks 10c 10d 10h 10s"}
    counts = perft(GAMES[CASUAL], from_position(position), 5)
    assert counts == [1, 2, 0, 0, 0, 0]  # the 5 trails or takes; the ace stays, nothing is dealt


def test_perft_counts_sequences() -> None:
    trails = POSITIONS["scopa"]["only trails"]
    assert perft(GAMES["scopa"], from_position(trails), 2) == [1, 3, 9]
    tiny = {"hands": {1: "2c", 2: "2d"}, "table": "", "stock": ""}
    assert perft(GAMES[S0], from_position(tiny), 3) == [1, 1, 2, 0]
    with pytest.raises(ValueError, match="named"):
        perft(GAMES[S0], from_position({"hands": {1: "2c"}}), 1)


def test_a_play_as_the_engine_prints_it() -> None:
    record = {"action": "x", "kind": "build", "play": ["As"], "take": ["6s", "4d"], "value": 7}
    assert play_of(record) == Play("build", ("As",), ("4d", "6s"), 7)


# The fixed positions


@pytest.mark.parametrize(("game", "name"), CASES)
def test_position_is_sound(game: str, name: str) -> None:
    rules, state = GAMES[game], from_position(POSITIONS[game][name])
    assert state.complete
    in_play = [*state.loose, *state.stock]
    for zone in (*state.hands, *state.piles, *(build.cards for build in state.builds)):
        in_play.extend(zone)
    assert max(Counter(in_play).values()) == 1
    assert len(state.stock) % (rules.hand_size * state.seats) == 0
    sizes = [len(hand) for hand in state.hands]
    assert max(sizes) <= rules.hand_size
    assert max(sizes) - min(sizes) <= 1
    assert len(state.hand) == max(sizes)
    assert len({build.value for build in state.builds}) == len(state.builds)
    again = from_position(to_position(state))
    assert again == state
    for build in state.builds:
        assert isinstance(rules, Cassino)
        for group in build.groups:
            assert can_total(tuple(rules.values_of(card) for card in group), build.value)
        owner_holds = {v for c in state.hands[build.owner - 1] for v in rules.values_of(c)}
        assert not rules.duty or build.value in owner_holds
    if game.startswith("scopa"):
        assert not any(rank(card) in {"8", "9", "10"} for card in in_play)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_every_play_keeps_the_cards(game: str, name: str) -> None:
    rules, state = GAMES[game], from_position(POSITIONS[game][name])
    state = replace(state, stock=())
    before = _all_cards(state)
    outcomes = plays(rules, state)
    assert outcomes or name == "silent pass"
    for play in outcomes:
        after = apply(rules, state, play)
        assert _all_cards(after) == before
        assert play.played[0] in state.hand
        assert play.played[0] not in after.hands[state.turn - 1]
    if outcomes:
        assert perft(rules, state, 1) == [1, len(outcomes)]


def _all_cards(state: State) -> list[str]:
    zones = (*state.hands, *state.piles, *(build.cards for build in state.builds))
    return sorted([*state.loose, *state.stock, *(card for zone in zones for card in zone)])
