"""What ``simulate`` and ``grid`` share: from options to runs, progress, and the printing of answers."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from cassino_dsl.cli import shown
from cassino_dsl.cli.common import check_seats, load_game, read_settings
from cassino_dsl.cli.output import STDOUT, bare_stdout, clear_place
from cassino_dsl.cli.progress import StatusLine, StepLine
from cassino_dsl.cli.terminal import INTERRUPTED
from cassino_dsl.compose.library import NotFound
from cassino_dsl.players.names import seat_players
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.checkpoint import BadResult
from cassino_dsl.simulate.cluster import Cluster, NoCluster
from cassino_dsl.simulate.run import RunOutcome
from cassino_dsl.simulate.session import PLAN, Session, play, read_session
from cassino_dsl.simulate.spec import Spec, read_width
from cassino_dsl.simulate.sums import Sums

GAMES = 1_000
GAMES_UNTIL = 100_000_000  # with --until, the figure says when to stop
Options = dict[str, Any]


class Rulesets:
    """Loads each ruleset once."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], Ruleset] = {}

    def __call__(self, spec: Spec) -> Ruleset:
        return self.get(spec.variant, spec.with_rules, spec.settings)

    def get(self, variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Ruleset:
        key = (variant, with_rules, settings)
        if key not in self.known:
            self.known[key] = load_game(variant, with_rules, settings).ruleset
        return self.known[key]


def make_spec(
    variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...], options: Options, rulesets: Rulesets
) -> Spec:
    """What to play, with everything left open filled in; wrong options are usage errors."""
    ruleset = rulesets.get(variant, with_rules, settings)
    check_seats(options["seats"], ruleset.seats, f"`{ruleset.name}`")
    seats = options["seats"] or min(ruleset.seats)
    try:
        players = seat_players(tuple(n.strip() for n in options["players"].split(",")), seats)
        if options["until"]:
            read_width(options["until"])
    except ValueError as fault:
        said = str(fault) if "player" in str(fault) else "--until takes a width such as 0.5% or 0.05"
        raise click.UsageError(said) from fault
    games = options["games"] or (GAMES_UNTIL if options["until"] else GAMES)
    return Spec(
        variant,
        with_rules,
        settings,
        seats,
        options["unit"],
        players,
        options["seed"],
        games,
        options.get("first", 0),
        read_shard(options.get("shard", "1/1"), bool(options["until"])),
        options["until"],
        options["figure"],
        options["rotate"],
    )


def read_shard(text: str, until: bool) -> tuple[int, int]:
    """``i/n``; a usage error where it is none."""
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise click.UsageError(f"--shard takes I/N with I from 1 to N, not {text!r}")
    if until and of != "1":
        raise click.UsageError("--until and --shard don't go together: a shard cannot know when the whole is enough")
    return int(number), int(of)


def fresh_seed(options: Options) -> None:
    """Choose a seed where none was given; the report says which."""
    if options["seed"] is None:
        options["seed"] = secrets.randbits(64)


def make_session(variants: Sequence[str], options: Options, rulesets: Rulesets) -> Session:
    """The runs of ``cassino simulate``."""
    if options["resume"]:
        if variants:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT out")
        return resumed(options["resume"], records=options["records"])
    if not variants:
        raise click.UsageError("name at least one variant, or --resume a folder")
    records = options["records"]
    if records and len(variants) > 1:
        raise click.UsageError("--records takes one variant at a time")
    if records == STDOUT and options["out"]:
        raise click.UsageError("what --out keeps can go on: its --records need a file, and `-` is standard output")
    fresh_seed(options)
    with_rules, settings = options["with_rules"], options["settings"]
    specs = tuple(make_spec(v, with_rules, settings, options, rulesets) for v in variants)
    if records == STDOUT:
        return Session(specs, None, bare_stdout())
    if records and not (options["out"] and (options["out"] / PLAN).exists()):
        clear_place(records)
    return Session(specs, options["out"], records)


def resumed(folder: Path, records: Path | None = None) -> Session:
    """What a folder says is to be played. Where it records its matches outside of itself, the command line names that
    file again: where something is written is for the user to say, not for a folder that may be a stranger's."""
    try:
        session = read_session(folder)
    except BadResult as fault:
        raise click.UsageError(str(fault)) from fault
    kept = session.records if isinstance(session.records, Path) else None
    if kept and records is None and not kept.resolve().is_relative_to(folder.resolve()):
        raise click.UsageError(f"this run records its matches: add --records {shlex.quote(str(kept))}")
    if records and (kept is None or records.resolve() != kept.resolve()):
        there = "no records" if kept is None else f"records in `{kept}`"
        raise click.UsageError(f"{folder}: this run writes {there}, and not in `{records}`")
    return session


def measure(session: Session, options: Options, rulesets: Rulesets) -> list[RunOutcome]:
    """Play a session with progress on a terminal and remarks on stderr."""
    progress = ProgressLine()
    outcomes = []
    try:
        with hands(options, progress.remark) as jobs:
            for outcome in play(session, rulesets, options["engine"], jobs, progress, progress.remark):
                progress.clear()
                outcomes.append(outcome)
                if outcome.interrupted:
                    progress.remark(f"interrupted: {outcome.tally.units} played; {_go_on(session)}")
    except BadResult as fault:
        raise click.UsageError(str(fault)) from fault
    except BrokenProcessPool as fault:
        raise _ended(_go_on(session) if session.folder else ALONE) from fault
    finally:
        progress.clear()
    return outcomes


