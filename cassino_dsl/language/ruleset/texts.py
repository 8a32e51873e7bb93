"""What authors say of clauses for people: texts, one-line accounts, and what things are called."""

from __future__ import annotations

from dataclasses import dataclass, field

from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.span import Span

ENGLISH = "en"
FILES = "files"  # the section of titles and openings in another language: `files.scopa`
NUMERALS = "no one two three four five six seven eight nine ten eleven twelve".split()


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder: ``{target}``. ``key``: the key of the clause that it prints, "" where it is an expression of its
    own; ``expr``: None where it means nothing in this game."""

    text: str
    key: str
    expr: Expr | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ClauseText:
    """What a file says at a ``place`` of the rulebook: the ``parts`` of a text, of one line about the clause, or of the
    name that people have for it. ``of``: the file that says it; ``over``: of a house rule, the variant that the file is
    written for."""

    place: str
    kind: str  # "text", "about" or "called"
    language: str
    parts: tuple[str | Slot, ...]
    of: str
    over: str
    span: Span = field(compare=False, repr=False)

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))

    @property
    def said(self) -> str:
        """The words, without the placeholders."""
        return " ".join(part for part in self.parts if isinstance(part, str))
