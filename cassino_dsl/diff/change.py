"""One change between two rulesets, and the two sides that it is found between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from cassino_dsl.core.program import Program, program_of
from cassino_dsl.diff.clauses import Clauses
from cassino_dsl.diff.names import pair_names
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.diff.renaming import Renamer, Renaming
from cassino_dsl.resources import folder
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.span import Source, Span

C = TypeVar("C")
F = TypeVar("F")
Class = Literal["deck", "deal", "legality", "scoring", "match", "players", "checks", "wording"]
CLASSES: tuple[Class, ...] = ("deck", "deal", "legality", "scoring", "match", "players", "checks", "wording")
WEIGHT: tuple[Class, ...] = ("legality", "scoring", "match", "deal", "deck", "players", "checks", "wording")
# what shows in no position: how simulated players choose, what the author promises, what it is called
UNSEEN: frozenset[Class] = frozenset(("players", "checks", "wording"))


@dataclass(frozen=True, slots=True)
class Change:
    """``a`` and ``b`` are the two sides in words, None where one has nothing of the kind; ``text`` is the
    change in one line. ``path`` is where it stands in a variant file."""

    path: str
    kind: Class
    a: str | None
    b: str | None
    text: str
    a_span: Span | None
    b_span: Span | None

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
    if not Path(span.file).is_file():
        for candidate in (folder("variants") / span.file, folder("variants") / "house" / span.file):
            if candidate.is_file():
                return str(candidate)
    return span.file


class Sides:
    """Two rulesets ready to be compared: forms for every number of seats that both allow, and phrases."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a, self.b = a, b
        theirs = {face.text for face in b.pack.faces}
        self.faces = tuple(face.text for face in a.pack.faces if face.text in theirs)
        self.seats = tuple(n for n in a.seats if n in b.seats)
        self.names = pair_names(a, b, self.seats[0] if self.seats else None, self.faces)
        self.forms_a, self.forms_b = self.forms_of(a), self.forms_of(b, self.names)
        self.phrases = (ClausePhrases(a), ClausePhrases(b))
        self.unfolded = (ClausePhrases(a, unfold=True), ClausePhrases(b, unfold=True))

    def forms_of(self, ruleset: Ruleset, names: Renaming | None = None) -> list[Clauses]:
        """The forms of a ruleset, for each number of seats; ``names``: as A calls them."""
        return [Clauses(ruleset, n, self.faces, names) for n in self.seats or (None,)]

    @cached_property
    def programs(self) -> tuple[tuple[Program, Program], ...]:
        """The cores of both, in the names of the first, for every number of seats that both allow."""
        return tuple((program_of(self.a, n), program_of(self.renamed, n)) for n in self.seats)

    @cached_property
    def renamed(self) -> Ruleset:
        """The second ruleset in the names of the first."""
        return Renamer(self.names).ruleset(self.b)

    @property
    def same_program(self) -> bool:
        """Whether both are the same programs: only then do they say the same."""
        return self.a.seats == self.b.seats and all(mine == yours for mine, yours in self.programs)

    def forms(self, make: Callable[[Clauses, C], F], a: C, b: C) -> tuple[list[F], list[F]]:
        """What is made of something of A and something of B, for each number of seats."""
        return [make(c, a) for c in self.forms_a], [make(c, b) for c in self.forms_b]

    def alike(self, make: Callable[[Clauses, C], F], a: C, b: C) -> bool:
        """Whether the same is made of both, for every number of seats."""
        mine, yours = self.forms(make, a, b)
        return mine == yours

    def words(self, say: Callable[[ClausePhrases, C], str], a: C, b: C) -> tuple[str, str]:
        """Both sides in words; where the words are the same, with terms unfolded."""
        mine, yours = say(self.phrases[0], a), say(self.phrases[1], b)
        return (mine, yours) if mine != yours else (say(self.unfolded[0], a), say(self.unfolded[1], b))


def changed(path: str, kind: Class, name: str, said: Sequence[Any], spans: Sequence[Span | None]) -> Change:
    """The change of something that both sides have, said in two texts."""
    return Change(path, kind, said[0], said[1], arrow(name, said[0], said[1]), spans[0], spans[1])


def key_span(ruleset: Ruleset, key: str) -> Span | None:
    """Where a key of the top level stands, in the file of the ruleset or in one beneath it."""
    clauses: tuple[Any, ...] = (
        ruleset.deal,
        ruleset.match,
        *ruleset.values,
        *ruleset.actions,
        *ruleset.awards,
        *ruleset.events,
    )
    sources = {c.span.source for c in (*clauses, *ruleset.rules, *ruleset.memory)}
    if ruleset.files and all(s.name != ruleset.file for s in sources):  # a file of no clause, as one of another title
        with suppress(OSError):
            sources.add(Source(ruleset.file, Path(ruleset.files[0]).read_text(encoding="utf-8")))
    for source in sorted(sources, key=lambda s: (s.name != ruleset.file, s.name)):
        found = re.search(rf"^{re.escape(key)}\s*:", source.text, re.MULTILINE)
        if found:
            return Span(source, found.start(), found.start() + len(key))
    return None


def arrow(name: str, a: str | None, b: str | None, nothing: str = "nothing") -> str:
    """A change in one line."""
    return f"{name}: {a if a is not None else nothing} → {b if b is not None else nothing}"
