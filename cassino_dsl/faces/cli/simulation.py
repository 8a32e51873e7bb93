"""The commands that play many games and measure them: simulate, merge, grid, tune; and train and replay."""

from __future__ import annotations

import json
import secrets
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

import click

from cassino_dsl.analysis.simulate.checkpoint import BadResult
from cassino_dsl.analysis.simulate.cluster import Cluster, NoCluster
from cassino_dsl.analysis.simulate.grid import Vary, choice, combinations, differences, read_vary
from cassino_dsl.analysis.simulate.rounds import RoundRows, RoundTable, csv_rounds, parquet_rounds
from cassino_dsl.analysis.simulate.run import RunOutcome
from cassino_dsl.analysis.simulate.session import PLAN, Session, play, read_session
from cassino_dsl.analysis.simulate.spec import Spec, read_width
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.simulate.work import WorkerEnded
from cassino_dsl.faces.cli.endings import is_table
from cassino_dsl.faces.cli.loading import check_seats, load_ruleset, read_players, read_settings
from cassino_dsl.faces.cli.options import STDOUT
from cassino_dsl.faces.cli.output import bare_stdout, clear_place, new_file, new_place
from cassino_dsl.faces.cli.printing import Answer, StatusLine, StepLine, answer, beside, plural, remark, report_answer
from cassino_dsl.faces.cli.terminal import INTERRUPTED
from cassino_dsl.game import CassinoError
from cassino_dsl.language.compose.library import NotFound
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.given_texts import opened, path_of

GAMES = 1_000
GAMES_UNTIL = 100_000_000  # with --until, the figure says when to stop
TUNE_GAMES, TUNE_GAMES_EACH = 40_000, 2_000  # in all at least; for each combination


# ---- simulate and merge


def simulate(o: Any) -> Answer:
    if o.deep and len(o.variants) > 1:
        raise click.UsageError("--deep takes one variant at a time")
    if o.searched and not o.deep:
        raise click.UsageError("--searched says how much --deep plays: give that, too")
    rulesets = Rulesets()
    with _session(o, rulesets) as session:
        outcomes = _measure(session, o, rulesets)
    return _report(outcomes, o, exit_code(outcomes))


def merge(o: Any) -> Answer:
    from cassino_dsl.analysis.simulate.session import merge as merged

    with _usage(BadResult):
        outcomes = merged(o.folders, Rulesets(), remark)
    return _report(outcomes, o, found_code(outcomes))


@contextmanager
def _session(o: Any, rulesets: Rulesets) -> Iterator[Session]:
    """The runs of ``cassino simulate``. A table of rounds is there once all is played."""
    if o.resume:
        if o.variants:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT out")
        yield _resumed(o, records=o.records)
        return
    if not o.variants:
        raise click.UsageError("name at least one variant, or --resume a folder")
    if o.records and len(o.variants) > 1:
        raise click.UsageError("--records takes one variant at a time")
    table = o.records is not None and is_table(o.records)
    if table and o.out:
        raise click.UsageError("what --out keeps can go on: its --records need a file of lines, such as games.jsonl")
    if o.records == STDOUT and o.out:
        raise click.UsageError("what --out keeps can go on: its --records need a file, and `-` is standard output")
    o.seed = secrets.randbits(64) if o.seed is None else o.seed
    specs = tuple(_spec(v, o.with_rules, o.settings, o, rulesets) for v in o.variants)
    if o.records == STDOUT:
        yield Session(specs, None, bare_stdout())
        return
    if table:
        with _round_table(o.records, RoundRows(rulesets(specs[0]), specs[0].seats)) as records:
            yield Session(specs, None, records)
        return
    if o.records and not (o.out and (o.out / PLAN).exists()):
        clear_place(o.records)
    yield Session(specs, o.out, o.records)


