"""`cassino why`: what allowed or refused a play."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.common import format_option, load_game, print_json, read_play_word, ruleset_options
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.given import Given, position_options
from cassino_dsl.cli.limits import in_time, limit_options
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino why cassino "9s takes Ac 3d" --hand 9s --table "Ac 3d 5c"
  cassino why cassino "9s takes Ac 3d 5c" --hand 9s --table Ac --build "8: 3d 5c"
  cassino why scopa "7c trails" --hand "7c 2d" --table "3c 4d" --all
  cassino why traditional-cassino position.yaml "Kd trails" --format json
"""
_MARKS = {"allowed": ("+", "green"), "refused": ("x", "red"), "not reached": (".", "bright_black")}


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant", shell_complete=complete_variant)
@limit_options
@ruleset_options
@format_option()
@click.option("--all", "whole", is_flag=True, help="Show every condition with its place, its values and its verdict.")
@position_options(play=True)
def command(
    variant: str,
    given: Given,
    play: str,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
    whole: bool,
) -> int:
    """Say in a sentence why PLAY is or is not legal in POSITION. Exit code 1: it is not.

    PLAY is a text as `cassino moves` prints it, or the JSON object of a play. It need not be legal.
    """
    from cassino_dsl.diagnostics.text import safe
    from cassino_dsl.why.why import why

    game = load_game(variant, with_rules, settings)
    with in_time():
        found = game.position(given.document())
        game.plays(found)  # says so where the hand is not given
        answer = why(found, game.written_play(read_play_word(play)))
    if format == "json":
        print_json(answer)
        return 0 if answer["legal"] else 1
    click.echo(safe(answer["reason"]))
    if answer["nearest"]:
        click.echo(f"What can be played: {'; '.join(map(safe, answer['nearest']))}.")
    for condition in answer["conditions"] if whole else ():
        _print(condition)
    return 0 if answer["legal"] else 1


def _print(condition: dict[str, Any]) -> None:
    from cassino_dsl.diagnostics.text import safe
    from cassino_dsl.position.text import flow

    mark, colour = _MARKS[condition["verdict"]]
    click.echo(click.style(f"{mark} {condition['verdict']:<11}", fg=colour) + f" {safe(condition['clause'])}")
    if condition["text"]:
        place = f"   ({condition['place']})" if condition["place"] else ""
        click.echo(f"    {safe(condition['text'])}" + click.style(safe(place), dim=True))
    if condition["verdict"] != "not reached":
        for name, value in condition["values"].items():
            click.echo(f"      {safe(str(name))} = {safe(flow(value)).replace(chr(34), '')}")
