"""Symbols, folds, selections, tokens, links and hints."""

from __future__ import annotations

from itertools import pairwise

from editor.marked import HERE, at_mark
from editor.test_names import CHILD, GAME

from cassino_dsl.faces.editor.marks import inlays, links, tokens
from cassino_dsl.faces.editor.outline import find_symbols, folds, selections, symbols
from cassino_dsl.language.resources import folder

ANALYSIS = at_mark(GAME + "‸")[0]


def test_symbols() -> None:
    found = {one.name: one for one in symbols(ANALYSIS)}
    assert [one.name for one in found["actions"].inside] == ["sneak"]
    assert found["memory"].inside[0].detail == "what each has shown"
    one = found["terms"].inside[0]
    assert ANALYSIS.text[one.name_start : one.name_end] == "strong(c)"


def test_symbols_of_half_a_file() -> None:
    half = at_mark(GAME.replace("rules:\n", "rules: [\n") + "‸")[0]
    assert {"actions", "memory", "terms", "effects"} <= {one.name for one in symbols(half)}


def test_symbols_are_found() -> None:
    texts = [(HERE, GAME), (HERE.with_name("child.yaml"), CHILD)]
    assert [(path.name, one.name) for path, one in find_symbols("snk", texts)] == [("mine.yaml", "sneak")]
    assert [(path.name, one.name) for path, one in find_symbols("MORE", texts)] == [("child.yaml", "more")]


def test_folds() -> None:
    found = {ANALYSIS.text[a:b].strip().split("\n")[0]: (a, b) for a, b in folds(ANALYSIS)}
    start, end = found["sneak:"]
    assert "to: pile" in ANALYSIS.text[start:end]
    assert "rules" not in ANALYSIS.text[start:end]


def test_selections() -> None:
    at = ANALYSIS.text.index("seen(me) |") + 2
    around = [ANALYSIS.text[a:b] for a, b in selections(ANALYSIS, at)]
    rule = "kind = trail implies not any(c in seen(me) | strong(c))"
    assert around[:3] == ["seen", "seen(me)", "c in seen(me)"]
    assert rule in around
    assert around[-1] == ANALYSIS.text
    assert all(inner in outer for inner, outer in pairwise(around))


def test_tokens() -> None:
    begin = ANALYSIS.text.index("kind = trail implies")
    line = ANALYSIS.text[begin : ANALYSIS.text.index("\n", begin)]
    found = [
        (line[t.start - begin : t.end - begin], t.kind) for t in tokens(ANALYSIS) if 0 <= t.start - begin < len(line)
    ]
    assert found == [
        ("kind", "function"),
        ("=", "operator"),
        ("trail", "value"),
        ("implies", "keyword"),
        ("not", "keyword"),
        ("any", "function"),
        ("c", "name"),
        ("in", "keyword"),
        ("seen", "memory"),
        ("me", "function"),
        ("|", "operator"),
        ("strong", "term"),
        ("c", "name"),
    ]


def test_links() -> None:
    (link,) = links(ANALYSIS)
    assert ANALYSIS.text[link.start : link.end] == "cassino"
    assert link.path == folder("variants") / "cassino.yaml"


def test_hints() -> None:
    (one,) = (one for one in inlays(ANALYSIS, 0, len(GAME)) if one.kind == "type")
    assert one.text == ": number"
    assert ANALYSIS.text[: one.at].endswith("{v")
    text = "dsl: 1\nextends: cassino\nrules:\n  x: all(c in table | all(d in table | value(c) = value(d)))\n‸"
    costs = [one for one in inlays(at_mark(text)[0], 0, len(text)) if one.kind == "cost"]
    assert len(costs) == 1
    assert "forms" in costs[0].text
