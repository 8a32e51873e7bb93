"""What each word of the language means, from its row: functions, operators, quantifiers, events, effects, keys; and
how the texts of actions are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from cassino_dsl.book.describe.json_schema import READS
from cassino_dsl.language.check.scope import WHERE
from cassino_dsl.language.compose.library import called, find, shipped_house_rules, shipped_variants
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Quantified, walk
from cassino_dsl.language.ruleset.model import Ruleset, every
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.tables import read_table
from cassino_dsl.language.ruleset.words import (
    EFFECT_ROWS,
    EVENT_ROWS,
    FUNCTIONS,
    OFFERED,
    QUANTITY_ROWS,
    EffectRow,
    EventRow,
    QuantityRow,
)
from cassino_dsl.language.syntax.read_source import read_source
from cassino_dsl.language.syntax.shape import VARIANT, Either, Fields, Key, Many, Named, Shape, Text, keys_of
from cassino_dsl.language.syntax.tree import Mapping, Node, Sequence
from cassino_dsl.language.syntax.yaml_reader import read_yaml

# operators that have a spelling of their own: the word to look for, and how they are written
_SPELT = {
    op.NOT: ("not", "not C"),
    op.IF: ("if", "A if C else B"),
    op.NEGATIVE: ("-", "-N"),
    op.SET: ("{}", "{A, B, …}"),
    op.RANGE: ("..", "N..M"),
    op.RANK_RANGE: ("..", "R..S"),
    op.FILTER: ("{}", "{x in S | …}"),
}
_PLAY, _TAKE, _TO = (("actions", "NAME", key) for key in ("play", "take", "to"))


def _groups(row: QuantityRow) -> str:
    return "group" if row.single else "groups"


# how the texts under some keys of an action are written, which are no expressions
_FORMS = (
    (_PLAY, "card", "play: card where C", "one card; `C` may speak of `card`"),
    (_PLAY, "cards", "play: 1..3 cards where C", "several cards; `C` may speak of `cards`"),
    (_PLAY, "all cards", "play: all cards", "the whole hand"),
    (_PLAY, "stock card", "play: stock card", "the next card of the stock"),
    (_PLAY, "none", "play: none", "no card"),
    *((_TAKE, row.word, f"take: {row.word} c in S where C", row.items) for row in QUANTITY_ROWS if row.items),
    *(
        (_TAKE, f"{row.word} {_groups(row)}", f"take: {row.word} {_groups(row)} g of S where C", row.groups)
        for row in QUANTITY_ROWS
        if row.groups
    ),
    (_TO, "build", "to: build N", "what is taken and played becomes one build of that value"),
)
_OPERANDS = ("A", "B", "C")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a word means. ``form``: how it is written, with its types; ``about``: a sentence; ``where``: where
    it may stand, or what is known there; ``of``: the row, or the path of the key, by which examples are found; ``was``:
    how it was spelt before."""

    name: str
    kind: str
    form: str
    about: str
    where: str
    of: Row | EventRow | EffectRow | tuple[str, ...]
    was: str = ""


def meanings() -> Iterator[Meaning]:
    """All of them, kind by kind, in the order of the reference."""
    yield from map(_function, FUNCTIONS)
    yield from map(_operator, op.SPELT)
    for row in op.QUANTIFIERS:
        word, form = _SPELT.get(row, (row.word, f"{row.word}(x in S | …)"))
        yield Meaning(word, "quantifier", f"{form} -> {_result(row)}", row.about, "", row)
    for row in op.GROUP_QUANTIFIERS:
        form = f"{row.word}(group g of S | …)"
        yield Meaning(row.word, "quantifier", f"{form} -> {_result(row)}", row.about, "", row)
    for event in EVENT_ROWS:
        yield Meaning(event.name, "event", f"on: {event.name}", event.about, f"known: {OFFERED[event.offers]}", event)
    for effect in EFFECT_ROWS:
        yield Meaning(effect.word or effect.form.split()[0], "effect", f"do: {effect.form}", effect.about, "", effect)
    yield from (Meaning(name, "form", form, about, "", of) for of, name, form, about in _FORMS)
    yield from _keys(VARIANT, ())


def _function(row: Row) -> Meaning:
    where = WHERE[row.needs]
    return Meaning(row.word, "function", row.signature, row.about, "" if where == "everywhere" else where, row, row.was)


def _operator(row: Row) -> Meaning:
    types = [p.value for p in row.params]
    if row in _SPELT:
        word, form = _SPELT[row]
    else:
        word, form = row.sign, f"{types[0]} {row.sign} {types[1]}"
    about = row.phrase.format(*_OPERANDS)
    return Meaning(word, "operator", f"{form} -> {_result(row)}", about, "", row)


def _result(row: Row) -> str:
    return row.signature.split(" -> ")[1]


# ---- keys


def _keys(shape: Shape, path: tuple[str, ...]) -> Iterator[Meaning]:
    keys = keys_of(shape)
    if isinstance(keys, Named):
        yield from _keys(keys.shape, (*path, "NAME"))
    for key in keys.keys if isinstance(keys, Fields) else ():
        here = (*path, key.name)
        yield Meaning(key.name, "key", ".".join(here), _sentence(key), _stands(key.shape), here, key.was)
        yield from _keys(key.shape, here)


def _sentence(key: Key) -> str:
    return f"{key.about} (has to be there)" if key.required else key.about


def _stands(shape: Shape) -> str:
    """What stands under a key."""
    if isinstance(shape, Text):
        return f"one of: {', '.join(shape.words)}" if shape.words else READS.get(shape.reads, "")
    if isinstance(shape, Either):
        return " — or ".join(t for t in (_stands(shape.text), _stands(shape.other)) if t)
    if isinstance(shape, Many):
        return _stands(shape.shape)
    if isinstance(shape, Fields):
        return f"keys: {', '.join(shape.names())}"
    inner = _stands(shape.shape)
    return f"by name: {inner}" if inner else ""


# ---- where shipped variants use a word of the language: a line of a file that everybody has
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
