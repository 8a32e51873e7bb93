"""`cassino moves`: the legal plays of a position."""

from __future__ import annotations

from typing import Any

from cassino_dsl.cli.common import print_remark
from cassino_dsl.cli.questions import question

EPILOG = """\b
Examples:
  cassino moves traditional-cassino --hand 7c --table "3c 4d"
  cassino moves cassino --hand "9h 3s" --table 5c --build "9: 6c 3d (owner 2)"
  cassino moves traditional-cassino position.yaml
  echo '{"hand": "7c", "table": "3c 4d"}' | cassino moves cassino - --format json
  cassino moves scopa --set fewest=true --batch positions.jsonl -o answers.jsonl
"""


@question("moves", EPILOG)
def command(answer: dict[str, Any]) -> None:
    """List the legal plays of POSITION (a YAML or JSON file, or - for standard input)."""
    from cassino_dsl.cli.tables import heading, print_table

    plays = answer["plays"]
    count = f"{len(plays)} legal play{'' if len(plays) == 1 else 's'}" if plays else "no legal play"
    heading(f"seat {answer['turn']} to move: {count}")
    if plays:
        rows = [(i, p["text"], p["action"], _groups(p["groups"])) for i, p in enumerate(plays, 1)]
        print_table(("", "play", "action", "groups"), rows, right=(0,))
    print_remark(answer)


def _groups(groups: list[list[str]]) -> str:
    return " + ".join(" ".join(g) for g in groups) if len(groups) > 1 else ""
