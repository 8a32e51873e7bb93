"""A clause of a file: its keys, read as what the language wants under each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from cassino_dsl.language.check.check_context import Draft, field_text
from cassino_dsl.language.check.expressions import read_expression
from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.expr import Expr, Literal, Type
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.tree import Mapping, Scalar

Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class WrittenClause:
    """The mapping under a key; ``span``: where its name stands."""

    draft: Draft
    name: str
    body: Mapping
    span: Span

    def has(self, key: str) -> bool:
        return self.body.get(key) is not None

    def text(self, key: str, default: str = "") -> str:
        return field_text(self.body, key, default)

    def word(self, key: str, *words: Word) -> Word:
        """One of these words; the first where nothing is said, or what is none of them, which has been told."""
        said = self.text(key)
        return next((word for word in words if word == said), words[0])

    def expr(self, key: str, offers: frozenset[str] | Scope, type: Type) -> Expr | None:
        scope = offers if isinstance(offers, Scope) else Scope(offers)
        found = read_expression(self.draft, self.body.get(key), scope, type)
        if type is Type.BOOL and isinstance(found, Literal) and found.type is type and not found.option:
            message = f"this condition {'always' if found.value else 'never'} holds"
            self.draft.report.add(Code.CONSTANT_CONDITION, found.span, message, help="leave it out")
        return found

    def place(self, key: str) -> Span:
        """Where a key stands; the name of the clause, where it has none."""
        found = self.body.key(key)
        return found.span if found else self.span

    def fault(self, code: Code, message: str, help: str, span: Span | None = None) -> None:
        """A fault of the clause as a whole, which may follow from another in it: then that one is enough."""
        if not self.draft.faulty(self.body, self.draft.composed.own.get(self.name)):
            self.draft.report.add(code, span or self.span, message, help=help)


def clauses(draft: Draft, section: str, alone: str = "") -> Iterator[WrittenClause]:
    """The clauses of a section; one that is no mapping has been told, or is what it says under the key ``alone``."""
    for key, body in draft.section(section) or ():
        if alone and not isinstance(body, Mapping):
            body = Mapping(((Scalar(alone, body.span, body.span), body),), body.span)
        if isinstance(body, Mapping):
            yield WrittenClause(draft, key.text, body, key.span)


def section(draft: Draft, name: str) -> WrittenClause:
    """A section that is a clause itself: without keys, where the file lacks it."""
    key, body = draft.tree.key(name), draft.section(name)
    return WrittenClause(draft, name, body or Mapping((), draft.tree.span), key.span if key else draft.tree.span)
