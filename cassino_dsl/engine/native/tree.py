"""C as a small tree: statements and declarations in order, printed once, at the end.

Expressions are text. What stands around them is a tree, so that a block can have its place before it is filled: what
is worked out before a loop is known only when the inside of the loop has been printed.
"""

from __future__ import annotations

from collections.abc import Iterator


class Block:
    """Parts in order: whole lines of C, or blocks. With a head (``for (…)``, that of a function, or an empty one) they
    stand in braces, after which comes the tail."""

    def __init__(self, *parts: str | Block, head: str | None = None, tail: str = "") -> None:
        self.parts = list(parts)
        self.head, self.tail = head, tail

    def add(self, *parts: str | Block) -> None:
        """Let these stand last."""
        self.parts += parts

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The lines of C, indented."""
        margin, inner = "    " * depth, "    " * (depth + (self.head is not None))
        if self.head is not None:
            yield f"{margin}{self.head} {{" if self.head else f"{margin}{{"
        for part in self.parts:
            if isinstance(part, Block):
                yield from part.lines(depth + (self.head is not None))
            else:
                yield from (inner + line if line else line for line in part.splitlines())
        if self.head is not None:
            yield f"{margin}}}{self.tail}"

    def text(self) -> str:
        """The whole as C."""
        return "\n".join(self.lines()) + "\n"


def once(*parts: str | Block) -> Block:
    """A block that ``continue`` leaves."""
    return Block(*parts, head="do", tail=" while (0);")


def switch(on: str, cases: dict[int, str], otherwise: str) -> Block:
    """A choice by number: each case is a statement that leaves the switch."""
    lines = [f"case {number}: {statement}" for number, statement in cases.items()]
    return Block(*lines, f"default: {otherwise}", head=f"switch ({on})")
