"""`cassino explain`: what a diagnostic code means, or a word of the language."""

from __future__ import annotations

import inspect
from typing import Any

import click

from cassino_dsl.cli.common import format_option, print_json
from cassino_dsl.cli.output import Command

EPILOG = """\b
Examples:
  cassino explain CAS012
  cassino explain unknown-card
  cassino explain matched
  cassino explain "turn over"
  cassino explain "all cards"
  cassino explain
"""


@click.command(cls=Command, epilog=EPILOG)
@click.argument("word", required=False)
@format_option()
def command(word: str | None, format: str) -> int:
    """Explain WORD: a diagnostic code (`CAS012`, or its name), or a word of the language (a function, an operator, a
    quantifier, an event, an effect, a form of `play` or `take`, a key), each with an example.

    Without WORD, list them all; as JSON the codes.
    """
    from cassino_dsl.describe.dictionary import meanings
    from cassino_dsl.diagnostics.codes import ALL, by_label
    from cassino_dsl.diagnostics.diagnostic import did_you_mean

    if word is None:
        _list(format)
        return 0
    code = by_label(word)
    if code is not None:
        _code(code, format)
        return 0
    found = [m for m in meanings() if word in (m.name, m.form)]
    if not found:
        known = [*(m.name for m in meanings()), *(c.slug for c in ALL), *(c.label() for c in ALL)]
        near = did_you_mean(word, list(dict.fromkeys(known)))
        raise click.UsageError(
            f"there is no code and no word of the language {word!r}; {near or '`cassino explain` lists all'}"
        )
    _meanings(word, found, format)
    return 0


def _list(format: str) -> None:
    from cassino_dsl.cli.tables import heading, print_table
    from cassino_dsl.describe.dictionary import meanings
    from cassino_dsl.diagnostics.codes import ALL

    rows = [(c.label(), c.slug, c.severity, _summary(c)) for c in sorted(ALL, key=lambda c: c.number)]
    if format == "json":
        print_json([dict(zip(("code", "name", "severity", "about"), row, strict=True)) for row in rows])
        return
    print_table(("code", "name", "severity", "about"), rows)
    words: dict[str, dict[str, None]] = {}
    for meaning in meanings():
        words.setdefault(meaning.kind, {})[meaning.name] = None
    click.echo()
    heading("words of the language")
    for kind, those in words.items():
        click.echo(click.wrap_text(f"{kind}s: {', '.join(those)}", width=100, subsequent_indent="  "))


def _code(found: Any, format: str) -> None:
    text = inspect.cleandoc(found.__doc__ or "")
    if format == "json":
        print_json(
            {
                "code": found.label(),
                "name": found.slug,
                "severity": found.severity,
                "text": text,
                "bad": found.bad or None,
                "good": found.good or None,
            }
        )
        return
    click.secho(f"{found.label()} {found.slug} ({found.severity})", bold=True)
    click.echo(f"\n{text}")
    for label, example in (("wrong", found.bad), ("right", found.good)):
        if example:
            click.secho(f"\n{label}:\n", bold=True)
            click.echo(_indented(inspect.cleandoc(example)))


def _meanings(word: str, found: list[Any], format: str) -> None:
    """Every meaning of a word of the language."""
    from cassino_dsl.describe.usage import example

    told = []
    for meaning in found:
        text, place = example(meaning)
        told.append(
            {
                "kind": meaning.kind,
                "form": meaning.form,
                "about": meaning.about,
                "where": meaning.where or None,
                "example": text or None,
                "place": place or None,
            }
        )
    if format == "json":
        print_json({"word": word, "meanings": told})
        return
    for number, one in enumerate(told):
        click.secho(f"{chr(10) if number else ''}{one['form']}   ({one['kind']})", bold=True)
        click.echo(click.wrap_text(str(one["about"]), width=100, initial_indent="  ", subsequent_indent="  "))
        if one["where"]:
            click.echo(click.wrap_text(str(one["where"]), width=100, initial_indent="  ", subsequent_indent="  "))
        if one["example"]:
            click.echo(f"  for example{f', in {place}' if (place := one['place']) else ''}:")
            click.echo(_indented(str(one["example"])))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


def _summary(code: type) -> str:
    return inspect.cleandoc(code.__doc__ or "").split("\n")[0]
