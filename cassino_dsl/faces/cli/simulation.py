"""The commands that play one ruleset, or several side by side, and measure them: simulate and merge; and train."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from cassino_dsl.analysis.simulate.checkpoint import BadResult
from cassino_dsl.analysis.simulate.run import RunOutcome
from cassino_dsl.analysis.simulate.session import PLAN, Session
from cassino_dsl.faces.cli import runs
from cassino_dsl.faces.cli.loading import load_with_seats, read_settings
from cassino_dsl.faces.cli.options import STDOUT
from cassino_dsl.faces.cli.output import bare_stdout, clear_place, is_table, new_file, new_place
from cassino_dsl.faces.cli.printing import Answer, StatusLine, StepLine, remark, report_answer
from cassino_dsl.language.compose.library import NotFound
from cassino_dsl.language.ruleset.model import Ruleset


def simulate(o: Any) -> Answer:
    if o.deep and len(o.variants) > 1:
        raise click.UsageError("--deep takes one variant at a time")
    if o.searched and not o.deep:
        raise click.UsageError("--searched says how much --deep plays: give that, too")
    rulesets = runs.Rulesets()
    with _session(o, rulesets) as session:
        outcomes = runs.measured(session, o, rulesets)
    return _report(outcomes, o, runs.exit_code(outcomes))


def merge(o: Any) -> Answer:
    from cassino_dsl.analysis.simulate.session import merge as merged

    with runs.usage(BadResult):
        outcomes = merged(o.folders, runs.Rulesets(), remark)
    return _report(outcomes, o, runs.found_code(outcomes))


@contextmanager
def _session(o: Any, rulesets: runs.Rulesets) -> Iterator[Session]:
    """The runs of ``cassino simulate``. A table of rounds is there once all is played."""
    if o.resume:
        if o.variants:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT out")
        yield runs.resumed(o, records=o.records)
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
    specs = tuple(runs.spec_for(v, o.with_rules, o.settings, o, rulesets) for v in o.variants)
    if o.records == STDOUT:
        yield Session(specs, None, bare_stdout())
        return
    if table:
        with _round_table(o.records, rulesets(specs[0]), specs[0].seats) as records:
            yield Session(specs, None, records)
        return
    if o.records and not (o.out and (o.out / PLAN).exists()):
        clear_place(o.records)
    yield Session(specs, o.out, o.records)


@contextmanager
def _round_table(path: Path, ruleset: Ruleset, seats: int) -> Iterator[IO[bytes]]:
    """A file that takes records as a table of their rounds, by its ending."""
    from cassino_dsl.analysis.simulate.rounds import RoundRows, csv_rounds, parquet_rounds

    rows = RoundRows(ruleset, seats)
    if path.suffix.lower() == ".csv":
        with new_file(path) as file:
            yield csv_rounds(rows, file)
        return
    with runs.usage(ImportError), new_place(path) as part, parquet_rounds(rows, part) as table:
        yield table


def _report(outcomes: Sequence[RunOutcome], o: Any, code: int) -> Answer:
    """What came of the runs, with what `--deep` adds."""
    from cassino_dsl.analysis.simulate.figures import simulation
    from cassino_dsl.analysis.simulate.report.simulation import SimulationReport

    answers, kind = [simulation(outcome) for outcome in outcomes], SimulationReport
    if getattr(o, "deep", False):
        _deeply(outcomes, answers, o)
    runs.warn_of_stuck(answers)
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
    with runs.working(o, line, "`--jobs 1` does without them") as jobs:
        for outcome, found in zip(outcomes, answers, strict=True):
            if outcome.interrupted or not outcome.tally.units:
                return
            Deep(outcome.spec, outcome.ruleset, o.engine, jobs, searched, line).beside(found)


def train(o: Any) -> int:
    from cassino_dsl.analysis.research.training import GAMES, Training
    from cassino_dsl.analysis.research.training import train as trained
    from cassino_dsl.players.learned.weights import text_of

    ruleset, seats = load_with_seats(o)
    number = o.games or GAMES
    o.seed = secrets.randbits(64) if o.seed is None else o.seed
    line = StatusLine()

    def progress(done: int) -> None:
        if line.due():
            line.show(f"{done:,} of {number:,} rounds")

    with runs.usage(ValueError), runs.working(o, line) as jobs:
        weights = trained(Training(ruleset, seats, number, o.seed), jobs, progress)
    click.echo(text_of(weights), nl=False)
    return 0
