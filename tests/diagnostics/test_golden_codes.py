"""How each code looks to a person. UPDATE_GOLDENS=1 writes the goldens anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cassino_dsl.diagnostics.codes import ALL, compose, files, language, meaning, play, structure, trial
from cassino_dsl.diagnostics.diagnostic import Code, Diagnostic, Report
from cassino_dsl.diagnostics.text import render, render_all
from cassino_dsl.pipeline import load_variant
from tests.diagnostics.scenes import ELSEWHERE, SCENES, load_text, scene

GOLDENS = Path(__file__).parent / "goldens"
GROUPS = {
    "files": files.CODES,
    "language": language.CODES,
    "structure": structure.CODES,
    "compose": compose.CODES,
    "meaning": meaning.CODES,
    "play": play.CODES,
    "trial": trial.CODES,
}


def golden(name: str, text: str) -> None:
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


def shown(diagnostics: list[Diagnostic], folder: Path) -> str:
    return "\n\n".join(render(d, colour=False) for d in diagnostics).replace(f"{folder}/", "") + "\n"


def test_every_code_is_in_a_group() -> None:
    assert [code for codes in GROUPS.values() for code in codes] == list(ALL)


@pytest.mark.parametrize("group", GROUPS)
def test_every_code_as_it_is_shown(group: str, tmp_path: Path) -> None:
    parts = []
    for code in GROUPS[group]:
        if code.slug in ELSEWHERE:
            continue
        folder = tmp_path / code.slug
        folder.mkdir()
        text = shown(scene(code)(folder), folder)
        assert f"[{code.label()}] {code.slug}: " in text
        parts.append(text)
    golden(f"codes_{group}", ("\n" + "=" * 80 + "\n\n").join(parts))


# ---- many faults at once

BASE = """\
dsl: 1
extends: cassino
title: a base with faults of its own
terms:
  broken(c): rank(c) = Z      # said by the base
rules:
  kept: kind = trail implies broken(card)
"""

HOUSE = """\
dsl: 1
house: true
title: a house rule with a fault
memory:
  marks: {of: side, is: int}
events:
  mark: {on: captured, do: marks(us) += tru}
"""

MANY = """\
dsl: 1
extends: base
with: marks
tilte: a misspelt key
options:
  bonus: {is: int, default: 7, from: 1, to: 5}
  mode: {is: word, default: fast, choices: slow}
deal: {hand: 4, tabel: 4}
values:
  2..12: pips
  Kx: 13
  Q: {1, 2}
terms:
  one(c): two(c) + 1
  two(c): one(c) + 1
  unused(c): pips(c)
memory:
  owner:
    of: bild
  2nd: {is: int}
actions:
  pair:
    play: card where cuort(card)
  sweep:
    play: card
    take:
      all_of_it: all i in lose where
        rank(i) = rank(card)
    to: pile
  throw:
    play: card where "one(card) > 2"
    to: aside
  giveaway:
    play: card
    to: nowhere
rules:
  plain: kind = trail implies count(hnad) > 2
  quoted: "kind = trail implies count(kept) + > 2"
  single: 'kind = sweep implies value(card, hand) = 7'
  folded: >
    kind = trail
    implies not any(b in builds
    | ownr(b) = me)
  literal: |
    kind = capture

    implies
      count(taken, 2) > 1
  escaped: "kind = trail\\timplies true"
  deep: first(c in hand | rank(c) = 10d) = As
preferences:
  neither: {over: kind = trail}
events:
  later: {on: round is over, do: sweeps(us) += 1}
  nobody: {on: round over, do: sweeps(us) += 1}
  what: {on: captured, do: [sweep(us) += 1, move taken to pocket]}
awards:
  cards: {most: count(pile), each: 10d, points: 3}
  spades: {most: count(c in pile | suit(c) = spade)}
  big_cassino: {each: 11d}
  bonus: {points: bonus + mode}
match:
  tie: a draw
  leads: me
checks:
  total: sum(s in sides | points(s))