@contextmanager
def _round_table(path: Path, rows: RoundRows) -> Iterator[RoundTable]:
    """A file that takes records as a table of their rounds, by its ending."""
    if path.suffix.lower() == ".csv":
        with new_file(path) as file:
            yield csv_rounds(rows, file)
        return
    with _usage(ImportError), new_place(path) as part, parquet_rounds(rows, part) as table:
        yield table


def _resumed(o: Any, records: Path | None = None, race: bool = False) -> Session:
    """What a folder says is to be played. Where it records its matches outside of itself, or has players of one's own,
    the command line names that file and these again: what is written and which code is run is for the user to say, not
    for a folder that may be a stranger's."""
    folder = o.resume
    with _usage(BadResult):
        session = read_session(folder)
    if bool(session.goals) != race:
        held = "no race; `cassino simulate --resume`" if race else "a race; `cassino tune --resume`"
        raise click.UsageError(f"that folder holds {held} goes on with it")
    kept = session.records if isinstance(session.records, Path) else None
    if kept and records is None and not kept.resolve().is_relative_to(folder.resolve()):
        raise click.UsageError(f"this run records its matches: add --records {shlex.quote(str(kept))}")
    if records and (kept is None or records.resolve() != kept.resolve()):
        there = "no records" if kept is None else f"records in `{kept}`"
        raise click.UsageError(f"{folder}: this run writes {there}, and not in `{records}`")
    return replace(session, specs=tuple(_named_again(spec, o.players) for spec in session.specs))


