"""A ruleset written out is a variant that means the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.book.describe.ruleset_yaml import ruleset_yaml
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.options import Setting, setting
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.document import load, write
from tests.grown.rulesets import grow_ruleset

AT_ONCE = Wanted(witness=False, effect=False)


def read_back(ruleset: Ruleset, folder: Path) -> Ruleset:
    file = folder / f"{ruleset.name}.yaml"
    file.write_text(ruleset_yaml(ruleset), encoding="utf-8")
    loaded = load_variant(str(file))
    assert [(d.message, d.span and d.span.line) for d in loaded.report.diagnostics if d.severity == "error"] == []
    assert loaded.ruleset is not None
    assert compare(ruleset, loaded.ruleset, AT_ONCE).changes == ()
    return loaded.ruleset


def compared(ruleset: Ruleset) -> dict[str, object]:
    """What a ruleset means: not where it comes from, nor which values its options might have had."""
    texts = {"about": " ".join(ruleset.about.split()), "source": " ".join(ruleset.source.split())}
    read = ruleset.options_read()
    options = {o.name: (o.type, o.value, o.low, o.high, o.choices) for o in ruleset.options if o.name in read}
    actions = tuple(replace(a, about=" ".join(a.about.split())) for a in ruleset.actions)
    skipped = {"texts", "file", "files", "laid", "options", "about", "source", "actions"}
    kept = {f.name: getattr(ruleset, f.name) for f in fields(ruleset) if f.name not in skipped}
    return {**kept, **texts, "options": options, "actions": actions}


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(10)
def test_every_variant_reads_back(name: str, tmp_path: Path) -> None:
    ruleset = load_variant(name).ruleset
    assert ruleset is not None
    assert compared(read_back(ruleset, tmp_path)) == compared(ruleset)


def changed(name: str) -> Iterator[Ruleset]:
    """A shipped variant with each value of an option (of numbers the ends), and under each house rule that fits."""
    plain = load_variant(name).ruleset
    assert plain is not None
    for o in plain.options:
        for value in {"int": (o.low, o.high), "bool": (True, False), "word": o.choices}[o.type]:
            chosen = load_variant(name, (), (_setting(f"{o.name}={word_of(value)}"),)).ruleset
            if chosen is not None and value != o.value:
                yield chosen
    for house in shipped_house_rules():
        laid = load_variant(name, (house,)).ruleset
        if laid is not None:
            yield laid


def _setting(text: str) -> Setting:
    chosen = setting(text)
    assert chosen is not None
    return chosen


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted({"cassino", "scopa", *shipped_variants()[::3]}))
def test_every_variant_with_options_and_house_rules(name: str, tmp_path: Path) -> None:
    for ruleset in changed(name):
        read_back(ruleset, tmp_path)


@pytest.mark.ci
def test_grown_rulesets_read_back(tmp_path: Path) -> None:
    for n in range(215):
        ruleset = load(write(grow_ruleset(15, n))).ruleset
        if ruleset is not None:
            read_back(replace(ruleset, name=f"grown-{n}"), tmp_path)


EVERYTHING = """\
dsl: 1
extends: scopa
terms:
  low(c): {A: 1, "2, 3d": 2}
memory:
  skipped: {of: seat, is: int}
actions:
  skip: {play: none, to: aside, step: skip, do: ["skipped(me) += 1"]}
turn: (play skip? | skip) skip*
rules:
  dear:
    must: kind = trail implies low(card) = 0
    price: [award -1 to us as dear, if round > 1 then redeal else end round]
"""


def test_what_the_shipped_variants_do_not_use(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(EVERYTHING.replace("to: aside, ", ""), encoding="utf-8")
    loaded = load_variant(str(file))
    assert loaded.ruleset is not None, [d.message for d in loaded.report.diagnostics]
    (tmp_path / "again").mkdir()
    assert compared(read_back(loaded.ruleset, tmp_path / "again")) == compared(loaded.ruleset)


LOOKS_LIKE_A_TABLE = """\
dsl: 1
extends: cassino
terms:
  rows(c): 1 if c in {10d} else 2 if c in {10d, 2s} else 0
  twice(c): 1 if c in {10d} else 2 if c in {10d} else 0
  printed(c): pips(c) if c in {10d, 2s} else 0
  other(c, d): 1 if d in {10d} else 0
  nobody(c): 1 if c in {} else 0
  chart(c): {10d: 1, any: 3, 2s: 4}
rules:
  "a  name": count(table) >= 0
  "a name": count(table) >= 0
  ' ''so'': \\ # - "it" is ': count(table) >= 0
awards:
  odd: {points: "sum(c in pile | rows(c) + twice(c) + printed(c) + other(c, c) + nobody(c) + chart(c))"}
"""


def test_what_only_looks_like_a_table_and_names_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(LOOKS_LIKE_A_TABLE, encoding="utf-8")
    loaded = load_variant(str(file))
    assert loaded.ruleset is not None, [d.message for d in loaded.report.diagnostics]
    (tmp_path / "again").mkdir()
    again = read_back(loaded.ruleset, tmp_path / "again")
    assert [r.name for r in again.rules] == [r.name for r in loaded.ruleset.rules]
    assert "rows(c):\n    10d: 1\n" in ruleset_yaml(again)
    assert "printed(c): pips(c) if c in {10d, 2s} else 0" in ruleset_yaml(again)
