"""What a seat may not see is not in what a program gets for it: a match is played, and dealt once more with cards
exchanged that the seat has not seen so far. As long as the plays can be made again and it sees the same (which is taken
from the states themselves), all that it gets is the same."""

from __future__ import annotations

import json
import random as chance
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cassino_dsl.engine.position.position import position_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import places_of, seen_of, shown_in
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.visibility import Knowledge
from cassino_dsl.game import Game
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.match import seen_so_far
from cassino_dsl.match.game_position import GamePosition
from cassino_dsl.players.agents import OwnSeat
from cassino_dsl.players.own import OwnPlayer
from cassino_dsl.players.plays_seen import knowledge_of
from tests.native.compare import names
from tests.players.test_no_cheating import shown
from tests.table.tables import WHISPERS, alike, enough, game, otherwise
from tests.table.test_secrets import HAPPENING, OPEN

SEAT = 1
SECRET = str(Path(__file__).parent / "secret-chance.yaml")  # where chance decides because of cards that are not seen


def played(game: Game, seed: int, until: int) -> list[GamePosition]:
    """The positions of so many plays by chance."""
    lots, found = chance.Random(seed), [game.deal(seed)]
    while len(found) <= until and not found[-1].match_over:
        here = found[-1]
        found.append(here.next_round() if here.round_over else here.play(lots.choice(here.legal())))
    return found


def never_seen(positions: list[GamePosition]) -> list[int]:
    """The cards that the seat has not seen in any of them."""
    engine, seen = positions[0].engine, set[int]()
    for position in positions:
        for state in filter(None, (position.played, position.state)):
            seen |= seen_of(state, Knowledge(engine.evaluate).of(state, SEAT - 1))
        if position.made is not None and position.played is not None:
            now = seen_of(position.played, Knowledge(engine.evaluate).of(position.played, SEAT - 1))
            seen |= shown_in(position.made, places_of(position.played), now)
    return [card for card in range(engine.plan.ruleset.pack.size) if card not in seen]


def got(position: GamePosition, seat: int = SEAT) -> list[object]:
    """All that a program gets for the seat."""
    plays = position.legal() if position.turn == seat else []
    tensor = position.information_tensor(seat).tobytes()
    known = [position.information_state(seat), position.view(seat), plays, tensor]
    if position.is_over or not position.complete:
        return known
    world = position.sample(seat, len(position.history))
    return [*known, world.as_json(), world.origin.seed, world.origin.seen, world.information_state(3 - min(seat, 2))]


def course(game: Game, seed: int, plays: Sequence[str | None]) -> Iterator[tuple[object, list[object]]]:
    """What the seat sees in the position, and what a program gets for it, after each of these plays, as far as they can
    be made again."""
    position = game.deal(seed)
    table = SimpleNamespace(engine=position.engine)
    for wanted in [*plays, "end"]:
        brought = position.ended and position.ended.standing.awards  # all are told what a round has brought
        yield (shown(table, position.state, SEAT - 1), brought), got(position)
        if wanted is None and position.round_over and not position.match_over:
            position = position.next_round()
        else:
            try:
                position = position.play(str(wanted))
            except (CassinoError, ValueError):
                return


