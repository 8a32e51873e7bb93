"""`cassino diff`: what differs between two rulesets, where it bites, how much it matters."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.common import check_seats, engine_option, format_option, load_game, print_json, seats_option
from cassino_dsl.cli.completion import complete_house_rule, complete_player, complete_setting, complete_variant
from cassino_dsl.cli.limits import in_time, timeout_option
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.progress import StepLine
from cassino_dsl.diff.change import CLASSES

EPILOG = """\b
Examples:
  cassino diff royal-cassino traditional-cassino
  cassino diff cassino cassino --b-with sweeps --games 1000
  cassino diff scopa scopa --b-set fewest=true --format json
  cassino diff mine.yaml cassino --prove 2 --no-effect

Exit code 0: no difference; 1: a difference.
"""


def _sides(command: Any) -> Any:
    """`--a-with`, `--a-set`, `--b-with`, `--b-set`."""
    for side in ("b", "a"):
        name = side.upper()
        command = click.option(
            f"--{side}-set",
            multiple=True,
            metavar="KEY=VALUE",
            shell_complete=complete_setting,
            help=f"Choose an option of {name}.",
        )(command)
        command = click.option(
            f"--{side}-with",
            multiple=True,
            metavar="NAME",
            shell_complete=complete_house_rule,
            help=f"Lay a house rule over {name}.",
        )(command)
    return command


@click.command(cls=Command, epilog=EPILOG)
@click.argument("a", metavar="A", shell_complete=complete_variant)
@click.argument("b", metavar="B", shell_complete=complete_variant)
@_sides
@click.option(
    "--with",
    "with_rules",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_house_rule,
    help="Lay a house rule over both.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete_setting,
    help="Choose an option of both.",
)
@click.option(
    "--prove",
    type=click.IntRange(1, 6),
    metavar="K",
    help="Decide legality for all positions with up to K cards on the table.",
)
@click.option("--games", type=click.IntRange(2, 10**7), help="Matches of each to play for the effect.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="The same seed, the same answer."
)
@seats_option("Number of seats.  [default: the fewest that both have; for proofs and witnesses, each]")
@click.option(
    "--players",
    default="random",
    show_default=True,
    metavar="A,B,…",
    shell_complete=complete_player,
    help="random, greedy, learned, flat:N, search:N, search:50ms, cheat:N, solve: one for all seats, or one for each.",
)
@engine_option()
@timeout_option
@click.option(
    "--ignore",
    multiple=True,
    type=click.Choice(CLASSES),
    metavar="CLASS",
    help=f"Leave changes of a class out: {', '.join(CLASSES)}.",
)
@click.option("--no-witness", is_flag=True, help="Do not look for a position that shows a difference.")
@click.option("--no-effect", is_flag=True, help="Do not play matches.")
@format_option("text", "json", "markdown", "html")
def command(a: str, b: str, format: str, **options: Any) -> int:
    """Compare the rulesets A and B: clause by clause, in a position, and in play on the same deals."""
    both = (options["with_rules"], options["settings"])
    first = load_game(a, (*both[0], *options["a_with"]), (*both[1], *options["a_set"])).ruleset
    second = load_game(b, (*both[0], *options["b_with"]), (*both[1], *options["b_set"])).ruleset
    from cassino_dsl.diff.diff import compare

    wanted = _wanted(options, first, second)
    progress = StepLine()
    try:
        with in_time():
            found = compare(first, second, wanted, progress)
    finally:
        progress.clear()
    _show(found, format)
    return 0 if found.none else 1


def _wanted(options: dict[str, Any], a: Any, b: Any) -> Any:
    """What to find out; wrong options are usage errors."""
    from cassino_dsl.diff.diff import Wanted
    from cassino_dsl.players.names import seat_players

    shared = [n for n in a.seats if n in b.seats]
    seats = options["seats"]
    check_seats(seats, shared, f"`{a.name}` against `{b.name}`")
    try:
        players = seat_players(tuple(n.strip() for n in options["players"].split(",")), seats or next(iter(shared), 2))
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    return Wanted(
        not options["no_witness"],
        not options["no_effect"],
        options["prove"] or 0,
        options["games"],
        options["seed"],
        seats,
        players,
        options["engine"],
        frozenset(options["ignore"]),
    )


def _show(found: Any, format: str) -> None:
    if format == "json":
        print_json(found.as_json())
        return
    if format == "html":
        from cassino_dsl.diff.page import html

        page, remark = html(found)
        if remark:
            click.echo(f"cassino: {remark}", err=True)
        click.echo(page, nl=False)
        return
    from cassino_dsl.diagnostics.text import safe
    from cassino_dsl.diff import report

    said = {"text": report.text, "markdown": report.markdown}[format](found)
    click.echo("\n".join(safe(line) for line in said.split("\n")), nl=False)
