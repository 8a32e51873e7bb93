"""Writes a variant file in the one layout. What it says, its comments and the order of its names stay."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.language.compose.one_file import read_as_written
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.formatter.comments import attach_comments
from cassino_dsl.language.formatter.layout import lay_out
from cassino_dsl.language.formatter.pieces import Piece, put_in_order, read_pieces
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import source_from_bytes

_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text in the one layout. Where it cannot be read it is as it was, and ``findings`` say why."""

    text: str
    findings: tuple[Diagnostic, ...] = ()


def format_text(text: str, name: str) -> Formatted:
    """A text of a variant file in the one layout, with its line ends and its mark; ``name``: what findings call it."""
    report = Report()
    source = source_from_bytes(name, text.encode("utf-8", "surrogatepass"), report)
    if source is None:
        return Formatted(text, tuple(report.diagnostics))
    mark = _MARK if text.startswith(_MARK) else ""
    found = format_source(source)
    return Formatted(mark + found.text, found.findings)


def format_source(source: Source) -> Formatted:
    """The text of a source in the one layout."""
    report, text = Report(), source.text
    root = _pieces(source, report)
    if root is None:
        return Formatted(text, tuple(report.diagnostics))
    laid = lay_out(root)
    again = _pieces(Source(source.name, laid), Report())
    if again is None or again.said() != root.said() or sorted(again.remarks()) != sorted(root.remarks()):
        message = "this file is left as it is: laid out it would not say the same"
        help = "write names of keys in one line and with fewer than 1,000 characters"
        report.add(Code.NOT_FORMATTED, source.whole(), message, help=help)
        return Formatted(text, tuple(report.diagnostics))
    ends_in_two = "\r" in text.partition("\n")[0]
    return Formatted(laid.replace("\n", "\r\n") if ends_in_two else laid)


def _pieces(source: Source, report: Report) -> Piece | None:
    """What there is to lay out; None where the text cannot be read as it is, or only in part."""
    tree = read_as_written(source, report)
    if tree is None or report.failed:
        return None
    root = read_pieces(tree)
    attach_comments(root, source.text)
    put_in_order(root)
    return root
