"""What the enumerator must also hold to: turns, deals, positions."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from . import GAMES, POSITIONS, Play, Position, State, apply, deal, from_position, perft, play_of, plays, to_position
from .cards import Values, rank
from .cassino import Cassino
from .subsets import can_total, split

S0, CASUAL = "cassino", "casual-cassino"
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


@pytest.mark.share(2)
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
