"""What the passes have learnt so far: each pass reads what earlier ones wrote and adds its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.compose.compose import Composed
from cassino_dsl.language.compose.options import words
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset import model
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Expr, Type
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.parser import WRITTEN, Limits
from cassino_dsl.language.syntax.shape import ACTION, VARIANT
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence

# of a term or a named effect: its name, what is known of the arguments, and what the place offers
Use = tuple[str, tuple[tuple[Type, bool, bool], ...], frozenset[str]]
_NAMING = ("options", "memory", "terms", "effects", "zones")


@dataclass(frozen=True, slots=True)
class Note:
    """What a part of an expression was found to be, in this scope, where this type was wanted."""

    ast: Ast
    scope: Scope
    wanted: Type | None
    expr: Expr


@dataclass(frozen=True, slots=True)
class KeptExpression:
    """An expression in which nothing was found; the terms that came with it, each with its cost; all that it uses,
    also within these; and the options that it depends on, with their values."""

    expr: Expr
    terms: tuple[tuple[Use, model.Term, int], ...]
    uses: frozenset[Use]
    options: tuple[tuple[str, int | bool | str], ...]


Key = tuple[Any, ...]  # where an expression stands, its scope, and the type that is wanted there
Kept = dict[Key, KeptExpression | None]  # None: of this something was to be said, which is found anew each time


@dataclass
class WrittenTerm:
    """A term or a named effect before it is checked: its parameters and what it says, an expression (of an effect
    several) or a table; nothing where that could not be read."""

    name: str
    key: Scalar
    params: tuple[str, ...]
    what: str  # "term" or "effect"
    says: tuple[Ast, ...] = ()
    table: Mapping | None = None
    used: bool = False


@dataclass
class Draft:
    """A ruleset in the making."""

    composed: Composed
    report: Report
    pack: Pack
    seats: tuple[int, ...] = ()
    options: dict[str, model.Option] = field(default_factory=dict)
    memory_types: dict[str, tuple[str, Type]] = field(default_factory=dict)  # name: (of, type)
    zones: dict[str, model.Zone] = field(default_factory=lambda: {model.ASIDE.name: model.ASIDE})
    term_sources: dict[str, WrittenTerm] = field(default_factory=dict)
    terms: dict[Use, model.Term] = field(default_factory=dict)
    term_costs: dict[Use, int] = field(default_factory=dict)
    open_terms: list[WrittenTerm] = field(default_factory=list)  # terms and named effects that are being read
    part_types: dict[str, Type] = field(default_factory=dict)  # of parts of actions, by name: what all of them hold
    unread: set[str] = field(default_factory=set)  # attributes and their words of which the cards could not be read
    value_asks: tuple[Expr, ...] = ()  # the memory that decides what cards count for
    too_deep: bool = False  # what is used by each other nests too deep: said once
    effect_sources: dict[str, WrittenTerm] = field(default_factory=dict)
    effects: dict[Use, tuple[model.Effect, ...]] = field(default_factory=dict)  # what named effects do
    performed: int = 0  # effects of all uses together
    action_names: tuple[str, ...] = ()
    award_names: tuple[str, ...] = ()
    one_card: frozenset[str] = frozenset()  # the kinds of play of which every one plays a single card
    limits: Limits = WRITTEN
    of_core: bool = False  # read from a printed core, which has words of its own
    pattern_steps: list[tuple[str, Span]] = field(default_factory=list)
    kept: Kept | None = None  # expressions of this very tree that were read before
    notes: list[Note] | None = None  # of all parts of expressions, where somebody wants to know

    @property
    def tree(self) -> Mapping:
        return self.composed.tree

    def section(self, name: str) -> Mapping | None:
        """The mapping under a top-level key, or None."""
        node = self.tree.get(name)
        return node if isinstance(node, Mapping) else None

    @property
    def named(self) -> dict[str, Collection[str]]:
        """The names that the file gives, by what they are of."""
        return {
            "a term": self.term_sources,
            "a memory": self.memory_types,
            "a zone": self.zones,
            "an option": self.options,
            "an attribute": [a.name for a in self.pack.attributes],
        }

    def declares(self, name: str) -> bool:
        """Whether the file declares what it calls so, in a part of it that could not be read, which has been said."""
        return name in self.declared and self.report.failed

    @cached_property
    def declared(self) -> frozenset[str]:
        """What the file calls by name, also in a section whose own key nobody knows."""
        known = VARIANT.names()
        found = [node for key, node in self.tree if key.text in _NAMING or key.text not in known]
        for _, body in self.section("actions") or ():  # what `let` may have been meant to bind
            found += [node for key, node in body if key.text not in ACTION.names()] if isinstance(body, Mapping) else []
        names = {key.text.partition("(")[0].strip() for n in found if isinstance(n, Mapping) for key, _ in n}
        choices = (
            c.text for _, o in self.section("options") or () if isinstance(o, Mapping) for c in words(o.get("choices"))
        )
        return frozenset(names.union(*(re.findall(r"\w+", choice) for choice in choices)))

    def faulty(self, *nodes: Node | None) -> bool:
        """Whether an error stands in one of these: what is wrong with it as a whole may follow from that."""
        spans = [d.span for d in self.report.diagnostics if d.span is not None and d.severity == "error"]
        return any(e.overlaps(span) for node in nodes if node is not None for e in _spans(node) for span in spans)


def _spans(node: Node) -> Iterator[Span]:
    """Where the keys and texts of a node stand: those of one that is merged stand in several files."""
    if isinstance(node, Mapping):
        for key, child in node:
            yield key.span
            yield from _spans(child)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _spans(item)
    else:
        yield node.span


def may_be_called(report: Report, key: Scalar, what: str, taken: Iterable[tuple[str, Collection[str]]]) -> bool:
    """Whether a name is free for something; ``taken``: the names that it must not have, by what they are."""
    already = next((whose for whose, names in taken if key.text in names), None)
    if already is not None:
        message = f"{what} cannot be called `{key.text}`: that is {already}"
        report.add(Code.BAD_NAME, key.span, message, help="choose another name")
    return already is None


def scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def field_text(body: Mapping, key: str, default: str = "") -> str:
    node = body.get(key)
    return node.text if isinstance(node, Scalar) else default


def each(node: Node | None) -> tuple[Node, ...]:
    """The entries of a list, or the one node that stands instead of a list."""
    if node is None:
        return ()
    return node.items if isinstance(node, Sequence) else (node,)
