"""Writes a file in another way that says the same, as somebody might: for the formatter to bring back."""

from __future__ import annotations

import json
import random
import re

from cassino_dsl.language.syntax.shape import VARIANT, Either, Fields, Many, Named, Shape, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar

_LOOSE = re.compile(r"\s*(:=|\+=|-=|<=|>=|!=|\.\.|[-+*=<>|(){},;])\s*")


class Rewriter:
    def __init__(self, rng: random.Random, comments: bool) -> None:
        self.rng = rng
        self.comments = comments
        self.count = 0

    def file(self, tree: Mapping) -> str:
        return "".join(f"{line}\n" for line in ["# the file", "", *self._mapping(tree, VARIANT, 0)])

    def _comment(self, pad: str = "") -> list[str]:
        if not self.comments or self.rng.random() < 0.85:
            return []
        self.count += 1
        return [f"{pad}# comment {self.count}"]

    def _mapping(self, node: Mapping, shape: Shape | None, indent: int) -> list[str]:
        entries = list(node)
        known = {key.name: key.shape for key in shape.keys} if isinstance(shape, Fields) else {}
        rest = shape.rest if isinstance(shape, Fields) else shape.shape if isinstance(shape, Named) else None
        fixed = [entry for entry in entries if entry[0].text in known]
        self.rng.shuffle(fixed)
        entries = fixed + [entry for entry in entries if entry[0].text not in known]
        lines: list[str] = []
        pad = " " * indent
        for key, below in entries:
            lines += self._comment(pad)
            head = pad + self._text(key.text, key=True) + ":"
            lines += self._value(head, below, known.get(key.text, rest), indent)
        return lines

    def _value(self, head: str, node: Node, shape: Shape | None, indent: int) -> list[str]:
        if isinstance(shape, Either):
            shape = shape.text if isinstance(node, Scalar) else shape.other
        if isinstance(shape, Many) and isinstance(node, Scalar | Mapping):
            shape = shape.shape.text if isinstance(shape.shape, Either) and isinstance(node, Scalar) else shape.shape
        beside = "".join(f" {x}" for x in self._comment())
        deeper = indent + self.rng.choice([1, 2, 3, 4])
        if isinstance(node, Scalar):
            if "\n" in node.text.rstrip("\n"):
                sign = node.span.text.partition("\n")[0].split()[0]
                lines = node.body.text.split("\n")
                margin = min(len(x) - len(x.lstrip(" ")) for x in lines if x.strip())
                return [f"{head} {sign}{beside}", *(" " * deeper + x[margin:] if x.strip() else "" for x in lines)]
            if node.text.endswith("\n"):
                sign = node.span.text[0]  # whose lines are whose is its author's wish
                return [f"{head} {sign if sign in '|>' else '>'}{beside}", " " * deeper + node.text.strip()]
            return [f"{head} {self._text(self._loose(node.text, shape))}{beside}"]
        if not getattr(node, "entries", getattr(node, "items", ())) or (
            not self._lines(node) and self.rng.random() < 0.5
        ):
            return [f"{head} {self._flow(node, shape)}{beside}"]
        if isinstance(node, Mapping):
            return [head + beside, *self._mapping(node, shape, deeper)]
        item = shape.shape if isinstance(shape, Many) else None
        lines = [head + beside]
        for each in node.items:
            lines += self._comment(" " * deeper)
            below = self._value(" " * deeper + "-", each, item, deeper)
            if below[0].strip() == "-" and below[1].startswith(" " * (deeper + 2)) and below[1].lstrip()[0] != "#":
                below[:2] = [below[0] + below[1][len(below[0]) :]]
            lines += below
        return lines

    def _lines(self, node: Node) -> bool:
        """Whether some text in it has several lines."""
        if isinstance(node, Scalar):
            return "\n" in node.text
        inside = [value for _, value in node] if isinstance(node, Mapping) else node.items
        return any(self._lines(each) for each in inside)

    def _flow(self, node: Node, shape: Shape | None) -> str:
        if isinstance(node, Scalar):
            return self._text(node.text, flow=True)
        gap = self.rng.choice(["", " ", "\n      "])
        if isinstance(node, Mapping):
            return (
                "{"
                + gap
                + f",{gap} ".join(f"{self._text(k.text, flow=True)}: {self._flow(v, None)}" for k, v in node)
                + "}"
            )
        return "[" + gap + f" ,{gap}".join(self._flow(v, None) for v in node.items) + "]"

    def _loose(self, text: str, shape: Shape | None) -> str:
        """An expression with other spaces."""
        if not isinstance(shape, Text) or shape.reads not in ("expression", "effect", "part", "played"):
            return text
        return _LOOSE.sub(lambda sign: f"{self.rng.choice([' ', '  '])}{sign[1]} ", text).strip()

    def _text(self, text: str, key: bool = False, flow: bool = False) -> str:
        plain = re.fullmatch(r"[A-Za-z0-9][\w .]*\w" if flow else r"[A-Za-z0-9][\w .,(){}=<>|+*/-]*[\w)}]|\w", text)
        if plain and self.rng.random() < 0.8:
            return text
        if '"' not in text and "\\" not in text:
            return f'"{text}"'
        return json.dumps(text, ensure_ascii=False) if key else "'" + text.replace("'", "''") + "'"
