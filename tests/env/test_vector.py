"""The vector env plays the games of the reference engine, and tells of them what the other environments tell."""

from __future__ import annotations

import random as chance
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.engine.choice import NoEngine
from cassino_dsl.engine.native import engine as native
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.env import episode, vector_env
from cassino_dsl.env.episode import Episode
from cassino_dsl.env.vector import VectorEnv
from cassino_dsl.game import Game
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.env.test_secrets import never_seen, rules_of
from tests.grown.compare import LOWER, lower_limits
from tests.grown.seen_apart import seen_apart
from tests.native.compare import VARIANTS, names
from tests.players.test_no_cheating import shown
from tests.table.tables import SETS, file_of
from tests.table.test_secrets import HAPPENING, OPEN

ARRAYS = ("observation", "mask", "features", "seat", "left_out", "reward", "done")


def at_random(env: VectorEnv, lots: np.random.Generator) -> np.ndarray[Any, Any]:
    return (lots.random(env.n) * env.mask.sum(1)).astype(np.int64)


def assert_same_games(name: str | Game, steps: int, n: int = 3, **options: Any) -> tuple[VectorEnv, int]:
    """The C and the reference engine tell the same of the same random play; how many units were played."""
    variant = name if isinstance(name, Game) else file_of(name)
    env = vector_env(variant, n, seed=5, engine="native", **options)
    assert env.code in ("quick", "optimised")
    wanted = vector_env(variant, n, seed=5, engine="reference", **options)
    lots, ended = np.random.default_rng(1), 0
    for step in range(steps):
        for array in ARRAYS:
            np.testing.assert_array_equal(getattr(env, array), getattr(wanted, array), f"{name}, {step}, {array}")
        ended += int(env.done.sum())
        actions = at_random(env, lots)
        env.step(actions)
        wanted.step(actions)
    return env, ended


@pytest.mark.share(16)
@pytest.mark.parametrize("name", [*OPEN, *HAPPENING, *names()])
def test_the_games_of_the_reference(name: str) -> None:
    assert_same_games(name, 70)


@pytest.mark.ci
@pytest.mark.parametrize("name", names())
@pytest.mark.share(3)
def test_the_games_of_the_reference_with_all_seats(name: str) -> None:
    *_, most = load(name).ruleset.seats
    for seats in load(name).ruleset.seats:
        assert_same_games(name, 100, seats=seats)
    assert_same_games(name, 150, seats=most, unit="match", most_plays=4096)


@pytest.mark.ci
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_grown_rulesets(first: int) -> None:
    held = 0
    with lower_limits(LOWER):
        for _, ruleset in seen_apart(29, range(first, first + 20)):
            with suppress(RunFault, NoEngine):
                assert_same_games(Game(ruleset), 15, 2)
                held += 1
    assert held > 3


def test_matches_end() -> None:
    _, ended = assert_same_games("scopa", 150, unit="match", target=2)
    assert ended > 2
    assert vector_env("scopa", 1).most_plays == 64


def test_the_lowest_wins() -> None:
    assert assert_same_games("krypkasino", 130, n=1)[1] == 1


def test_a_side_of_two_and_half_points() -> None:
    assert assert_same_games("portuguese-cassino", 110, n=2, seats=4)[1] == 4


def test_sets_that_are_remembered() -> None:
    assert_same_games(load(SETS), 40, n=2, seats=3)


def test_where_there_is_no_room_for_all_plays_some_are_told_by_lot() -> None:
    env, _ = assert_same_games("traditional-cassino", 40, most_plays=2)
    assert env.mask.shape == (3, 2)
    assert env.mask.sum() + env.left_out.sum() > 6


def test_each_game_is_that_of_its_number() -> None:
    env = vector_env("scopa", 2, seed=7)
    engine = load("scopa").engine()
    slot = env.rules.observations.slots[0]
    assert slot.name == "hands 0 faces"
    unit, lots = [0, 1], np.random.default_rng(1)
    for step in range(120):
        for i in np.flatnonzero(env.done) if step else (0, 1):
            state = engine.new_match(match_key(7, unit[i]))
            assert np.flatnonzero(env.observation[i, : slot.length]).tolist() == state.hands[state.seat]
        env.step(at_random(env, lots))
        unit = [u + 2 * bool(done) for u, done in zip(unit, env.done, strict=True)]
    assert unit[0] > 4


def test_a_seed_makes_the_same_games() -> None:
    env, again = vector_env("scopa", 2), vector_env("scopa", 2, seed=1)
    assert (env.observation != again.observation).any()  # by chance, which is not 1 so soon
    first = again.observation.copy()
    again.step([0, 0])
    assert (again.reset() == first).all()
    assert (again.reset(2) != first).any()
    assert (again.reset(np.uint64(1)) == first).all()


