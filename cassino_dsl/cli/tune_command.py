"""``cassino tune``: find the values of options that come nearest to some goals."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.common import format_option, ruleset_options
from cassino_dsl.cli.completion import complete_goal, complete_variant
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.shown import show
from cassino_dsl.cli.simulate_command import FORMATS, play_options
from cassino_dsl.cli.terminal import INTERRUPTED
from cassino_dsl.cli.varied import again, varied_specs, vary_option

GAMES, GAMES_EACH = 40_000, 2_000  # in all at least; for each combination

EPILOG = """\b
Examples:
  cassino tune scopa --vary target=11,16,21 --goal rounds_per_match=6 --games 360 --seed 1
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", required=False, shell_complete=complete_variant)
@vary_option
@click.option(
    "--goal",
    "goals",
    multiple=True,
    metavar="FIGURE=N",
    shell_complete=complete_goal,
    help="What is wished: order.1.win_rate=50%, ties<2%, rounds_per_match=6±0.5; 2*… counts twice.",
)
@click.option("--games", type=click.IntRange(1, 10**9), help="Units to play in all.  [default: 2000 a combination]")
@play_options
@ruleset_options
@format_option(*FORMATS)
def command(variant: str | None, varied: tuple[str, ...], goals: tuple[str, ...], format: str, **options: Any) -> int:
    """Find the values of options with which VARIANT comes nearest to some goals: by games, spent where they decide."""
    from cassino_dsl.cli.simulation import ProgressLine, Rulesets, hands
    from cassino_dsl.simulate.checkpoint import BadResult
    from cassino_dsl.simulate.contest import tune
    from cassino_dsl.simulate.report.tuned import TuneReport
    from cassino_dsl.simulate.tune import Stopped

    rulesets, progress, folder = Rulesets(), ProgressLine(), options["resume"] or options["out"]
    contest = _contest(variant, varied, goals, options, rulesets)
    try:
        with hands(options, progress.remark) as jobs:
            tuned, entered = tune(contest, rulesets, folder, options["engine"], jobs, progress, progress.remark)
    except (ValueError, BadResult) as fault:
        raise click.UsageError(str(fault)) from fault
    except Stopped:
        how = f"`--resume {folder}` goes on" if folder else "with --out DIR a race can be resumed"
        progress.remark(f"interrupted: nothing can be said before the race is over; {how}")
        return INTERRUPTED
    finally:
        progress.clear()
    extra = tuple(word for goal in contest.goals for word in ("--goal", goal.text))
    show(TuneReport(contest, tuned, entered, again("tune", contest.specs[0], contest.vary, extra)), format)
    return 0 if tuned.reached else 1


def _contest(
    variant: str | None, varied: tuple[str, ...], goals: tuple[str, ...], options: dict[str, Any], rulesets: Any
) -> Any:
    from dataclasses import replace

    from cassino_dsl.simulate.checkpoint import BadResult
    from cassino_dsl.simulate.contest import Contest, read_contest
    from cassino_dsl.simulate.goals import read_goal

    try:
        if options["resume"]:
            if variant or varied or goals:
                raise click.UsageError(
                    "--resume goes on with what the folder says; leave VARIANT, --vary and --goal out"
                )
            return read_contest(options["resume"])
        if not goals:
            raise click.UsageError("say what is wished with --goal, such as --goal 'ties<2%'")
        wished = tuple(read_goal(text) for text in goals)
    except (ValueError, BadResult) as fault:
        raise click.UsageError(str(fault)) from fault
    specs, vary = varied_specs(variant, varied, {**options, "until": "", "figure": "win_rate"}, rulesets)
    games = options["games"] or max(GAMES, GAMES_EACH * len(specs))
    return Contest(tuple(replace(spec, games=games) for spec in specs), vary, wished)
