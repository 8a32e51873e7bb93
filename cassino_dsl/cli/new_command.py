"""`cassino new`: begin a variant file."""

from __future__ import annotations

from pathlib import Path

import click

from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino new my-cassino --from cassino
  cassino new sharp-scopa --from scopa --dir variants
"""

_TEMPLATE = """\
# yaml-language-server: $schema={schema}
dsl: 1
title: {title}
about: what is different about this game, in a sentence or two
extends: {base}

# A key that stands here takes the place of the same key of `{base}`; everything else stays as it is there.
# `cassino show {base}` prints every clause that you can change; these are to begin with:
#
# options:
#   target: {{is: int, default: 31, from: 1, to: 500, about: points that end the match}}
# rules:
#   no seven on the table: kind = trail implies rank(card) != 7
# awards:
#   seven_of_clubs: {{each: 7c, points: 1, about: the beautiful seven}}
#   NAME: removed
# examples:
#   - name: a seven takes a seven
#     table: 7d
#     hand: 7c
#     expect: {{legal: 7c takes 7d}}
#
# cassino validate {file}     says what is wrong with it
# cassino test {file}         runs its examples
# cassino simulate {file}     plays it
"""


@click.command(cls=Command, answers=False, epilog=EPILOG)
@click.argument("name")
@click.option("--from", "base", default="cassino", show_default=True, metavar="VARIANT", help="The variant to change.")
@click.option("--dir", "folder", default=".", show_default=True, metavar="DIR", help="Where the file goes.")
def command(name: str, base: str, folder: str) -> int:
    """Begin a variant NAME that extends another: writes NAME.yaml, with hints, and never over a file."""
    from cassino_dsl.compose.library import NAME, find
    from cassino_dsl.resources import folder as shipped

    name = name.removesuffix(".yaml")
    if not NAME.match(name):
        raise click.UsageError(f"a name consists of lower-case letters, digits and hyphens, not {name!r}")
    if not NAME.match(base):
        raise click.UsageError("--from takes the name of a variant; a base of your own lies beside the new file")
    target = Path(folder) / f"{name}.yaml"
    if not (Path(folder) / f"{base}.yaml").is_file():
        find(base)
    if base == name:
        raise click.UsageError(f"{name!r} cannot extend itself: choose another name")
    schema = (shipped("grammar") / "variant.schema.json").resolve().as_uri()
    title = name.replace("-", " ").title()
    text = _TEMPLATE.format(schema=schema, title=title, base=base, file=target)
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise click.UsageError(f"{target} exists already: choose another name, or remove it first") from None
    click.echo(f"wrote {target}")
    return 0
