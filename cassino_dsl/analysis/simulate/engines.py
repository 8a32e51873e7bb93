"""Which engine plays: the native one where it can, else the reference engine, with one remark that says why. What only
the reference and players who search or have learned need is loaded where they play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cassino_dsl.analysis.units.native_runner import runner_for
from cassino_dsl.analysis.units.runner import Runner, Task
from cassino_dsl.engine.choice import EngineName, without_native
from cassino_dsl.engine.native.engine import legal_plays, native_engine
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.record import fingerprint
from cassino_dsl.players.learned.weights import LEARNED, Weights, find_weights
from cassino_dsl.players.names import CLOCK, INSTEAD, acting, recalls, search_of, timed
from cassino_dsl.players.own import OwnPlayer

if TYPE_CHECKING:
    from cassino_dsl.players.native_worlds import NativeWorlds


def make_runner(task: Task, engine: EngineName) -> tuple[Runner, str, str]:
    """The runner, the name of its engine, and a remark (empty where there is nothing to say). Who plays by what was
    learned is told it, if the task does not say what.

    Where the native engine can't play a task here, it gives the reason in words.
    """
    said = ""
    if task.weights is None:
        weights, said = recalled(task.ruleset, task.seats, task.players)
        task = replace(task, weights=weights)
    players, remark = acting(task.players, task.weights), ""
    led = any(map(_is_led, players))
    if engine != "reference" and not led:
        native, reason = runner_for(task)
        if native is not None:
            return native, "native", said
        remark = without_native(engine, reason)
    from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner

    if led:
        worlds, remark = worlds_for(task.ruleset, task.seats, players, engine, task.weights)
        if worlds is not None:
            runner = ReferenceRunner(task, worlds=worlds, lists=partial(legal_plays, worlds.engine))
            return runner, "native", "; ".join(filter(None, (said, remark)))
    return ReferenceRunner(task), "reference", "; ".join(filter(None, (said, remark)))


def _is_led(name: str) -> bool:
    """Whether a player needs its games led by the reference engine: one that searches, or of one's own."""
    return isinstance(name, OwnPlayer) or search_of(name) is not None


def recalled(ruleset: Ruleset, seats: int, players: tuple[str, ...]) -> tuple[Weights | None, str]:
    """What was learned, for those of some players who play by it. What `learned` plays by is remarked; to who searches
    it is a hint."""
    if not any(map(recalls, players)):
        return None, ""
    weights, remark = weights_for(ruleset, seats)
    return weights, remark if LEARNED in players else ""


def weights_for(ruleset: Ruleset, seats: int) -> tuple[Weights | None, str]:
    """What `learned` plays by; None where it has learned nothing, and a search plays for it. And a remark, where it did
    not learn this very ruleset. Raises ``BadWeights``."""
    from cassino_dsl.players.learned.policy import hidden

    if hidden(make_plan(ruleset, seats)):
        return None, f"`{LEARNED}` cannot play where a hand or the table is not seen as usual: `{INSTEAD}` plays for it"
    weights = find_weights(ruleset)
    if weights is None:
        return None, f"`{LEARNED}` has learned nothing of this variant: `{INSTEAD}` plays for it; see `cassino train`"
    if weights.seats in ruleset.seats and fingerprint(ruleset, weights.seats) == weights.ruleset:
        return weights, ""
    if ruleset.match.winner == "lowest":  # who plays to gain would play to lose
        return None, f"`{LEARNED}` has learned nothing of games that the lowest wins: `{INSTEAD}` plays for it"
    same = weights.variant == ruleset.name
    of = "another form of this ruleset" if same else f"`{weights.variant}`"
    return weights, f"`{LEARNED}` plays by what it has learned of {of}"


def worlds_for(
    ruleset: Ruleset,
    seats: int,
    players: tuple[str, ...],
    engine: EngineName = "auto",
    weights: Weights | None = None,
) -> tuple[NativeWorlds | None, str]:
    """What players search with: the reference engine leads their games, but play-outs are the native one's work where
    it can. None where it can't or nobody searches; and a remark. ``weights``: of who has learned beside them."""
    clock = timed(players)
    remark = CLOCK.format(clock) if clock else ""
    if engine == "reference" or not any(map(_is_led, players)):
        return None, remark
    native, reason = native_engine(ruleset, seats)
    if native is not None:
        from cassino_dsl.players.native_worlds import NativeWorlds, learned_words

        return NativeWorlds(native, learned_words(ruleset, seats, weights)), remark
    return None, "; ".join(filter(None, (without_native(engine, reason), remark)))