def held(name: str, seed: int, until: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many times the seat got the same with hidden cards exchanged; each time it must."""
    positions = played(game(name), seed, until)
    hidden = never_seen(positions)
    mixed = chance.Random(seed).sample(hidden, len(hidden))
    instead, shuffle = dict(zip(hidden, mixed, strict=True)), Engine.shuffle
    plays = positions[-1].history
    there = list(course(game(name), seed, plays))
    text = positions[0].engine.evaluate.tables.text
    others = {text[card]: text[other] for card, other in instead.items()}
    # where a card is laid face down, the other one is
    plays_there = [play and " ".join(others.get(word, word) for word in play.split()) for play in plays]

    def stacked(engine: Engine, state: State) -> None:
        shuffle(engine, state)
        if state.round == 1:
            state.stock = [instead.get(card, card) for card in state.stock]

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "shuffle", stacked)
        exchanged = list(course(game(name), seed, plays_there))
    same = alike(there, exchanged)
    return same if hidden != mixed else 0


@pytest.mark.parametrize("name", [*names()[::18], *OPEN, *HAPPENING])
def test_all_that_a_program_gets_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(held(name, seed, 6, monkeypatch) for seed in range(1, 4)) >= 3


def test_what_others_decide_in_secret_is_told_to_no_program() -> None:
    rules, number = game(WHISPERS), 0
    for seed in (1, 2, 3):
        positions = played(rules, seed, 9)
        engine = positions[0].engine
        made = [(was.state, now.made) for was, now in pairwise(positions) if now.made is not None]
        others = otherwise(engine, made, Knowledge(engine.evaluate), SEAT - 1, chance.Random(seed))
        same = alike(course(rules, seed, positions[-1].history), course(rules, seed, others))
        number += same if others != [*positions[-1].history] else 0
    assert number >= 20


@pytest.mark.ci
@pytest.mark.parametrize("name", [*names(), *OPEN, *HAPPENING, SECRET])
def test_in_every_variant(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert enough((held(name, seed, 14, monkeypatch) for seed in range(1, 12)), 8)


def test_whether_chance_decided_anything_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(held(SECRET, seed, 14, monkeypatch) for seed in (10, 20)) > 10


BUNDLES = {
    "turn": 2,
    "hands": {"1": "Ac 7d", "2": "7h 10h Jh 6s"},
    "table": "As 6c",
    "piles": {"1": "Jd Jc", "2": "9c 9s"},
    "stock": "5c 3s 6d 8c Js Kc 4h 5s",
}


def told_as_player(position: GamePosition) -> str:
    """All that a player of one's own is given at the seat that decides."""
    given: list[object] = []

    def looking(view: object, legal: list[object]) -> int:
        given.extend((view, [*legal]))
        return 0

    engine, state = position.engine, position.state
    OwnSeat(engine, OwnPlayer("t:looking", looking), engine.decider(state), 0, state).choose(state, engine.legal(state))
    return json.dumps(given)


def told_of_given(game: Game, data: dict[str, Any], mixed: chance.Random) -> int:
    """A position is given, and once more with cards exchanged that the seat to move does not see: whether it sees the
    same, and then it is told the same."""
    position = game.position(data)
    seat, pack = int(position.turn or 0), game.ruleset.pack
    seen = {
        card // pack.copies
        for card in seen_of(position.state, knowledge_of(position.engine).of(position.state, seat - 1))
    }
    hidden = [face.text for number, face in enumerate(pack.faces) if number not in seen]
    others = dict(zip(hidden, mixed.sample(hidden, len(hidden)), strict=True))
    text = re.sub(r"\b\w+\b", lambda word: others.get(word[0], word[0]), json.dumps(data))
    try:
        other = game.position(json.loads(text))
    except CassinoError:  # some that lie hidden cannot be others
        return 0
    if other.view(seat) != position.view(seat):
        return 0
    if "?" in position.view(seat)["table"] and other.legal() != position.legal():
        return 0  # what may be played tells of cards that lie face down
    cards = [sorted(re.findall(r"\w+", one)) for one in (text, json.dumps(data))]
    know = None if cards[0] == cards[1] else 4  # a world is made of the cards that there are
    assert got(other, seat)[:know] == got(position, seat)[:know]
    assert told_as_player(other) == told_as_player(position)
    return len(hidden) > 1


@pytest.mark.parametrize("name", ["stealing-bundles", *names()[::18], *OPEN[:1]])
def test_of_a_position_that_is_given_all_is_the_same(name: str) -> None:
    mixed, rules = chance.Random(1), game(name)
    courses = [position for seed in (1, 2) for position in played(rules, seed, 12)]
    given = [position.as_json() for position in courses if not position.is_over]
    given += [BUNDLES] * 3 if name == "stealing-bundles" else []
    assert sum(told_of_given(rules, data, mixed) for data in given) >= 3


def test_hidden_cards_of_a_play_are_not_named_and_it_is_made() -> None:
    rules = game("stealing-bundles")
    position = rules.position(BUNDLES)
    plays = position.legal()
    assert [play.text for play in plays][:2] == ["6s takes 6c", "Jh takes Jc ?"]
    assert "may: 6s takes 6c, Jh takes Jc ?, 7h" in position.information_state(2)
    for play in plays:
        made = position.play(play.number)
        assert made == position.play(play) == position.play(play.text) == position.play(play.as_json())
        assert rules.apply(BUNDLES, play.text) == rules.apply(BUNDLES, play.as_json())
    assert position.play("Jh takes Jc ?").history == ("Jh takes Jc Jd",)
    assert rules.moves(BUNDLES)["plays"][1]["text"] == "Jh takes Jc Jd"  # asked of the whole position
    with pytest.raises(CassinoError):
        position.play("7h takes ?")


def test_plays_that_look_the_same_are_told_apart_by_their_numbers() -> None:
    courses = [position for seed in range(1, 20) for position in played(game(OPEN[0]), seed, 14)]
    position = next(one for one in courses if len({play.text for play in one.legal()}) < len(one.legal()))
    plays = position.legal()
    assert all(position.play(play) == position.play(play.number) for play in plays)
    assert len({position.play(play).history for play in plays}) == len(plays)
    assert len({position.play(play.text).history for play in plays}) == len({play.text for play in plays})


def tells(monkeypatch: pytest.MonkeyPatch, name: str, changed: Callable[..., object]) -> None:
    monkeypatch.setattr(seen_so_far, name, changed)
    with pytest.raises(AssertionError):
        _ = [held(OPEN[0], seed, 12, monkeypatch) for seed in range(1, 30)]


def test_a_card_laid_face_down_is_not_named() -> None:
    king = next(position for position in played(game(OPEN[0]), 3, 14) if position.history[-1:] == ("Ks trails",))
    assert king.information_state(1).splitlines()[-4] == "2: ? trails"
    assert "2: Ks trails" in king.information_state(2)


def test_who_tells_the_whole_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tells(monkeypatch, "view_json", lambda position, seat: position_json(position))
