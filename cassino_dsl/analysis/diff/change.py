"""One change between two rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cassino_dsl.language.compose.one_file import read_file
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.tree import Mapping, Node

Class = Literal["deck", "deal", "legality", "scoring", "match", "players", "checks", "wording"]
CLASSES: tuple[Class, ...] = ("deck", "deal", "legality", "scoring", "match", "players", "checks", "wording")
WEIGHT: tuple[Class, ...] = ("legality", "scoring", "match", "deal", "deck", "players", "checks", "wording")
# what shows in no position: how simulated players choose, what the author promises, what it is called
UNSEEN: frozenset[Class] = frozenset(("players", "checks", "wording"))


@dataclass(frozen=True, slots=True)
class Change:
    """``a`` and ``b`` are the two sides in words, None where one has nothing of the kind; ``text`` is the
    change in one line. ``path`` is where it stands in a variant file. ``sight``: it changes what seats see, and nothing
    of what is played."""

    path: str
    kind: Class
    a: str | None
    b: str | None
    text: str
    a_span: Span | None
    b_span: Span | None
    sight: bool = False

    @property
    def of_sight(self) -> bool:
        """Whether it is about who sees what; its class is that of the deal, by which players know cards."""
        return self.path == "visible" or self.path.endswith(".seen")

    def as_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "class": self.kind,
            "a": self.a,
            "b": self.b,
            "text": self.text,
            "a_place": place(self.a_span),
            "b_place": place(self.b_span),
        }


def by_class(changes: Iterable[Change]) -> Iterator[tuple[Class, list[Change]]]:
    """The changes of each class, where there are any."""
    found = list(changes)
    for kind in CLASSES:
        if own := [c for c in found if c.kind == kind]:
            yield kind, own


def heaviest(classes: Iterable[Class]) -> Class:
    """The weightiest of several classes."""
    return min(classes, key=WEIGHT.index, default="wording")


def place(span: Span | None) -> dict[str, Any] | None:
    """Where a clause stands: its file and line."""
    return None if span is None else {"file": file_of(span), "line": span.line, "column": span.column}


def file_of(span: Span) -> str:
    """The file that a span is in; shipped files are asked for by name, and have their path here."""
    shipped = (folder("variants") / span.file, folder("variants") / "house" / span.file)
    found = None if Path(span.file).is_file() else next((path for path in shipped if path.is_file()), None)
    return str(found or span.file)


def key_span(ruleset: Ruleset, path: str) -> Span | None:
    """Where a key stands, or the innermost of those above it that is written: in the last house rule that has it, in
    the file of the ruleset, or in one beneath it."""
    laid = () if path in ("title", "about") else ruleset.laid[::-1]  # these are a house rule's own
    found: list[Span] = []
    for file in (*(rule.file for rule in laid), *ruleset.files):
        node: Node | None = read_file(Path(file), file, Report())
        keys: list[Span] = []
        for word in path.split("."):
            if not isinstance(node, Mapping) or (key := node.key(word)) is None:
                break
            node, keys = node.get(word), [*keys, key.span]
        found = max(found, keys, key=len)
    return found[-1] if found else None
