"""From words of the command line to what they name: rulesets and games, positions, plays, numbers of seats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from cassino_dsl.faces.cli.limits import given_steps
from cassino_dsl.faces.cli.printing import beside, remark
from cassino_dsl.language.compose.options import Setting, setting


def read_settings(texts: tuple[str, ...]) -> tuple[Setting, ...]:
    """The `--set` options; a word without `=` is a usage error."""
    found: list[Setting] = []
    for text in texts:
        item = setting(text)
        if item is None:
            raise click.UsageError(f"--set takes KEY=VALUE, not {text!r}")
        if any(one.key == item.key and one.value != item.value for one in found):
            raise click.UsageError(f"--set {item.key} is given twice, with different values")
        found.append(item)
    return tuple(found)


def load_ruleset(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Any:
    """The ruleset of a variant, as the command line names it; faults of the file raise ``CassinoError``."""
    from cassino_dsl.language.loading import ruleset_of

    return ruleset_of(variant, tuple(with_rules), read_settings(settings))


def load_game(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...], engine: Any = "reference") -> Any:
    """The game of a variant. ``engine``: who answers; one remark on stderr where the native one cannot."""
    from cassino_dsl.match.basic_game import BasicGame

    return BasicGame(load_ruleset(variant, with_rules, settings), given_steps(), engine, remark)


def load_with_seats(o: Any) -> tuple[Any, int]:
    """The ruleset that the options of a command name, and the number of seats that they ask for, or the fewest."""
    ruleset = load_ruleset(o.variant, o.with_rules, o.settings)
    return ruleset, check_seats(o.seats, ruleset.seats, f"`{ruleset.name}`")


def check_seats(seats: int | None, allowed: Sequence[int], game: str) -> int:
    """So many seats, or where none are given the fewest; a usage error where a game (or two of them together) is not
    played with so many."""
    if seats is not None and seats not in allowed:
        numbers = ", ".join(map(str, sorted(allowed))) or "no such number of"
        raise click.UsageError(f"{game} is played with {numbers} seats, not {seats}")
    return seats or min(allowed, default=2)


def read_players(text: str, seats: int) -> tuple[str, ...]:
    """The player of each seat, as `--players` says it; wrong words are a usage error."""
    from cassino_dsl.players.names import seat_players

    try:
        return seat_players(tuple(read_player(name.strip()) for name in text.split(",")), seats)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault


def read_player(word: str) -> str:
    """A player that the command line names: one of one's own is loaded here, and nowhere else. Raises ``ValueError``
    where it cannot be."""
    from cassino_dsl.players.names import is_code
    from cassino_dsl.players.own import named_player

    if not is_code(word):
        return word
    with beside():
        return named_player(word)


def read_position_file(file: str) -> Any:
    """The document of a position in YAML or JSON (`-`: of standard input); raises ``CassinoError`` where it is none."""
    from cassino_dsl.language.syntax.read_source import path_of, read_bytes

    path = path_of(file)
    return document_of_bytes(str(path), read_bytes(path))


def document_of_bytes(name: str, data: bytes) -> Any:
    """The same of what has been read; messages call it ``name``."""
    from cassino_dsl.engine.position.document import read_document
    from cassino_dsl.language.diagnostics.cassino_error import CassinoError
    from cassino_dsl.language.diagnostics.diagnostic import Report
    from cassino_dsl.language.syntax.read_source import NO_POSITION, source_from_bytes

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
