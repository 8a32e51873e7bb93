"""What holds of every position of every shipped variant, whatever is played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text, read_play, written
from cassino_dsl.game import Game
from cassino_dsl.language.compose.library import shipped_house_rules
from cassino_dsl.language.plan.make import make_plan
from tests.properties.rounds import Decision, Watching, first_round, mixed
from tests.shipped import game, tables

SEEDS = st.integers(0, 2**64 - 1)


def every_card_has_one_place(state: State, size: int) -> None:
    zones = [state.stock, state.loose, state.set_apart(), *state.hands, *state.piles]
    zones += [list(group) for build in state.builds for group in build.groups]
    assert sorted(card for zone in zones for card in zone) == list(range(size))
    for build in state.builds:
        assert list(build.cards) == sorted(card for group in build.groups for card in group)
        assert build.value > 0


def plays_are_distinct(engine: Watching, decision: Decision) -> None:
    tables = engine.evaluate.tables
    texts = [play_text(tables, p) for p in decision.plays]
    assert len(set(texts)) == len(texts), f"the same text twice: {sorted(texts)}"
    ruleset = engine.plan.ruleset
    for play, text in zip(decision.plays, texts, strict=True):
        read = read_play(text, ruleset.pack, ruleset.tells)
        assert read == written(tables, play), f"`{text}` does not read back"


def round_adds_up(engine: Watching) -> None:
    """What the awards give is what the scores grow by."""
    playoff = engine.plan.ruleset.match.tie == "playoff"
    for before, standing in engine.rounds[:1]:
        for side, score in enumerate(standing.scores):
            given_now = sum(row[side] for row in standing.awards.values())
            assert score == given_now or (playoff and score == 0), (before.reason, standing)


def plays_a_round(variant: Game, seats: int, seed: int) -> None:
    engine = Watching(variant, seats)
    size = engine.plan.ruleset.pack.size
    decisions = 0
    for decision in first_round(engine, seed):
        every_card_has_one_place(decision.state, size)
        plays_are_distinct(engine, decision)
        decisions += 1
    assert decisions or engine.rounds  # a hand that wins as it is dealt is a round, too
    round_adds_up(engine)


@pytest.mark.parametrize(("variant", "seats"), tables())
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS)
@pytest.mark.share(8)
def test_rounds(variant: str, seats: int, seed: int) -> None:
    plays_a_round(game(variant), seats, seed)


@pytest.mark.parametrize("house", shipped_house_rules())
@pytest.mark.share(8)
def test_rounds_with_a_house_rule(house: str) -> None:
    variant = next(mixed(house), None)
    assert variant is not None, "it fits no variant"
    for seed in range(2):
        plays_a_round(variant, variant.ruleset.seats[0], seed)


@pytest.mark.long
@pytest.mark.parametrize(("variant", "seats"), tables())
@settings(max_examples=50, deadline=None)
@given(seed=SEEDS)
def test_many_rounds(variant: str, seats: int, seed: int) -> None:
    plays_a_round(game(variant), seats, seed)


@pytest.mark.long
@pytest.mark.parametrize("house", shipped_house_rules())
def test_many_rounds_with_a_house_rule(house: str) -> None:
    for variant in mixed(house):
        for seats in variant.ruleset.seats:
            for seed in range(10):
                plays_a_round(variant, seats, seed)


# ---- the seed decides everything


def story(variant: Game, seats: int, seed: int) -> list[str]:
    """The first round as texts, on an engine of its own."""
    engine = Watching(variant, seats)
    told = []
    for decision in first_round(engine, seed):
        hands = [[engine.evaluate.tables.text[c] for c in hand] for hand in decision.state.hands]
        told.append(f"{hands} {play_text(engine.evaluate.tables, decision.chosen)}")
    told += [f"{standing.awards} {standing.scores} {standing.winner}" for _, standing in engine.rounds]
    return told


@pytest.mark.parametrize("variant", sorted({name for name, _ in tables()}))
@settings(max_examples=1, deadline=None)
@given(seed=SEEDS)
@pytest.mark.share(4)
def test_the_same_seed_gives_the_same_round(variant: str, seed: int) -> None:
    first = game(variant)
    seats = first.ruleset.seats[0]
    assert story(first, seats, seed) == story(Game(first.ruleset), seats, seed)


def test_other_seeds_give_other_deals() -> None:
    engine = Watching(game("cassino"), 2)
    deals = {tuple(engine.new_match(seed).stock) for seed in range(200)}
    assert len(deals) == 200


def test_plans_are_made_alike() -> None:
    for name, seats in tables():
        ruleset = game(name).ruleset
        assert make_plan(ruleset, seats) == make_plan(ruleset, seats)
