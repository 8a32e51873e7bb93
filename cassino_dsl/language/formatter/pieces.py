"""What a formatter has to lay out: the tree of a file, its keys in their order, each part with its comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cassino_dsl.language.formatter import expressions
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.parser import WRITTEN
from cassino_dsl.language.syntax.shape import (
    ACTION,
    CLAUSES,
    EXAMPLE,
    SAID,
    TRANSLATION,
    VARIANT,
    Fields,
    Named,
    Shape,
    beneath,
    keys_of,
    text_of,
)
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence

_GAP = re.compile(r"(?:\s|#[^\n]*)*")
_TEXT_OF = "text_of"
SECTIONS = CLAUSES["SECTIONS"]


@dataclass(eq=False, slots=True)
class Piece:
    """A key with what stands under it, an item of a list, or the file as a whole. Comments are put to it as they are
    found: ``above`` it, ``beside`` its first line and in lines under that, ``below`` the last thing in it; an empty
    line among them is kept."""

    key: Scalar | None  # None of items and of the file
    node: Node
    parent: Piece | None
    start: int
    column: int
    rule: str = ""  # of a text that the grammar reads: its start rule
    text: str = ""  # of a scalar: what it says, of the small language in one line
    broad: bool = False  # never in one line
    children: list[Piece] = field(default_factory=list)  # in the order of the file, then in their own
    above: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    rank: int = 0  # its place among those beside it

    @property
    def is_item(self) -> bool:
        return self.key is None and self.parent is not None

    @property
    def span(self) -> Span:
        """All characters of it, from its key or its dash on."""
        return Span(self.node.span.source, self.start, _end(self.node))

    @property
    def flow(self) -> bool:
        """Whether its author wrote it as `{…}` or `[…]`."""
        return not isinstance(self.node, Scalar) and self.node.span.beginning(1).text in ("{", "[")

    @property
    def commented(self) -> bool:
        """Whether it has comments, which need lines of their own."""
        return any(self.above) or bool(self.beside or self.below)

    def said(self) -> object:
        """What it says, without comments and layout."""
        key = self.key.text if self.key else None
        inside = self.text if isinstance(self.node, Scalar) else tuple(c.said() for c in self.children)
        return (key, type(self.node), self.rule, inside)

    def remarks(self) -> Iterator[str]:
        """All comments."""
        yield from (comment for comment in (*self.above, *self.beside, *self.below) if comment)
        for child in self.children:
            yield from child.remarks()


def read_pieces(tree: Mapping) -> Piece:
    """The pieces of a file in the order of the file, without their comments."""
    root = Piece(None, tree, None, tree.span.start, 0, broad=True)
    _fill(root, TRANSLATION if tree.get(_TEXT_OF) is not None else VARIANT)
    return root


def _fill(piece: Piece, shape: Shape | None) -> None:
    """The children of a piece, each with its shape; what does not have the shape that is expected is any text."""
    node, keys, text = piece.node, keys_of(shape), text_of(shape)
    if isinstance(node, Scalar):
        rule = text.reads if text is not None and len(node.body.text) <= WRITTEN.length else ""
        line = expressions.one_line(rule, node.text)
        piece.rule, piece.text = ("", node.text) if line is None else (rule, line)
    elif isinstance(node, Mapping):
        piece.broad = piece.broad or _told_or_taken(node, keys)
        known = keys.keys if isinstance(keys, Fields) else ()
        for key, value in node:
            child = Piece(key, value, piece, key.span.start, key.span.column - 1)
            mine, below = beneath(keys, key.text)
            child.rank = known.index(mine) if mine is not None else len(known)
            # clauses by their names, or texts of the rulebook; values are a table of few words
            section = below is SECTIONS or (isinstance(below, Named) and below.names != "selector")
            child.broad = piece.parent is None and section
            _adopt(piece, child, below)
    else:
        piece.broad = keys is EXAMPLE
        for item, start in zip(node.items, _item_starts(piece, node), strict=True):
            child = Piece(None, item, piece, start, node.span.column - 1)
            child.broad = keys is not None and isinstance(item, Mapping)
            _adopt(piece, child, shape)


def _item_starts(piece: Piece, node: Sequence) -> Iterator[int]:
    """Where the items of a list begin: at their dashes."""
    end, text = node.span.start, node.span.source.text
    for item in node.items:
        gap = _GAP.match(text, end)
        yield item.span.start if piece.flow or gap is None else gap.end()
        end = _end(item)


def _end(node: Node) -> int:
    """Where a node ends, with its last quote or the last line of its block."""
    return max(node.span.end, node.body.end if isinstance(node, Scalar) else 0)


def _told_or_taken(node: Mapping, shape: Shape | None) -> bool:
    """Whether a clause says something in the rulebook, or is an action with parts: such are read line by line."""
    return node.get(SAID.name) is not None or (shape is ACTION and any(isinstance(v, Mapping) for _, v in node))


def _adopt(piece: Piece, child: Piece, shape: Shape | None) -> None:
    piece.children.append(child)
    _fill(child, shape)


def put_in_order(piece: Piece) -> None:
    """Keys that the language knows go where its table has them, behind them all others as their author had them: of
    names, of rows and of items the order may mean something."""
    piece.children.sort(key=lambda child: child.rank)
    for child in piece.children:
        put_in_order(child)
