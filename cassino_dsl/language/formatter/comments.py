"""Finds the comments of a file, and puts each to the part of the file that it stands at.

Between two texts of the tree there is nothing but punctuation and comments, so that a `#` there begins one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from cassino_dsl.language.formatter.pieces import Piece
from cassino_dsl.language.syntax.tree import Scalar

_COMMENT = re.compile(r"#[^\n]*")
_HEADER = re.compile(r"[|>][-+0-9]*")
_ENDS_EMPTY = re.compile(r"\n[ \t]*\n\Z|\n[ \t]+\Z")  # of a text: its last line is empty
_EMPTY_LINE = re.compile(r"^[ \t\r]*\n", re.MULTILINE)
Side = Literal["above", "beside", "below"]


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, where it begins, and on which ``side`` of which piece it stands: ``above`` it, ``beside`` it at the
    end of a line, or ``below`` the last thing in it."""

    at: int
    text: str
    piece: Piece
    side: Side
    apart: bool  # whether an empty line stands above it


def attach_comments(root: Piece, text: str) -> None:
    """Put every comment of a text to a piece of its tree, and note where empty lines stand."""
    for comment in comments_of(root, text):
        piece = comment.piece
        lines = {"above": piece.above, "beside": piece.beside, "below": piece.below}[comment.side]
        lines += ["", comment.text] if comment.apart else [comment.text]
    if root.above:
        root.above.append("")
    for before, piece in pairwise(_in_order(root)):
        line = text.rfind("\n", 0, piece.start) + 1
        if not text[line : piece.start].strip() and _blank_above(text, line, before):
            piece.above.append("")


def comments_of(root: Piece, text: str) -> Iterator[Comment]:
    """All comments of a text, in their order."""
    pieces = _in_order(root)
    starts = [piece.start for piece in pieces]
    header = max((found.end() for found in _EMPTY_LINE.finditer(text, 0, starts[0] if starts else 0)), default=0)
    last: Comment | None = None
    for at, comment in _comments(pieces, text):
        line = text.rfind("\n", 0, at) + 1
        following = bisect_left(starts, at)
        before = pieces[following - 1] if following else root
        after = pieces[following] if following < len(pieces) else None
        side: Side = "above"
        if before is root:  # what no empty line parts from the first key is on that
            piece = root if after is None or at < header or root.flow else after
        elif text[line:at].strip():
            piece, side = _beside(before, at)
        else:
            piece, side = _on_its_own_line(root, before, after, at, at - line)
            if last is not None and last.side == "beside" and (piece is last.piece or _goes_on(text, last, at, after)):
                piece, side = last.piece, last.side
        last = Comment(at, comment, piece, side, side != "beside" and _blank_above(text, line, before))
        yield last


def _in_order(root: Piece) -> list[Piece]:
    """All pieces in the order of the text; of those that begin together, the outermost first."""
    return sorted(_below(root), key=lambda piece: piece.start)


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


def _beside(piece: Piece, at: int) -> tuple[Piece, Side]:
    """A comment at the end of a line is on what begins there, or on the outermost `{…}` or `[…]` that ends there."""
    if piece.is_item and at < (piece.children[0] if piece.children else piece.node.span).start:  # at a dash
        return _opened(piece), "above"
    while piece.parent is not None and piece.parent.flow and piece.parent.node.span.end <= at:
        piece = piece.parent
    return piece, "below" if piece.parent is None else "beside"


def _goes_on(text: str, last: Comment, at: int, after: Piece | None) -> bool:
    """Whether a comment on a line of its own stands below one at the end of the line above, and so is part of it."""
    column = _column(text, at)
    under = text.count("\n", last.at, at) == 1 and column == _column(text, last.at)
    return under and (after is None or column != _column(text, after.start))


def _column(text: str, at: int) -> int:
    return at - text.rfind("\n", 0, at) - 1


def _on_its_own_line(root: Piece, before: Piece, after: Piece | None, at: int, column: int) -> tuple[Piece, Side]:
    """Where such a comment belongs: above what follows, or below the last thing of what it is set in with."""
    if isinstance(before.node, Scalar) and at < before.node.span.start:  # between a key and its text
        return _opened(before), "above"
    around: Piece | None = before
    while around is not None and not (around.flow and around.node.span.start < at < around.node.span.end):
        around = around.parent
    if around is not None:  # in brackets columns say nothing
        if after is not None and after.start < around.node.span.end:
            return _opened(after), "above"
        return around, "below" if around.children else "above"
    if after is not None and (after.parent is before or column <= after.column):
        return _opened(after), "above"
    inside = before.parent or root
    while inside.parent is not None and (inside.column >= column or inside.flow):
        inside = inside.parent
    return (after, "above") if after is not None and after.parent is inside else (inside, "below")


def _opened(piece: Piece) -> Piece:
    """The outermost item of a list that begins with a piece: both are written in one line."""
    outer = piece.parent
    while outer is not None and outer.is_item and piece is outer.children[0]:
        piece, outer = outer, outer.parent
    return piece


def _blank_above(text: str, line: int, before: Piece) -> bool:
    """Whether an empty line stands above the one that begins there, and is no part of the text before it."""
    if not line or (isinstance(before.node, Scalar) and _ENDS_EMPTY.search(before.node.text)):
        return False
    return not text[text.rfind("\n", 0, line - 1) + 1 : line].strip()
