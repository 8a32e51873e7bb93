"""`cassino new`: begin a game, a variant of one, or a house rule."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from cassino_dsl.faces.cli.output import new_file
from cassino_dsl.faces.editor.beginning import beginning
from cassino_dsl.language.compose.library import NAME, files_called, find, is_path, name_of, shipped_variants

SCHEMA = "variant.schema.json"


def new(o: Any) -> int:
    name, folder, house = o.name.removesuffix(".yaml"), o.folder, o.house
    if not NAME.match(name):
        raise click.UsageError(f"a name consists of lower-case letters, digits and hyphens, not {name!r}")
    whole = not house and o.base is None
    base = "" if whole else _base_beside(o.base or "cassino", folder)
    if not whole and not NAME.match(base):
        raise click.UsageError("--from takes the name of a variant; a base of your own lies beside the new file")
    target = Path(folder) / f"{name}.yaml"
    if not whole and not files_called(base, Path(folder)):
        find(base)
    if base == name:
        raise click.UsageError(f"{name!r} cannot extend itself: choose another name")
    if not Path(folder).is_dir():
        raise click.UsageError(f"there is no folder `{folder}`")
    schema = _schema_for(target)
    shown = str(target) if os.sep in str(target) or not house else f"./{target}"
    text = beginning("house_rule" if house else "game" if whole else "variant", name, base, schema, shown)
    if target.exists():
        raise click.UsageError(f"{target} exists already: choose another name, or remove it first")
    with new_file(target) as file:
        file.write(text)
    click.echo(f"wrote {target}")
    if schema == SCHEMA:
        _write_schema(target.with_name(SCHEMA))
    return 0


def _base_beside(base: str, folder: str) -> str:
    """The name of a base that is given as a file, which has to lie where the new one goes: a variant names what it
    extends, and never where that lies."""
    file = Path(base)
    name = name_of(file) if is_path(base) else base
    known = files_called(name, Path(folder)) or name in shipped_variants()
    if is_path(base) and not (known and len(file.parts) == 1):
        find(base)  # there has to be such a file
    if len(file.parts) > 1 and (file.parent.resolve() != Path(folder).resolve() or not file.is_file()):
        beside = f"; `--from {name} --dir {file.parent}` begins the new file there" if file.is_file() else ""
        raise click.UsageError(f"what a variant extends lies beside it, or is shipped: {base} does not{beside}")
    return name


def _schema_for(target: Path) -> str:
    """How the file names the schema: relative, so that it means the same wherever the folder goes."""
    from cassino_dsl.language.resources import folder as shipped

    schema = (shipped("grammar") / SCHEMA).resolve()
    project = schema.parent.parent
    if (project / "pyproject.toml").is_file() and target.resolve().is_relative_to(project):
        return Path(os.path.relpath(schema, target.resolve().parent)).as_posix()
    return SCHEMA


def _write_schema(file: Path) -> None:
    """A copy of the schema, unless there is one."""
    from cassino_dsl.book.describe.json_schema import schema_text

    if file.exists():
        return
    with new_file(file) as new:
        new.write(schema_text())
    click.echo(f"wrote {file}, by which editors check and complete it")
