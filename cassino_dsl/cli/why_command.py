"""`cassino why`: what allowed or refused a play."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.common import (
    format_option,
    load_game,
    print_json,
    read_play_word,
    read_position_file,
    ruleset_options,
)
from cassino_dsl.cli.limits import in_time, limit_options
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino why cassino position.yaml '7c takes 3c 4d'
  cassino why traditional-cassino position.yaml 'Kd trails' --format json
"""
_MARKS = {"allowed": ("+", "green"), "refused": ("x", "red"), "not reached": (".", "bright_black")}


@click.command(cls=Command, epilog=EPILOG)
@click.argument("variant")
@click.argument("position")
@click.argument("play")
@limit_options
@ruleset_options
@format_option()
def command(
    variant: str, position: str, play: str, with_rules: tuple[str, ...], settings: tuple[str, ...], format: str
) -> int:
    """Explain why PLAY is or is not legal in POSITION: each rule and condition, its place, values and verdict.

    PLAY is a text as `cassino moves` prints it, or the JSON object of a play. It need not be legal.
    """
    from cassino_dsl.why.why import why

    game = load_game(variant, with_rules, settings)
    with in_time():
        found = game.position(read_position_file(position))
        game.plays(found)  # says so where the hand is not given
        answer = why(found, game.written_play(read_play_word(play)))
    if format == "json":
        print_json(answer)
        return 0
    legal = "legal" if answer["legal"] else "not legal"
    named = f" (`{answer['action']}`)" if answer["action"] and answer["legal"] else ""
    click.secho(f"{answer['play']}: {legal}{named}", bold=True)
    for condition in answer["conditions"]:
        _print(condition)
    return 0


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
