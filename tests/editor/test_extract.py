"""Extracting a term: what is marked stands between `«` and `»`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.faces.editor.analysis import analyse
from cassino_dsl.faces.editor.extract import extract_term

HEAD = "dsl: 1\nextends: cassino\n"
MADE = [
    (
        "awards:\n  faces: {points: 'count({c in pile | «rank(c) in {J, Q, K}»})'}\n",
        "terms:\n  new_term(c): rank(c) in {J, Q, K}\nawards:\n  faces: {points: 'count({c in pile | new_term(c)})'}\n",
    ),
    (
        "terms:\n  few: 2\nrules:\n  look first: kind = trail implies «count(table) » > few\n",
        "terms:\n  new_term: count(table)\n  few: 2\nrules:\n  look first: kind = trail implies new_term  > few\n",
    ),
    (
        "terms: {new_term: 2}\nrules: {look: kind = trail implies count(table) > «new_term»}\n",
        "terms: {new_term_2: new_term, new_term: 2}\nrules: {look: kind = trail implies count(table) > new_term_2}\n",
    ),
]


def marked(text: str) -> tuple[str, int, int]:
    start = text.index("«")
    end = text.index("»") - 1
    return text.replace("«", "").replace("»", ""), start, end


@pytest.mark.parametrize(("before", "after"), MADE, ids=["a name of the place", "beside terms", "in brackets"])
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