def _named_again(spec: Spec, words: str) -> Spec:
    """The run with players of one's own, if it has any, as the command line names them again."""
    from cassino_dsl.players.names import is_code

    if not any(map(is_code, spec.players)):
        return spec
    names = tuple(name.strip() for name in words.split(","))
    if names not in (spec.players, spec.players[:1]) or names * (spec.seats // len(names)) != spec.players:
        again = spec.players[:1] if len(set(spec.players)) == 1 else spec.players
        raise click.UsageError(f"this run has players of one's own: add --players {shlex.quote(','.join(again))}")
    return replace(spec, players=read_players(words, spec.seats))


def _report(outcomes: Sequence[RunOutcome], o: Any, code: int) -> Answer:
    """What came of the runs, with what `--deep` adds."""
    from cassino_dsl.analysis.simulate.figures import simulation
    from cassino_dsl.analysis.simulate.report.simulation import SimulationReport

    answers, kind = [simulation(outcome) for outcome in outcomes], SimulationReport
    if getattr(o, "deep", False):
        _deeply(outcomes, answers, o)
    _warn_of_stuck(answers)
    rules = [_rules(outcome) for outcome in outcomes] if o.format == "html" else []
    if any("deep" in found for found in answers):
        from cassino_dsl.analysis.research.deep_report import DeepReport

        kind = DeepReport
    return report_answer(kind(answers, rules), code, o.full)


def _rules(outcome: RunOutcome) -> tuple[str, str]:
    """The title of what was played, and its rulebook with the examples of its file, where that is still there."""
    from cassino_dsl.analysis.examples.told_examples import told
    from cassino_dsl.book.describe.rulebook import rulebook
    from cassino_dsl.language.targets import open_target

    spec = outcome.spec
    try:
        examples = told(open_target(spec.variant, None, spec.with_rules, read_settings(spec.settings)))
    except NotFound:
        examples = []
    return outcome.ruleset.title, rulebook(outcome.ruleset, "fragment", examples)


def _deeply(outcomes: Sequence[RunOutcome], answers: Sequence[dict[str, Any]], o: Any) -> None:
    """Play more for `--deep` and put it beside the answer of each run."""
    from cassino_dsl.analysis.research.deep import SEARCHED, Deep

    searched, line = o.searched or SEARCHED, StepLine()
    with _working(o, line, "`--jobs 1` does without them") as jobs:
        for outcome, found in zip(outcomes, answers, strict=True):
            if outcome.interrupted or not outcome.tally.units:
                return
            Deep(outcome.spec, outcome.ruleset, o.engine, jobs, searched, line).beside(found)


# ---- grid and tune: every combination of some options and house rules


def grid(o: Any) -> Answer:
    from cassino_dsl.analysis.simulate.figures import simulation
    from cassino_dsl.analysis.simulate.report.grid import GridReport

    rulesets = Rulesets()
    if o.resume:
        if o.variant or o.varied:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT and --vary out")
        session = _resumed(o)
    else:
        specs, vary = _varied_specs(o, rulesets)
        session = Session(specs, o.out, None, vary)
    outcomes = _measure(session, o, rulesets)
    if not session.vary:
        raise click.UsageError("that folder holds no grid; `cassino simulate --resume` goes on with it")
    rows = [(c, simulation(found)) for c, found in zip(combinations(session.vary), outcomes, strict=False)]
    _warn_of_stuck([figures for _, figures in rows])
    progress, started = ProgressLine(), monotonic()
    pairs: Any = [()] * (len(rows) - 1)
    together = None
    if not any(outcome.interrupted for outcome in outcomes):

        def told(done: int, of: int) -> None:
            progress(done, of, done, monotonic() - started)

        with beside():
            pairs, together = differences(outcomes, o.engine, told)
        progress.clear()
    command = _again("grid", session.specs[0], session.vary)
    found = GridReport([key for key, _ in session.vary], rows, pairs, together, command)
    return report_answer(found, exit_code(outcomes), o.full)


def tune(o: Any) -> int | Answer:
    from cassino_dsl.analysis.research.tune_report import TuneReport
    from cassino_dsl.analysis.research.tuning import Stopped
    from cassino_dsl.analysis.research.tuning import tune as race

    rulesets, progress = Rulesets(), ProgressLine()
    contest = _contest(o, rulesets)
    try:
        with _usage(ValueError, BadResult), _working(o, progress) as jobs:
            tuned, name = race(contest, rulesets, o.engine, jobs, progress, progress.remark)
    except Stopped:
        how = f"`--resume {contest.folder}` goes on" if contest.folder else "with --out DIR a race can be resumed"
        progress.remark(f"interrupted: nothing can be said before the race is over; {how}")
        return INTERRUPTED
    extra = tuple(word for goal in contest.goals for word in ("--goal", goal))
    command = _again("tune", contest.specs[0], contest.vary, extra)
    return report_answer(TuneReport(contest, tuned, name, command), 0 if tuned.reached else 1)


def _contest(o: Any, rulesets: Rulesets) -> Session:
    from cassino_dsl.analysis.research.goals import read_goal

    if o.resume and (o.variant or o.varied or o.goals):
        raise click.UsageError("--resume goes on with what the folder says; leave VARIANT, --vary and --goal out")
    if o.resume:
        return _resumed(o, race=True)
    if not o.goals:
        raise click.UsageError("say what is wished with --goal, such as --goal 'ties<2%'")
    with _usage(ValueError):
        wished = tuple(read_goal(text).text for text in o.goals)
    specs, vary = _varied_specs(o, rulesets)
    games = o.games or max(TUNE_GAMES, TUNE_GAMES_EACH * len(specs))
    return Session(tuple(replace(spec, games=games) for spec in specs), o.out, None, vary, wished)


def _varied_specs(o: Any, rulesets: Rulesets) -> tuple[tuple[Spec, ...], Vary]:
    """What each combination of `--vary` plays; wrong options are usage errors."""
    if not o.variant or not o.varied:
        raise click.UsageError("name a variant and what to --vary")
    with _usage(ValueError):
        vary = read_vary(o.varied)
    chosen = {setting.key for setting in read_settings(o.settings)}
    for key in chosen.intersection(key for key, _ in vary):
        raise click.UsageError(f"--set chooses one value of `{key}` and --vary several: leave one of them out")
    o.seed = secrets.randbits(64) if o.seed is None else o.seed
    specs = []
    for combination in combinations(vary):
        rules, settings = choice(vary, combination)
        specs.append(_spec(o.variant, (*o.with_rules, *rules), (*o.settings, *settings), o, rulesets))
    return tuple(specs), vary


def _again(command: str, first: Spec, vary: Vary, extra: tuple[str, ...] = ()) -> str:
    """What plays all combinations again: the command of the first, with all that is varied."""
    keys = {key for key, _ in vary}
    rules, _ = choice(vary, combinations(vary)[0])
    kept = first.with_rules[: len(first.with_rules) - len(rules)]
    settings = tuple(s for s in first.settings if s.partition("=")[0] not in keys)
    words = shlex.split(replace(first, with_rules=kept, settings=settings).command())
    words[1] = command
    words[3:3] = [*(w for key, values in vary for w in ("--vary", f"{key}={','.join(values)}")), *extra]
    return shlex.join(words)


# ---- train and replay


def train(o: Any) -> int:
    from cassino_dsl.analysis.research.training import GAMES, Training
    from cassino_dsl.analysis.research.training import train as trained
    from cassino_dsl.players.learned.weights import text_of

    ruleset = load_ruleset(o.variant, o.with_rules, o.settings)
    seats = check_seats(o.seats, ruleset.seats, f"`{ruleset.name}`")
    number = o.games or GAMES
    o.seed = secrets.randbits(64) if o.seed is None else o.seed
    line = StatusLine()

    def progress(done: int) -> None:
        if line.due():
            line.show(f"{done:,} of {number:,} rounds")

    with _usage(ValueError), _working(o, line) as jobs:
        weights = trained(Training(ruleset, seats, number, o.seed), jobs, progress)
    click.echo(text_of(weights), nl=False)
    return 0


SHOWN = 20  # differences of records that are shown
LONGEST = 20_000_000  # characters of a line


def replay(o: Any) -> Answer:
    from cassino_dsl.analysis.simulate.replay import Different, NotPlayed, Replayer

    def load(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Ruleset:
        try:
            return load_ruleset(variant, with_rules, settings)  # type: ignore[no-any-return]
        except (NotFound, CassinoError, click.UsageError) as fault:
            raise NotPlayed(f"its variant cannot be loaded: {fault.message}") from fault

    def record(line: bytes) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as fault:
            raise NotPlayed("this line is no JSON") from fault
        if not isinstance(found, dict):
            raise NotPlayed("this line is no record of a match")
        return found

    replayer = Replayer(load)
    number, unplayed, found = 0, 0, []
    with opened(path_of(o.file)) as lines:
        while line := lines.readline(LONGEST):
            number += 1
            try:
                replayer.replay(record(line))
            except Different as fault:
                unplayed += isinstance(fault, NotPlayed)
                found.append({"line": number, "message": str(fault)})
    played = number - unplayed

    def show() -> None:
        for one in found[:SHOWN]:
            click.echo(f"{'standard input' if o.file == '-' else o.file}:{one['line']}: {one['message']}", err=True)
        if len(found) > SHOWN:
            click.echo(f"and {len(found) - SHOWN} more", err=True)
        could_not = f"; {plural(unplayed, 'line')} could not be played" if unplayed else ""
        click.echo(f"{played} played again, {len(found) - unplayed or 'none'} different{could_not}")

    told = {"played": played, "different": len(found), "differences": found}
    return answer(told | ({"not_played": unplayed} if unplayed else {}), show, 1 if found else 0)


# ---- what they share


@contextmanager
def _usage(*faults: type[Exception]) -> Iterator[None]:
    """These, which say what is wrong with a word of the command line or a folder that it names, are usage errors."""
    try:
        yield
    except faults as fault:
        raise click.UsageError(str(fault)) from fault


class Rulesets:
    """Loads each ruleset once."""

    def __init__(self) -> None:
        self.get = cache(load_ruleset)

    def __call__(self, spec: Spec) -> Ruleset:
        return self.get(spec.variant, spec.with_rules, spec.settings)  # type: ignore[no-any-return]


def _spec(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...], o: Any, rulesets: Rulesets) -> Spec:
    """What to play, with everything left open filled in; wrong options are usage errors."""
    ruleset = rulesets.get(variant, with_rules, settings)
    seats = check_seats(o.seats, ruleset.seats, f"`{ruleset.name}`")
    until = getattr(o, "until", "")
    players = read_players(o.players, seats)
    try:
        if until:
            read_width(until)
    except ValueError as fault:
        raise click.UsageError("--until takes a width such as 0.5% or 0.05") from fault
    games = o.games or (GAMES_UNTIL if until else GAMES)
    shard = _shard(getattr(o, "shard", "1/1"), bool(until))
    more = {name: getattr(o, name) for name in ("first", "until", "figure", "rotate") if hasattr(o, name)}
    return Spec(variant, with_rules, settings, seats, o.unit, players, o.seed, games, shard=shard, **more)


def _shard(text: str, until: bool) -> tuple[int, int]:
    """``i/n``; a usage error where it is none."""
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise click.UsageError(f"--shard takes I/N with I from 1 to N, not {text!r}")
    if until and of != "1":
        raise click.UsageError("--until and --shard don't go together: a shard cannot know when the whole is enough")
    return int(number), int(of)


def _measure(session: Session, o: Any, rulesets: Rulesets) -> list[RunOutcome]:
    """Play a session with progress on a terminal and remarks on stderr."""
    progress, outcomes = ProgressLine(), []
    go_on = "with --out DIR a run can be resumed"
    if session.folder is not None:
        records = ["--records", str(session.records)] if session.records else []
        go_on = f"`{shlex.join(['--resume', str(session.folder), *records])}` goes on"
    with _usage(BadResult), _working(o, progress, go_on if session.folder else "`--jobs 1` does without them") as jobs:
        for outcome in play(session, rulesets, o.engine, jobs, progress, progress.remark):
            progress.clear()
            outcomes.append(outcome)
            if outcome.interrupted:
                progress.remark(f"interrupted: {outcome.tally.units} played; {go_on}")
    return outcomes


@contextmanager
def _working(o: Any, line: StatusLine, help: str = "") -> Iterator[int | Cluster | None]:
    """Who plays: so many processes, or the cluster of `--dask`. What is wrong with it is a usage error; where a process
    was ended from outside, ``help`` is said."""
    if o.dask and o.jobs:
        raise click.UsageError("--jobs says how many processes play here, --dask where else: leave one of them out")
    try:
        if not o.dask:
            with beside():
                yield o.jobs
            return
        with _usage(NoCluster), Cluster(o.dask) as cluster, beside():
            yield cluster
    except WorkerEnded as fault:
        if not help:
            raise
        raise click.ClickException(f"a worker process was ended from outside; {help}") from fault
    finally:
        line.clear()


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


def _warn_of_stuck(answers: Sequence[dict[str, Any]]) -> None:
    """Stuck rounds that no variant file allows are said on stderr, whatever the format."""
    from cassino_dsl.analysis.simulate.report.verdict import stuck_warnings

    for text in stuck_warnings(answers):
        remark(text)


def exit_code(outcomes: Sequence[RunOutcome]) -> int:
    """What a run ends with: where someone stopped it, what that means, else what it found."""
    return INTERRUPTED if any(o.interrupted for o in outcomes) else found_code(outcomes)


def found_code(outcomes: Sequence[RunOutcome]) -> int:
    """0; 1 where rounds were stuck that the variant does not allow to be: that is a finding."""
    return int(any(Sums(o.tally, o.layout)("stuck") and o.ruleset.match.stuck != "allowed" for o in outcomes))
