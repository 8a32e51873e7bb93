"""What commands share that ask one question of one position, or of many in a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from cassino_dsl.cli.common import F, engine_option, format_option, read_position_file, ruleset_options


def position_options(command: F) -> F:
    """VARIANT, POSITION or `--batch FILE`, and the options of every command about rulesets."""
    command = ruleset_options(format_option()(command))
    engine = "auto: of a batch the first 1,000 positions are the reference engine's, the rest the native one's."
    command = engine_option(engine)(command)
    batch = "One JSON position per line in, one JSON answer per line out."
    command = click.option("--batch", metavar="FILE", help=batch)(command)
    return click.argument("variant")(click.argument("position", required=False)(command))


def one_of(position: str | None, batch: str | None) -> None:
    """A usage error unless exactly one of the two is given."""
    if (position is None) == (batch is None):
        raise click.UsageError("give either POSITION or --batch FILE")


def ask(question: Callable[[Any], dict[str, Any]], position: str | None, batch: str | None) -> dict[str, Any] | int:
    """The answer for one position, or the exit code of a batch whose answers have been printed."""
    if batch is not None:
        from cassino_dsl.cli.batch import run_batch

        return run_batch(batch, question)
    assert position is not None
    return question(read_position_file(position))
