"""`cassino show`: what a variant comes to, once everything is laid over everything."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from cassino_dsl.faces.cli.loading import load_ruleset, load_with_seats, read_settings
from cassino_dsl.faces.cli.printing import Answer, answer, remark
from cassino_dsl.language.diagnostics.cassino_error import CassinoError
from cassino_dsl.language.targets import Target, means_house_rule, open_target

WIDEST = 100  # columns of a rulebook: longer lines are hard to read


def show(o: Any) -> Answer:
    if o.seats is not None and o.form != "core":
        raise click.UsageError("--seats belongs to --as core")
    target = _house_rule(o)
    if o.form == "rulebook":
        if (o.format == "json") != o.missing and o.format is not None:
            forms = "text or json" if o.missing else "markdown, text or html"
            raise click.UsageError(f"{'that list' if o.missing else 'a rulebook'} is printed as {forms}")
    elif o.format in ("markdown", "html"):
        raise click.UsageError(f"--format {o.format} belongs to --as rulebook")
    elif o.missing or o.language != "en":
        raise click.UsageError(f"--{'missing' if o.missing else 'language'} belongs to --as rulebook")
    shows_on_terminal = o.form != "rulebook" or sys.stdout.isatty()
    o.format = o.format or ("text" if shows_on_terminal or o.missing else "markdown")
    if target is not None and o.form == "ruleset":
        return _changes(target, o.settings)
    if target is not None:
        o.variant, o.with_rules = target.variant, target.with_rules
    return {"rulebook": _rulebook, "core": _core, "ruleset": _ruleset}[o.form](o)


def _house_rule(o: Any) -> Target | None:
    """A house rule laid over a variant; None where the word means a variant."""
    if not means_house_rule(o.variant):
        if o.over is not None:
            raise click.UsageError(f"--over belongs to a house rule, and `{o.variant}` is a variant")
        return None
    target = open_target(o.variant, o.over, o.with_rules, read_settings(o.settings))
    if target.loaded.ruleset is None:
        raise CassinoError(target.report.diagnostics)
    return target


def _ruleset(o: Any) -> Answer:
    from cassino_dsl.book.describe.ruleset_yaml import ruleset_data, ruleset_yaml

    ruleset = load_ruleset(o.variant, o.with_rules, o.settings)
    chosen = {option.name: option.value for option in ruleset.options}
    head = {"name": ruleset.name, "file": ruleset.file, "house_rules": list(ruleset.house_rules), "chosen": chosen}
    return answer({**head, **ruleset_data(ruleset)}, lambda: click.echo(ruleset_yaml(ruleset), nl=False))


def _changes(target: Any, settings: tuple[str, ...]) -> Answer:
    """What a house rule changes, with the keys of a variant file."""
    from cassino_dsl.book.describe.ruleset_yaml import changed_data
    from cassino_dsl.language.check.check_context import field_text
    from cassino_dsl.language.compose.library import called, name_of
    from cassino_dsl.language.ruleset.document import yaml_lines

    before = load_ruleset(target.variant, target.with_rules[1:], settings)
    told = {key: field_text(target.own, key) for key in ("title", "about", "source")}
    changes = changed_data(before, target.loaded.ruleset)
    name = name_of(target.path)

    def text() -> None:
        click.echo(f"# {name}, a house rule: what it changes in {target.variant}")
        head = {"dsl": 1, "house": "true", **{key: text for key, text in told.items() if text}}
        click.echo("\n".join(yaml_lines({**head, **changes})))

    head = {"name": name, "file": called(target.path), "house": True, "over": target.variant}
    return answer({**head, **told, "changes": changes}, text)


def _core(o: Any) -> Answer:
    from cassino_dsl.language.core.passes import core_of
    from cassino_dsl.language.core.program import as_text, core_data

    ruleset, number = load_with_seats(o)
    data = core_data(core_of(ruleset, number))
    return answer(data, lambda: click.echo(as_text(data), nl=False))


def _rulebook(o: Any) -> Answer:
    from cassino_dsl.analysis.examples.told_examples import told
    from cassino_dsl.book.authors_texts import Texts
    from cassino_dsl.book.describe.rulebook import rulebook

    ruleset = load_ruleset(o.variant, o.with_rules, o.settings)
    examples = told(open_target(o.variant, None, o.with_rules, read_settings(o.settings)))
    width = min(shutil.get_terminal_size().columns, WIDEST)
    texts = Texts(ruleset, o.language)
    for finding in texts.findings:
        remark(f"{finding.span.file}:{finding.span.line}: {finding.message}" if finding.span else finding.message)
    text = rulebook(ruleset, "markdown" if o.missing else o.format, examples, width, sys.stdout.encoding, texts)
    missing = texts.missing()
    if o.missing:
        data = {"language": o.language, "missing": missing}
        return answer(data, lambda: click.echo("".join(f"{place}\n" for place in missing), nl=False))
    if missing and o.language != "en":
        click.echo(f"cassino: not all of it has a text in this language ({o.language}):", err=True)
        click.echo("\n".join(f"  {place}" for place in missing), err=True)
        return Answer({o.format: lambda: None}, 1)
    return Answer({o.format: lambda: click.echo(text, nl=False)})
