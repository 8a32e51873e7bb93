"""``cassino grid``: simulate a variant over a grid of options."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import click

from cassino_dsl.cli.common import format_option, print_json, read_settings, ruleset_options
from cassino_dsl.cli.completion import complete_setting, complete_variant
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.simulate_command import FORMATS, run_options
from cassino_dsl.cli.terminal import coloured

EPILOG = """\b
Examples:
  cassino grid cassino --vary target=11,21 --vary with=none,sweeps --games 200 --seed 1
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", required=False, shell_complete=complete_variant)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="OPTION=A,B,…",
    shell_complete=complete_setting,
    help="Values of an option, or with=none,RULE.",
)
@run_options
@ruleset_options
@format_option(*FORMATS)
def command(variant: str | None, varied: tuple[str, ...], format: str, **options: Any) -> int:
    """Simulate VARIANT for every combination of some options and house rules: one row each, on the same deals."""
    from cassino_dsl.cli.simulation import Rulesets, exit_code, measure

    rulesets = Rulesets()
    session = _session(variant, varied, options, rulesets)
    outcomes = measure(session, options, rulesets)
    _show(session, outcomes, format)
    return exit_code(outcomes)


def _session(variant: str | None, varied: tuple[str, ...], options: dict[str, Any], rulesets: Any) -> Any:
    from cassino_dsl.cli.simulation import fresh_seed, make_spec, resumed
    from cassino_dsl.simulate.grid import choice, combinations, read_vary
    from cassino_dsl.simulate.session import Session

    if options["resume"]:
        if variant or varied:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT and --vary out")
        return resumed(options["resume"])
    if not variant or not varied:
        raise click.UsageError("name a variant and what to --vary")
    try:
        vary = read_vary(varied)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    chosen = {setting.key for setting in read_settings(options["settings"])}
    for key in chosen.intersection(key for key, _ in vary):
        raise click.UsageError(f"--set chooses one value of `{key}` and --vary several: leave one of them out")
    fresh_seed(options)
    specs = []
    for combination in combinations(vary):
        rules, settings = choice(vary, combination)
        with_rules, sets = (*options["with_rules"], *rules), (*options["settings"], *settings)
        specs.append(make_spec(variant, with_rules, sets, options, rulesets))
    return Session(tuple(specs), options["out"], None, vary)


def _show(session: Any, outcomes: Any, format: str) -> None:
    from cassino_dsl.cli.simulation import warn_of_stuck
    from cassino_dsl.simulate.figures import simulation
    from cassino_dsl.simulate.grid import combinations
    from cassino_dsl.simulate.report import grid
    from cassino_dsl.simulate.report.formats import compact

    if not session.vary:
        raise click.UsageError("that folder holds no grid; `cassino simulate --resume` goes on with it")
    keys = [key for key, _ in session.vary]
    rows = [(c, simulation(o)) for c, o in zip(combinations(session.vary), outcomes, strict=False)]
    warn_of_stuck([answer for _, answer in rows])
    command = _command(session)
    if format == "html":
        page, remark = grid.html(keys, rows, command)
        if remark:
            click.echo(f"cassino: {remark}", err=True)
        click.echo(page, nl=False)
    elif format == "json":
        print_json(grid.as_data(keys, rows), compact)
    elif format == "text" and sys.stdout.isatty():
        from cassino_dsl.simulate.report.terminal import show

        show(grid.report(keys, rows, command), coloured(sys.stdout))
    else:
        click.echo(grid.render(keys, rows, command, format), nl=False)


def _command(session: Any) -> str:
    """What plays the grid again: the command of its first run, with all that is varied."""
    words = shlex.split(session.specs[0].command())
    kept = words[:3]
    varied = {key for key, _ in session.vary}
    for flag, value in zip(words[3::2], words[4::2], strict=True):
        if (flag == "--set" and value.partition("=")[0] in varied) or (flag == "--with" and "with" in varied):
            continue
        kept += [flag, value]
    kept[1] = "grid"
    kept[3:3] = [w for key, values in session.vary for w in ("--vary", f"{key}={','.join(values)}")]
    return shlex.join(kept)