def test_arrays_are_written_anew_in_place() -> None:
    env = vector_env("scopa", 2, seed=1)
    assert repr(env) == "<VectorEnv scopa: n=2, 2 seats, unit round, seed 1>"
    before = {name: getattr(env, name) for name in ARRAYS}
    views = {name: np.from_dlpack(array) for name, array in before.items()}
    assert all(array.ctypes.data % 64 == 0 for array in before.values())
    for _ in range(40):
        observation, reward, done = env.step(np.zeros(2, np.int32))
    assert (observation, reward, done) == (env.observation, env.reward, env.done) or observation is env.observation
    for name in ARRAYS:
        assert getattr(env, name) is before[name]
        assert views[name].ctypes.data == before[name].ctypes.data


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"n": 0}, "`n` is a whole number from 1"),
        ({"n": 1.5}, "`n` is a whole number, not 1.5"),
        ({"n": True}, "`n` is a whole number, not True"),
        ({"seed": -1}, "`seed` is"),
        ({"seed": 2**64}, "`seed` is"),
        ({"seed": "1"}, "`seed` is"),
        ({"unit": "deal"}, "`unit` is"),
        ({"most_plays": 0}, "most_plays"),
        ({"seats": 9}, "9 seats"),
        ({"engine": "fast"}, "`engine` is one of"),
        ({"seeds": 4}, "did you mean `seed=…`"),
    ],
)
def test_wrong_options(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        vector_env("scopa", **{"n": 2, "seed": 1, **options})


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([0], "2 whole numbers"),
        ([0.0, 1.0], "2 whole numbers"),
        (0, "2 whole numbers"),
        (["a", "b"], "2 whole numbers"),
        ([0, 63], "game 1 has . legal plays"),
        ([-1, 0], "game 0 has . legal plays"),
        (np.array([0, 2**63], np.uint64), "game 1 has . legal plays"),
    ],
)
def test_wrong_actions_change_nothing(engine: Any, actions: Any, said: str) -> None:
    env = vector_env("scopa", 2, seed=1, engine=engine)
    before = {name: getattr(env, name).copy() for name in ARRAYS}
    with pytest.raises(ValueError, match=said):
        env.step(actions)
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(env, name), before[name])
    env.step([0, 0])


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_a_fault_of_the_ruleset_names_the_game(engine: Any, tmp_path: Path) -> None:
    text = (VARIANTS / "scopa.yaml").read_text()
    file = tmp_path / "mine.yaml"
    file.write_text(text.replace("checks:\n", "checks:\n  no such round: all(s in sides | count(pile(s)) > 15)\n", 1))
    env = vector_env(file, 2, seed=1, engine=engine)
    said = r"game [01], round \d+ of the seed 1: a round breaks the check `no such round`"
    with pytest.raises(RunFault, match=said):
        _ = [env.step([0, 0]) for _ in range(400)]
    with pytest.raises(ValueError, match="reset the environment"):
        env.step([0, 0])
    env.reset()
    env.step([0, 0])


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_where_nobody_decides(engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode, "MOST_IDLE", 20)
    file = tmp_path / "mine.yaml"
    file.write_text("dsl: 1\nextends: scopa\nrules:\n  nothing at all: {must: 1 = 2}\n")
    with pytest.raises(RunFault, match="nobody has anything to decide"):
        vector_env(file, 2, seed=1, engine=engine)


def test_without_a_compiler_the_reference_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NoCompiler("there is no C compiler")

    monkeypatch.setattr(native, "_compiled", none)
    with pytest.warns(RuntimeWarning, match="played on the reference engine"):
        env = vector_env("scopa", 2, seed=1)
    assert env.code == "reference"
    with pytest.raises(NoEngine, match="there is no C compiler"):
        vector_env("scopa", 2, seed=1, engine="native")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert vector_env("scopa", 2, seed=1, engine="reference").code == "reference"


# ---- what a seat may not see is in no row that it is told: dealt again with hidden cards exchanged, all stays the same


def dealt(name: str, instead: Mapping[int, int], seed: int, monkeypatch: pytest.MonkeyPatch) -> VectorEnv:
    """One game of the C, which deals some cards in place of others."""

    def stacked(plan: Plan, many: bool = False) -> str:
        cards = ", ".join(str(instead.get(card, card)) for card in range(plan.ruleset.pack.size))
        whole = "S->stock.n = CARDS;"
        exchange = f"for (int i = 0; i < CARDS; i++) S->stock.card[i] = (const u8[]){{{cards}}}[S->stock.card[i]]; "
        text = unit(plan, many)
        assert text.count(whole) == 1
        return text.replace(whole, exchange + whole)

    monkeypatch.setattr(native, "unit", stacked)
    return vector_env(file_of(name), 1, seed=seed, engine="native", most_plays=1024)


def course(env: VectorEnv, episode: Episode, plays: list[str]) -> Iterator[tuple[object, list[bytes]]]:
    """What seat 1 sees at each decision, by the reference, and what the C tells it; after each of these plays, as far
    as they can be made."""
    for wanted in plays:
        told = [getattr(env, name).tobytes() for name in ARRAYS] if env.seat[0] == 0 else []
        yield shown(episode.rules, episode.state, 0), told  # type: ignore[arg-type]
        texts = [play_text(episode.rules.plays.tables, play) for play in episode.plays]
        if wanted not in texts:
            return
        env.step([texts.index(wanted)])
        episode.make(texts.index(wanted))


@pytest.mark.share(4)
@pytest.mark.parametrize("name", [*OPEN, *HAPPENING, *names()[::8]])  # the rest are the rows of `test_secrets.py`
def test_hidden_cards_are_in_no_row(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mixed, looked, rules = chance.Random(1), 0, rules_of(name, {})
    for seed in range(1, 5):
        hidden, plays = never_seen(rules, seed, mixed, 8)
        other = dict(zip(hidden, mixed.sample(hidden, len(hidden)), strict=True))
        there = course(dealt(name, {}, seed, monkeypatch), Episode(rules, seed), plays)
        elsewhere = course(dealt(name, other, seed, monkeypatch), Episode(rules_of(name, other), seed), plays)
        for (sight, told), (again, retold) in zip(there, elsewhere, strict=False):
            if sight != again:
                break
            assert told == retold
            looked += bool(told)
    assert looked > 1
