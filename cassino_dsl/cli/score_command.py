"""`cassino score`: what a finished round is worth."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import format_option, load_game, print_json, read_position_file, ruleset_options

EPILOG = """\b
Examples:
  cassino score traditional-cassino finished.yaml
  cassino score cassino finished.yaml --with sweeps --format json
  cassino score scopa --batch rounds.jsonl
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
    """Score a finished round: POSITION holds its piles, memory and the earlier scores."""
    if (position is None) == (batch is None):
        raise click.UsageError("give either POSITION or --batch FILE")
    game = load_game(variant, with_rules, settings)
    if batch is not None:
        from cassino_dsl.cli.batch import run_batch

        return run_batch(batch, game.score)
    assert position is not None
    answer = game.score(read_position_file(position))
    if format == "json":
        print_json(answer)
        return 0
    from cassino_dsl.cli.tables import print_table

    sides = answer["sides"]
    rows = [(name, *(s["awards"][name] for s in sides)) for name in sides[0]["awards"]]
    rows += [("this round", *(s["total"] for s in sides)), ("score", *(s["score"] for s in sides))]
    print_table(("", *(f"side {s['side']}" for s in sides)), rows, right=range(1, len(sides) + 1))
    winner = answer["winner"]
    click.echo(f"side {winner} wins: {answer['reason']}" if winner else answer["reason"] or "the match goes on")
    return 0
