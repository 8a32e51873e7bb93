"""Games without their authors' own words: what the program itself says of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassino_dsl import load as worded
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.model import Ruleset


def unworded(ruleset: Ruleset) -> Ruleset:
    """The ruleset without its texts; the one line about each clause stays."""
    return replace(ruleset, texts=tuple(text for text in ruleset.texts if text.kind == "about"))


def load(*which: Any, **options: Any) -> Game:
    """As ``cassino_dsl.load``: a game of which the program has to say everything."""
    return Game(unworded(worded(*which, **options).ruleset))
