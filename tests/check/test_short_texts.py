"""A text that is short for one key of a mapping: what extends a file says the other keys beside it, whichever way the
base is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.pipeline import load_variant
from tests.diagnostics.scenes import write

BASE = """dsl: 1
title: Base
extends: cassino
pack: {names: {7d: seven}, suits: {c: clubs, d: diamonds, h: hearts, s: spades}}
rules:
  few: count(taken) < 4
"""
LONG = {"seven": "{one: seven}", "diamonds": "{name: diamonds}", "count(taken) < 4": "{must: count(taken) < 4}"}


@pytest.mark.parametrize(
    "patch",
    [
        "pack: {names: {7d: {short: sv}}}\n",
        "pack: {suits: {d: {sign: ♪}}}\n",
        "rules: {few: {price: award -1 to us as fines}}\n",
    ],
)
def test_a_mapping_over_a_text(patch: str, tmp_path: Path) -> None:
    long = BASE
    for short, clause in LONG.items():
        long = long.replace(f": {short}", f": {clause}")
    found = []
    for name, text in (("short", BASE), ("long", long)):
        write(tmp_path, base=text, mine=f"dsl: 1\ntitle: Mine\nextends: base\n{patch}")
        ruleset = load_variant(str(tmp_path / "mine.yaml")).ruleset
        assert ruleset is not None, name
        found.append((ruleset.pack, [(rule.name, str(rule.price)) for rule in ruleset.rules]))
    assert found[0] == found[1]


def test_a_pack_is_added_to(tmp_path: Path) -> None:
    """The word for a pack is short for its `base`."""
    write(tmp_path, mine="dsl: 1\ntitle: Mine\nextends: scopa\npack: {attributes: {sort: {light: 7d}}}\n")
    ruleset = load_variant(str(tmp_path / "mine.yaml")).ruleset
    assert ruleset is not None
    assert [suit.name for suit in ruleset.pack.suits] == ["batons", "coins", "cups", "swords"]
