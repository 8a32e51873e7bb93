"""``cassino merge``: put the results of several runs together."""

from __future__ import annotations

from pathlib import Path

import click

from cassino_dsl.cli.common import format_option
from cassino_dsl.cli.output import Command
from cassino_dsl.cli.simulate_command import FORMATS

EPILOG = """\b
Examples:
  cassino merge first/ second/
  cassino merge shard-*/ --format json
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("folders", nargs=-1, required=True, metavar="DIR…", type=click.Path(path_type=Path, file_okay=False))
@format_option(*FORMATS)
def command(folders: tuple[Path, ...], format: str) -> int:
    """Print what `simulate --out DIR` has saved in one or more folders, added up.

    Shards of one run give exactly what the whole run gives.
    """
    from cassino_dsl.cli.simulation import Rulesets, found_code, show
    from cassino_dsl.simulate.checkpoint import BadResult
    from cassino_dsl.simulate.merge import merge

    try:
        outcomes = merge(folders, Rulesets(), lambda text: click.echo(f"cassino: {text}", err=True))
    except BadResult as fault:
        raise click.UsageError(str(fault)) from fault
    show(outcomes, format)
    return found_code(outcomes)
