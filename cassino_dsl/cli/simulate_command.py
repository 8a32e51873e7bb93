"""``cassino simulate``: play many games and measure them."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.common import engine_option, format_option, hands_options, ruleset_options, seats_option
from cassino_dsl.cli.completion import complete_player, complete_variant
from cassino_dsl.cli.output import Command, NewFile, ReadAgain

FORMATS = ("text", "json", "csv", "markdown", "html")
FIGURES = ("win_rate", "points", "rounds", "plays", "margin", "ties")


def run_options(command: Any) -> Any:
    """The options that `simulate` and `grid` share."""
    options = [
        click.option("--games", type=click.IntRange(1, 10**9), help="Units to play.  [default: 1000]"),
        click.option(
            "--until", metavar="WIDTH", default="", help="Stop when an interval is that narrow: 0.5% or 0.05."
        ),
        click.option(
            "--figure", type=click.Choice(FIGURES), default="win_rate", help="Whose interval --until looks at."
        ),
    ]
    return _with(play_options(command), options)


def play_options(command: Any) -> Any:
    """The options of all commands that play many games: who plays what, how, and where it is kept."""
    options = [
        click.option(
            "--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed, the same games.  [default: a fresh one]"
        ),
        seats_option(),
        click.option(
            "--players",
            default="random",
            metavar="A,B,…",
            shell_complete=complete_player,
            help="random, greedy, learned, flat:N, search:N, search:50ms, cheat:N, solve: one for all seats, or one "
            "for each.",
        ),
        click.option(
            "--rotate/--no-rotate",
            default=True,
            help="Whether unequal players move on by a seat each time.  [default: they do]",
        ),
        click.option("--unit", type=click.Choice(["match", "round"]), default="match", show_default=True),
        engine_option(),
        hands_options,
        click.option("--out", type=ReadAgain(folder=True), metavar="DIR", help="Save results there as they come."),
        click.option("--resume", type=ReadAgain(folder=True), metavar="DIR", help="Go on with what --out has saved."),
    ]
    return _with(command, options)


def _with(command: Any, options: list[Any]) -> Any:
    for option in reversed(options):
        command = option(command)
    return command


EPILOG = """\b
Examples:
  cassino simulate royal-cassino --games 100 --seed 1
  cassino simulate cassino scopa --until 5%
  cassino simulate cassino --games 10000 --out results
  cassino simulate --resume results
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variants", nargs=-1, metavar="VARIANT…", shell_complete=complete_variant)
@run_options
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first unit (faults name it).")
@click.option("--shard", default="1/1", metavar="I/N", help="Play only the I-th of N parts, for `cassino merge`.")
@click.option(
    "--records",
    type=NewFile(),
    metavar="FILE",
    help="Write every match as a line of JSON; - is stdout, where -o sends the report elsewhere.",
)
@click.option(
    "--deep", is_flag=True, help="Measure skill, luck and choice, too: takes longer, and first says how long."
)
@click.option(
    "--searched",
    type=click.IntRange(20, 10**6),
    metavar="N",
    help="Rounds of each kind that --deep plays with players who search.  [default: 500]",
)
@ruleset_options
@format_option(*FORMATS)
def command(variants: tuple[str, ...], format: str, **options: Any) -> int:
    """Play many games of VARIANT and measure them; of several, side by side."""
    from cassino_dsl.cli.simulation import Rulesets, exit_code, make_session, measure, show

    if options["deep"] and len(variants) > 1:
        raise click.UsageError("--deep takes one variant at a time")
    if options["searched"] and not options["deep"]:
        raise click.UsageError("--searched says how much --deep plays: give that, too")
    rulesets = Rulesets()
    outcomes = measure(make_session(variants, options, rulesets), options, rulesets)
    show(outcomes, format, options)
    return exit_code(outcomes)
