"""`cassino new`: begin a variant file or a house rule."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cassino_dsl.cli.completion import complete_variant
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino new my-cassino --from cassino
  cassino new sharp-scopa --from scopa --dir variants
  cassino new seven-storm --house
"""
SCHEMA = "variant.schema.json"

_HEAD = """\
# yaml-language-server: $schema={schema}
dsl: 1
"""
_VARIANT = """\
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
_HOUSE = """\
house: true
title: {title}
about: what this rule changes, in a sentence or two
over: {base}   # what it is tried over; it can be laid over every variant that it fits

# What stands here is added to the variant that the rule is laid over; `cassino show {base}` prints what there is.
#
# rules:
#   no seven on the table: kind = trail implies rank(card) != 7
# awards:
#   seven_of_clubs: {{each: 7c, points: 1, about: the beautiful seven}}
# replaces: [rules.NAME]        # clauses of the variant that this rule says otherwise
# needs:
#   memory.owner: nobody owns a build here      # what a variant must have, and what to say where it lacks that
# examples:
#   - name: a seven takes a seven
#     table: 7d
#     hand: 7c
#     expect: {{legal: 7c takes 7d}}
#
# cassino validate {file}                       says what is wrong with it
# cassino test {file}                           runs its examples
# cassino simulate {base} --with {file}     plays {base} with it
"""


@click.command(cls=Command, answers=False, epilog=EPILOG)
@click.argument("name")
@click.option("--house", is_flag=True, help="Begin a house rule, to be laid over variants.")
@click.option(
    "--from",
    "base",
    default="cassino",
    show_default=True,
    metavar="VARIANT",
    shell_complete=complete_variant,
    help="The variant to change, by its name or as a file in DIR; of a house rule, the one that it is tried over.",
)
@click.option("--dir", "folder", default=".", show_default=True, metavar="DIR", help="Where the file goes.")
def command(name: str, house: bool, base: str, folder: str) -> int:
    """Begin a variant NAME that extends another, or a house rule: writes NAME.yaml, with hints, and never over a file.

    Where the schema by which editors check and complete such files is not part of the project, it is written beside.
    """
    from cassino_dsl.compose.library import NAME, find

    name = name.removesuffix(".yaml")
    if not NAME.match(name):
        raise click.UsageError(f"a name consists of lower-case letters, digits and hyphens, not {name!r}")
    base = _base_beside(base, folder)
    if not NAME.match(base):
        raise click.UsageError("--from takes the name of a variant; a base of your own lies beside the new file")
    target = Path(folder) / f"{name}.yaml"
    if not (Path(folder) / f"{base}.yaml").is_file():
        find(base)
    if base == name:
        raise click.UsageError(f"{name!r} cannot extend itself: choose another name")
    if not Path(folder).is_dir():
        raise click.UsageError(f"there is no folder `{folder}`")
    schema = _schema_for(target)
    shown = str(target) if os.sep in str(target) or not house else f"./{target}"
    fields = {"title": name.replace("-", " ").title(), "base": base, "file": shown, "schema": schema}
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write((_HEAD + (_HOUSE if house else _VARIANT)).format(**fields))
    except FileExistsError:
        raise click.UsageError(f"{target} exists already: choose another name, or remove it first") from None
    click.echo(f"wrote {target}")
    if schema == SCHEMA:
        _write_schema(target.with_name(SCHEMA))
    return 0


def _base_beside(base: str, folder: str) -> str:
    """The name of a base that is given as a file, which has to lie where the new one goes: a variant names what it
    extends, and never where that lies."""
    from cassino_dsl.compose.library import find, is_path, shipped_variants

    file = Path(base)
    name = file.name.removesuffix(".yaml")
    known = (Path(folder) / f"{name}.yaml").is_file() or name in shipped_variants()
    if is_path(base) and not (known and len(file.parts) == 1):
        find(base)  # there has to be such a file
    if len(file.parts) > 1 and (file.parent.resolve() != Path(folder).resolve() or not file.is_file()):
        beside = f"; `--from {name} --dir {file.parent}` begins the new file there" if file.is_file() else ""
        raise click.UsageError(f"what a variant extends lies beside it, or is shipped: {base} does not{beside}")
    return name


def _schema_for(target: Path) -> str:
    """How the file names the schema: relative, so that it means the same wherever the folder goes."""
    from cassino_dsl.resources import folder as shipped

    schema = (shipped("grammar") / SCHEMA).resolve()
    project = schema.parent.parent
    if (project / "pyproject.toml").is_file() and target.resolve().is_relative_to(project):
        return Path(os.path.relpath(schema, target.resolve().parent)).as_posix()
    return SCHEMA


def _write_schema(file: Path) -> None:
    """A copy of the schema, unless there is one."""
    from cassino_dsl.describe.schema import schema_text

    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(schema_text())
    except FileExistsError:
        return
    click.echo(f"wrote {file}, by which editors check and complete it")
