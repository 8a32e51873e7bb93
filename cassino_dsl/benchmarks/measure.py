"""Measures one variant: both engines in turn in one process, several times; figures are medians."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from unittest.mock import patch

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.runner import Task
from cassino_dsl.engine.native.build import FLAGS, library, load
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.game import Game
from cassino_dsl.language.cache import VARIABLE
from cassino_dsl.language.core.passes import core_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Rounds per second of processor time on one core, and what a turn and a legal play cost the native engine."""

    reference: float
    native: float
    ns_per_turn: float
    ns_per_play: float
    print_seconds: float
    compile_seconds: float
    load_seconds: float

    @property
    def ratio(self) -> float:
        return self.native / self.reference


def speed(game: Game, seconds: float, repeats: int) -> Speed:
    """Rounds of random play on both engines, in turn."""
    seats = game.ruleset.seats[0]
    players = ("random",) * seats
    printed, compiled, loaded = compile_times(game)
    native = NativeEngine(game.ruleset, seats)
    reference = ReferenceRunner(Task(game.ruleset, seats, "round", players, 1))

    def native_rounds(first: int, count: int) -> None:
        played = native.play(1, first, count, players, single_rounds=True)
        if played.fault:
            raise played.fault

    sizes = {play: enough(play, seconds) for play in (reference.block, native_rounds)}
    rates: dict[object, list[float]] = {play: [] for play in sizes}
    for i in range(repeats):
        for play, count in sizes.items():
            rates[play].append(count / cpu(partial(play, i * count, count)))
    of_reference, of_native = map(median, rates.values())
    sample = native.play(1, 0, sizes[native_rounds], players, single_rounds=True)
    turns, plays = (sample.tally.sums[native.layout.column(name)] for name in ("plays", "legal"))
    nanoseconds = 1e9 / of_native * sizes[native_rounds]
    return Speed(
        reference=of_reference,
        native=of_native,
        ns_per_turn=nanoseconds / turns,
        ns_per_play=nanoseconds / plays,
        print_seconds=printed,
        compile_seconds=compiled,
        load_seconds=loaded,
    )


def compile_times(game: Game) -> tuple[float, float, float]:
    """Seconds to print the C, to compile it into an empty cache, and to load it."""
    core = core_of(game.ruleset, game.ruleset.seats[0])
    started = time.perf_counter()
    text = unit(core)
    printed = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {VARIABLE: folder}):
        path = library(text, FLAGS)
        compiled = time.perf_counter()
        load(path)
    return printed - started, compiled - printed, time.perf_counter() - compiled


def cpu(work: Callable[[], object]) -> float:
    """Seconds of processor time: other work on the machine does not count."""
    started = time.process_time()
    work()
    return max(time.process_time() - started, 1e-9)


def enough(play: Callable[[int, int], object], seconds: float) -> int:
    """So many rounds (or what else ``play`` plays) take about so long."""
    count = 2
    while (spent := cpu(partial(play, 0, count))) < seconds / 8:
        count *= 4
    return max(2, round(count * seconds / spent))
