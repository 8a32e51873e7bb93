"""What commands share: the options that every command has, and how a variant is loaded from them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from cassino_dsl.cli.completion import complete_house_rule, complete_setting, complete_variant
from cassino_dsl.cli.limits import given_steps
from cassino_dsl.compose.options import Setting, setting

F = TypeVar("F", bound=Callable[..., Any])


def ruleset_options(command: F) -> F:
    """`--with NAME` and `--set KEY=VALUE`."""
    command = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        shell_complete=complete_setting,
        help="Choose an option of the variant.",
    )(command)
    return click.option(
        "--with",
        "with_rules",
        multiple=True,
        metavar="NAME",
        shell_complete=complete_house_rule,
        help="Lay a house rule over it.",
    )(command)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format text|json` (or more formats, the first being the default)."""
    choices = formats or ("text", "json")
    return click.option("--format", "format", type=click.Choice(choices), default=choices[0], show_default=True)


def engine_option(help: str | None = None) -> Callable[[F], F]:
    """`--engine auto|reference|native`: which engine answers; no answer depends on it."""
    engines = click.Choice(["auto", "reference", "native"])
    return click.option("--engine", type=engines, default="auto", show_default=True, help=help)


def over_option(help: str) -> Callable[[F], F]:
    """`--over VARIANT`: the variant over which a house rule is looked at."""
    return click.option("--over", metavar="VARIANT", shell_complete=complete_variant, help=help)


def hands_options(command: F) -> F:
    """Who does the work: processes of this machine, or a cluster."""
    jobs = click.option(
        "--jobs", type=click.IntRange(1), help="Processes; no result depends on it.  [default: all cores]"
    )
    dask = click.option(
        "--dask",
        metavar="ADDRESS",
        help="Play on a Dask cluster: the address of its scheduler, or local:N for N workers here.",
    )
    return jobs(dask(command))


def seats_option(help: str = "Number of seats.  [default: the variant's fewest]") -> Callable[[F], F]:
    """`--seats N`; ``check_seats`` says whether the game has them."""
    return click.option("--seats", type=click.IntRange(1), metavar="N", help=help)


def read_settings(texts: tuple[str, ...]) -> tuple[Setting, ...]:
    """The `--set` options; a word without `=` is a usage error."""
    found = []
    for text in texts:
        item = setting(text)
        if item is None:
            raise click.UsageError(f"--set takes KEY=VALUE, not {text!r}")
        found.append(item)
    return tuple(found)


def load_game(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Any:
    """The game of a variant; faults of the file raise ``CassinoError``. Warnings are `cassino validate`'s business."""
    from cassino_dsl.game import Game

    return Game(load(variant, with_rules, settings).ruleset, given_steps())


def load(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Any:
    """What came of a variant, with its ruleset; faults of the file raise ``CassinoError``."""
    from cassino_dsl.game import CassinoError
    from cassino_dsl.pipeline import load_variant

    loaded = load_variant(variant, tuple(with_rules), read_settings(settings))
    if loaded.ruleset is None:
        raise CassinoError(loaded.report.diagnostics)
    return loaded


def load_native_game(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...], engine: Any) -> Any:
    """The same, where the native engine may answer; one remark on stderr where it cannot."""
    from cassino_dsl.native_game import NativeGame

    ruleset = load_game(variant, with_rules, settings).ruleset
    return NativeGame(ruleset, engine, lambda text: click.echo(f"cassino: {text}", err=True), given_steps())


def check_seats(seats: int | None, allowed: Sequence[int], game: str) -> None:
    """A usage error where a game (or two of them together) is not played with so many seats."""
    if seats is not None and seats not in allowed:
        numbers = ", ".join(map(str, sorted(allowed))) or "no such number of"
        raise click.UsageError(f"{game} is played with {numbers} seats, not {seats}")


def read_text(file: str) -> tuple[str, bytes]:
    """The name and content of a file, or of standard input for `-`; of more than a position may be, the beginning."""
    from cassino_dsl.syntax.source import MAX_BYTES, read_bytes

    if file == "-":
        return "standard input", sys.stdin.buffer.read(MAX_BYTES + 1)
    return file, read_bytes(Path(file))


def read_position_file(file: str) -> Any:
    """The document of a position in YAML or JSON; raises ``CassinoError`` where it is none."""
    return document_of_bytes(*read_text(file))


def document_of_bytes(name: str, data: bytes) -> Any:
    """The same of what has been read; messages call it ``name``."""
    from cassino_dsl.diagnostics.diagnostic import Report
    from cassino_dsl.game import CassinoError
    from cassino_dsl.position.document import read_document
    from cassino_dsl.syntax.source import NO_POSITION, source_from_bytes

    report = Report()
    source = source_from_bytes(name, data, report, NO_POSITION)
    document = read_document(source, report) if source else None
    if document is None:
        raise CassinoError(report.diagnostics)
    return document


def read_play_word(word: str) -> Any:
    """A PLAY of the command line: a JSON object as `moves` prints it, or its text."""
    if word.lstrip().startswith("{"):
        try:
            return json.loads(word)
        except (ValueError, RecursionError):
            return word
    return word


def print_remark(answer: dict[str, Any]) -> None:
    """What an answer about a position remarks goes to stderr."""
    if "remark" in answer:
        click.echo(f"cassino: {answer['remark']}", err=True)


SCHEMA = 1  # of the JSON that commands print: what has a meaning in it keeps that meaning


def print_json(data: Any, compact: bool = False) -> None:
    """JSON goes to stdout alone; every object that is printed says by which schema. ``compact``: lists of plain values
    stand on one line, `[0.4, 0.6]`, and the bins of histograms with them."""
    objects = [labelled(one) for one in data] if isinstance(data, list) else labelled(data)
    click.echo(_in_lines(objects) if compact else json_text(objects, indent=2))


def _in_lines(data: Any, margin: str = "") -> str:
    if not isinstance(data, dict | list | tuple) or not data or _on_one_line(data):
        return json_text(data)
    inner = margin + "  "
    if isinstance(data, dict):
        lines = [f"{inner}{json_text(str(key))}: {_in_lines(value, inner)}" for key, value in data.items()]
    else:
        lines = [inner + _in_lines(value, inner) for value in data]
    first, last = "{}" if isinstance(data, dict) else "[]"
    return "\n".join([first, ",\n".join(lines), margin + last])


def _on_one_line(data: Any) -> bool:
    """Whether this is a list of plain values, or of lists of them."""
    return isinstance(data, list | tuple) and all(
        _plain(one) or (isinstance(one, list | tuple) and _plain(*one)) for one in data
    )


def _plain(*data: Any) -> bool:
    return not any(isinstance(one, dict | list | tuple) for one in data)


def json_text(data: Any, **layout: Any) -> str:
    """Data as JSON; half characters, which JSON can name and no text can hold, become question marks."""
    return json.dumps(data, ensure_ascii=False, **layout).encode("utf-8", "replace").decode()


def labelled(data: dict[str, Any]) -> dict[str, Any]:
    """The object with its schema, as all that commands print have it."""
    return {**data, "schema": SCHEMA}
