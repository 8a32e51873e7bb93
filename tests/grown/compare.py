"""One grown document: played by every runner, and what came of it compared with what the first of them says."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.native_runner import NativeRunner
from cassino_dsl.analysis.units.runner import Runner, Task, Unit, UnitBlock
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.engine.reference import limits
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.core.program import core_text
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Source
from tests.core.printed import named_as, read_core
from tests.grown.document import Document, load
from tests.native.compare import QUICK, new_engine

SANITIZED = (*QUICK, "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
ENOUGH = 50  # plays compared of one document
# for all runners: a round that goes on for longer hardly ends; a position with more plays costs more than it tells
LOWER = {"MAX_DECISIONS": 100, "MAX_PLAYS": 2_000, "MAX_TRIED": 100_000, "MAX_ENUMERATED": 10}
LOWEST = {**LOWER, "MAX_DECISIONS": 6}  # where the first game takes the reference too long: its beginning is compared
PATIENCE = 0.2  # seconds of the processor that the reference may take for one document
LONG = 20  # such seconds after which an engine that does not answer is ended
FULL = "more builds on the table than the native engine can hold"  # the one limit that only the C has


@dataclass(frozen=True, slots=True)
class Games:
    """What is played of one ruleset."""

    unit: Unit
    player: str
    first: int
    count: int


COURSE = (
    Games("match", "random", 1, 1),
    Games("round", "greedy", 2, 1),
    Games("round", "random", 3, 2),
    Games("round", "random", 0, 1),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """``word``: same, idle (the same, but nobody can ever play), differs, crashes, refused (as too much for the
    checker), slow, unsupported (by the native engine), or spared (the ruleset as written is searched to a limit, its
    core is not, or the other way round).

    ``plays``: how many the runners agree on; ``faults``: whether the ruleset has a fault that play has shown.
    """

    word: str
    text: str = ""
    plays: int = 0
    faults: bool = False

    @property
    def bad(self) -> bool:
        return self.word in ("differs", "crashes")


class Slow(Exception):
    """The reference takes too long."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raise ``Slow`` where Python code takes longer, whatever else the machine does meanwhile."""

    def ring(signum: int, frame: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def lower_limits(to: dict[str, int]) -> Iterator[None]:
    """Games that are too much end sooner, in the same fault for all: both engines read their limits from one place."""
    before = {name: getattr(limits, name) for name in to}
    vars(limits).update(to)
    try:
        yield
    finally:
        vars(limits).update(before)


def reference(ruleset: Ruleset, seats: int, flags: tuple[str, ...]) -> Callable[[Task], Runner]:
    return ReferenceRunner


def core(ruleset: Ruleset, seats: int, flags: tuple[str, ...]) -> Callable[[Task], Runner]:
    plan = core_of(ruleset, seats)
    return lambda task: ReferenceRunner(task, plan)


def printed(ruleset: Ruleset, seats: int, flags: tuple[str, ...]) -> Callable[[Task], Runner]:
    """The core as `cassino show --as core` prints it, read again."""
    report = Report()
    plan = read_core(Source("core.yaml", core_text(core_of(ruleset, seats))), report)
    if plan is None:
        raise AssertionError("\n".join(d.message for d in report.diagnostics))
    named = named_as(plan, ruleset.pack)
    return lambda task: ReferenceRunner(task, named)


def native(ruleset: Ruleset, seats: int, flags: tuple[str, ...]) -> Callable[[Task], Runner]:
    engine = new_engine(ruleset, seats, flags or None)
    return lambda task: NativeRunner(task, engine)


# each makes ready to play a ruleset; the first is held to be right. A new way to run rulesets is one line here
RUNNERS = {"reference": reference, "core": core, "printed": printed, "native": native}


@dataclass(frozen=True, slots=True)
class Way:
    """How documents are compared: on which runners, what is played, how C is compiled."""

    runners: tuple[str, ...] = tuple(RUNNERS)
    course: tuple[Games, ...] = COURSE
    flags: tuple[str, ...] = ()  # of the compiler; none: whatever is soon there


AS_USUAL = Way()


def compare(document: Document, number: int, way: Way = AS_USUAL) -> Outcome:
    """Play a document on all runners. Never raises for a fault of the project: it is an outcome."""
    stage = "load"
    try:
        loaded = load(document)
        if loaded.ruleset is None:
            first = next(d for d in loaded.report.diagnostics if d.severity == "error")
            # all that is grown has a meaning: it may be too much, and nothing else
            return Outcome("refused" if first.code is Code.TOO_COSTLY else "crashes", f"load: {first.message}")
        seats = loaded.ruleset.seats[number % len(loaded.ruleset.seats)]
        turn = number % len(way.course)
        course = (*way.course[turn:], *way.course[:turn])
        for most in (LOWER, LOWEST):
            with lower_limits(most):
                stage, *others = way.runners
                make = RUNNERS[stage](loaded.ruleset, seats, way.flags)
                played = _course_of(loaded.ruleset, seats, number, stage, make, course)
                for stage in others if played else ():
                    found = _held(played, stage, RUNNERS[stage](loaded.ruleset, seats, way.flags))
                    if found is not None:
                        return found
            if played:
                return _agreed(played, way.runners[0])
        return Outcome("slow")
    except Unsupported as construct:
        return Outcome("unsupported", str(construct))
    except NoCompiler as fault:
        return Outcome("crashes", f"{stage}: {fault}")
    except Exception:
        return Outcome("crashes", f"{stage}: {traceback.format_exc(limit=-4)}")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of some games on the runner ``by``."""

    task: Task
    games: Games
    by: str
    block: UnitBlock

    def again(self, make: Callable[[Task], Runner]) -> UnitBlock:
        return make(self.task).block(self.games.first, self.games.count, rows=True, records=True)


def _course_of(
    ruleset: Ruleset, seats: int, number: int, first: str, make: Callable[[Task], Runner], course: tuple[Games, ...]
) -> list[Played]:
    """What the first runner plays of a course: until there is enough to compare, a fault, or it takes too long."""
    done: list[Played] = []
    left = PATIENCE
    for games in course:
        task = Task(ruleset, seats, games.unit, (games.player,) * seats, number)
        began = time.process_time()
        try:
            with patience(max(0.1, left)):
                block = make(task).block(games.first, games.count, rows=True, records=True)
        except Slow:
            break  # what has been played so far is compared
        left -= time.process_time() - began
        done.append(Played(task, games, first, block))
        if block.fault is not None or sum(len(_plays(p.block)) for p in done) >= ENOUGH:
            break
    return done


def _held(played: list[Played], other: str, make: Callable[[Task], Runner]) -> Outcome | None:
    """The difference between what was played and what another runner plays, if there is one. What the core is spared
    takes the place of what was played: what follows is made from the core."""
    for number, wanted in enumerate(played):
        if wanted.block.fault is not None and other != "native":
            try:
                with patience(LONG):
                    found = wanted.again(make)
            except Slow:
                return Outcome("slow")  # it is spared the limit, and goes on
        else:
            signal.setitimer(signal.ITIMER_VIRTUAL, LONG)  # nobody listens: it ends the process
            found = wanted.again(make)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if found.fault is not None and FULL in found.fault.message:
            return Outcome("unsupported", FULL)
        if other == "core" and spared(wanted.block, found):
            played[number:] = [replace(wanted, by=other, block=found)]
            return None
        if other == "printed":  # its awards stand in the order of its text
            found = _in_order_of(wanted.block, found)
        text = difference(wanted.block, found)
        if text:
            return Outcome("differs", f"{wanted.games} {wanted.task.seats} seats, {wanted.by} and {other}: {text}")
    return None


def _agreed(played: list[Played], first: str) -> Outcome:
    """What is said of games that all runners play alike."""
    plays = sum(len(_plays(p.block)) for p in played)
    faults = any(p.block.fault is not None for p in played)
    word = "spared" if any(p.by != first for p in played) else "same" if plays or faults else "idle"
    return Outcome(word, "", plays, faults)


def spared(a: UnitBlock, b: UnitBlock) -> bool:
    """Whether one of the two met a limit of searching that the other did not, or did later, and all before it is the
    same: where the core asks a test before the search, it is spared that."""
    (shorter, first), (longer, second) = sorted(((_plays(x), x.fault) for x in (a, b)), key=lambda each: len(each[0]))
    if (shorter, first) == (longer, second) or shorter != longer[: len(shorter)]:
        return False
    return any(f is not None and f.code.startswith("too-many-") for f in (first, second))


def _plays(block: UnitBlock) -> list[str]:
    """All plays of a block, in order."""
    return [play for record in block.records or () for played in record["rounds"] for play in played["plays"]]


def _in_order_of(wanted: UnitBlock, found: UnitBlock) -> UnitBlock:
    """What does not depend on the order in which awards are told; the rest as it is wanted."""
    a, b = wanted.fault, found.fault
    same = a is not None and b is not None and (a.unit, a.code) == (b.unit, b.code)
    return replace(found, rows=wanted.rows, tally=wanted.tally, fault=a if same else b)


def difference(a: UnitBlock, b: UnitBlock) -> str:
    """Where two blocks first differ; empty where they do not."""
    if a.fault != b.fault:
        return f"fault: {a.fault} | {b.fault}"
    for one, other in zip(a.records or (), b.records or (), strict=True):
        if one != other:
            return "records" + first_difference(one, other)
    if a.fault is not None:
        return ""
    for one, other in zip(a.rows or (), b.rows or (), strict=True):
        if list(one) != list(other):
            return "rows" + first_difference(list(one), list(other))
    return "" if a.tally == b.tally else "tallies"


def first_difference(a: Any, b: Any) -> str:
    """The path to the first difference inside two values, and the values there."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next(f"[{k}]{first_difference(a[k], b[k])}" for k in a if a[k] != b[k])
    if isinstance(a, list) and isinstance(b, list):
        for index, (one, other) in enumerate(zip(a, b, strict=False)):
            if one != other:
                return f"[{index}]{first_difference(one, other)}"
        return f": {len(a)} | {len(b)}, then {(a[len(b) :] or b[len(a) :])[:1]}"
    return f": {str(a)[:200]} | {str(b)[:200]}"
