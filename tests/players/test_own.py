"""Players of one's own: what they see, how they answer, what becomes of their faults."""

from __future__ import annotations

import json
import pickle
import random as chance
import sys
from collections import defaultdict
from functools import partial
from types import ModuleType
from typing import Any, ClassVar
from zlib import crc32

import pytest

from cassino_dsl.analysis.simulate import work
from cassino_dsl.analysis.simulate.cluster import Cluster, NoCluster
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.api import PlayerFault, diff, load, simulate
from cassino_dsl.benchmarks.strength import measured
from cassino_dsl.engine.reference.rng import match_key, player_key
from cassino_dsl.players.own import NoPlayer, OwnPlayer, given_players, named_player
from tests.native.compare import needs_compiler
from tests.players.games import table
from tests.players.test_no_cheating import GAMES, changed, game

SCOPA = load("scopa")


def most(view: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any]:
    return max(legal, key=lambda play: len(play["take"]))


class Chance:
    """Plays by chance, and keeps what it was told."""

    told: ClassVar[list[Any]] = []

    def begin(self, seed: int, seat: int) -> None:
        self.lots, self.seat = chance.Random(seed), seat
        self.told.append((seed, seat))

    def choose(self, view: dict[str, Any], legal: list[dict[str, Any]]) -> str:
        assert view["turn"] == self.seat
        return str(self.lots.choice(legal)["text"])

    def end(self, points: dict[str, int], winner: int | None) -> None:
        self.told.append((points, winner))


class Failing(RuntimeError):
    """An exception of one's own."""


