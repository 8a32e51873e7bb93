"""`why` agrees with the engine: about legal plays of real games, and about plays that are a little off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from why.test_reasons import sound

from cassino_dsl.book.why.why import why
from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.text import WrittenPlay, in_pack_order, written
from cassino_dsl.game import Game, load
from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.players.policies import random

DECISIONS = 40
EVERY, SELDOM = 4, 16  # so many decisions after each other are asked about; in the default run
PLAYS = 3  # of each decision


def off_by_one(plays: list[WrittenPlay], hand: list[str], table: list[str], pack: Pack) -> list[WrittenPlay]:
    """Plays like the legal ones, with a card more or less, another card played, another value."""
    found = []
    for play in plays:
        found += [replace(play, take=play.take[:i] + play.take[i + 1 :]) for i in range(len(play.take))]
        found += [replace(play, play=(card,)) for card in hand]
        found += [replace(play, take=(*play.take, card)) for card in table if card not in play.take]
        if play.value:
            found.append(replace(play, value=play.value + 1))
    return [replace(p, take=in_pack_order(list(p.take), pack)) for p in found]


def check(game: Game, position: Position) -> None:
    engine, state = position.engine, position.state
    tables = engine.evaluate.tables
    legal = [written(tables, p) for p in engine.legal(state)]
    for play in legal[:PLAYS]:
        answer = why(position, play)
        assert answer["legal"]
        assert [c for c in answer["conditions"] if c["verdict"] != "allowed"] == [], answer
        assert sound(answer) == [], answer
    seat = engine.decider(state)
    hand, table = ([tables.text[c] for c in cards] for cards in (state.hands[seat], state.loose))
    for play in off_by_one(legal, hand, table, game.ruleset.pack)[:: max(1, len(legal))][: 2 * PLAYS]:
        answer = why(position, play)
        refused = [c for c in answer["conditions"] if c["verdict"] == "refused"]
        assert answer["legal"] == (play in legal), answer
        assert bool(refused) != answer["legal"], answer
        assert sound(answer) == [], answer


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(8)
def test_why_agrees_with_the_engine(name: str) -> None:
    agrees(name, slice(1), SELDOM)


@pytest.mark.ci
@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(2)
def test_why_agrees_with_the_engine_at_every_number_of_seats(name: str) -> None:
    agrees(name, slice(None), EVERY)


def agrees(name: str, some: slice, every: int) -> None:
    """In a match for each of some numbers of seats of a variant."""
    game = load(name)
    for seats in game.ruleset.seats[some]:
        engine = game.engine(seats)
        key = match_key(seats, 7)
        state = engine.new_match(key)
        for number in range(DECISIONS):
            if state.match_over:
                break
            if number % every == 0:
                check(game, Position(engine, state, frozenset(range(seats)), "listed"))
            plays = engine.legal(state)
            chosen = random(engine, state, engine.decider(state), plays, decision_key(key, number))
            state = engine.play(state, chosen)


def test_a_preference_names_the_play_that_it_prefers() -> None:
    game = load("scopa")
    position = game.position({"hand": "7c", "table": "7d 3c 4d"})
    answer = why(position, game.written_play("7c takes 3c 4d"))
    (refused,) = [c for c in answer["conditions"] if c["verdict"] == "refused"]
    assert refused["clause"].startswith("preference `")
    assert refused["values"]["preferred"] == ["7c takes 7d"]


def test_done_where_a_turn_may_not_end() -> None:
    game = load("cassino")
    answer = why(game.position({"hand": "7c"}), game.written_play("done"))
    assert not answer["legal"]
    assert answer["conditions"][-1]["verdict"] == "refused"


def test_an_unknown_kind_of_play_is_refused() -> None:
    game = load("scopa")
    answer = why(game.position({"hand": "7c 2c", "table": "5d"}), game.written_play("2c builds 7 with 5d"))
    assert answer["conditions"][-1]["clause"] == "the kind of play"


TOWER = """dsl: 1
pack: french
seats: 2
deal: {hand: 3, table: 4}
values: {A: 1, 2..10: pips, J: 11, Q: 12, K: 13}
actions:
  broom: {play: card where rank(card) = K, take: {black: all c in loose where colour(c) = black}, to: pile}
  sum: {play: card, let: {v: "value(card, hand)"}, take: {group: one group g of loose where v in total(g)}, to: pile}
  build:
    play: card
    let: {w: "value(card, hand)", v: "value(kept, hand)"}
    take: {g: one group g of loose where v - w in total(g)}
    to: build v
  trail: {play: card where card != 3c, to: table}
awards: {}
match: {rounds: 1, tie: draw}
"""


@pytest.mark.parametrize(
    ("play", "table", "said"),
    [
        # what the parts of one action want another may leave
        ("Kd takes 10c", "10c 3h 4s 6s", "Kd may not take 10c: 3h or 4s and 6s have to be taken too."),
        ("Kd takes 4s", "10c 3h 4s 5c", "Kd may not take 4s: 10c and 5c have to be taken too."),
        # values are offered that this very play can have
        ("2h builds 12 with 10c", "10c 3h", "there is no card left in your hand that counts 12."),
        ("2h builds 12 with Ah", "10c Ah", "counts 12; the value could be 3."),
        ("3c trails", "10c", "3c may not be trailed: that is not for the three of clubs."),
    ],
)
def test_a_reason_is_true_of_all_actions(play: str, table: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "tower.yaml").write_text(TOWER)
    game = load(str(tmp_path / "tower.yaml"))
    position = game.position({"seats": 2, "hands": {1: "Kd 2h 3c"}, "table": table})
    reason = why(position, game.written_play(play), places=False)["reason"]
    assert reason.endswith(said)
