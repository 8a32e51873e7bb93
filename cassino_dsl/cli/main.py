"""The command `cassino`: finds the command that was asked for and loads nothing else."""

from __future__ import annotations

import io
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from cassino_dsl.cli.limits import TimedOut
from cassino_dsl.cli.terminal import INTERRUPTED, keep_pipes

# one file per command; the text is what `cassino --help` shows without loading it
COMMANDS: dict[str, str] = {
    "validate": "Check variant files: every fault, at its place, with a remedy.",
    "test": "Run the examples that stand in variant files.",
    "list": "List the shipped variants and house rules.",
    "show": "Print the resolved ruleset of a variant, or its rulebook.",
    "moves": "List the legal plays of a position.",
    "why": "Explain why a play is or is not legal.",
    "apply": "Make a play and print the position after it.",
    "score": "Score a finished round.",
    "solve": "Find the best play of an ending.",
    "play": "Play against the program in the terminal.",
    "serve": "Play in the browser, against the program and with others.",
    "simulate": "Play many games and measure them.",
    "merge": "Put the results of several runs together.",
    "grid": "Simulate a variant over a grid of options.",
    "tune": "Find the option values that come nearest to some goals.",
    "train": "Let the player `learned` learn a variant from rounds that it plays.",
    "replay": "Play recorded matches again and check them.",
    "perft": "Count sequences of plays by depth.",
    "diff": "Compare two rulesets: what differs, where, and how much.",
    "compile": "Show the C that a ruleset becomes.",
    "new": "Start a variant file of your own.",
    "cache": "Show or delete what the program keeps for itself.",
    "explain": "Explain a diagnostic code, or a word of the language.",
}


class Commands(click.Group):
    """Loads the module of a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cassino_dsl.cli.{name}_command").command
        return command

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
        return [CompletionItem(n, help=about) for n, about in COMMANDS.items() if n.startswith(incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


EPILOG = """\b
Examples:
  cassino list
  cassino show scopa --as rulebook
  cassino new our-game --from cassino
  cassino validate our-game.yaml
  cassino simulate ./our-game.yaml --games 200

`cassino COMMAND --help` says more, with examples. Exit codes: 0 clean, 1 findings (a fault in a file, a difference, a
play that is not legal), 2 wrong usage, 130 after Ctrl-C.
"""


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cassino-dsl", prog_name="cassino")
def cassino() -> None:
    """Fishing card games as text files: validate a variant, simulate it, compare two of them, play.

    VARIANT is the name of a shipped variant (`cassino list`) or the path of a file.
    """


def main() -> None:
    """Run the command line. Exit codes: 0 clean, 1 findings, 2 usage or internal error, 130 after Ctrl-C."""
    try:
        keep_pipes()
        result = cassino.main(standalone_mode=False)
        code = result if isinstance(result, int) else 0
        sys.stdout.flush()
    except click.ClickException as fault:
        from cassino_dsl.diagnostics.text import safe

        said = io.StringIO()
        fault.show(said)
        for line in said.getvalue().splitlines():  # it may quote names of files
            click.echo(safe(line), err=True)
        code = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except (Exception, TimedOut) as fault:
        from cassino_dsl.cli.faults import report_fault

        code = report_fault(fault)
    sys.exit(code)
