"""Every book of a shipped game at every table: with each house rule that fits and each value of each option."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Ruleset
from tests.describe.test_rulebook import flaws
from tests.describe.unworded import unworded

EMPHASIS = re.compile(r"\*+([^*\s][^*]*)\*+")


def tables(name: str) -> Iterator[Ruleset]:
    own = load_variant(name).ruleset
    assert own is not None
    yield own
    for option in own.options:
        values = list(option.values)
        for value in values if len(values) < 12 else (values[0], values[-1]):
            chosen = setting(f"{option.name}={word_of(value)}")
            found = load_variant(name, (), (chosen,)).ruleset if chosen is not None and value != option.value else None
            yield from [found] if found is not None else []
    for rule in shipped_house_rules():
        found = load_variant(name, (rule,)).ruleset
        yield from [found] if found is not None else []


@pytest.mark.ci
@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(2)
def test_no_piece_is_left_and_no_action_named_that_is_not_told(name: str) -> None:
    own = load_variant(name).ruleset
    assert own is not None
    actions = {action.name.replace("_", " ") for action in own.actions}
    for ruleset in tables(name):
        book = rulebook(ruleset)
        told = {line.strip("# ").lower() for line in book.splitlines() if line.startswith("#")}
        named = {" ".join(found.lower().split()) for found in EMPHASIS.findall(book)} & actions
        assert named <= told, (ruleset.house_rules, ruleset.chosen)
        assert flaws(unworded(ruleset)) == [], (ruleset.house_rules, ruleset.chosen)
