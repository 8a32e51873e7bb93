"""The texts that stand at clauses, with their placeholders read as constants of this game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.expressions import infer
from cassino_dsl.language.check.scope import STATIC, Scope
from cassino_dsl.language.check.structure import check_structure
from cassino_dsl.language.compose.library import base_file, name_of
from cassino_dsl.language.compose.merge import REMOVED, named
from cassino_dsl.language.compose.texts import TEXT, Translation, Written, written
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.clauses import TAKE
from cassino_dsl.language.ruleset.expr import Expr, Type
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.texts import ENGLISH, FILES, ClauseText, Slot
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.shape import TRANSLATION, spelt_today
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar
from cassino_dsl.language.syntax.wrong_nodes import head_of

_LANGUAGE = re.compile(r"[a-z]{2,3}\Z")
_BRACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_ONE_TEXT = "write it as a block under `|`, or by language: `text: {en: …, it: …}`"
MOST_PLACEHOLDERS = 2_000  # of a game; the rest are not read
_PRINTED = (Type.INT, Type.CARD, Type.RANK, Type.SUIT)


def read_texts(draft: Draft) -> tuple[ClauseText, ...]:
    """All that the house rules, the file and those that it extends say for people, the nearest first: of several for
    one place the first that holds is meant."""
    reader = _Reader(draft)
    found: list[ClauseText] = []
    removed: dict[str, Scalar] = {}  # by the place: what takes away the texts of files further off
    idle: dict[str, Scalar] = {}
    for beside in draft.composed.translations:
        check_structure(beside.tree, draft.report, TRANSLATION)
    for tree, path, over in _files(draft):
        here: dict[str, Scalar] = {}
        file = (str(path), over)
        for one in written(tree):
            if one.key.text == TEXT and isinstance(one.node, Scalar) and one.node.text == REMOVED:
                here[one.place] = one.node
            elif one.key.text == TEXT and one.place in removed:
                idle.pop(one.place, None)
            else:
                found += (reader.text(one, *said, *file) for said in _languages(draft, one))
        for beside in draft.composed.translations:
            if beside.of == path:
                found += reader.translated(beside, *file)
        new = {place: node for place, node in here.items() if place not in removed}
        removed, idle = removed | new, idle | new
    for place, node in idle.items():
        draft.report.add(Code.NOTHING_TO_REMOVE, node.span, f"there is no text of `{place}` to remove")
    return tuple(found)


def _files(draft: Draft) -> Iterator[tuple[Mapping, Path, str]]:
    """The trees with their files; of a house rule also the variant that it is written for."""
    composed = draft.composed
    for tree, path in zip(reversed(composed.patches), reversed(composed.laid_files), strict=True):
        over = tree.get("over")
        base = base_file(over, path, Report()) if isinstance(over, Scalar) else None
        yield tree, path, str(base or composed.path)
    for tree, path in zip((composed.own, *composed.bases), composed.files, strict=True):
        yield tree, path, ""


def _languages(draft: Draft, one: Written) -> Iterator[tuple[str, Scalar]]:
    """What is written there, in each language."""
    if one.key.text != TEXT:  # of a memory, what one and several of what it counts are called is no text
        if isinstance(one.node, Scalar):
            yield ENGLISH, one.node
        return
    node = one.node
    entries = node.entries if isinstance(node, Mapping) else ((Scalar(ENGLISH, node.span, node.span), node),)
    for language, said in entries:
        if not _LANGUAGE.match(language.text):
            message = f"`{language.text}` is no language"
            help = "languages have two or three small letters: `text: {en: …, it: …}`"
            draft.report.add(Code.BAD_NAME, language.span, message, help=help)
        elif isinstance(said, Scalar):
            yield language.text, said
        else:
            draft.report.add(Code.WRONG_NODE, head_of(said), "a text for people is one text", help=_ONE_TEXT)


class _Reader:
    """Reads texts and their placeholders. What is wrong with a placeholder says nothing about the game: it is tried in
    a draft of its own."""

    def __init__(self, draft: Draft) -> None:
        sources = {name: replace(source) for name, source in draft.term_sources.items()}
        self.draft = replace(
            draft, report=Report(), term_sources=sources, terms={**draft.terms}, term_costs={**draft.term_costs}
        )
        self.faults, self.read = draft.report, 0

    def text(self, one: Written, language: str, node: Scalar, file: str, over: str) -> ClauseText:
        parts = tuple(self._parts(one.place, node)) if one.key.text == TEXT else (node.text,)
        kind, span = one.key.text, node.body if node.exact else node.span
        return ClauseText(one.place, kind, language, parts, file, over, span)

    def translated(self, beside: Translation, file: str, over: str) -> Iterator[ClauseText]:
        """The texts of a file beside another one, in its language; the place of the whole file is ``files.NAME``."""
        place = f"{FILES}.{name_of(beside.of)}"
        for key, kind in (("title", "called"), ("about", "about")):
            node = beside.tree.get(key)
            if isinstance(node, Scalar):
                yield ClauseText(place, kind, beside.language, (node.text,), file, over, node.span)
        for one in written(beside.tree):
            names = one.node if isinstance(one.node, Mapping) and one.key.text == "called" else None
            node = names.get("one") if names is not None else one.node
            if isinstance(node, Scalar):
                yield self.text(one, beside.language, node, file, over)
            elif node is not None:
                self.faults.add(Code.WRONG_NODE, head_of(node), "a text for people is one text", help=_ONE_TEXT)

    def _parts(self, place: str, node: Scalar) -> Iterator[str | Slot]:
        """The words of a text and its placeholders, in order; a brace that nothing closes is a word."""
        source, words, at = node.span.source, "", 0
        there = _BRACE.finditer(node.body.text) if node.exact else iter(())
        for found in _BRACE.finditer(node.text):
            words += node.text[at : found.start()]
            at = found.end()
            raw = next(there, None)
            if found[1] is None:
                words += found[0][0]
                continue
            if words:
                yield words
            words = ""
            inside = raw and Span(source, node.body.start + raw.start(1), node.body.start + raw.end(1))
            yield self._slot(place, Scalar(found[1].strip(), inside or node.span, inside or node.span, bool(inside)))
        if words := words + node.text[at:]:
            yield words

    def _slot(self, place: str, said: Scalar) -> Slot:
        """A placeholder; of one that is no constant nothing is said here, for the game may be another."""
        clause, key = clause_of(self.draft, place), spelt_today((*place.split(".", 1), said.text))[-1]
        own = clause.get(key) if isinstance(clause, Mapping) else None
        own = own if isinstance(own, Scalar) else None
        return Slot(said.text, key if own else "", self._constant(own or said), said.span)

    def _constant(self, said: Scalar) -> Expr | None:
        self.read += 1
        if self.read > MOST_PLACEHOLDERS:
            return None
        for wanted in (Type.INT, None):  # an option may have the name of a word that is no number
            self.draft.report = Report()
            ast = parse("expression", said, self.draft.report, self.draft.limits)
            expr = infer(self.draft, ast, Scope(STATIC), wanted) if ast else None
            if expr is not None and expr.type in _PRINTED and not self.draft.report.failed:
                return expr
        return None


def clause_of(draft: Draft, place: str) -> Node | None:
    """What the file says at a place; None where it says nothing there."""
    section, *rest = place.split(".", 1)
    names = rest[0].split(TAKE) if rest else []
    node: Node | None = draft.tree.get(section)
    for name in (*names[:1], *("take" for _ in names[1:]), *names[1:]):
        node = next((n for k, n in node if named(k.text, section) == name), None) if isinstance(node, Mapping) else None
    return node
