"""One change between two rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.tree import Mapping
from cassino_dsl.language.syntax.yaml_reader import read_yaml

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
    clauses: tuple[Any, ...] = (ruleset.deal, ruleset.match, *ruleset.values, *ruleset.actions, *ruleset.awards)
    written = [c.span.source for c in (*clauses, *ruleset.events, *ruleset.rules, *ruleset.memory)]
    sources = sorted(dict.fromkeys(written), key=lambda s: (s.name != ruleset.file, s.name))
    laid = () if path in ("title", "about") else ruleset.laid  # these are a house rule's own
    for file in (*ruleset.files[:1], *(rule.file for rule in laid)):  # whether any clause is of it or not
        with suppress(OSError):
            sources.insert(0, Source(file, Path(file).read_text(encoding="utf-8")))
    found: list[Span] = []
    for source in sources:
        node, keys = read_yaml(source, Report()), list[Span]()
        for word in path.split("."):
            if not isinstance(node, Mapping) or (key := node.key(word)) is None:
                break
            node, keys = node.get(word), [*keys, key.span]
        found = max(found, keys, key=len)
    return found[-1] if found else None
