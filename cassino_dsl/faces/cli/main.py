"""The command `cassino`: finds the command that was asked for and loads nothing else."""

from __future__ import annotations

import io
import sys

import click
from click.shell_completion import CompletionItem

from cassino_dsl.faces.cli.commands import COMMANDS, HELP
from cassino_dsl.faces.cli.limits import TimedOut
from cassino_dsl.faces.cli.terminal import INTERRUPTED, keep_pipes


class Commands(click.Group):
    """Makes a command from its row when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        from cassino_dsl.faces.cli.frame import Command, answering

        row = COMMANDS[name]
        if not row.params:  # a group of its own
            group: click.Command = answering(row)(row)
            return group
        return Command(row)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as fault:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            if near:
                raise click.UsageError(fault.message + f" Did you mean '{near[0]}'?", ctx) from None
            raise

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(r.name, help=r.help.about) for r in COMMANDS.values() if r.name.startswith(incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(row.name, row.help.about) for row in COMMANDS.values()])


@click.group(
    cls=Commands,
    help=HELP["cassino"].text,
    epilog=HELP["cassino"].examples,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="cassino-dsl", prog_name="cassino")
def cassino() -> None: ...


def main() -> None:
    """Run the command line. Exit codes: 0 clean, 1 findings, 2 usage or internal error, 130 after Ctrl-C."""
    try:
        keep_pipes()
        result = cassino.main(standalone_mode=False)
        code = result if isinstance(result, int) else 0
        sys.stdout.flush()
    except click.ClickException as fault:
        from cassino_dsl.language.diagnostics.text import safe

        said = io.StringIO()
        fault.show(said)
        for line in said.getvalue().splitlines():  # it may quote names of files
            click.echo(safe(line), err=True)
        code = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except (Exception, TimedOut) as fault:
        from cassino_dsl.faces.cli.printing import report_fault

        code = report_fault(fault)
    sys.exit(code)
