"""A few random rounds of a variant file, for `cassino validate`: they show what no reading of the file can.

Which rounds are played is fixed, and so is the time. The native engine plays where nobody has to wait for it; the
reference engine often has to stop before it has played them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.spec import Spec, task_of
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.units.native_runner import runner_for
from cassino_dsl.analysis.units.runner import Fault, UnitBlock
from cassino_dsl.analysis.units.tally import empty
from cassino_dsl.engine.native.interruptible import interruptible
from cassino_dsl.language.core.dead_clauses import lists_nothing
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Action, Ruleset
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.targets import Target

SEED = 1
ROUNDS = 400  # with all numbers of seats together; every action of the shipped variants comes up in them
SECONDS = 2.0


class TimeIsUp(Exception):
    """No more rounds are played, and the one that is being played does not count."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How many rounds were played. ``stopped``: the time was up before all of them were; then ``unplayed`` actions are
    no more than a remark."""

    rounds: int
    wanted: int
    stopped: bool
    unplayed: tuple[str, ...]


def try_out(
    target: Target,
    ruleset: Ruleset,
    report: Report,
    rounds: int = ROUNDS,
    seconds: float = SECONDS,
    *,
    compiled: bool = True,
) -> Trial:
    """Play a few rounds with each number of seats in turn, and report what is odd about them. ``compiled``: the native
    engine may play, where it need not be waited for."""
    deadline = monotonic() + seconds
    each = max(1, rounds // len(ruleset.seats))
    seatings: list[Seating] = []
    stopped = False
    try:
        for seats in ruleset.seats:
            seatings.append(Seating(target, ruleset, seats, deadline, compiled))
        for unit in range(each):
            for seating in seatings:
                seating.play(unit)
    except TimeIsUp:
        stopped = True
    played = sum(s.sums.rounds for s in seatings)
    _report_rounds(ruleset, seatings, target.own.span.source.whole() if target.own else None, report)
    unplayed = _unplayed(target, ruleset, seatings)
    if not stopped and not any(s.fault or s.idle for s in seatings):
        for action in unplayed:
            said = f"action `{action.name}` was never played in {played} random rounds"
            help = "see whether its conditions can hold together, and with the rules"
            report.add(Code.ACTION_NEVER_PLAYED, action.span, said, help=help)
    return Trial(played, each * len(ruleset.seats), stopped, tuple(a.name for a in unplayed))


class Seating:
    """The rounds with one number of seats, added up."""

    def __init__(self, target: Target, ruleset: Ruleset, seats: int, deadline: float, compiled: bool) -> None:
        settings = tuple(f"{s.key}={s.value}" for s in target.settings)
        self.spec = Spec(target.variant, target.with_rules, settings, seats, "round", ("random",) * seats, SEED, 1)
        self.deadline = deadline
        self._in_time()
        task = task_of(self.spec, ruleset)
        native = runner_for(task, waits=False)[0] if compiled else None
        self.runner = native or ReferenceRunner(task)
        if isinstance(self.runner, ReferenceRunner):
            self.runner.before_decision = self._in_time  # a round may have thousands of decisions
        self.layout = self.runner.layout
        self.tally = empty(self.layout)
        self.fault: Fault | None = None

    def _in_time(self) -> None:
        if monotonic() > self.deadline:
            raise TimeIsUp

    def play(self, unit: int) -> None:
        """Play one round more; after a fault there is no more to see."""
        self._in_time()
        if self.fault is None:
            block = self._block(unit)
            self.fault = block.fault
            self.tally += block.tally

    def _block(self, unit: int) -> UnitBlock:
        """A round; the C may take longer for it than there is time."""
        if isinstance(self.runner, ReferenceRunner):
            return self.runner.block(unit, 1)
        try:
            return interruptible(partial(self.runner.block, unit, 1), max(0.0, self.deadline - monotonic()))
        except TimeoutError:
            raise TimeIsUp from None

    @property
    def sums(self) -> Sums:
        return Sums(self.tally, self.layout)

    @property
    def idle(self) -> int:
        """Rounds in which nobody played anything."""
        return self.sums.histogram("plays")[0]

    def again(self, unit: int, *extra: str) -> str:
        """The command that plays one of these rounds again."""
        return f"`{self.spec.command(unit, 1, extra)}`"


def _report_rounds(ruleset: Ruleset, seatings: Sequence[Seating], own: Span | None, report: Report) -> None:
    """Rounds in which nothing is played, stuck rounds, faults."""
    rounds, idle = sum(s.sums.rounds for s in seatings), sum(s.idle for s in seatings)
    stuck = sum(s.sums("stuck") for s in seatings)
    if idle:
        seats = ", ".join(str(s.spec.seats) for s in seatings if s.idle)
        said = f"{idle} of {rounds} random rounds have no play at all (with {seats} seats)"
        report.add(
            Code.NOTHING_PLAYED, own, said, help="a round needs cards in the hands and an action that may play them"
        )
    if stuck > idle and ruleset.match.stuck == "never":
        seating, first = next((s, s.tally.first_stuck) for s in seatings if s.tally.first_stuck is not None)
        report.add(
            Code.STUCK_ROUNDS,
            own,
            f"{stuck} of {rounds} random rounds are stuck: nobody can play, but cards are left",
            help="see which card has no play and why, or say `stuck: allowed` under `match`",
            notes=(f"{seating.again(first or 0, '--records', 'stuck.jsonl')} records the first",),
        )
    for seating in seatings:
        if seating.fault is not None:
            fault = seating.fault
            help = f"{seating.again(fault.unit)} plays it again" + (f"; {fault.help}" if fault.help else "")
            report.add(Code.FAULT_IN_PLAY, own, f"with {seating.spec.seats} seats, {fault.message}", help=help)
            return  # with other numbers of seats it is most likely the same one


def _unplayed(target: Target, ruleset: Ruleset, seatings: Sequence[Seating]) -> list[Action]:
    """Actions that nobody ever played, unless an option rules them out, or they are not this file's."""
    played = {n for s in seatings for n, count in zip(s.layout.actions, s.sums.row("actions"), strict=True) if count}
    file = target.own.span.file if target.house and target.own is not None else None
    found = [a for a in ruleset.actions if a.name not in played and file in (None, a.span.file)]
    cores = [core_of(ruleset, seats) for seats in ruleset.seats] if found else []
    able = {a.name for core in cores for a in core.actions if not lists_nothing(a)}
    return [a for a in found if a.name in able]
