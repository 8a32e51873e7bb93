"""What the ending of a file says: `-o dealer.html` is a page, and `--records rounds.csv` a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

ENDINGS = {
    "text": (".txt", ".text", ".log", ".out"),
    "json": (".json",),
    "csv": (".csv",),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "sarif": (".sarif", ".json"),
    "github": (".txt", ".log"),
    "junit": (".xml",),
}
OF_YAML = (".yaml", ".yml")
PRINT_YAML = ("show", "apply")  # rulesets and positions, as text
OF_LINES = (".jsonl", ".ndjson")  # answers to a batch, and records
TABLES = (".csv", ".parquet")  # of rounds
_KNOWN = {ending for endings in (*ENDINGS.values(), OF_YAML, OF_LINES, TABLES) for ending in endings}


def by_ending(context: click.Context, said: dict[str, Any], output: Path) -> None:
    """Choose the format of an answer by where it goes. A usage error where the command has no such format, or where
    another one was asked for in words; what no ending tells is as it was."""
    param = next((p for p in context.command.params if p.name == "format"), None)
    ending = output.suffix.lower()
    if param is None or not isinstance(param.type, click.Choice) or not ending or _is_device(output):
        return
    also = (OF_YAML if context.command.name in PRINT_YAML else ()) + (OF_LINES if said.get("batch") else ())
    made = {format: (*ENDINGS[format], *(also if format == "text" else ())) for format in param.type.choices}
    fitting = [format for format, endings in made.items() if ending in endings]
    if context.get_parameter_source("format") is not ParameterSource.DEFAULT:
        if said["format"] not in fitting and ending in _KNOWN and not (said.get("batch") and ending in OF_LINES):
            raise click.UsageError(
                f"--format {said['format']} and the ending of {output.name} contradict each other: leave --format out, "
                f"or call the file …{made[said['format']][0]}"
            )
    elif not fitting:
        endings = _listed([endings[0] for endings in made.values()])
        raise click.UsageError(f"{output.name}: `{context.command.name}` writes {endings}; --format goes with any name")
    elif said["format"] not in fitting:
        said["format"] = fitting[0]


def is_table(records: Path) -> bool:
    """Whether `--records` asks for a table of rounds; a usage error where its ending is another one, which a program
    that opens the file by it would be wrong about: no ``--format`` says here what is meant."""
    ending = records.suffix.lower()
    if ending and ending not in (*TABLES, *OF_LINES, *ENDINGS["text"]) and not _is_device(records):
        raise click.UsageError(f"{records.name}: records are written as {_listed([OF_LINES[0], *TABLES])}")
    return ending in TABLES


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _listed(endings: Sequence[str]) -> str:
    return f"{', '.join(endings[:-1])} and {endings[-1]}"
