"""Which engine plays: the native one where it can, else the reference engine, with one remark that says why."""

from __future__ import annotations

from functools import partial

from cassino_dsl.native.engine import native_engine
from cassino_dsl.native.positions import legal_plays
from cassino_dsl.native.runner import runner_for
from cassino_dsl.native.worlds import NativeWorlds
from cassino_dsl.players.names import search_of, timed
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.simulate.wanted import EngineName, without_native
from cassino_dsl.units.runner import Runner, Task


def make_runner(task: Task, engine: EngineName) -> tuple[Runner, str, str]:
    """The runner, the name of its engine, and a remark (empty where there is nothing to say).

    Where the native engine can't play a task here, it gives the reason in words.
    """
    if any(search_of(name) for name in task.players):
        worlds, remark = worlds_for(task.ruleset, task.seats, task.players, engine)
        if worlds is None:
            return ReferenceRunner(task), "reference", remark
        return ReferenceRunner(task, worlds=worlds, lists=partial(legal_plays, worlds.engine)), "native", remark
    if engine == "reference":
        return ReferenceRunner(task), "reference", ""
    runner, reason = runner_for(task)
    if runner is not None:
        return runner, "native", ""
    return ReferenceRunner(task), "reference", without_native(engine, reason)


def worlds_for(
    ruleset: Ruleset, seats: int, players: tuple[str, ...], engine: EngineName = "auto"
) -> tuple[NativeWorlds | None, str]:
    """What players search with: the reference engine leads their games, but play-outs are the native one's work where
    it can. None where it can't or nobody searches; and a remark."""
    clock = timed(players)
    remark = f"`{clock}` plays by the clock: the same seed need not give the same games" if clock else ""
    if engine == "reference" or not any(search_of(name) for name in players):
        return None, remark
    native, reason = native_engine(ruleset, seats)
    if native is not None:
        return NativeWorlds(native), remark
    return None, "; ".join(filter(None, (without_native(engine, reason), remark)))
