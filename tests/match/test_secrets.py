"""What a seat may not see is not in what a program gets for it: a match is played, and dealt once more with cards
exchanged that the seat has not seen so far. As long as the plays can be made again and it sees the same (which is taken
from the states themselves), all that it gets is the same."""

from __future__ import annotations

import random as chance
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace

import pytest

from cassino_dsl.engine.position.position import position_json
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import places_of, seen_of, shown_in
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.visibility import Knowledge
from cassino_dsl.game import Game
from cassino_dsl.match import seen_so_far
from cassino_dsl.match.game_position import GamePosition
from tests.native.compare import names
from tests.players.test_no_cheating import shown
from tests.table.tables import game
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


def got(position: GamePosition) -> list[object]:
    """All that a program gets for the seat."""
    plays = position.legal() if position.turn == SEAT else []
    tensor = position.information_tensor(SEAT).tobytes()
    known = [position.information_state(SEAT), position.view(SEAT), plays, tensor]
    if position.is_over:
        return known
    world = position.sample(SEAT, len(position.history))
    return [*known, world.as_json(), world.origin.seed, world.origin.seen, world.information_state(2)]


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
        elif wanted in (texts := [play.text for play in position.legal()]):
            position = position.play(texts.index(str(wanted)))
        else:
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
    same = list(takewhile(lambda pair: pair[0][0] == pair[1][0], zip(there, exchanged, strict=False)))
    for (_, one), (_, other) in same:
        assert one == other
    return len(same) if hidden != mixed else 0


@pytest.mark.parametrize("name", [*names()[::6], *OPEN, *HAPPENING])
def test_all_that_a_program_gets_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(held(name, seed, 6, monkeypatch) for seed in range(1, 4)) >= 3


@pytest.mark.ci
@pytest.mark.parametrize("name", [*names(), *OPEN, *HAPPENING, SECRET])
def test_in_every_variant(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(held(name, seed, 14, monkeypatch) for seed in range(1, 12)) >= 10


def test_whether_chance_decided_anything_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(held(SECRET, seed, 14, monkeypatch) for seed in (10, 20)) > 10


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
