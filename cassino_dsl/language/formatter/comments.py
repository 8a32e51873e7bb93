"""Finds the comments of a file, and puts each to the part of the file that it stands at.

Between two texts of the tree there is nothing but punctuation and comments, so that a `#` there begins one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from cassino_dsl.language.formatter.pieces import Piece
from cassino_dsl.language.syntax.tree import Scalar

_COMMENT = re.compile(r"#[^\n]*")
_HEADER = re.compile(r"[|>][-+0-9]*")
_DASHES = " \t-"


def attach_comments(root: Piece, text: str) -> None:
    """Put every comment of a text to a piece of its tree, and note where empty lines stand."""
    pieces = sorted(_below(root), key=lambda piece: piece.start)  # of those that begin together, the outermost first
    starts = [piece.start for piece in pieces]
    for at, comment in _comments(pieces, text):
        line = text.rfind("\n", 0, at) + 1
        following = bisect_left(starts, at)
        before = pieces[following - 1] if following else root
        after = pieces[following] if following < len(pieces) else None
        if text[line:at].strip(_DASHES):
            _put_beside(before, at, comment)
        else:
            place = _lines_for(root, before, after, at, at - line)
            if _blank_above(text, line, before):
                place.append("")
            place.append(comment)
    for before, piece in zip([root, *pieces], pieces, strict=False):
        line = text.rfind("\n", 0, piece.start) + 1
        if not text[line : piece.start].strip(_DASHES) and _blank_above(text, line, before):
            (root if before is root else piece).above.append("")


def _below(piece: Piece) -> Iterator[Piece]:
    for child in piece.children:
        yield child
        yield from _below(child)


def _comments(pieces: list[Piece], text: str) -> Iterator[tuple[int, str]]:
    """Every comment with its offset."""
    end = 0
    for start, stop in [*sorted(_texts(pieces)), (len(text), len(text))]:
        for found in _COMMENT.finditer(text, end, start):
            yield found.start(), found[0].rstrip(" \t\r")
        end = stop


def _texts(pieces: list[Piece]) -> Iterator[tuple[int, int]]:
    """Where keys and texts stand; of a block, its sign and its lines."""
    for piece in pieces:
        if piece.key is not None:
            yield piece.key.span.start, piece.key.span.end
        if isinstance(piece.node, Scalar):
            span, body = piece.node.span, piece.node.body
            header = _HEADER.match(span.text)
            if header:
                yield span.start, span.start + header.end()
                yield body.start, body.end
            else:
                yield span.start, span.end


def _put_beside(piece: Piece, at: int, comment: str) -> None:
    """A comment at the end of a line is on what begins there, or on the outermost `{…}` or `[…]` that ends there."""
    while piece.parent is not None and piece.parent.flow and piece.parent.node.span.end <= at:
        piece = piece.parent
    if piece.beside:
        piece.above.append(comment)
    else:
        piece.beside = comment


def _lines_for(root: Piece, before: Piece, after: Piece | None, at: int, column: int) -> list[str]:
    """Where a comment on a line of its own belongs: above what follows, or below what it is set in with."""
    around: Piece | None = before
    while around is not None and not (around.flow and around.node.span.start < at < around.node.span.end):
        around = around.parent
    if around is not None:  # in brackets columns say nothing
        inside = after is not None and after.start < around.node.span.end
        last = around.children[-1].below if around.children else around.above
        return after.above if inside and after is not None else last
    if before is root:
        return root.above
    if after is None and not column:
        return root.below
    if after is not None and (after.parent is before or column <= after.column):
        return after.above
    while before.parent is not root and before.parent is not None and (before.column > column or before.parent.flow):
        before = before.parent
    return before.below


def _blank_above(text: str, line: int, before: Piece) -> bool:
    """Whether an empty line stands above the one that begins there, and is no part of the text before it."""
    if not line or (isinstance(before.node, Scalar) and before.node.text.endswith("\n\n")):
        return False
    return not text[text.rfind("\n", 0, line - 1) + 1 : line].strip()
