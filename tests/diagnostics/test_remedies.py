"""Remedies do what they say, in a file of its own and in one that extends another; what does not is not said."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.language.compose.library import find
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Remedy, Report, TextEdit
from cassino_dsl.language.diagnostics.edits import edited, moved, placed
from cassino_dsl.language.diagnostics.remedy import (
    QUOTE,
    Advice,
    leave_out,
    quote,
    suggest,
    there,
    without_entry,
    write,
)
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.remedies import mended, tried
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.targets import open_target
from tests.beside import beside
from tests.diagnostics.test_habits import ROWS, laid
from tests.diagnostics.test_slips import HEAD, SLIPS

FAULTY = [(slip["name"], slip["wrong"] if slip.get("whole") else HEAD + slip["wrong"]) for slip in SLIPS]
FAULTY += [(code.slug, code.explanation.bad) for code in Code if code.explanation.bad]
FAULTY += [(f"{language}, {wrong}", laid(place, wrong)) for language, rows in ROWS.items() for place, wrong, _ in rows]
FAULTY += [
    ("no version", "extends: scopa\n"),
    ("no blank after a colon", "dsl:1\nextends: scopa\n"),
    ("a tab", "dsl: 1\nextends: scopa\nrules:\n\tr: kind = trail implies rank(card) = 7\n"),
    ("a bracket", f"{HEAD}rules:\n  r: kind = trail implies count(c in hand | rank(c) = 7 > 1\n"),
    ("a colon in a text", f"{HEAD}title: Cassino: the game # of ours\n"),
    ("a sign in front", f"{HEAD}title: @home, it's ours\n"),
    ("an equals sign on the line of its key", f"{HEAD}match: target=11\n"),
    ("nothing of awards", "dsl: 1\nextends: cuarenta\nawards: {}\n"),
    ("nothing of rules", f"{HEAD}rules: ~\n"),
    ("nothing of a match", f"{HEAD}match: null\n"),
]
MENDED: list[dict[str, str]] = beside(__file__, "mended.yaml")
# a set in `{…}` needs quotes around the whole text; a term may take no side where it is given a seat
NO_REMEDY = {"ranks compared as numbers", "a seat in an award, handed to a term"}
FURTHER = {"cards in a set, each written otherwise"}  # what can be read now has another fault
FURTHER |= {f"{language}, {wrong}" for language, rows in ROWS.items() for _, wrong, _ in rows}


def load(path: Path, text: str) -> Report:
    path.write_text(text, encoding="utf-8")
    return load_variant(str(path)).report


def by_itself(text: str) -> str:
    """A text that extends another, as one that does not: what it says stands in the text of Cassino."""
    head, whole = sections(find("cassino").read_text(encoding="utf-8"))
    for key, said in sections(text)[1].items():
        first, _, rest = said.partition("\n")
        below = first.rstrip() == f"{key}:" and whole.get(key, "").startswith(f"{key}:\n")
        whole[key] = whole[key] + rest if below else said
    whole.pop("extends", None)
    return head + "".join(section.rstrip("\n") + "\n" for section in whole.values())


def sections(text: str) -> tuple[str, dict[str, str]]:
    head, *parts = re.split(r"^(?=[^\s#])", text, flags=re.MULTILINE)
    return head, {part.partition(":")[0]: part for part in parts}


# a file of its own differs in where things stand, not in what is amiss: every third fault is put into one
PLACED = [(*fault, alone) for alone in (False, True) for fault in FAULTY[:: 3 if alone else 1]]


@pytest.mark.parametrize(("name", "text", "alone"), PLACED, ids=[f"{p[0]}{', alone' * p[2]}" for p in PLACED])
@pytest.mark.share(9)
def test_every_remedy_does_what_it_says(name: str, text: str, alone: bool, tmp_path: Path) -> None:
    path = tmp_path / "faulty.yaml"
    text = by_itself(text) if alone else text
    report = load(path, text)
    said = [d.remedies for d in report.diagnostics]
    tried(report, lambda: load_variant(str(path)).report)
    for found, all_said in zip(report.diagnostics, said, strict=True):
        assert name in NO_REMEDY or alone or not all_said or found.remedies  # what a help says is true
        for remedy in found.remedies:
            assert found.span is not None
            after = load(path, edited(text, remedy.edits)).diagnostics
            at = moved(found.span.start, remedy.edits)
            assert not [d for d in after if (d.code, d.message, d.span and d.span.start) == (*_key(found), at)]
            hidden = found.code.number < 30 or name in (*NO_REMEDY, *FURTHER)
            arisen = [d for d in after if d.code is not Code.UNUSED_TERM]  # a slip leaves terms of the whole idle
            assert len(arisen) <= len(said) or hidden  # what could not be read hides what follows


def _key(found: Diagnostic) -> tuple[Code, str]:
    return found.code, found.message


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("row", MENDED, ids=lambda row: row["name"])
@pytest.mark.share(8)
def test_what_is_certain_and_what_is_meant(row: dict[str, str], line_end: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    head = "" if row.get("whole") else HEAD

    def text(said: str) -> str:
        return f"{head}{said}\n".replace("\n", line_end)

    wrong = text(row["wrong"])
    certain = text(row["certain"]) if "certain" in row else wrong
    meant = text(row["mended"]) if "mended" in row else certain
    path.write_bytes(wrong.encode())
    assert mended(str(path), lambda: load_variant(str(path)).report, unsafe=False)[:2] == (wrong, certain)
    assert mended(str(path), lambda: load_variant(str(path)).report, unsafe=True)[:2] == (wrong, meant)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("play: Qd trail", "play: Qd trails"),
        ("play: [trails Qd]", "play: [Qd trails]"),
        ("table: [3c 5d]", "table: 3c 5d"),
        ("play:\n      - Qd trails:", "play:\n      - Qd trails"),
        ("name: one", "name: one 2"),
    ],
)
def test_what_is_meant_in_examples(wrong: str, right: str, tmp_path: Path) -> None:
    head = f"{HEAD}examples:\n  - {{name: one, table: 4c, hand: Qd, expect: {{legal: Qd trails}}}}\n  - "
    lines = {"name": "name: two", "hand": "hand: Qd 2c", "table": "table: 4c", "expect": "expect: {size: 52}"}
    path = tmp_path / "ours.yaml"

    def text(said: str) -> str:
        return head + "\n    ".join({**lines, said.partition(":")[0]: said}.values()) + "\n"

    def look() -> Report:
        target, report = open_target(str(path), None, (), ()), Report()
        report.include(target.report)
        if target.loaded.ruleset is not None:
            read_examples(target, report)
        return report

    path.write_text(text(wrong), encoding="utf-8")
    assert mended(str(path), look, unsafe=True)[1] == text(right)


@pytest.mark.parametrize("help", [write("oder"), suggest("&&"), leave_out()])
def test_what_fails_is_not_said(help: Advice, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    (found,) = load(path, f"{HEAD}rules:\n  r: kind = trail && rank(card) = 7\n").diagnostics
    assert found.span is not None
    for remedies, left in (((), "`cassino explain CAS030` shows how it is written"), (_wrong(found.span), help)):
        report = Report()
        report.keep(Diagnostic(found.code, found.message, found.span, help, remedies=remedies))
        tried(report, lambda: load_variant(str(path)).report)
        assert [(d.help, d.remedies) for d in report.diagnostics] == [(left, ())]


def _wrong(span: Span) -> tuple[Remedy, ...]:
    texts = ("oder", "&&", ": ", "= trail or trial =")
    return tuple(Remedy("write it", (TextEdit(span, text),), True) for text in texts)


def test_many_are_tried_at_once_and_never_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cassino_dsl.language.remedies.MOST_RUNS", 4)
    path = tmp_path / "ours.yaml"
    rules = [f"  r{n}: kind = trail && rank(card) = {n % 8 + 2}\n" for n in range(20)]
    report = load(path, f"{HEAD}rules:\n{''.join(rules)}")
    runs = []

    def again() -> Report:
        runs.append(1)
        return load_variant(str(path)).report

    tried(report, again)
    assert len(runs) == 1
    assert all(d.remedies for d in report.diagnostics)
    for found in report.diagnostics:
        assert found.span is not None
    report.revise(
        [
            Diagnostic(d.code, d.message, d.span, remedies=(Remedy("", (TextEdit(d.span, "oder"),), True),))
            for d in report.diagnostics
            if d.span
        ]
    )
    runs.clear()
    tried(report, again)
    assert len(runs) == 4
    assert not any(d.remedies for d in report.diagnostics)


def test_what_one_remedy_brings_to_light_the_next_one_mends(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("dsl:1\nextends: cassino\nrules:\n  r: kind == trail && rank(card) == 7\n", encoding="utf-8")
    before, after, number, _ = mended(str(path), lambda: load_variant(str(path)).report, unsafe=False)
    assert (before, number) == (path.read_text(encoding="utf-8"), 2)
    assert after == "dsl: 1\nextends: cassino\nrules:\n  r: kind = trail and rank(card) = 7\n"


def test_a_word_is_not_written_over_what_holds_a_value() -> None:
    source = Source("x", "match_over:true hnd")
    assert not list(suggest("match_over").each(Span(source, 0, 15)))
    assert list(suggest("hand").each(Span(source, 16, 19)))


def test_advice_goes_between_processes() -> None:
    span = Span(Source("x", "hnd: 1"), 0, 3)
    entry = there("leave it out", [without_entry(span, flow=False)])
    for help in (suggest("hand"), write("hand", otherwise=QUOTE), leave_out("so"), quote("quote it", span), entry):
        again = pickle.loads(pickle.dumps(help))
        assert (again, type(again)) == (help, Advice)
        assert [r.title for _, r in again.each(span)] == [r.title for _, r in help.each(span)]


def test_places_move_with_edits() -> None:
    source = Source("x", "abcdef")
    edits = [TextEdit(Span(source, 1, 2), "BBB"), TextEdit(Span(source, 4, 4), "-"), TextEdit(Span(source, 5, 6), "")]
    assert edited(source.text, edits) == "aBBBcd-e"
    assert [moved(at, edits) for at in range(7)] == [0, 1, 4, 5, 7, 8, 8]
    assert [placed(edits)[edit] for edit in edits] == [(1, 4), (6, 7), (8, 8)]
