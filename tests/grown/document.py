"""A grown tree as YAML, with the place of every text in it, so that what the checker found can be edited."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cassino_dsl.language.pipeline import Loaded, load_variant

Path_ = tuple[str | int, ...]  # the keys and indices that lead to a text
PLAIN = re.compile(r"[A-Za-z0-9_(][A-Za-z0-9_ ()|.=<>+*/!,;-]*\Z")


@dataclass(frozen=True, slots=True)
class Leaf:
    """One text: where its characters stand in the document."""

    path: Path_
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    text: str
    leaves: tuple[Leaf, ...]

    def leaf_at(self, start: int, end: int) -> Leaf | None:
        """The text that these characters belong to."""
        return next((leaf for leaf in self.leaves if leaf.start <= start and end <= leaf.end), None)


def write(tree: Any) -> Document:
    """The YAML of a tree; texts are quoted only where they have to be."""
    out: list[str] = []
    leaves: list[Leaf] = []
    length = 0

    def put(text: str) -> None:
        nonlocal length
        out.append(text)
        length += len(text)

    def scalar(text: str, path: Path_ | None) -> None:
        quoted = not PLAIN.match(text) or text.endswith(" ")
        put("'" if quoted else "")
        text = text.replace("'", "''")  # only in texts for people: no expression has quotes
        if path is not None:
            leaves.append(Leaf(path, length, length + len(text)))
        put(text + ("'" if quoted else ""))

    def node(body: Any, indent: str, path: Path_) -> None:
        if isinstance(body, str):
            put(" ")
            scalar(body, path)
            put("\n")
            return
        put("\n")
        entries = enumerate(body) if isinstance(body, list) else body.items()
        for key, child in entries:
            put(indent)
            if isinstance(body, list):
                put("-")
            else:
                scalar(key, None)
                put(":")
            node(child, indent + "  ", (*path, key))

    node(tree, "", ())
    return Document("".join(out)[1:], tuple(Leaf(f.path, f.start - 1, f.end - 1) for f in leaves))


def load(document: Document) -> Loaded:
    """What the pipeline makes of a document: syntax, composition and all checks."""
    with tempfile.TemporaryDirectory(prefix="grown-") as folder:
        path = Path(folder) / "grown.yaml"
        path.write_text(document.text, encoding="utf-8")
        return load_variant(str(path))
