"""`cassino moves`: the legal plays of a position."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import format_option, load_game, print_json, read_position_file, ruleset_options

EPILOG = """\b
Examples:
  cassino moves traditional-cassino position.yaml
  echo '{"hand": "7c", "table": "3c 4d"}' | cassino moves cassino - --format json
  cassino moves scopa --set fewest=true --batch positions.jsonl > answers.jsonl
"""


@click.command(epilog=EPILOG)
@click.argument("variant")
@click.argument("position", required=False)
@click.option("--batch", metavar="FILE", help="One JSON position per line in, one JSON answer per line out.")
@ruleset_options
@format_option()
def command(
    variant: str,
    position: str | None,
    batch: str | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
) -> int:
    """List the legal plays of POSITION (a YAML or JSON file, or - for standard input)."""
    if (position is None) == (batch is None):
        raise click.UsageError("give either POSITION or --batch FILE")
    game = load_game(variant, with_rules, settings)
    if batch is not None:
        from cassino_dsl.cli.batch import run_batch

        return run_batch(batch, game.moves)
    assert position is not None
    answer = game.moves(read_position_file(position))
    if format == "json":
        print_json(answer)
        return 0
    from cassino_dsl.cli.tables import heading, print_table

    plays = answer["plays"]
    count = f"{len(plays)} legal play{'' if len(plays) == 1 else 's'}" if plays else "no legal play"
    heading(f"seat {answer['turn']} to move: {count}")
    if plays:
        rows = [(i, p["text"], p["action"], _groups(p["groups"])) for i, p in enumerate(plays, 1)]
        print_table(("", "play", "action", "groups"), rows, right=(0,))
    return 0


def _groups(groups: list[list[str]]) -> str:
    return " + ".join(" ".join(g) for g in groups) if len(groups) > 1 else ""
