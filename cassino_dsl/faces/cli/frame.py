"""The frame around every command: a click command made from its row. It knows `--color`, `-o FILE` and `--force`, calls
the function of the row, prints its answer in the format that was asked for, and ends faults without a traceback."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click

from cassino_dsl.faces.cli.commands import CliRow
from cassino_dsl.faces.cli.options import STDOUT, parameters
from cassino_dsl.faces.cli.output import ELSEWHERE, FORCE, by_ending, new_file
from cassino_dsl.faces.cli.printing import Answer, report_fault
from cassino_dsl.faces.cli.terminal import COLOUR, choose_colour


class Options(SimpleNamespace):
    """What the command line says, by the names of the parameters."""


class Command(click.Command):
    """The command of a row."""

    def __init__(self, row: CliRow) -> None:
        made = [*parameters(row.params + (" output force" if row.answers else "") + " color")]
        super().__init__(row.name, params=made, help=row.help.text, epilog=row.help.examples)
        self.row = row

    def invoke(self, ctx: click.Context) -> int:
        said = ctx.params
        ctx.meta[COLOUR] = choose_colour(said.pop("color"))
        ctx.color = True  # click takes nothing away: colours are only where we put them
        ctx.meta[FORCE] = said.pop("force", False)
        output: Path | None = said.pop("output", None)
        try:
            if output is None or output == STDOUT:
                return ctx.invoke(self._run, said)
            by_ending(ctx, said, output)
            ctx.meta[ELSEWHERE] = sys.stdout
            with new_file(output) as file, redirect_stdout(file):
                code = ctx.invoke(self._run, said)
            click.echo(f"wrote {output}", err=True)
            return code
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise  # click's own ways out
        except Exception as fault:
            return report_fault(fault)  # here, where the colours are known

    def _run(self, said: dict[str, Any]) -> int:
        options = Options(**said)
        if not getattr(options, "watch", False):
            return self._answered(options)
        from cassino_dsl.faces.cli.watch import watch

        return watch(options, lambda: self._answered(options))

    def _answered(self, options: Options) -> int:
        try:
            found: int | Answer = answering(self.row)(options)
        except click.ClickException:
            raise
        except Exception as fault:
            if getattr(options, "format", None) != "junit":
                raise
            code = report_fault(fault)
            from cassino_dsl.language.diagnostics.junit import of_fault

            click.echo(of_fault(str(fault)), nl=False)  # a build server that finds no file takes it for no failure
            return code
        if isinstance(found, int):
            return found
        found.printers[options.format]()
        stdout = click.get_current_context().meta.get(ELSEWHERE)
        if stdout is not None and found.code and found.told is not None:
            with redirect_stdout(stdout):
                found.told()
        return found.code


def answering(row: CliRow) -> Any:
    """The function of a row."""
    module, _, name = row.run.partition(":")
    return getattr(import_module(f"cassino_dsl.faces.cli.{module}"), name)
