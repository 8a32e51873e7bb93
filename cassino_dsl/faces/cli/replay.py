"""The command that plays records again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cassino_dsl.faces.cli.loading import load_ruleset
from cassino_dsl.faces.cli.output import TABLES
from cassino_dsl.faces.cli.printing import Answer, answer, plural
from cassino_dsl.language.compose.library import NotFound, stranger_word
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.read_source import STDIN, opened, path_of

SHOWN = 20  # differences of records that are shown
LONGEST = 20_000_000  # characters of a line


def replay(o: Any) -> Answer:
    from cassino_dsl.analysis.simulate.replay import Different, NotPlayed, Replayer

    def load(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...]) -> Ruleset:
        try:
            variant, *rules = [stranger_word(word, folder, o.rulesets) for word in (variant, *with_rules)]
            return load_ruleset(variant, tuple(rules), settings)  # type: ignore[no-any-return]
        except (NotFound, CassinoError, click.UsageError) as fault:
            raise NotPlayed(f"its variant cannot be loaded: {fault.message}") from fault
        except (OSError, ValueError) as fault:  # no name that a file could have
            raise NotPlayed(f"its variant cannot be loaded: {getattr(fault, 'strerror', fault)}") from fault

    def record(line: bytes) -> object:
        try:
            return json.loads(line)
        except (ValueError, RecursionError) as fault:
            raise NotPlayed("this line is no JSON") from fault

    if Path(o.file).suffix.lower() in TABLES:
        said = "a table of rounds has no plays that could be played again"
        raise click.UsageError(f"{o.file}: {said}: `cassino simulate VARIANT --records games.jsonl` writes records")
    replayer, path = Replayer(load), path_of(o.file)
    folder = None if path == STDIN else path.parent
    number, unplayed, found = 0, 0, []
    with opened(path) as lines:
        while (line := lines.readline(LONGEST)) or not number:  # an empty file holds no record either
            number += 1
            try:
                replayer.replay(record(line))
            except Different as fault:
                unplayed += isinstance(fault, NotPlayed)
                found.append({"line": number, "message": str(fault)})
    played = number - unplayed

    def show() -> None:
        for one in found[:SHOWN]:
            click.echo(f"{'standard input' if o.file == '-' else o.file}:{one['line']}: {one['message']}", err=True)
        if len(found) > SHOWN:
            click.echo(f"and {len(found) - SHOWN} more", err=True)
        could_not = f"; {plural(unplayed, 'line')} could not be played" if unplayed else ""
        click.echo(f"{played} played again, {len(found) - unplayed or 'none'} different{could_not}")

    told = {"played": played, "different": len(found), "differences": found}
    return answer(told | ({"not_played": unplayed} if unplayed else {}), show, 1 if found else 0)
