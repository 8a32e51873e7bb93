"""Words of the grammar stand by themselves."""

from __future__ import annotations

import pytest

from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Scalar


@pytest.mark.parametrize(
    ("start", "text", "at"),
    [
        ("expression", "7d inpile", "inpile"),
        ("expression", "count(loose) > 1 andcount(hand) > 2", "andcount"),
        ("expression", "1 if true elsecount(hand)", "elsecount"),
        ("expression", "true andd false", "andd"),
        ("played", "cardwhere true", "cardwhere"),
        ("part", "alli in loose", "alli"),
        ("part", "all i inloose", "inloose"),
        ("effect", "award 1 tous", "tous"),
    ],
)
def test_a_word_is_no_beginning_of_a_longer_one(start: str, text: str, at: str) -> None:
    source, report = Source("mine.yaml", text), Report()
    span = Span(source, 0, len(text))
    assert parse(start, Scalar(text, span, span), report) is None
    (found,) = report.diagnostics
    assert found.span is not None
    assert found.span.start == text.index(at)
