"""How `validate` and `test` answer: to programs in one of these formats, else to people."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from cassino_dsl.diagnostics.suite import Suite, all_diagnostics

FORMATS = ("text", "json", "sarif", "github", "junit")


def print_suites(suites: Sequence[Suite], format: str) -> None:
    """Print what was found in some files as SARIF, as workflow commands of GitHub, or as JUnit XML."""
    if format == "sarif":
        from importlib.metadata import version

        from cassino_dsl.diagnostics.sarif import sarif

        # SARIF has a schema of its own, in which ours has no place
        click.echo(json.dumps(sarif(all_diagnostics(suites), version("cassino-dsl")), indent=2, ensure_ascii=False))
    elif format == "github":
        from cassino_dsl.diagnostics.github import github

        click.echo(github(all_diagnostics(suites)), nl=False)
    else:
        from cassino_dsl.diagnostics.junit import junit

        click.echo(junit(suites), nl=False)
