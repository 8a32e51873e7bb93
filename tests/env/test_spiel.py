"""Variants as games of OpenSpiel: its own checks find nothing, chance nodes deal what a shuffle deals, and an algorithm
comes near to an equilibrium of a small game."""

from __future__ import annotations

import pickle
import random as chance
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from cassino_dsl import load
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.env import spiel_game
from cassino_dsl.env.episode import Episode, EpisodeRules
from cassino_dsl.env.tree import decides_in_play, reads_stock
from tests.native.compare import names
from tests.table.tables import file_of
from tests.table.test_secrets import HAPPENING, OPEN

ROOT = Path(__file__).parents[2]
SMALL = str(ROOT / "examples" / "small-fishing.yaml")
UNTOLD = ("chances",)  # what no position tells that has no seed


@pytest.mark.ci
@pytest.mark.parametrize("name", names()[::3])
def test_openspiel_finds_nothing(name: str) -> None:
    pyspiel.random_sim_test(spiel_game(name, deals=5), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "options"), [(SMALL, {}), (SMALL, {"deals": 3})])
def test_openspiel_finds_nothing_in_a_small_game(name: str, options: dict[str, int]) -> None:
    pyspiel.random_sim_test(spiel_game(name, **options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.ci
def test_seats_and_matches() -> None:
    for options in ({"seats": 4}, {"seats": 3, "unit": "match", "target": 2}):
        pyspiel.random_sim_test(spiel_game("scopa", deals=5, **options), num_sims=1, serialize=False, verbose=False)


@pytest.mark.share(30)
@pytest.mark.parametrize("name", [*names(), *OPEN, *HAPPENING])
def test_chance_nodes_deal_what_a_shuffle_deals(name: str) -> None:
    """The cards of a shuffle, drawn one by one, make the same positions and the same plays."""
    game, mixed = load(file_of(name)), chance.Random(1)
    if decides_in_play(game.engine().plan):
        with pytest.raises(ValueError, match="chance decides in the play of"):
            spiel_game(file_of(name))
        return
    for seed in range(3):
        position, state = game.deal(seed), spiel_game(file_of(name)).new_initial_state()
        stock = iter(_order_of(name, seed))
        while not position.is_over and not position.state.redeals:  # dealt anew, the cards are others
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert sum(p for _, p in outcomes) == pytest.approx(1)
                face = next(stock)
                assert face in [outcome for outcome, _ in outcomes]
                state.apply_action(face)
            here = state.node.position
            assert state.current_player() == position.turn - 1
            tables = position.engine.evaluate.tables
            texts = [play_text(tables, play) for play in state.node.plays]
            shown = [state.action_to_string(state.current_player(), number) for number in range(len(texts))]
            assert sorted(shown) == sorted(play.text for play in position.legal())  # as the seat sees them
            hidden = {*UNTOLD, "stock"} if not reads_stock(position.engine.plan) else {*UNTOLD}
            told, expected = ({k: v for k, v in p.as_json().items() if k not in hidden} for p in (here, position))
            assert told == expected
            action = mixed.randrange(len(texts))
            assert shown[action] == texts[action] or "?" in shown[action]
            state.apply_action(action)
            position = position.play(texts[action])


def _order_of(name: str, seed: int) -> list[int]:
    """The faces of the first round's stock, the next first."""
    position = load(file_of(name)).deal(seed)
    engine, state = position.engine, position.state.copy()
    state.redeals = 0
    engine.shuffle(state)
    return [card // engine.plan.ruleset.pack.copies for card in reversed(state.stock)]


def nodes(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """All nodes beneath one, and itself."""
    yield state
    for action in state.legal_actions():
        yield from nodes(state.child(action))


def test_who_knows_the_same_may_do_the_same() -> None:
    """In all nodes of the small game: what a player is told is the same just where it has seen the same."""
    game = spiel_game(SMALL, hand_size=1)
    may, tensors, number = defaultdict(set), defaultdict(set), 0
    for state in nodes(game.new_initial_state()):
        player = state.current_player()
        if player < 0:
            assert state.is_terminal() == (player == pyspiel.PlayerId.TERMINAL)
            continue
        number += 1
        told = state.information_state_string(player)
        may[told].add(tuple(state.action_to_string(player, a) for a in state.legal_actions()))
        tensors[told].add(np.array(state.information_state_tensor(player), np.float32).tobytes())
    assert number == 216
    assert all(len(texts) == 1 for texts in may.values())
    assert all(len(rows) == 1 for rows in tensors.values())
    alike = {re.sub(r'table: "([^"]*)"', lambda found: str(sorted(found[1].split())), told) for told in tensors}
    rows = {next(iter(rows)) for rows in tensors.values()}
    assert len(alike) <= len(rows) <= len(may)  # a tensor recalls all but how the cards of the table lay
    assert len(may) < number  # what is hidden makes nodes that look alike


@pytest.mark.ci
def test_learning_comes_near_to_an_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    found = [*import_module("mccfr").curve((10, 120)).values()]
    assert found[1] < 0.6 * found[0]


def test_one_encoding_for_all() -> None:
    """A position, an environment and a tree tell a seat the same numbers; a later one tells more."""
    state = spiel_game("traditional-cassino", deals=2, seed=4).new_initial_state()
    state.apply_action(1)
    episode = Episode(EpisodeRules("traditional-cassino"), 4, 1)
    for _ in range(9):
        state.apply_action(1)
        episode.make(1)
    tensor = state.node.position.information_tensor(2)
    for begins in (episode.observe(1), state.observation_tensor(1), state.information_state_tensor(1)):
        assert len(begins) < len(tensor)
        assert (tensor[: len(begins)] == np.array(begins, np.float32)).all()


def test_observers() -> None:
    game = spiel_game("traditional-cassino", deals=2, seed=4)
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert not observation.tensor.any()  # nothing is dealt yet
    state.apply_action(1)
    observation.set_from(state, 1)
    assert (observation.dict["observation"] == np.array(state.observation_tensor(1))).all()
    assert observation.string_from(state, 1) == state.observation_string(1)
    assert "hands" in state.observation_string(1)
    recalled = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for _ in range(3):
        state.apply_action(0)
    recalled.set_from(state, 1)
    assert [row[0] for row in recalled.dict["plays"][:4]] == [2, 1, 2, 0]  # the other, itself, the other
    with pytest.raises(ValueError, match="there are no other observations"):
        game.make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False))


def test_a_game_is_loaded_by_its_text() -> None:
    game = spiel_game(SMALL, hand_size=1, seats=2, deals=4)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    state = game.new_initial_state()
    state.apply_action(2)
    assert pickle.loads(pickle.dumps(state)).node.actions == (2,)
    few = spiel_game("traditional-cassino", most_builds=3)
    assert few.observation_tensor_size() == EpisodeRules("traditional-cassino", most_builds=3).observations.width
    assert pyspiel.load_game(str(few)).observation_tensor_size() == few.observation_tensor_size()
    assert "deal 2" in game.new_initial_state().action_to_string(pyspiel.PlayerId.CHANCE, 2)
    assert pyspiel.load_game("cassino_dsl", {"variant": "scopa", "options": "target:21"}).num_players() == 2


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deals": -1}, "`deals` is a whole number from 0 to 1000000, not -1"),
        ({"unit": "hand"}, "`unit` is one of `round`, `match`, not 'hand'"),
        ({"seats": 9}, "scopa is not played with 9 seats"),
        ({"seed": "one"}, "`seed` is a whole number, not 'one'"),
        ({"deal": 4}, "there is no option `deal`: did you mean `deals=…`"),
        ({"target": "2 1"}, "options are written `target:21`, with blanks between: '1' is none"),
    ],
)
def test_wrong_options(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        spiel_game("scopa", **wrong)  # type: ignore[arg-type]


def test_a_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(Path(SMALL).read_text(encoding="utf-8"), encoding="utf-8")
    game = spiel_game(path)
    path.write_text(path.read_text(encoding="utf-8").replace("default: 2", "default: 3"), encoding="utf-8")
    assert [g.new_initial_state().node.rules.ruleset.options[0].value for g in (game, spiel_game(path))] == [2, 3]
    with pytest.raises(ValueError, match="is made by the name of a variant or its path"):
        spiel_game(load(SMALL))  # type: ignore[arg-type]


def test_too_many_plays_are_named() -> None:
    state = spiel_game(SMALL, most_plays=1).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(Exception, match="make it with `most_plays=2`"):
        state.legal_actions()


@pytest.mark.parametrize("deals", [None, 3])
def test_actions_that_are_not_legal(deals: int | None) -> None:
    state = spiel_game(SMALL, deals=deals).new_initial_state()
    for refused in (state.apply_action, lambda action: state.action_to_string(pyspiel.PlayerId.CHANCE, action)):
        with pytest.raises(ValueError, match=f"by one of 3 {'deals' if deals else 'faces'}, .*: 999 is none"):
            refused(999)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    legal = len(state.legal_actions())
    with pytest.raises(ValueError, match=f"there are {legal} legal plays here, numbered from 0: none is 60"):
        state.apply_action(60)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="the episode is over"):
        state.apply_action(0)


def test_the_picture_of_learning_shows_the_table_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python examples/mccfr.py docs/mccfr.svg` draws it."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = re.search(r"^\| iterations \|(.*)\|\n.*\n\| NashConv[^|]*\|(.*)\|$", page, re.MULTILINE)
    assert rows is not None
    iterations, values = (row.replace(",", "").split("|") for row in rows.groups())
    found = {int(n): float(v) for n, v in zip(iterations, values, strict=True)}
    assert (ROOT / "docs" / "mccfr.svg").read_text(encoding="utf-8") == import_module("mccfr").drawn(found)
