"""What commands share that ask one question of one position, or of many in a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from cassino_dsl.cli.common import (
    engine_option,
    format_option,
    load_native_game,
    print_json,
    ruleset_options,
)
from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.given import Given, position_options
from cassino_dsl.cli.limits import in_time, limit_options
from cassino_dsl.cli.output import Command

Show = Callable[[dict[str, Any]], None]


def question(name: str, epilog: str) -> Callable[[Show], click.Command]:
    """A command about VARIANT and POSITION (or `--batch FILE`) that asks a game by the name of its method; what it
    decorates shows the answer to people."""

    def make(show: Show) -> click.Command:
        def command(
            variant: str,
            given: Given,
            batch: str | None,
            with_rules: tuple[str, ...],
            settings: tuple[str, ...],
            format: str,
            engine: str,
        ) -> int:
            if given and batch is not None:
                raise click.UsageError("give either a position or --batch FILE")
            document = given.document() if batch is None else None
            ask = getattr(load_native_game(variant, with_rules, settings, engine), name)
            if batch is not None:
                from cassino_dsl.cli.batch import run_batch

                return run_batch(batch, ask)
            with in_time():
                answer = ask(document)
            if format == "json":
                print_json(answer)
            else:
                show(answer)
            return 0

        of_engine = "auto: of a batch the first 1,000 positions are the reference engine's, the rest the native one's."
        of_batch = "One JSON position per line in, one JSON answer per line out."
        command.__doc__ = show.__doc__
        command = position_options()(command)
        command = engine_option(of_engine)(limit_options(ruleset_options(format_option()(command))))
        command = click.option("--batch", metavar="FILE", help=of_batch)(command)
        command = click.argument("variant", shell_complete=complete_variant)(command)
        return click.command(name, cls=Command, epilog=epilog)(command)

    return make