def failing(view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
    if view.get("turns", 0) > 4:
        raise Failing("I give up")
    return 0


@needs_compiler
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.share(6)
def test_it_sees_nothing_of_what_its_seat_does_not(name: str) -> None:
    """Its choice hangs on each byte that it is shown."""

    def by_bytes(view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
        return crc32(json.dumps([view, legal]).encode()) % len(legal)

    ruleset = game(name)
    other, held = changed(table(ruleset, ruleset.seats[0]), OwnPlayer("test:by_bytes", by_bytes), 60)
    assert held >= 60
    assert not other


def test_it_sees_the_view_and_the_plays_as_they_are_documented() -> None:
    seen = []

    def looking(view: dict[str, Any], legal: list[dict[str, Any]]) -> int:
        seen.append((view, [*legal]))
        view.clear()  # what it is given is its own
        return len(legal) - 1

    simulate(SCOPA, games=1, seed=3, unit="round", players=looking)
    record: list[Any] = []
    state = SCOPA.engine(2).new_match(match_key(3, 0))
    assert len(seen) == 36
    from cassino_dsl.engine.position.position import Position

    position = Position(SCOPA.engine(2), state, frozenset({0, 1}), "listed")
    assert seen[0][1] == SCOPA.moves(position)["plays"]
    record.append(SCOPA.view(position, 1))
    assert set(record[0]) >= {"turn", "hands", "table", "stock", "scores", "memory"}


@pytest.mark.parametrize("answers", ["number", "text", "object", "keys", "index"])
def test_a_play_is_answered_in_several_ways(answers: str) -> None:
    class Index:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            return self.number

    def player(view: dict[str, Any], legal: list[dict[str, Any]]) -> object:
        last = legal[len(legal) // 2]
        keys = {key: last[key] for key in ("kind", "play", "take", "value", "action")}
        number = len(legal) // 2
        ways = {"number": number, "text": last["text"], "object": last, "keys": keys, "index": Index(number)}
        return ways[answers]

    found = simulate(load("traditional-cassino"), games=2, seed=1, unit="round", players=player)
    again = simulate(
        load("traditional-cassino"), games=2, seed=1, unit="round", players=lambda view, legal: len(legal) // 2
    )
    assert found["sides"] == again["sides"]


@pytest.mark.parametrize("answer", [None, True, -1, 99, "9s flies", {"kind": "trail"}, [0], 0.5, object()])
def test_what_is_no_legal_play_is_told(answer: object) -> None:
    with pytest.raises(PlayerFault, match="which is no legal play; legal: `") as raised:
        simulate(SCOPA, games=3, seed=5, players=["random", lambda view, legal: answer])
    fault = raised.value
    assert (fault.seat, fault.seed, fault.unit) == (2, 5, 0)
    assert SCOPA.moves(fault.position)["turn"] == 2
    assert json.loads(str(fault).partition("position: ")[2]) == fault.position


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_is_chained_to_the_fault_from_any_process(jobs: int) -> None:
    with pytest.raises(
        PlayerFault, match=r"seed 2, match 0 of scopa: Failing: I give up \(.*test_own.py:\d+, in"
    ) as it:
        simulate(SCOPA, games=40, seed=2, players=failing, jobs=jobs, engine="reference")
    assert isinstance(it.value.__cause__, Failing)
    assert it.value.help.startswith("`cassino simulate scopa --games 1 --seed 2")
    assert len(SCOPA.moves(it.value.position)["plays"]) > 0


def test_a_fault_that_cannot_be_sent_goes_without_its_exception() -> None:
    class Local(Exception):
        pass

    there = pickle.loads(pickle.dumps(PlayerFault("a:b", 1, "said", {"turn": 1}, Local())))
    assert (str(there), there.error) == ('player `a:b`, seat 1: said\nposition: {"turn": 1}', None)


@pytest.mark.parametrize("unit", ["match", "round"])
def test_each_seat_of_each_unit_has_an_object_that_is_begun_and_ended(unit: Any) -> None:
    Chance.told = []
    found = simulate(SCOPA, games=2, seed=9, unit=unit, players=Chance, jobs=1)
    begun = [(player_key(match_key(9, u), seat), seat) for u in (0, 1) for seat in (1, 2)]
    assert [one for one in Chance.told if isinstance(one[0], int)] == begun
    ends = [one for one in Chance.told if isinstance(one[0], dict)]
    assert ends[0] == ends[1]
    assert len(ends) == 4
    won = [winner for _, winner in ends[::2]]
    assert [side["wins"] for side in found["sides"]] == [won.count(1), won.count(2)]
    if unit == "round":
        assert sum(p["1"] for p, _ in ends[::2]) / 2 == found["sides"][0]["points_per_round"]


def test_no_figure_depends_on_the_number_of_processes_or_the_engine() -> None:
    one = simulate(SCOPA, games=30, seed=4, unit="round", players=[Chance, "greedy"], jobs=1, engine="reference")
    two = simulate(SCOPA, games=30, seed=4, unit="round", players=[Chance, "greedy"], jobs=2)
    changing = {"seconds", "engine", "code"}
    assert {k: v for k, v in one.items() if k not in changing} == {k: v for k, v in two.items() if k not in changing}


def test_reports_and_diff_name_it() -> None:
    found = simulate(SCOPA, games=2, seed=4, players=[most, "random"])
    assert [player["player"] for player in found["by_player"]] == ["tests.players.test_own:most", "random"]
    effect = diff(SCOPA, load("scopa", target=5), games=2, players=most, witness=False, engine="reference")["effect"]
    assert effect["players"] == ["tests.players.test_own:most"] * 2


def test_players_that_are_called_alike_are_told_apart() -> None:
    first, second = (lambda view, legal: 0), (lambda view, legal: 1)
    names = given_players([first, second, first])
    assert names[0] == names[2] != names[1]
    assert names[1] == f"{names[0]} 2"


@pytest.mark.parametrize("players", [7, [7], [most, None], {}, type("Nothing", (), {})])
def test_what_is_no_player_is_refused(players: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        simulate(SCOPA, games=1, players=players)


def test_no_text_names_code() -> None:
    with pytest.raises(ValueError, match="Python is given the function itself"):
        simulate(SCOPA, games=1, players="tests.players.test_own:most")


@pytest.mark.parametrize("name", ["no.such:thing", "tests.players.test_own:nothing", "tests.players.test_own:SCOPA"])
def test_what_names_no_player_is_refused(name: str) -> None:
    with pytest.raises(NoPlayer):
        named_player(name)


def test_no_process_waits_for_threads_that_a_fork_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_start_method", lambda: "fork")
    own, theirs = (Task(SCOPA.ruleset, 2, "round", given_players(p), 1) for p in (most, "greedy"))
    assert work.at_hand(2, None, own) == 2
    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))
    assert [work.at_hand(2, jobs, task) for jobs, task in ((None, own), (2, own), (None, theirs))] == [1, 2, 2]


def test_what_cannot_be_sent_is_said_where_somebody_asked_for_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("multiprocessing.get_start_method", lambda: "spawn")
    task = Task(SCOPA.ruleset, 2, "round", given_players(lambda view, legal: 0), 1)
    assert work.at_hand(2, None, task) == 1
    with pytest.raises(ValueError, match=r"player `tests.players.test_own:.*<lambda>` cannot be sent"):
        work.at_hand(2, 2, task)
    of_a_module = Task(SCOPA.ruleset, 2, "round", given_players(most), 1)
    assert work.at_hand(2, 2, of_a_module) == 2
    session = ModuleType("__main__")  # of a notebook: no file that another process could read
    exec("def play(view, legal): return 0", session.__dict__)
    monkeypatch.setitem(sys.modules, "__main__", session)
    of_a_session = Task(SCOPA.ruleset, 2, "round", given_players(session.play), 1)
    assert work.at_hand(2, None, of_a_session) == 1
    assert work.at_hand(2, 2, of_a_module) == 2
    with pytest.raises(ValueError, match="it is defined in this session alone"):
        work.at_hand(2, 2, of_a_session)


def test_what_cannot_be_sent_to_a_cluster_is_said() -> None:
    cluster = Cluster("local:1")
    cluster._client = object()  # type: ignore[assignment]
    task = Task(SCOPA.ruleset, 2, "round", given_players(lambda view, legal: 0), 1)
    with pytest.raises(NoCluster, match="cannot be sent to the cluster"):
        next(cluster.blocks(partial(work.playing, task, "reference"), [(0, 1)]))


@needs_compiler
def test_it_can_be_measured_against_others() -> None:
    ended = defaultdict(int)

    class Counting(Chance):
        def end(self, points: dict[str, int], winner: int | None) -> None:
            ended[winner] += 1

    found = measured("scopa", None, (Counting, "random"), seed=1, deals=2)
    assert 0 <= found.share <= 1
    assert sum(ended.values()) == 4
    assert found.players[1] == "random"
    with pytest.raises(ValueError, match="a duel has two players, not 1"):
        measured("scopa", None, (Counting,), seed=1, deals=2)  # type: ignore[arg-type]
