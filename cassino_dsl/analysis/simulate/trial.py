"""A few random rounds of a variant file, for `cassino validate`: they show what no reading of the file can.

Which rounds are played is fixed, and so is the time. The native engine plays where nobody has to wait for it; the
reference engine often has to stop before it has played them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic

from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.simulate.spec import Spec, task_of
from cassino_dsl.analysis.simulate.stuck_position import Stand, shadowing, stand_of
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.units.native_runner import runner_for
from cassino_dsl.analysis.units.runner import Fault, UnitBlock
from cassino_dsl.engine.layout import POINTS_BINS, POINTS_ZERO, empty
from cassino_dsl.engine.native.interruptible import interruptible
from cassino_dsl.engine.reference.limits import MAX_ROUNDS
from cassino_dsl.language.core.dead_clauses import lists_nothing
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.expr import is_just
from cassino_dsl.language.ruleset.model import Action, Ruleset, every
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.words import EVENT
from cassino_dsl.language.targets import Target

SEED = 1
ROUNDS = 400  # with all numbers of seats together; every action of the shipped variants comes up in them
SECONDS = 2.0
FEW = 10  # rounds, of which fewer say nothing of points


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
    _report_far_target(ruleset, seatings, report)
    unplayed = _unplayed(target, ruleset, seatings)
    if not stopped and not any(s.fault or s.idle for s in seatings):
        _report_unplayed(ruleset, unplayed, played, report)
    return Trial(played, each * len(ruleset.seats), stopped, tuple(a.name for a in unplayed))


class Seating:
    """The rounds with one number of seats, added up."""

    def __init__(self, target: Target, ruleset: Ruleset, seats: int, deadline: float, compiled: bool) -> None:
        settings = tuple(f"{s.key}={s.value}" for s in target.settings)
        self.spec = Spec(target.variant, target.with_rules, settings, seats, "round", ("random",) * seats, SEED, 1)
        self.deadline = deadline
        self._in_time()
        self.task = task_of(self.spec, ruleset)
        native = runner_for(self.task, waits=False)[0] if compiled else None
        self.runner = native or ReferenceRunner(self.task)
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

    def stand(self, unit: int) -> Stand | None:
        """How a round got stuck; None where no clause is at fault, or where that takes too long."""
        with suppress(TimeIsUp, RunFault):
            return stand_of(self.task, unit, _in_time(SECONDS / 2))
        return None

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
    idle = 0 if idle < rounds and ends_as_dealt(ruleset) else idle
    stuck = sum(s.sums("stuck") for s in seatings) if ruleset.match.stuck == "never" else 0
    if not any(d.code is Code.NOTHING_PLAYED for d in report.diagnostics):  # else it is known why
        _report_idle(ruleset, seatings, own, report, rounds, idle, stuck)
    for seating in seatings:
        if seating.fault is not None:
            fault = seating.fault
            help = f"{seating.again(fault.unit)} plays it again" + (f"; {fault.help}" if fault.help else "")
            report_fault(ruleset, own, report, f"with {seating.spec.seats} seats, {fault.message}", help)
            return  # with other numbers of seats it is most likely the same one


def _report_far_target(ruleset: Ruleset, seatings: Sequence[Seating], report: Report) -> None:
    """A target that is out of reach: the rounds that a match may have do not bring so many points."""
    match, effects = ruleset.match, ruleset.effects()
    if match.target is None or match.rounds or match.over or any("match" in e.row.writes for e in effects):
        return
    for seating in seatings:
        sums, target, shown = seating.sums, core_of(ruleset, seating.spec.seats).target, match.shown
        ends = [bins for bins in (sums.histogram(f"points {s + 1}") for s in range(seating.layout.sides)) if any(bins)]
        most = max((max(at for at, n in enumerate(bins) if n) for bins in ends), default=POINTS_BINS) - POINTS_ZERO
        beyond = most == POINTS_BINS - 1 - POINTS_ZERO  # more than is told apart
        if sums.rounds >= FEW and target is not None and not beyond and most * MAX_ROUNDS < target:
            report.add(
                Code.NEVER_REACHED,
                match.target.span,
                f"no match ends: it would take {shown(target)} points, and in {sums.rounds} random rounds no side made "
                f"more than {shown(max(most, 0))}",
                help="see which award or event gives points, or end the match by `rounds` or `over`",
                notes=(f"a match has {MAX_ROUNDS:,} rounds at most",),
            )
            return


def _report_unplayed(ruleset: Ruleset, unplayed: Sequence[Action], played: int, report: Report) -> None:
    """Actions that nobody played: because others name their plays, or nobody knows why."""
    named: dict[str, str] = {}
    with suppress(TimeIsUp):
        named = shadowing(ruleset, [a.name for a in unplayed], SEED, _in_time(SECONDS / 2))
    for action in unplayed:
        said = f"action `{action.name}` was never played in {played} random rounds"
        help = "see whether its conditions can hold together, and with the rules"
        if others := named.get(action.name):
            said += f": its plays are those of {others}, above it, and the first action names a play"
            help = f"put it above {others} (in a file that extends, by `above`), or leave its plays out of {others}"
        report.add(Code.ACTION_NEVER_PLAYED, action.span, said, help=help)


def _in_time(seconds: float) -> Callable[[], None]:
    """What raises ``TimeIsUp`` once so many seconds are over."""
    deadline = monotonic() + seconds

    def in_time() -> None:
        if monotonic() > deadline:
            raise TimeIsUp

    return in_time


def report_fault(ruleset: Ruleset, own: Span | None, report: Report, message: str, help: str | None) -> None:
    """What play has shown: at the check that a round breaks, with what to do about one of another file."""
    check = next((c for c in ruleset.checks if f"breaks the check `{c.name}`" in message), None)
    if check is not None and own is not None and check.span.source is not own.source:
        remedy = f"where it holds no longer, write `checks: {{{check.name}: removed}}`, or what holds now by this name"
        help = "; ".join(filter(None, (remedy, help)))
    report.add(Code.FAULT_IN_PLAY, own if check is None else check.span, message, help=help)


def ends_as_dealt(ruleset: Ruleset) -> bool:
    """Whether the file says itself that a round may end before anybody plays, as where a winning hand is dealt: by an
    event that comes when nobody has played."""
    events = [e for e in ruleset.events if EVENT[e.on].offers in ("state", "side") and not EVENT[e.on].over]
    return any(effect.row.writes & {"round", "match"} for event in events for effect in every(event.effects))


def _report_idle(
    ruleset: Ruleset, seatings: Sequence[Seating], own: Span | None, report: Report, rounds: int, idle: int, stuck: int
) -> None:
    """Rounds in which nothing is played, or nothing more: at the clauses that see to it, where some do."""
    seats = ", ".join(str(s.spec.seats) for s in seatings if s.idle)
    nothing = f"{idle} of {rounds} random rounds have no play at all (with {seats} seats)"
    came = next(((s, s.tally.first_stuck) for s in seatings if s.tally.first_stuck is not None), None)
    stand = came[0].stand(came[1] or 0) if came and (idle or stuck) else None
    if idle and (stand is None or stuck <= idle):
        needs = "a round needs cards in the hands and an action that may play them"
        _report_stand(Code.NOTHING_PLAYED, nothing, needs, (), stand, own, report)
    if stuck > idle and came:
        said = f"{stuck} of {rounds} random rounds are stuck: nobody can play, but cards are left"
        records = f"{came[0].again(came[1] or 0, '--records', 'stuck.jsonl')} records the first"
        help = "see which card has no play and why, or say `stuck: allowed` under `match`"
        _report_stand(Code.STUCK_ROUNDS, said, help, (records,), stand, own, report)


def _report_stand(
    code: Code, said: str, help: str, notes: tuple[str, ...], stand: Stand | None, own: Span | None, report: Report
) -> None:
    """A finding at the clauses that leave no play, last at one of the file itself; at the file where none does."""
    if stand is None:
        report.add(code, own, said, help=help, notes=notes)
        return
    if any(
        d.code is Code.ACTION_NEVER_PLAYED and d.span == span for d in report.diagnostics for _, span in stand.clauses
    ):
        return  # these clauses leave no play of a kind at all, which has been said
    *others, (name, span) = sorted(stand.clauses, key=lambda c: own is not None and c[1].file == own.file)
    names = " and ".join((*(other for other, _ in others), name))
    shown = f"where {stand.position}: `{stand.freed}` would be legal without {names}"
    report.add(
        code,
        span,
        f"{said}, since {names} {'together forbid' if others else 'forbids'} every play",
        help=help,
        others=tuple((at, f"{other} is in the way, too") for other, at in others),
        notes=(shown, *notes),
    )


def _unplayed(target: Target, ruleset: Ruleset, seatings: Sequence[Seating]) -> list[Action]:
    """Actions that nobody ever played, unless an option rules them out, they are not this file's, or it says itself
    that nobody does (`sensible: false`)."""
    played = {n for s in seatings for n, count in zip(s.layout.actions, s.sums.row("actions"), strict=True) if count}
    file = target.own.span.file if target.house and target.own is not None else None
    left = [a for a in ruleset.actions if a.name not in played and not is_just(a.sensible, False)]
    found = [a for a in left if file in (None, a.span.file)]
    cores = [core_of(ruleset, seats) for seats in ruleset.seats] if found else []
    able = {a.name for core in cores for a in core.actions if not lists_nothing(a)}
    return [a for a in found if a.name in able]
