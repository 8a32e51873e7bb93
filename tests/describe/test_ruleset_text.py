"""A ruleset written out is a variant that means the same."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from cassino_dsl.compose.library import shipped_variants
from cassino_dsl.describe.ruleset_text import ruleset_yaml
from cassino_dsl.pipeline import load_variant
from cassino_dsl.ruleset.model import Ruleset


def read_back(ruleset: Ruleset, folder: Path) -> Ruleset:
    file = folder / f"{ruleset.name}.yaml"
    file.write_text(ruleset_yaml(ruleset), encoding="utf-8")
    loaded = load_variant(str(file))
    assert [(d.message, d.span and d.span.line) for d in loaded.report.diagnostics if d.severity == "error"] == []
    assert loaded.ruleset is not None
    return loaded.ruleset


def compared(ruleset: Ruleset) -> dict[str, object]:
    """What a ruleset means: not where it comes from, nor which values its options might have had."""
    texts = {"about": " ".join(ruleset.about.split()), "source": " ".join(ruleset.source.split())}
    options = {o.name: (o.type, o.value, o.low, o.high, o.choices) for o in ruleset.options}
    actions = tuple(replace(a, about=" ".join(a.about.split())) for a in ruleset.actions)
    skipped = {"file", "house_rules", "options", "about", "source", "actions"}
    kept = {f.name: getattr(ruleset, f.name) for f in fields(ruleset) if f.name not in skipped}
    return {**kept, **texts, "options": options, "actions": actions}


@pytest.mark.parametrize("name", shipped_variants())
def test_every_variant_reads_back(name: str, tmp_path: Path) -> None:
    ruleset = load_variant(name).ruleset
    assert ruleset is not None
    assert compared(read_back(ruleset, tmp_path)) == compared(ruleset)


def test_with_a_house_rule_and_an_option(tmp_path: Path) -> None:
    from cassino_dsl.compose.options import setting

    chosen = setting("target=31")
    assert chosen is not None
    ruleset = load_variant("cassino", ("sweeps",), (chosen,)).ruleset
    assert ruleset is not None
    assert compared(read_back(ruleset, tmp_path)) == compared(ruleset)


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
