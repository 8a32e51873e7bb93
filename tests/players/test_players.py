"""Players that search, in simulations: the same games everywhere, and better ones than greedy's."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import cast

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.answer import simulate
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.units.runner import Task, UnitBlock
from cassino_dsl.benchmarks.strength import measured
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.reference.observation_history import Sighting
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.determinizations import ReferenceWorlds, Rollouts, Tried, Worlds
from cassino_dsl.players.learned.weights import LEARNED, POINT
from cassino_dsl.players.names import GLANCES, KINDS, SOLVE, Budget, seat_players
from cassino_dsl.players.policies import SIMPLE
from cassino_dsl.players.search import SEARCHES, TRUST, Weighing, halving
from tests.native.compare import assert_identical, needs_compiler
from tests.players.games import table
from tests.simulate.helpers import timeless

pytestmark = needs_compiler


def block(variant: str, players: tuple[str, ...], count: int, engine: EngineName) -> UnitBlock:
    ruleset = load(variant).ruleset
    runner, name, remark = make_runner(Task(ruleset, len(players), "round", players, 5), engine)
    assert (name, remark) == (engine, "")
    return runner.block(0, count, rows=True, records=True)


def test_the_names_are_those_of_who_plays() -> None:
    assert (*SIMPLE, LEARNED) == GLANCES
    assert {*KINDS} - {*GLANCES} == {f"{name}:" for name in (*SEARCHES, SOLVE)} | {SOLVE}


@pytest.mark.parametrize("players", [("flat:4", "greedy"), ("search:6", "cheat:2"), ("solve", "random")])
@pytest.mark.parametrize("variant", ["casual-cassino", "krypkasino"])
@pytest.mark.share(6)
def test_both_engines_play_the_same(variant: str, players: tuple[str, str]) -> None:
    wanted, found = (block(variant, players, 1, engine) for engine in ("reference", "native"))  # type: ignore[arg-type]
    assert found.records == wanted.records
    assert [list(r) for r in found.rows or ()] == [list(r) for r in wanted.rows or ()]


class Level(ReferenceWorlds):
    """Worlds in which all plays come to the same, but for what lies by their numbers."""

    def __init__(self, leads: dict[int, int]) -> None:
        self.leads = leads

    def try_plays(self, rollouts: Rollouts) -> Tried:
        leads = [self.leads[c] * rollouts.count for c in rollouts.codes]
        return Tried(leads, leads, [rollouts.count] * len(leads))


class Listening(ReferenceWorlds):
    """Worlds that remember whether rounds were to be played out as learned."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self.as_learned: list[bool] = []

    def try_plays(self, rollouts: Rollouts) -> Tried:
        self.as_learned.append(rollouts.shown is not None)
        return self.worlds.try_plays(rollouts)

    def worths(self, state: State, codes: Sequence[int], shown: Set[int]) -> list[int] | None:
        return self.worlds.worths(state, codes, shown)


@pytest.mark.parametrize(
    ("variant", "player", "as_learned"),
    [
        ("african-cassino-two", "search:8", True),
        ("african-cassino-two", "cheat:8", True),
        ("african-cassino-two", "flat:8", False),
        ("casual-cassino", "search:8", False),
    ],
)
def test_rounds_are_played_out_as_learned_where_a_turn_takes_several_steps(
    variant: str, player: str, as_learned: bool
) -> None:
    at = table(load(variant).ruleset, 2)
    worlds, state = Listening(at.worlds), at.engine.new_match(match_key(3, 0))
    seated = SeatedPlayers(at.engine, (player, player), 3, state, worlds, at.weights)
    while not worlds.as_learned:
        plays = at.engine.legal(state)
        play = seated.choose(state, plays)
        before, state = state, at.engine.play(state, play)
        seated.played(before, play, state)
    assert set(worlds.as_learned) == {as_learned}


@pytest.mark.ci
@pytest.mark.parametrize("variant", ["african-cassino-two", "italian-cassino"])
def test_playing_out_as_learned_makes_search_stronger(variant: str) -> None:
    """Where a turn may take several steps; ``flat`` plays out by captures of most cards."""
    assert measured(variant, 2, "search:40,flat:40", 1, 20).share > 0.7


def test_what_was_learned_fades_with_play_outs() -> None:
    """Play 1 is worth two points more by what was learned; in worlds play 2 comes to one point more."""

    def best(budget: int, worth: list[int] | None) -> int:
        sighting = cast(Sighting, None)
        return halving(Weighing(Level({1: 3, 2: 4, 3: 0}), sighting, [1, 2, 3], 7, worth=worth), Budget(budget))

    worth = [2 * POINT, 0, -9 * POINT]
    assert [best(n, worth) for n in (TRUST, 20 * TRUST)] == [1, 2]
    assert best(TRUST, None) == best(TRUST, [5, 5, 5]) == 2


def test_who_searches_plays_by_what_was_learned() -> None:
    ruleset = load("casual-cassino").ruleset
    for player, learned in (("search:5", True), ("cheat:5", True), ("flat:5", False), ("solve:5", False)):
        runner, _, remark = make_runner(Task(ruleset, 2, "round", (player, "random"), 5), "auto")
        assert (runner.task.weights is not None, remark) == (learned, "")


@pytest.mark.ci
def test_jobs_give_the_same_figures() -> None:
    game = load("casual-cassino")
    one, two = (simulate(game, 40, 3, players=("search:8", "greedy"), unit="round", jobs=jobs) for jobs in (1, 2))
    assert timeless(one) == timeless(two)


def test_greedy_is_the_same_where_the_lowest_wins() -> None:
    assert_identical(load("krypkasino").ruleset, 2, 2, "round", "greedy")


@pytest.mark.ci
@pytest.mark.parametrize("player", ["flat:100", "search:100"])
def test_they_beat_greedy(player: str) -> None:
    answer = simulate(load("casual-cassino"), 60, 3, players=(player, "greedy"), unit="round", jobs=1)
    searching, greedy = (p["points_per_round"] for p in answer["by_player"])
    assert searching > greedy + 1


def test_who_plays_by_the_clock_is_remarked() -> None:
    task = Task(load("casual-cassino").ruleset, 2, "round", ("search:1ms", "random"), 5)
    runner, _, remark = make_runner(task, "auto")
    assert remark == "`search:1ms` plays by the clock: the same seed need not give the same games"
    assert runner.block(0, 1).fault is None


@pytest.mark.parametrize("name", ["flat:", "flat:0", "flat:x", "flat:5ms", "search:", "search:-1", "cheat:1e3", "flat"])
def test_a_wrong_number_is_said(name: str) -> None:
    with pytest.raises(ValueError, match=f"player `{name}`: after the colon stands how many play-outs"):
        seat_players((name,), 2)
