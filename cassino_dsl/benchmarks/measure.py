"""Measures one variant: both engines in turn in one process, several times; figures are medians."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median

from cassino_dsl.cache import VARIABLE
from cassino_dsl.core.passes import core_of
from cassino_dsl.engine.mix import match_key
from cassino_dsl.game import Game
from cassino_dsl.native.build import FLAGS, library, load
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.lines import COPY, LIST, PLAY, PLAY_OUT, Line
from cassino_dsl.native.unit import unit
from cassino_dsl.simulate.reference_runner import ReferenceRunner
from cassino_dsl.units.runner import Task

CROWDS = (4, 8, 12, 16, 20)
POSITIONS = 5  # of each size


class Thinking:
    """Processor time that each of two players takes for a decision with a choice. The clock is that of the thread: that
    of the process takes milliseconds to read on some machines."""

    def __init__(self) -> None:
        self._spent, self._decisions = [0.0, 0.0], [0, 0]

    @contextmanager
    def of(self, player: int, plays: int) -> Iterator[None]:
        """What is done within is a player's decision among so many plays."""
        began = time.thread_time()
        yield
        if plays > 1:
            self._spent[player] += time.thread_time() - began
            self._decisions[player] += 1

    @property
    def seconds(self) -> tuple[float, float]:
        """Of a decision, of both."""
        first, second = (s / max(1, n) for s, n in zip(self._spent, self._decisions, strict=True))
        return first, second


@dataclass(frozen=True, slots=True)
class Speed:
    """Rounds per second of processor time on one core, and what a turn and a legal play cost the native engine."""

    variant: str
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


@dataclass(frozen=True, slots=True)
class Costs:
    """What the steps of a search take, and to play a whole round out at random."""

    copy_ns: float
    list_ns: float
    play_ns: float
    play_out_us: float


@dataclass(frozen=True, slots=True)
class Crowd:
    """Legal plays with so many loose cards, and what listing them takes: the mean of some positions."""

    loose: int
    plays: float
    native_us: float
    reference_us: float


def speed(game: Game, seconds: float, repeats: int) -> Speed:
    """Rounds of random play on both engines, in turn."""
    seats = game.ruleset.seats[0]
    players = ("random",) * seats
    printed, compiled, loaded = compile_times(game)
    native = NativeEngine(game.ruleset, seats)
    reference = ReferenceRunner(Task(game.ruleset, seats, "round", players, 1))
    layout = native.layout

    def native_rounds(first: int, count: int) -> None:
        played = native.play(1, first, count, players, single_rounds=True)
        if played.fault:
            raise played.fault

    def reference_rounds(first: int, count: int) -> None:
        reference.block(first, count)

    sizes = (_enough(reference_rounds, seconds), _enough(native_rounds, seconds))
    rates: tuple[list[float], list[float]] = ([], [])
    for i in range(repeats):
        for rate, play, count in zip(rates, (reference_rounds, native_rounds), sizes, strict=True):
            rate.append(count / cpu(partial(play, i * count, count)))
    sample = native.play(1, 0, sizes[1], players, single_rounds=True)
    turns, plays = (sample.sums[layout.column(name)] for name in ("plays", "legal"))
    per_round = 1e9 / median(rates[1]) * sizes[1]
    return Speed(
        game.ruleset.name,
        median(rates[0]),
        median(rates[1]),
        per_round / turns,
        per_round / plays,
        printed,
        compiled,
        loaded,
    )


def against(game: Game, program: str, seconds: float, repeats: int) -> tuple[float, float, float]:
    """Rounds per second of the native engine and of a program that plays N rounds when it is called with N, in turn,
    and the median of their ratios. Processor time of both; the program's includes its start."""
    seats = game.ruleset.seats[0]
    native, players = NativeEngine(game.ruleset, seats), ("random",) * seats
    count = _enough(lambda first, n: native.play(1, first, n, players, single_rounds=True), seconds)
    ours, theirs = [], []
    for i in range(repeats):
        rounds = partial(native.play, 1, i * count, count, players, single_rounds=True)
        ours.append(count / cpu(rounds))
        before = _of_children()
        subprocess.run([program, str(count)], stdout=subprocess.DEVNULL, check=True)
        theirs.append(count / max(_of_children() - before, 1e-9))
    return median(ours), median(theirs), median(a / b for a, b in zip(ours, theirs, strict=True))


