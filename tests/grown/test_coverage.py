"""Everything that a file can say is grown: each key and word of ``syntax/shape.py``, each row of the language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.model import Effect
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import EFFECT_ROWS, EVENTS, ROWS
from cassino_dsl.language.syntax.shape import VARIANT, Either, Fields, Many, Named, Shape, Text
from tests.grown.document import Path_, load, write
from tests.grown.edits import expressions, said
from tests.grown.pieces import in_pieces
from tests.grown.rulesets import grow_ruleset

SEED = 1
NOT_GROWN = {
    "examples": "tests of a file by its author: `tests/conformance` has them",
    "about": "for people",
    "text": "for people",
    "terms.is": "beside a text for people",
    "actions.take.is": "beside a text for people",
    "called": "for people",
    "source": "for people",
    "house.false": "what no other file says",
    "over": "where the examples of a house rule are played",
}
FORMS = (  # of texts with a grammar of their own, and so neither keys nor rows
    *(" to build ", "anywhere(stock)", "bottom(stock)", " then (", " else (", "; ", " as w_play", "ask ", "next("),
    *("with card of", "one group ", "maybe group ", "some groups ", "any groups ", "maximal groups "),
    *("stock card", "1..2 cards", "2 cards", "all cards", "play: none", "? play", " | ", "*", "+ ", "run("),
)


def test_every_key_and_word_is_grown() -> None:
    all_said = {
        (*one.keys, one.text) if one.shape and one.shape.words else one.keys
        for tree in _trees(200)
        for one in said(tree, VARIANT)
        if one.text != "removed"
    }
    missing = [path for path in _sayable(VARIANT) if path not in all_said and not _left_out(path)]
    assert missing == []


def test_every_form_of_a_text_is_grown() -> None:
    texts = "\n".join(write(tree).text for tree in _trees(100))
    assert [form for form in FORMS if form not in texts] == []


@pytest.mark.ci
def test_every_row_is_grown() -> None:
    rows: set[Row] = set()
    effects: set[str] = set()
    for number in range(100):
        document = write(grow_ruleset(SEED, number))
        ruleset = load(document).ruleset
        for part in expressions(ruleset, document.text) if ruleset is not None else ():
            if isinstance(part, Effect):
                effects.add(part.op)
            elif hasattr(part, "row"):
                rows.add(part.row)
    of_the_core = {*op.AS.values(), op.ONLY_BUILDS, op.TOTALLING}
    assert [row for row in (*ROWS, *op.MEMORIES, *op.TERMS, op.ZONE, op.PART) if row not in rows | of_the_core] == []
    assert [row.op for row in EFFECT_ROWS if row.op not in effects] == []


def _left_out(path: Path_) -> bool:
    return any(key in NOT_GROWN for key in path) or ".".join(map(str, path)) in NOT_GROWN


def _trees(number: int) -> Iterator[Any]:
    """Grown files, and the pieces of some."""
    for n in range(number):
        tree = grow_ruleset(SEED, n)
        yield tree
        yield from in_pieces(tree, random.Random(n)).values()


def _sayable(shape: Shape, path: Path_ = ()) -> Iterator[Path_]:
    """All that a tree of this shape can say."""
    if isinstance(shape, Either):
        yield from _sayable(shape.text, path)
        yield from _sayable(shape.other, path)
    elif isinstance(shape, Many | Named):
        yield from _sayable(shape.shape, path)
    elif isinstance(shape, Text):
        yield from ((*path, word) for word in shape.words)
    elif isinstance(shape, Fields):
        for key in shape.keys:
            yield (*path, key.name)
            yield from _sayable(key.shape, (*path, key.name))


def test_every_event_is_grown() -> None:
    grown = {body["on"] for n in range(60) for body in grow_ruleset(SEED, n).get("events", {}).values()}
    assert grown == set(EVENTS)
