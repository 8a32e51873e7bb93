"""Where shipped variants use a word of the language: a line of a file that everybody has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

from cassino_dsl.book.describe.dictionary import Meaning
from cassino_dsl.language.compose.library import called, find, shipped_house_rules, shipped_variants
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.expr import Call, Quantified, walk
from cassino_dsl.language.ruleset.happenings import EffectRow, EventRow
from cassino_dsl.language.ruleset.model import Ruleset, every
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.syntax.read_source import read_source
from cassino_dsl.language.syntax.tree import Mapping, Node, Sequence
from cassino_dsl.language.syntax.yaml_reader import read_yaml

_LONGEST = 240  # characters of an example


@cache
def snippets() -> dict[str, str]:
    """Examples of words that no shipped variant says, by the form of the word: lines that can be laid over Cassino."""
    found: dict[str, str] = read_table(folder("grammar") / "snippets.yaml")
    return found


def example(meaning: Meaning) -> tuple[str, str]:
    """A text that uses a word, and where it stands: nowhere, where no shipped file has it; nothing, where there is
    no example at all."""
    known = snippets().get(meaning.form)
    if known is not None:
        return known, ""
    span = usage(meaning)
    return (block_of(span), f"{span.file}:{span.line}") if span is not None else ("", "")


def usage(meaning: Meaning) -> Span | None:
    """Where a shipped variant says it; None where those that are looked at do not."""
    word = re.escape(meaning.name)
    looks = re.compile(rf"\b{word}\b" if meaning.name[0].isalpha() else word.replace(r"\{\}", r"\{"))
    shipped = sorted(map(find, shipped_variants()), key=lambda file: file.stat().st_size)  # the simplest first
    files = [file for file in shipped if looks.search(file.read_text("utf-8"))]
    if isinstance(meaning.of, tuple):
        files += [
            file for name in shipped_house_rules() if looks.search((file := find(name, house=True)).read_text("utf-8"))
        ]
        spans = (span for file in files for span in _of_key(file, meaning.of))
    else:
        spans = (span for file in files for span in _of_row(file, meaning.of))
    return next((span for span in spans if looks.search(text := block_of(span)) and len(text) <= _LONGEST), None)


def block_of(span: Span) -> str:
    """The line of a file that an example stands in; with what stands under it but for its words of the book, where it
    is only a name."""
    lines = [span.source.line(span.line)]
    deep = _indent(lines[0])
    if lines[0].rstrip().endswith(":"):
        below = (span.source.line(n) for n in range(span.line + 1, len(span.source.line_starts) + 1))
        lines += _without_text(takewhile(lambda line: not line.strip() or _indent(line) > deep, below))
    return "\n".join(line[deep:].rstrip() for line in lines).rstrip()


def _without_text(lines: Iterable[str]) -> Iterator[str]:
    """Lines of a clause without its `text:`, and what stands under that."""
    within: int | None = None  # the indent of the `text:` whose lines these are
    for line in lines:
        if within is not None and (not line.strip() or _indent(line) > within):
            continue
        within = _indent(line) if line.lstrip().startswith("text:") else None
        if within is None:
            yield line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _of_row(file: Path, row: Row | EventRow | EffectRow) -> Iterator[Span]:
    """Where a variant itself uses a row, not what it extends."""
    ruleset = load_variant(file.stem).ruleset
    for span in _spans(ruleset, row) if ruleset else ():
        if Path(span.file).name == file.name:
            yield span


def _spans(ruleset: Ruleset, row: Row | EventRow | EffectRow) -> Iterator[Span]:
    if isinstance(row, EventRow):
        yield from (e.span for e in ruleset.events if e.on == row.name)
    elif isinstance(row, EffectRow):
        yield from (e.span for e in every(tuple(ruleset.effects())) if e.op == row.op)
    else:
        for whole in ruleset.exprs():
            for expr in walk(whole):
                if isinstance(expr, Call | Quantified) and expr.row is row:
                    yield expr.span


def _of_key(file: Path, path: tuple[str, ...]) -> Iterator[Span]:
    report = Report()
    source = read_source(file, called(file), report)
    node = read_yaml(source, report) if source else None
    yield from _under(node, path) if node else ()


def _under(node: Node, path: tuple[str, ...]) -> Iterator[Span]:
    """The places of a key, by its path; `NAME` is any name."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _under(item, path)
    elif isinstance(node, Mapping):
        for key, value in node:
            if path[0] not in (key.text, "NAME"):
                continue
            if len(path) == 1:
                yield key.span
            else:
                yield from _under(value, path[1:])
