"""Every row of the language means one thing in each engine, and nothing but rows says what a word is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native import quantifiers as native_quantifiers
from cassino_dsl.engine.native.calls import builds, cards, zones
from cassino_dsl.engine.native.calls import logic as native_logic
from cassino_dsl.engine.native.calls import sets as native_sets
from cassino_dsl.engine.native.effects import EFFECTS
from cassino_dsl.engine.reference import evaluate, functions, logic, sets, terms
from cassino_dsl.engine.reference.effects import DOES
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Quantified, walk
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.types import MEMORY_TYPES, Type
from cassino_dsl.language.ruleset.within import exprs_in
from cassino_dsl.language.ruleset.words import EFFECT, EVENT_OF_KIND, EVENTS, QUANTITY, ROWS

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "cassino_dsl"
ENGINE = SOURCE / "engine"
FACTS = ("simplify.py", "words.py", "operators.py")  # in ruleset/: what is known by the words of a file, and by name
FILES = [p for p in SOURCE.rglob("*.py") if not (p.parent.name == "ruleset" and p.name in FACTS)]
OTHERS = {part for row in ROWS for part in row.reads} | {t.value for t in Type} | set(MEMORY_TYPES)
SHARED = set("any all hand pile top bottom next value groups score total order".split())  # parts, zones, keys of JSON
ONLY_WORDS = {row.word for row in ROWS} - OTHERS - SHARED
ENGLISH = {"and", "or"}  # in describe/, where sentences are made
WRITTEN = ("names.py", "type_fixes.py", "lints.py", "visible.py")  # in check/: texts, before there are rows
EDITORS = ("editor", "lsp")  # texts, before there are rows, and what kinds of names there are
CASES = sorted((HERE.parent / "conformance" / "expressions").glob("*.yaml"))


# what the normal form says by other rows: no core has them
UNFOLDED = {op.TERM, op.TERM_OR_NOTHING, op.IMPLIES, op.NE, op.NOT_IN, op.LE, op.GT, op.GE, op.ALL}


def tree_of(path: Path) -> ast.Module:
    """Kept nowhere: the trees of all files weigh on every sweep of the memory that is in use."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def collections_in(path: Path) -> list[tuple[int, frozenset[str]]]:
    return list(collections_of_texts(tree_of(path)))


def bound(*tables: Mapping[Row, object]) -> list[Row]:
    return [row for table in tables for row in table]


def named(rows: list[Row]) -> list[str]:
    return sorted(row.key for row in rows)


def test_the_reference_binds_every_row_once() -> None:
    tables = (logic.MEANINGS, sets.MEANINGS, functions.MEANINGS, terms.MEANINGS, evaluate.QUANTIFIERS)
    assert named(bound(*tables)) == named(list(ROWS))


def test_native_binds_every_row_of_the_core_once() -> None:
    tables = (native_logic.CALLS, native_sets.CALLS, cards.CALLS, builds.CALLS, zones.CALLS)
    found = bound(*tables, native_quantifiers.QUANTIFIERS)
    assert named(found) == named([row for row in (*ROWS, op.ONLY_BUILDS) if row not in UNFOLDED])


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_no_core_has_what_it_says_by_other_rows(path: Path) -> None:
    ruleset = load(str(path)).ruleset
    core = core_of(ruleset, ruleset.seats[0])
    rows = {e.row for x in exprs_in(core) for e in walk(x) if isinstance(e, Call | Quantified)}
    assert rows
    assert not rows & UNFOLDED


def test_both_engines_do_every_effect() -> None:
    assert set(DOES) == set(EFFECT)
    assert set(EFFECTS) == set(EFFECT) - {"block", "perform", "loop"}  # the core lays these open


def test_both_engines_fire_every_event() -> None:
    reference = {name for path in (ENGINE / "reference").glob("*.py") for name in fired(tree_of(path))}
    assert reference | set(EVENT_OF_KIND.values()) == set(EVENTS)
    printed = "".join(p.read_text() for p in [*(ENGINE / "native").rglob("*.h"), ENGINE / "native" / "effects.py"])
    native = set(re.findall(r"\bfire_(\w+)\(x, S, ", printed))
    assert native | {e.replace(" ", "_") for e in EVENT_OF_KIND.values()} == {e.replace(" ", "_") for e in EVENTS}