"""


def many_faults(folder: Path) -> Report:
    (folder / "base.yaml").write_text(BASE, encoding="utf-8")
    (folder / "marks.yaml").write_text(HOUSE, encoding="utf-8")
    path = folder / "many.yaml"
    path.write_text(MANY, encoding="utf-8")
    return load_variant(str(path)).report


def test_many_faults_at_once(tmp_path: Path) -> None:
    text = render_all(many_faults(tmp_path), colour=False).replace(f"{tmp_path}/", "")
    golden("many_faults", text)


def test_each_fault_is_said_once_and_at_its_place(tmp_path: Path) -> None:
    """What the golden shows, in a form that says what must hold: file, the marked characters, nothing twice."""
    report = many_faults(tmp_path)
    found = [(Path(d.span.file).name, d.span.line, d.span.text) for d in report.diagnostics if d.span]
    assert len(found) == len(report.diagnostics)
    assert len({(d.code, place) for d, place in zip(report.diagnostics, found, strict=True)}) == len(found)
    for file, text, line_with in [
        ("base.yaml", "Z", "broken(c)"),
        ("marks.yaml", "tru", "mark:"),
        ("many.yaml", "tilte", "tilte"),
        ("many.yaml", "7", "bonus: {is"),
        ("many.yaml", "fast", "mode:"),
        ("many.yaml", "tabel", "tabel"),
        ("many.yaml", "12", "2..12"),
        ("many.yaml", "Kx", "Kx"),
        ("many.yaml", "bild", "of: bild"),
        ("many.yaml", "one(c)", "one(c): two(c) + 1"),
        ("many.yaml", "cuort", "cuort"),
        ("many.yaml", "lose", "all_of_it"),
        ("many.yaml", "nowhere", "to: nowhere"),
        ("many.yaml", "hnad", "plain:"),
        ("many.yaml", ">", "quoted:"),
        ("many.yaml", "sweep", "single:"),
        ("many.yaml", "ownr", "ownr(b)"),
        ("many.yaml", "count(taken, 2)", "count(taken, 2)"),
        ("many.yaml", "rank(c) = 10d", "deep:"),
        ("many.yaml", "neither", "neither:"),
        ("many.yaml", "round is over", "later:"),
        ("many.yaml", "us", "nobody:"),
        ("many.yaml", "pocket", "what:"),
        ("many.yaml", "spade", "spades:"),
        ("many.yaml", "11d", "big_cassino:"),
        ("many.yaml", "a draw", "tie:"),
        ("many.yaml", "me", "leads:"),
    ]:
        source = {"base.yaml": BASE, "marks.yaml": HOUSE, "many.yaml": MANY}[file]
        line = next(i for i, row in enumerate(source.splitlines(), 1) if line_with in row)
        assert (file, line, text) in found


# ---- the same fault, however the text stands in the file

FORMS = {
    "plain": "rules:\n  r: count(builds) > 0 and nonsense\n",
    "plain over lines": "rules:\n  r: count(builds) > 0\n    and nonsense\n",
    "double quotes": 'rules:\n  r: "count(builds) > 0 and nonsense"\n',
    "double quotes over lines": 'rules:\n  r: "count(builds) > 0\n\n     and nonsense"\n',
    "single quotes": "rules:\n  r: 'count(builds) > 0 and nonsense'\n",
    "folded": "rules:\n  r: >\n    count(builds) > 0\n    and nonsense\n",
    "folded, no end": "rules:\n  r: >-\n    count(builds) > 0\n\n\n    and nonsense",
    "folded, indented": "rules:\n  r: >2\n      count(builds) > 0\n    and nonsense\n",
    "literal": "rules:\n  r: |\n    count(builds) > 0\n    and nonsense\n",
    "flow": "rules: {r: count(builds) > 0 and nonsense, s: count(builds) >= 0}\n",
    "flow quoted": 'rules: {r: "count(builds) > 0 and nonsense", s: count(builds) >= 0}\n',
    "wide characters": "rules:\n  'die Ässe 牌 😀': count(builds) > 0 and nonsense\n",
    "windows line ends": "rules:\r\n  r: >\r\n    count(builds) > 0\r\n    and nonsense\r\n",
    "after a byte order mark": "\ufeffrules:\n  r: count(builds) > 0 and nonsense\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_line_and_column_are_those_of_the_file(form: str, tmp_path: Path) -> None:
    head = "\ufeff" if FORMS[form].startswith("\ufeff") else ""
    text = head + "dsl: 1\nextends: cassino\n" + FORMS[form].lstrip("\ufeff")
    if "\r\n" in text:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    (found,) = load_text(tmp_path, text)
    assert found.span is not None
    lines = text.lstrip("\ufeff").split("\n")
    line = next(i for i, row in enumerate(lines, 1) if "nonsense" in row)
    assert (found.span.line, found.span.column) == (line, lines[line - 1].index("nonsense") + 1)
    assert found.span.text == "nonsense"


def test_scenes_are_all_codes(tmp_path: Path) -> None:
    slugs = {code.slug for code in ALL}
    assert set(SCENES) <= slugs
    assert slugs >= ELSEWHERE


def test_labels_are_shown() -> None:
    class Odd(Code):
        number = 7
        slug = "odd"

    assert render(Diagnostic(Odd, "x", None), colour=False) == "error[CAS007] odd: x"
