"""Extracting a term: what is marked stands between `«` and `»`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.faces.editor.analysis import analyse
from cassino_dsl.faces.editor.rename import extract_term

HEAD = "dsl: 1\nextends: cassino\n"
MADE = [
    (
        "awards:\n  faces: {points: 'count({c in pile | «rank(c) in {J, Q, K}»})'}\n",
        "terms:\n  rank_in_j_q(c): rank(c) in {J, Q, K}\n"
        "awards:\n  faces: {points: 'count({c in pile | rank_in_j_q(c)})'}\n",
    ),
    (
        "terms:\n  few: 2\nrules:\n  look first: kind = trail implies «count(table) » > few\n",
        "terms:\n  count_table: count(table)\n  few: 2\n"
        "rules:\n  look first: kind = trail implies count_table  > few\n",
    ),
    (
        "terms: {few: 2}\nrules: {look: kind = trail implies count(table) > «few»}\n",
        "terms: {few_1: few, few: 2}\nrules: {look: kind = trail implies count(table) > few_1}\n",
    ),
    (
        "terms: {few: 2}\nrules:\n  a: any(c in hand | «value(c, hand) = {few}») implies kind != trail\n"
        '  b: "all(d in hand | not value(d,hand) = { few })"\n',
        'terms: {value_hand_few(c): "value(c, hand) = {few}", few: 2}\nrules:\n'
        "  a: any(c in hand | value_hand_few(c)) implies kind != trail\n"
        '  b: "all(d in hand | not value(d,hand) = { few })"\n',
    ),
    (
        "rules:\r\n  a: kind = trail implies «count(table)» > 2\r\n",
        "terms:\r\n  count_table: count(table)\r\nrules:\r\n  a: kind = trail implies count_table > 2\r\n",
    ),
]


def marked(text: str) -> tuple[str, int, int]:
    start = text.index("«")
    end = text.index("»") - 1
    return text.replace("«", "").replace("»", ""), start, end


@pytest.mark.parametrize(
    ("before", "after"), MADE, ids=["a name of the place", "beside terms", "in brackets", "of another place", "CRLF"]
)
def test_a_term_is_made(before: str, after: str, tmp_path: Path) -> None:
    text, start, end = marked(HEAD + before)
    edits = extract_term(analyse(text, tmp_path / "x.yaml"), start, end)
    for edit in sorted(edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert text == HEAD + after


@pytest.mark.parametrize(
    "before",
    [
        "rules:\n  look first: kind = trail implies co«unt(table) » > 2\n",  # no whole expression
        "rules:\n  look first: «kind = trail implies count(tabel) > 2»\n",  # with errors all may change
        "title: «Ours»\n",
        "rules:\n  look first: kind = trail implies count(table) > 2«»\n",
    ],
)
def test_none_is_made(before: str, tmp_path: Path) -> None:
    text, start, end = marked(HEAD + before)
    assert extract_term(analyse(text, tmp_path / "x.yaml"), start, end) == ()


def test_no_warning_is_hidden(tmp_path: Path) -> None:
    """A term in the place of a number would keep what is said of cards that are never dealt."""
    text = "deal: {hand: 5, table: 3, refill: «5 - 1»}\n"
    before, start, end = marked(HEAD + text)
    analysis = analyse(before, tmp_path / "x.yaml")
    found = sorted(one.code.label for one in analysis.report.diagnostics)
    edits = extract_term(analysis, start, end)
    after = before
    for edit in sorted(edits, key=lambda edit: -edit.start):
        after = after[: edit.start] + edit.text + after[edit.end :]
    assert found
    assert sorted(one.code.label for one in analyse(after, tmp_path / "x.yaml").report.diagnostics) == found
