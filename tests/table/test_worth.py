"""What cards count for is said at the table as the engine counts it."""

from __future__ import annotations

import pytest

from cassino_dsl import load
from cassino_dsl.table.worth import worths


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("royal-cassino", "A 1 or 14 · J 11 · Q 12 · K 13"),
        ("cassino", "A 1 · J, Q, K in no sum"),
        ("buckeye", "A 1 or 14 · J 11 · Q 12 · K 13 · 10d 10 or 11"),
        ("chkobba", "A 1 · Q 8 · J 9 · K 10"),
        ("escoba", "A 1 · J (knave) 8 · Q (horse) 9 · K 10"),
        ("stealing-bundles", ""),
    ],
)
def test_in_few_words(name: str, said: str) -> None:
    assert " · ".join(worths(load(name).ruleset)) == said


def test_by_place() -> None:
    assert worths(load("mulle").ruleset)[0] == "A 14 in the hand, 1 on the table"
    assert worths(load("trailing-royals").ruleset)[1] == "J 11 in the hand, no number on the table"