def _of_children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def compile_times(game: Game) -> tuple[float, float, float]:
    """Seconds to print the C, to compile it into an empty cache, and to load it."""
    core = core_of(game.ruleset, game.ruleset.seats[0])
    started = time.perf_counter()
    text = unit(core)
    printed = time.perf_counter()
    with empty_cache():
        path = library(text, FLAGS)
        compiled = time.perf_counter()
        load(path)
    return printed - started, compiled - printed, time.perf_counter() - compiled


def costs(game: Game, seconds: float, repeats: int) -> Costs:
    """The steps of a search over the first decisions of some rounds."""
    seats = game.ruleset.seats[0]
    engine = game.engine(seats)
    native = NativeEngine(game.ruleset, seats)
    keys = [match_key(1, unit) for unit in range(POSITIONS)]
    lines = [Line.at(native, engine.new_match(key), key) for key in keys]

    def each(step: Callable[[Line, int], object]) -> float:
        """Nanoseconds of a step, over all lines."""
        times = _enough(lambda _, count: step(lines[0], count), seconds / POSITIONS)
        return median(sum(cpu(partial(step, line, times)) for line in lines) for _ in range(repeats)) / (
            times * POSITIONS * 1e-9
        )

    steps = (COPY, LIST, PLAY, PLAY_OUT)
    copy, listed, played, played_out = (each(lambda line, n, what=what: line.cost(what, n)) for what in steps)  # type: ignore[misc]
    return Costs(copy, listed - copy, played - copy, played_out / 1000)


def growth(game: Game, repeats: int) -> list[Crowd]:
    """How legal plays and time grow with the loose cards on the table."""
    seats = game.ruleset.seats[0]
    native = NativeEngine(game.ruleset, seats)
    faces = [f.text for f in game.ruleset.pack.faces]
    found = []
    for loose in CROWDS:
        counts, fast, slow = [], [], []
        for k in range(POSITIONS):
            order = faces[k:] + faces[:k]
            spread = [order[(i * 7 + k) % len(order)] for i in range(loose + 4)]
            if len(set(spread)) < loose + 4:
                break
            position = game.position({"table": " ".join(spread[:loose]), "hand": " ".join(spread[loose:])})
            state, engine = position.state, position.engine

            def listed(state: object = state, engine: object = engine) -> None:
                state.plays = None  # type: ignore[attr-defined]
                engine.legal(state)  # type: ignore[attr-defined]

            line = Line.at(native, state)
            counts.append(line.count)
            times = _enough(lambda _, n, line=line: line.cost(LIST, n), 0.05)  # type: ignore[misc]
            fast.append(median(cpu(partial(line.cost, LIST, times)) for _ in range(repeats)) / times)
            slow.append(median(cpu(listed) for _ in range(repeats)))
        if counts:
            n = len(counts)
            found.append(Crowd(loose, sum(counts) / n, sum(fast) / n * 1e6, sum(slow) / n * 1e6))
    return found


def cpu(work: Callable[[], object]) -> float:
    """Seconds of processor time: other work on the machine does not count."""
    started = time.process_time()
    work()
    return max(time.process_time() - started, 1e-9)


def _enough(play: Callable[[int, int], object], seconds: float) -> int:
    """So many rounds (or steps) take about so long."""
    count = 2
    while (spent := cpu(partial(play, 0, count))) < seconds / 8:
        count *= 4
    return max(2, round(count * seconds / spent))


@contextmanager
def empty_cache() -> Iterator[None]:
    """An empty cache folder for a while."""
    before = os.environ.get(VARIABLE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[VARIABLE]
            else:
                os.environ[VARIABLE] = before