def fired(tree: ast.AST) -> Iterator[str]:
    """The events that calls of ``fire`` name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "fire":
            yield from (str(a.value) for a in node.args[:1] if isinstance(a, ast.Constant))


def test_nothing_asks_for_the_word_of_a_row() -> None:
    asking = [p for p in FILES if ".word" in p.read_text(encoding="utf-8")]
    assert len(FILES) > 250
    assert asking
    assert [f"{p.name}:{line}" for p in asking for line in asks_for_words(tree_of(p))] == []


def asks_for_words(tree: ast.AST) -> Iterator[int]:
    """The lines where ``row.word`` is compared with something, is the key of a table, or is collected."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            asked = [node.slice]
        elif isinstance(node, ast.SetComp | ast.ListComp | ast.GeneratorExp):
            asked = [node.elt]
        else:
            continue
        yield from (node.lineno for part in asked if isinstance(part, ast.Attribute) and part.attr == "word")


def test_a_comparison_with_a_word_is_found() -> None:
    source = 'a = e.row.word == "and"\nb = e.row.word in LIST\nc = TABLE[e.row.word]\nd = e.row is AND\n'
    assert list(asks_for_words(ast.parse(source + "e = {x.row.word for x in calls}\n"))) == [1, 2, 3, 5]


def test_nothing_lists_words() -> None:
    """Words that name nothing but a row, several of them in one collection. What also names a part of a position, a
    type, a zone or a key of a file cannot be told from that; who asks a row for its word is found above."""
    outside = {p for p in FILES if not (p.parent.name == "check" and p.name in WRITTEN)}
    outside -= {p for p in FILES if p.parent.name == "languages"}  # headings of books, by names of their own
    outside -= {p for p in FILES if p.parent.name in EDITORS}
    sentences = {p for p in outside if p.parent.name == "describe"}
    assert listing(outside - sentences, ONLY_WORDS) + listing(sentences, ONLY_WORDS - ENGLISH) == []


@pytest.mark.parametrize(
    ("words", "rooms", "files"),
    [
        (EFFECT, ("ruleset", "engine", "describe", "languages", *EDITORS), WRITTEN),  # engines and sentences bind them
        (EVENTS, ("describe", "syntax", "ruleset"), ()),  # in syntax/: texts
        (QUANTITY, ("describe",), (*WRITTEN, "quantities.py")),  # what they have in common, for engines, too
    ],
    ids=("effects", "events", "quantities"),
)
def test_only_rows_and_sentences_list(words: Iterable[str], rooms: tuple[str, ...], files: tuple[str, ...]) -> None:
    """What effects, events and quantities have in common stands in their rows."""
    parts = {p: p.relative_to(SOURCE).parts for p in FILES}
    assert listing({p for p in FILES if not {*rooms} & {*parts[p][:-1]} and p.name not in files}, set(words)) == []


def listing(files: Set[Path], words: Set[str]) -> list[str]:
    """The places of several of these words in one collection."""
    assert files
    return [f"{p.name}:{line}" for p in sorted(files) for line, texts in collections_in(p) if len(texts & words) > 1]


def collections_of_texts(tree: ast.AST) -> Iterator[tuple[int, frozenset[str]]]:
    """The texts of each collection that holds several, but for ``__slots__``."""
    slots = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__slots__":
            slots.add(node.value)
        members = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        texts = frozenset(m.value for m in members if isinstance(m, ast.Constant) and isinstance(m.value, str))
        if len(texts) > 1 and node not in slots:
            yield node.lineno, texts


def test_a_list_of_words_is_found() -> None:
    source = 'a = ("eq", "ne")\nb = {"known": 1, "min": 2}\nc = ["table", "stock"]\n'
    assert [line for line, texts in collections_of_texts(ast.parse(source)) if len(texts & ONLY_WORDS) > 1] == [1, 2]
    (effects,) = collections_of_texts(ast.parse('a = effect.op in {"win", "end_match"}\n'))
    assert effects == (1, {"win", "end_match"})
    assert effects[1] <= set(EFFECT)