ALONE = "`--jobs 1` does without them"


def _ended(help: str) -> click.ClickException:
    return click.ClickException(f"a worker process was ended from outside; {help}")


@contextmanager
def hands(options: Options, remark: Callable[[str], None]) -> Iterator[int | Cluster | None]:
    """Who plays: so many processes, or the cluster of `--dask`; what is wrong with it is a usage error."""
    if not options["dask"]:
        yield options["jobs"]
        return
    if options["jobs"]:
        raise click.UsageError("--jobs says how many processes play here, --dask where else: leave one of them out")
    try:
        with Cluster(options["dask"], remark) as cluster:
            yield cluster
    except NoCluster as fault:
        raise click.UsageError(str(fault)) from fault


def _go_on(session: Session) -> str:
    if session.folder is None:
        return "with --out DIR a run can be resumed"
    words = ["--resume", str(session.folder), *(["--records", str(session.records)] if session.records else [])]
    return f"`{shlex.join(words)}` goes on"


class ProgressLine(StatusLine):
    """How many units are played, with rate and time left."""

    def __call__(self, done: int, wanted: int, here: int, seconds: float) -> None:
        if not here or not self.due():
            return
        rate = here / max(seconds, 1e-9)
        told = f"{done:,} of {wanted:,}" if wanted else f"{done:,}"
        left = f", {clock((wanted - done) / rate)} left" if wanted else ""
        self.show(f"{told}, {rate:,.0f} a second{left}")


def clock(seconds: float) -> str:
    """Seconds as people say them."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def warn_of_stuck(answers: Sequence[dict[str, Any]]) -> None:
    """Stuck rounds that no variant file allows are said on stderr, whatever the format."""
    from cassino_dsl.simulate.report.stuck import stuck_warnings

    for text in stuck_warnings(answers):
        click.echo(f"cassino: {text}", err=True)


def exit_code(outcomes: Sequence[RunOutcome]) -> int:
    """What a run ends with: where someone stopped it, what that means, else what it found."""
    return INTERRUPTED if any(o.interrupted for o in outcomes) else found_code(outcomes)


def found_code(outcomes: Sequence[RunOutcome]) -> int:
    """0; 1 where rounds were stuck that the variant does not allow to be: that is a finding."""
    return int(any(Sums(o.tally, o.layout)("stuck") and o.ruleset.match.stuck != "allowed" for o in outcomes))


def deeply(outcomes: Sequence[RunOutcome], answers: Sequence[dict[str, Any]], options: Options) -> None:
    """Play more for `--deep` and put it beside the answer of each run; before, it is said how long that takes."""
    from cassino_dsl.simulate.deep import SEARCHED, Deep

    searched, line = options["searched"] or SEARCHED, StepLine()
    try:
        with hands(options, line.remark) as jobs:
            for outcome, answer in zip(outcomes, answers, strict=True):
                if outcome.interrupted or not outcome.tally.units:
                    return
                deep = Deep(outcome.spec, outcome.ruleset, options["engine"], jobs, searched, line)
                line.remark(_how_long(deep.estimate(), searched))
                deep.beside(answer)
    except BrokenProcessPool as fault:
        raise _ended(ALONE) from fault
    finally:
        line.clear()


LONG, SHORTER, LEAST = 180, 120, 80  # seconds; and rounds, of which many figures need as many


def _how_long(seconds: float, searched: int) -> str:
    """What is said before `--deep` plays; where that is long, how to have it shorter."""
    said = f"--deep takes about {clock(seconds)} more"
    fewer = max(LEAST, round(searched * SHORTER / seconds, -1)) if seconds > LONG else searched
    if fewer >= searched:
        return said
    return f"{said}, with --searched {fewer:.0f} about {clock(seconds * fewer / searched)}"


def show(outcomes: Sequence[RunOutcome], format: str, options: Options | None = None) -> None:
    """Print what came of the runs, with what `--deep` adds."""
    from cassino_dsl.simulate.figures import simulation
    from cassino_dsl.simulate.report.simulation import SimulationReport

    answers = [simulation(o) for o in outcomes]
    if options and options["deep"]:
        deeply(outcomes, answers, options)
    warn_of_stuck(answers)
    rules = [_rules(o) for o in outcomes] if format == "html" else []
    shown.show(SimulationReport(answers, rules), format)


def _rules(outcome: RunOutcome) -> tuple[str, str]:
    """The title of what was played, and its rulebook with the examples of its file, where that is still there."""
    from cassino_dsl.describe.rulebook import rulebook
    from cassino_dsl.examples.told import told
    from cassino_dsl.targets import open_target

    spec = outcome.spec
    try:
        examples = told(open_target(spec.variant, None, spec.with_rules, read_settings(spec.settings)))
    except NotFound:
        examples = []
    return outcome.ruleset.title, rulebook(outcome.ruleset, "fragment", examples)
