"""Games without their authors' own words: what the program itself says of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassino_dsl import load as worded
from cassino_dsl.pipeline import Loaded
from cassino_dsl.ruleset.model import Ruleset


def unworded(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, wording=())


def load(*which: Any, **options: Any) -> Loaded:
    """As ``cassino_dsl.load``: a file's ruleset, of which the program has to say everything."""
    loaded = worded(*which, **options)
    assert loaded.ruleset is not None
    return replace(loaded, ruleset=unworded(loaded.ruleset))
