"""The dictionary of the language: every row and key has its meaning, and examples are what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cassino_dsl.book.describe.dictionary import Meaning, example, meanings, snippets
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import Call, Quantified, walk
from cassino_dsl.language.ruleset.model import Ruleset, every
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import EFFECT_ROWS, EVENT_ROWS, FUNCTIONS, EffectRow, EventRow
from cassino_dsl.language.syntax.shape import VARIANT

SNIPPETS = snippets()
ALL = list(meanings())
OF_FORM = {m.form: m for m in ALL}


def test_every_row_and_every_key_has_its_meaning() -> None:
    rows = {m.of for m in ALL}
    wanted = (*FUNCTIONS, *op.SPELT, *op.QUANTIFIERS, *op.GROUP_QUANTIFIERS, *EVENT_ROWS, *EFFECT_ROWS)
    assert [row for row in wanted if row not in rows] == []
    assert [k.name for k in VARIANT.keys if (k.name,) not in rows] == []
    assert len(OF_FORM) == len(ALL)
    assert [m.form for m in ALL if not (m.about and m.name)] == []


def used(ruleset: Ruleset) -> Iterator[Row | EventRow | EffectRow]:
    """The rows that a ruleset uses."""
    for whole in ruleset.exprs():
        for expr in walk(whole):
            if isinstance(expr, Call | Quantified):
                yield expr.row
    names = {row.name: row for row in EVENT_ROWS}
    yield from (names[e.on] for e in ruleset.events)
    ops = {row.op: row for row in EFFECT_ROWS}
    yield from (ops[e.op] for e in every(tuple(ruleset.effects())))


@pytest.mark.parametrize("form", SNIPPETS)
@pytest.mark.share(3)
def test_a_snippet_can_be_laid_over_cassino_and_uses_its_word(form: str, tmp_path: Path) -> None:
    file = tmp_path / "snippet.yaml"
    file.write_text(f"dsl: 1\nextends: cassino\n{SNIPPETS[form]}\n", "utf-8")
    loaded = load_variant(str(file))
    assert [d.message for d in loaded.report.diagnostics] == []
    assert loaded.ruleset is not None
    of = OF_FORM[form].of
    if isinstance(of, tuple):
        assert f"{of[-1]}:" in SNIPPETS[form]
    else:
        assert of in set(used(loaded.ruleset))


def shown(some: list[Meaning]) -> None:
    for meaning in some:
        text, place = example(meaning)
        assert text, meaning.form
        if place:
            file, line = place.rsplit(":", 1)
            lines = (Path(__file__).parents[2] / file).read_text("utf-8").splitlines()
            assert text.splitlines()[0] in lines[int(line) - 1]


SAID = [m for m in ALL if m.kind != "key" and m.form not in SNIPPETS]


def test_words_have_an_example_of_a_shipped_file() -> None:
    shown(SAID[::12])


@pytest.mark.ci
def test_every_word_has_an_example() -> None:
    shown([m for m in ALL if m.kind != "key"])
    without = [m.form for m in ALL if m.kind == "key" and not example(m)[0]]
    small = ("about", "above", "text")  # what nobody has to be shown, and what is the same in every clause
    assert [f for f in without if not f.endswith(small) and not f.startswith("examples.")] == []
