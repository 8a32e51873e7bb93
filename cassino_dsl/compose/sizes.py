"""How large the parts of a file may be: later passes compare names with names, so sections stay small."""

from __future__ import annotations

from cassino_dsl.diagnostics.codes.structure import BadNumber
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.ruleset.span import Span
from cassino_dsl.syntax.tree import Mapping, Node, Scalar, Sequence

MAX_ENTRIES = 300  # keys of one mapping: clauses of a section
MAX_ITEMS = 2_000  # entries of one list
MAX_TEXT = 10_000  # characters of one text


def check_sizes(tree: Node, report: Report) -> bool:
    """Whether all parts of a tree are small enough to be looked at; a diagnostic for each that is not."""
    before = len(report.diagnostics)
    stack: list[Node] = [tree]
    while stack and not report.full:
        node = stack.pop()
        if isinstance(node, Scalar):
            if len(node.text) > MAX_TEXT:
                _too_large(node.span, f"this text is longer than {MAX_TEXT:,} characters", report)
        elif isinstance(node, Mapping):
            if len(node.entries) > MAX_ENTRIES:
                _too_large(node.span, f"{len(node.entries):,} keys stand here in one mapping", report)
            stack.extend(child for _, child in node.entries)
        elif isinstance(node, Sequence):
            if len(node.items) > MAX_ITEMS:
                _too_large(node.span, f"this list has {len(node.items):,} entries", report)
            stack.extend(node.items)
    return len(report.diagnostics) == before


def _too_large(span: Span, message: str, report: Report) -> None:
    line_end = span.source.text.find("\n", span.start)
    end = min(span.end, span.start + 40, line_end if line_end >= 0 else span.end)
    help = f"a mapping has at most {MAX_ENTRIES} keys, a list {MAX_ITEMS:,} entries, a text {MAX_TEXT:,} characters"
    report.add(BadNumber, Span(span.source, span.start, end), message, help=help)
