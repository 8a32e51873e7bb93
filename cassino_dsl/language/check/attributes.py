"""Attributes: what a file says of its cards beside rank and suit, by rows of a word, a number, or yes or no, and the
cards that have it; the first row that fits decides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.language.check.check_context import Draft, field_text, may_be_called
from cassino_dsl.language.check.names import words_of
from cassino_dsl.language.check.selectors import read_selector
from cassino_dsl.language.check.structure import IDENTIFIER
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.ruleset.cards import Attribute
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER, RESERVED, TAKEN
from cassino_dsl.language.syntax.tree import Mapping, Scalar

MAX_ATTRIBUTES, MAX_WORDS = 16, 60
LARGEST = 1_000_000
_NUMBER = re.compile(r"-?[0-9]{1,7}\Z")
_TRUTH = {"true": True, "false": False}


def read_attributes(draft: Draft) -> None:
    """Learn the attributes of the pack in their order: the cards of a row may be told by those above."""
    pack = draft.section("pack")
    node = pack.get("attributes") if pack is not None else None
    for key, body in node if isinstance(node, Mapping) else ():
        if len(draft.pack.attributes) == MAX_ATTRIBUTES:
            draft.report.add(Code.BAD_NUMBER, key.span, f"more than {MAX_ATTRIBUTES} attributes")
            return
        if isinstance(body, Mapping) and IDENTIFIER.match(key.text) and _may_be_named(draft, key):
            made = _attribute(draft, key, body)
            draft.pack = replace(draft.pack, attributes=(*draft.pack.attributes, made))


def _may_be_named(draft: Draft, key: Scalar) -> bool:
    """Whether an attribute can have this name: it is told by its argument from words that take none."""
    called = [word for word, rows in BY_WORD.items() if word in TAKEN and any(row.params for row in rows)]
    words = (*called, *QUANTIFIER, *_TRUTH, "none", *(a.name for a in draft.pack.attributes))
    return may_be_called(draft.report, key, "an attribute", [("a word of the language", words)])


def _attribute(draft: Draft, key: Scalar, body: Mapping) -> Attribute:
    rows = [(word, cards) for word, cards in body if word.text != "about"]
    type = _type(draft, key, rows)
    values: list[bool | int | str | None] = [None] * len(draft.pack.faces)
    words: list[str] = []
    for word, cards in rows:
        if not isinstance(cards, Scalar):
            continue
        value = _value(draft, word, type, words)
        selected = read_selector(draft, cards, places=False)
        if value is None:
            continue
        if isinstance(value, str):
            words.append(value)
        if selected is None:
            draft.unread |= {key.text, word.text}
        for face in selected.faces if selected is not None else ():
            values[face] = value if values[face] is None else values[face]
    rest = {Type.INT: 0, Type.BOOL: False}.get(type)
    whole = tuple(rest if value is None else value for value in values)
    return Attribute(key.text, type, tuple(words), whole, field_text(body, "about"))


def _type(draft: Draft, key: Scalar, rows: Sequence[tuple[Scalar, object]]) -> Type:
    texts = [word.text for word, _ in rows]
    if not texts:
        help = "say which cards have it: `light: 1a, 3a, 8a`, `20: 1a`, `true: 1a`"
        draft.report.add(Code.MISSING_KEY, key.span, f"no card has anything as `{key.text}`", help=help)
    if texts and all(text in _TRUTH for text in texts):
        return Type.BOOL
    return Type.INT if texts and any(_NUMBER.match(text) for text in texts) else Type.MARK


def _value(draft: Draft, word: Scalar, type: Type, others: list[str]) -> bool | int | str | None:
    if type is Type.BOOL:
        return _TRUTH[word.text]
    if type is Type.INT:
        if _NUMBER.match(word.text) and abs(int(word.text)) <= LARGEST:
            return int(word.text)
        message, help = f"`{word.text}` is no number, as the other rows are", f"up to {LARGEST:,}"
        draft.report.add(Code.BAD_NUMBER, word.span, message, help=help)
        return None
    if not IDENTIFIER.match(word.text):
        help = "letters, digits and `_`; it is a word of the language"
        draft.report.add(Code.BAD_NAME, word.span, f"`{word.text}` cannot be a word for cards", help=help)
        return None
    beside = (Type.MARK, Type.ACTION, Type.AWARD)  # what only its own place takes
    known = (name for type, names in words_of(draft).items() if type not in beside for name in names)
    taken = [("another word already", {*known, *draft.pack.words, *RESERVED})]
    if not may_be_called(draft.report, word, "cards", taken):
        return None
    if len({*draft.pack.marks, *others, word.text}) > MAX_WORDS:
        draft.report.add(Code.BAD_NUMBER, word.span, f"more than {MAX_WORDS} words for cards")
        return None
    return word.text
