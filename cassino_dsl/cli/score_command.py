"""`cassino score`: what a finished round is worth."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import load_native_game, print_json
from cassino_dsl.cli.questions import ask, one_of, position_options

EPILOG = """\b
Examples:
  cassino score traditional-cassino finished.yaml
  cassino score cassino finished.yaml --with sweeps --format json
  cassino score scopa --batch rounds.jsonl
"""


@click.command(epilog=EPILOG)
@position_options
def command(
    variant: str,
    position: str | None,
    batch: str | None,
    with_rules: tuple[str, ...],
    settings: tuple[str, ...],
    format: str,
    engine: str,
) -> int:
    """Score a finished round: POSITION holds its piles, memory and the earlier scores."""
    one_of(position, batch)
    answer = ask(load_native_game(variant, with_rules, settings, engine).score, position, batch)
    if isinstance(answer, int):
        return answer
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
