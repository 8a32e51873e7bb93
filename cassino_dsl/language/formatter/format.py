"""Writes a variant file in the one layout. What it says, its comments and the order of its names stay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, zip_longest

from cassino_dsl.language.compose.one_file import read_as_written
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.formatter import expressions, quoting
from cassino_dsl.language.formatter.comments import attach_comments
from cassino_dsl.language.formatter.pieces import Piece, put_in_order, read_pieces
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.syntax.read_source import source_from_bytes
from cassino_dsl.language.syntax.tree import Scalar, Sequence

# ---- lays the pieces of a file out in lines: two spaces a level, in one line what fits into one
WIDTH, SHORT = 120, 60


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file, with the comment at its end, which may go on in lines under it."""

    text: str
    beside: tuple[str, ...] = ()


def lay_out(root: Piece) -> str:
    """The text of a file."""
    above = root.above if any(root.above[:1]) else root.above[1:]
    lines = [*map(Line, above), *_children(root, 0)]
    return "\n".join(_beside(lines)) + "\n"


def _beside(lines: Iterable[Line]) -> list[str]:
    """Comments at the ends of short lines that follow each other begin at one column."""
    found: list[str] = []
    for commented, run in groupby(lines, key=lambda line: bool(line.beside)):
        block = list(run)
        width = max(len(line.text) * (len(line.text) <= SHORT) for line in block)
        for line in block:
            pairs = zip_longest([line.text], line.beside, fillvalue="")
            margin = max(width, len(line.text))
            found += [f"{text:{margin}}  {comment}" if commented else text for text, comment in pairs]
    return found


def _children(piece: Piece, indent: int) -> list[Line]:
    lines: list[Line] = []
    for number, child in enumerate(piece.children):
        above = child.above if number or any(child.above[:1]) else child.above[1:]  # no empty line at the beginning
        lines += _comments(above, indent)
        lines += _piece(child, indent)
    return lines + _comments(piece.below, indent)


def _comments(comments: list[str], indent: int) -> list[Line]:
    return [Line(" " * indent + comment if comment else "") for comment in comments]


def _piece(piece: Piece, indent: int) -> list[Line]:
    """A key with what stands under it, or an item of a list."""
    head = " " * indent + (quoting.inline(piece.key.text, brackets=False) + ":" if piece.key else "-")
    words = _one_line(piece, brackets=False)
    line, beside = f"{head} {words}".rstrip(), tuple(piece.beside)
    if words is not None and (not words or len(line) <= WIDTH):
        if not beside or not piece.children or len(line) + 2 + max(map(len, beside)) <= WIDTH:
            return [Line(line, beside), *_comments(piece.below, indent + 2)]
        if not piece.key:
            return [*_comments(piece.beside, indent), Line(line)]
    if isinstance(piece.node, Scalar):
        sign, lines = _block(piece, WIDTH - indent - 2)
        above = _comments(piece.beside, indent) if len(beside) > 1 else []  # under the sign they would be text
        body = (Line(" " * (indent + 2) + x if x else "") for x in lines)
        return [*above, Line(f"{head} {sign}", () if above else beside), *body]
    lines_below = _children(piece, indent + 2)
    if piece.key:
        return [Line(head, beside), *lines_below]
    return _itemised(head, piece, lines_below)


def _itemised(head: str, piece: Piece, lines: list[Line]) -> list[Line]:
    """An item that is a mapping or a list itself: its first line that is no comment goes behind the dash."""
    first = next(i for i, line in enumerate(lines) if line.text.lstrip()[:1] not in ("", "#"))
    indent = len(head) - 1
    above = _comments(piece.beside, indent)
    above += [Line(line.text[2:]) for line in lines[:first] if line.text]
    opening = Line(head + " " + lines[first].text[len(head) + 1 :], lines[first].beside)
    return [*above, opening, *lines[first + 1 :]]


def _one_line(piece: Piece, brackets: bool) -> str | None:
    """What stands under a key, or an item, in one line; None where it needs more. ``brackets``: it stands in some."""
    if isinstance(piece.node, Scalar):
        if "\n" in piece.text or (brackets and not piece.node.span.text):
            return None
        if brackets and quoting.inline(piece.text, brackets) != quoting.inline(piece.text, brackets=False):
            return None  # on a line of its own it needs no quotes
        return quoting.inline(piece.text, brackets) if piece.node.span.text else ""
    if piece.below or (piece.broad and piece.children):
        return None
    parts: list[str] = []
    room = WIDTH
    for child in piece.children:
        words = None if child.commented else _one_line(child, brackets=True)
        if words is None or room < 0:
            return None
        parts.append(f"{quoting.inline(child.key.text, brackets=True)}: {words}" if child.key else words)
        room -= len(parts[-1])
    inside = ", ".join(parts)
    return f"[{inside}]" if isinstance(piece.node, Sequence) else "{" + inside + "}"


def _block(piece: Piece, width: int) -> tuple[str, list[str]]:
    """What stands behind a key whose text has no room there or needs lines, and the lines below it."""
    assert isinstance(piece.node, Scalar)
    found = None
    if piece.rule:
        found = ">", expressions.lines(piece.rule, piece.text, width, WIDTH - width)
    elif "\n" in piece.text:
        written = piece.node.span.text
        by_lines = written.startswith("|") or "\n" not in written  # its author has set the lines
        found = None if by_lines else quoting.folded(piece.text, width)
        found = found or quoting.literal(piece.text)
    else:
        found = quoting.folded(piece.text, width)
    return found or (quoting.inline(piece.text, brackets=False), [])


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
