"""``cassino grid``: simulate a variant over a grid of options."""

from __future__ import annotations

from time import monotonic
from typing import Any

import click

from cassino_dsl.cli.common import format_option, ruleset_options
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.shown import show
from cassino_dsl.cli.simulate_command import FORMATS, run_options
from cassino_dsl.cli.varied import again, vary_option

EPILOG = """\b
Examples:
  cassino grid cassino --vary target=11,21 --vary with=none,sweeps --games 200 --seed 1
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", required=False, shell_complete=complete_variant)
@vary_option
@run_options
@ruleset_options
@format_option(*FORMATS)
def command(variant: str | None, varied: tuple[str, ...], format: str, **options: Any) -> int:
    """Simulate VARIANT for every combination of some options and house rules: one row each, on the same deals."""
    from cassino_dsl.cli.simulation import Rulesets, exit_code, measure

    rulesets = Rulesets()
    session = _session(variant, varied, options, rulesets)
    outcomes = measure(session, options, rulesets)
    _show(session, outcomes, options["engine"], format)
    return exit_code(outcomes)


def _session(variant: str | None, varied: tuple[str, ...], options: dict[str, Any], rulesets: Any) -> Any:
    from cassino_dsl.cli.simulation import resumed
    from cassino_dsl.cli.varied import varied_specs
    from cassino_dsl.simulate.session import Session

    if options["resume"]:
        if variant or varied:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT and --vary out")
        return resumed(options["resume"])
    specs, vary = varied_specs(variant, varied, options, rulesets)
    return Session(specs, options["out"], None, vary)


def _show(session: Any, outcomes: Any, engine: Any, format: str) -> None:
    from cassino_dsl.cli.simulation import ProgressLine, warn_of_stuck
    from cassino_dsl.simulate.figures import simulation
    from cassino_dsl.simulate.grid import combinations, differences
    from cassino_dsl.simulate.report.grid import GridReport

    if not session.vary:
        raise click.UsageError("that folder holds no grid; `cassino simulate --resume` goes on with it")
    keys = [key for key, _ in session.vary]
    rows = [(c, simulation(o)) for c, o in zip(combinations(session.vary), outcomes, strict=False)]
    warn_of_stuck([answer for _, answer in rows])
    progress = ProgressLine()
    started = monotonic()
    pairs: Any = [()] * (len(rows) - 1)
    if not any(outcome.interrupted for outcome in outcomes):
        pairs = differences(outcomes, engine, lambda done, of: progress(done, of, done, monotonic() - started))
        progress.clear()
    command = again("grid", session.specs[0], session.vary)
    show(GridReport(keys, rows, pairs, command), format)
