"""What a text says, found by other ways than the formatter's, and what has to stay when it is laid out."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from cassino_dsl.language.core.program import program_of
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.formatter.format import format_text
from cassino_dsl.language.pipeline import Loaded
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.shape import TRANSLATION, VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.yaml_reader import read_yaml

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = sorted((ROOT / "variants").rglob("*.yaml"))
SHIPPED = [*VARIANTS, *sorted((ROOT / "examples").glob("*.yaml"))]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?ms)^(```yaml[^\n]*\n)(.*?)(?=^```$)")


def blocks(page: Path) -> list[str]:
    """The variant files of a page."""
    return [text for _, text in BLOCK.findall(page.read_text(encoding="utf-8")) if re.search(r"^dsl:", text, re.M)]


def laid(text: str) -> str:
    found = format_text(text, "mine.yaml")
    assert not found.findings, [d.message for d in found.findings]
    return found.text


def said(node: Node, shape: Shape | None = VARIANT) -> object:
    """What a tree says: texts of the small language word by word, keys that the language knows in no order."""
    shape = (shape.text if isinstance(node, Scalar) else shape.other) if isinstance(shape, Either) else shape
    if isinstance(node, Scalar):
        reads = shape.reads if isinstance(shape, Text) else shape.shape if isinstance(shape, Many) else ""
        reads = reads.reads if isinstance(reads, Text) else reads
        plain = reads in ("", "text", "word", "int", "bool", "cards", "names") or not isinstance(reads, str)
        return node.text if plain else re.findall(r"\w+|[^\w\s]", node.text)
    if not isinstance(node, Mapping):
        return [said(item, shape.shape if isinstance(shape, Many) else None) for item in node.items]
    shape = shape.shape if isinstance(shape, Many) else shape
    if not isinstance(shape, Fields):
        return [(key.text, said(below, shape.shape if isinstance(shape, Named) else None)) for key, below in node]
    known = {key.name: key.shape for key in shape.keys}
    fixed = {key.text: said(below, known[key.text]) for key, below in node if key.text in known}
    return fixed, [(key.text, said(below, shape.rest)) for key, below in node if key.text not in known]


def tree_of(text: str) -> Mapping:
    report = Report()
    tree = read_yaml(Source("mine.yaml", text), report)
    assert isinstance(tree, Mapping)
    assert not report.diagnostics
    return tree


def comments(text: str) -> list[str]:
    """The comments of a text, by another way than the formatter's: what PyYAML leaves between its tokens."""
    found, end = [], 0
    for token in yaml.scan(text):
        if token.start_mark.index > end:
            found += re.findall(r"(?:^|(?<=\s))#.*", text[end : token.start_mark.index])
        block = isinstance(token, yaml.ScalarToken) and token.style in ("|", ">")
        if block:
            found += re.findall(r"^[|>][-+0-9]*[ \t]+(#.*)", text[token.start_mark.index : token.end_mark.index])
        end = max(end, token.end_mark.index)
        if block:  # comments behind the lines of a block are in what PyYAML calls the block
            lines = text[: token.end_mark.index]
            found += re.findall(r"#.*", lines[len(lines.rstrip()) :])
    return [comment.rstrip() for comment in [*found, *re.findall(r"(?m)(?:^|(?<=\s))#.*", text[end:])]]


def judge(text: str) -> str:
    shape = TRANSLATION if "\ntext_of:" in text else VARIANT
    new = laid(text)
    assert said(tree_of(new), shape) == said(tree_of(text), shape)
    assert sorted(comments(new)) == sorted(comments(text))
    assert laid(new) == new
    return new


def same_core(a: Loaded, b: Loaded) -> None:
    """Both mean the same program for all numbers of seats, or nothing, and say the same in books."""
    assert (a.ruleset is None) == (b.ruleset is None)
    if a.ruleset is None or b.ruleset is None:
        return
    assert a.ruleset.seats == b.ruleset.seats
    for seats in a.ruleset.seats:
        assert program_of(a.ruleset, seats) == program_of(b.ruleset, seats)
    told = [[(t.place, t.kind, t.language, t.said) for t in x.ruleset.texts if x.ruleset] for x in (a, b)]
    assert sorted(told[0]) == sorted(told[1])
