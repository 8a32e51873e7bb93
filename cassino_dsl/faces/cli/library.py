"""What the program brings or keeps: `list`, `compile`, `cache`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from cassino_dsl.faces.cli.commands import CliRow
from cassino_dsl.faces.cli.loading import load_with_seats
from cassino_dsl.faces.cli.printing import Answer, answer, heading, plural, print_table, remark


def list_shipped(o: Any) -> Answer:
    from dataclasses import asdict

    from cassino_dsl.language.shipped import shipped, shipped_rules

    variants, rules = shipped(), shipped_rules()

    def show() -> None:
        heading(f"{len(variants)} variants")
        rows = [(v.name, v.players, f"{v.pack} {v.cards or ''}", v.title) for v in variants]
        print_table(("name", "seats", "pack", "title"), rows)
        click.echo()
        heading(f"{len(rules)} house rules, for --with")
        print_table(("name", "about"), [(r.name, " ".join(r.about.split())) for r in rules])

    return answer({"variants": [asdict(v) for v in variants], "house_rules": [asdict(r) for r in rules]}, show)


def compile_c(o: Any) -> int:
    from cassino_dsl.engine.native.printer import Unsupported
    from cassino_dsl.engine.native.translation_unit import unit
    from cassino_dsl.language.core.passes import core_of

    ruleset, number = load_with_seats(o)
    try:
        text = unit(core_of(ruleset, number))
    except Unsupported as construct:
        remark(f"the native engine cannot do {construct}; the reference engine plays this ruleset")
        return 1
    click.echo(text, nl=False)
    return 0


def cache_group(row: CliRow) -> click.Group:
    from cassino_dsl.language.cache import NoCache, cache_folder, clear, contents, private_folder

    @contextmanager
    def said() -> Iterator[None]:
        """Where nothing can be kept, that is the answer."""
        try:
            yield
        except NoCache as fault:
            raise click.ClickException(f"nothing is kept: {fault}") from fault

    def told(sizes: list[int]) -> str:
        return f"{plural(len(sizes), 'file')}, {sum(sizes) / 1e6:.1f} MB" if sizes else "no files"

    group = click.Group(row.name, help=row.help.text, epilog=row.help.examples)

    @group.command("show")
    def show_command() -> int:
        """Print the folder and what lies there; exit code 2 where nothing can be kept."""
        with said():
            folder = private_folder()
        click.echo(f"{folder}: {told([file.lstat().st_size for file in contents()])}")
        return 0

    @group.command("clear")
    def clear_command() -> int:
        """Delete what the program has kept, and nothing else that lies in the folder."""
        with said():
            folder = cache_folder()
        click.echo(f"{folder}: deleted {told(clear())}")
        return 0

    return group
