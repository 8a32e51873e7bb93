"""`cassino explain`: what a diagnostic code means, or a word of the language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from cassino_dsl.book.describe.dictionary import example, meanings
from cassino_dsl.faces.cli.printing import Answer, answer, heading, print_table
from cassino_dsl.language.diagnostics.codes import Code, by_label
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean


def explain(o: Any) -> Answer:
    if o.asked is None:
        return _all()
    code = by_label(o.asked)
    if code is not None:
        return _code(code)
    found = sorted((m for m in meanings() if o.asked in (m.name, m.form, m.was)), key=lambda m: o.asked == m.was)
    if not found:
        known = [*(m.name for m in meanings()), *(c.slug for c in Code), *(c.label for c in Code)]
        near = did_you_mean(o.asked, list(dict.fromkeys(known)))
        raise click.UsageError(
            f"there is no code and no word of the language {o.asked!r}; {near or '`cassino explain` lists all'}"
        )
    told = []
    for meaning in found:
        text, place = example(meaning)
        head = {"kind": meaning.kind, "form": meaning.form, "about": meaning.about, "where": meaning.where or None}
        if o.asked == meaning.was:
            head["about"] = f"{meaning.about} (`{meaning.was}` until it was called `{meaning.name}`)"
        told.append({**head, "example": text or None, "place": place or None})
    return answer({"word": o.asked, "meanings": told}, lambda: _print_meanings(told))


def _all() -> Answer:
    head = ("code", "name", "severity", "about")
    codes = sorted(Code, key=lambda c: c.number)
    rows = [(c.label, c.slug, c.severity, c.explanation.title) for c in codes]

    def show() -> None:
        print_table(head, rows)
        words: dict[str, dict[str, None]] = {}
        for meaning in meanings():
            words.setdefault(meaning.kind, {})[meaning.name] = None
        click.echo()
        heading("words of the language")
        for kind, those in words.items():
            click.echo(click.wrap_text(f"{kind}s: {', '.join(those)}", width=100, subsequent_indent="  "))

    return answer([dict(zip(head, row, strict=True)) for row in rows], show)


def _code(found: Any) -> Answer:
    told = found.explanation

    def show() -> None:
        heading(f"{found.label} {found.slug} ({found.severity})")
        click.echo(f"\n{told.text}")
        for label, shown in (("wrong", told.bad), ("right", told.good)):
            if shown:
                click.echo()
                heading(f"{label}:")
                click.echo(f"\n{_indented(shown)}")

    data = {"code": found.label, "name": found.slug, "severity": found.severity, "text": told.text}
    return answer({**data, "bad": told.bad or None, "good": told.good or None}, show)


def _print_meanings(told: Sequence[dict[str, Any]]) -> None:
    for number, one in enumerate(told):
        click.echo("\n" * bool(number), nl=False)
        heading(f"{one['form']}   ({one['kind']})")
        for text in filter(None, (one["about"], one["where"])):
            click.echo(click.wrap_text(str(text), width=100, initial_indent="  ", subsequent_indent="  "))
        if one["example"]:
            place = f", in {one['place']}" if one["place"] else ""
            click.echo(f"  for example{place}:")
            click.echo(_indented(one["example"]))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
