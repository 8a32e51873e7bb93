"""`cassino moves`: the legal plays of a position."""

from __future__ import annotations

import click

from cassino_dsl.cli.common import load_native_game, print_json, print_remark
from cassino_dsl.cli.questions import ask, one_of, position_options

EPILOG = """\b
Examples:
  cassino moves traditional-cassino position.yaml
  echo '{"hand": "7c", "table": "3c 4d"}' | cassino moves cassino - --format json
  cassino moves scopa --set fewest=true --batch positions.jsonl > answers.jsonl
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
    """List the legal plays of POSITION (a YAML or JSON file, or - for standard input)."""
    one_of(position, batch)
    answer = ask(load_native_game(variant, with_rules, settings, engine).moves, position, batch)
    if isinstance(answer, int):
        return answer
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
    print_remark(answer)
    return 0


def _groups(groups: list[list[str]]) -> str:
    return " + ".join(" ".join(g) for g in groups) if len(groups) > 1 else ""
