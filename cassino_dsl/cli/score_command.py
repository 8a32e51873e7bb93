"""`cassino score`: what a finished round is worth."""

from __future__ import annotations

from typing import Any

import click

from cassino_dsl.cli.questions import question

EPILOG = """\b
Examples:
  cassino score cassino --pile "10d 2s As Ac" --pile "Ah 3c" --also "scores: {1: 18, 2: 20}"
  cassino score traditional-cassino finished.yaml
  cassino score cassino finished.yaml --with sweeps --format json
  cassino score scopa --batch rounds.jsonl
"""


@question("score", EPILOG)
def command(answer: dict[str, Any]) -> None:
    """Score a finished round: POSITION holds its piles, memory and the earlier scores."""
    from cassino_dsl.cli.tables import print_table

    sides = answer["sides"]
    rows = [(name, *(s["awards"][name] for s in sides)) for name in sides[0]["awards"]]
    rows += [("this round", *(s["total"] for s in sides)), ("score", *(s["score"] for s in sides))]
    print_table(("", *(f"side {s['side']}" for s in sides)), rows, right=range(1, len(sides) + 1))
    winner = answer["winner"]
    click.echo(f"side {winner} wins: {answer['reason']}" if winner else answer["reason"] or "the match goes on")
