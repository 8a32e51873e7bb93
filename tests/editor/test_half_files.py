"""Half a file is what an editor sees most: nothing that is asked of one may raise."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from cassino_dsl.faces.editor import completion, hover, marks, navigation, outline, rename
from cassino_dsl.faces.editor.analysis import analyse
from cassino_dsl.faces.editor.spot import spot_at
from cassino_dsl.language.resources import folder

SHIPPED = sorted(folder("variants").rglob("*.yaml"))
PIECES = [*"{}[()\"'|:\n#,!&", ": ", "\n  ", "- ", "any(", " in ", "é𝄞"]


def ask_all(text: str, at: int, path: Path) -> None:
    """Ask everything at a place."""
    analysis = analyse(text, path)
    for one in completion.complete(analysis, at):
        assert 0 <= one.start <= at <= one.end <= len(text)
    hover.hover(analysis, at)
    hover.signature(analysis, at)
    navigation.definition(analysis, at)
    navigation.references(analysis, at)
    rename.rename(analysis, at, "another_name")
    outline.symbols(analysis)
    assert all(a <= b <= len(text) for a, b in outline.folds(analysis))
    around = outline.selections(analysis, at)
    assert all(c <= a <= b <= d for (a, b), (c, d) in pairwise(around))
    found = marks.tokens(analysis)
    assert all(a.end <= b.start for a, b in pairwise(found))
    marks.links(analysis)
    marks.inlays(analysis, 0, len(text))


def half_files(seed: int, number: int) -> list[tuple[str, int, Path]]:
    """Shipped files cut off, or with pieces taken out and put in."""
    chance = random.Random(seed)
    found = []
    for _ in range(number):
        path = chance.choice(SHIPPED)
        text = path.read_text("utf-8")
        at = chance.randrange(len(text))
        if chance.random() < 0.4:
            text = text[:at]
        elif chance.random() < 0.5:
            text = text[:at] + text[at + chance.randrange(60) :]
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(PIECES) + text[at:]
        found.append((text, min(at, len(text)), Path("/nowhere") / path.name))
    return found


@pytest.mark.parametrize(("seed", "number"), [(1, 12), pytest.param(2, 150, marks=pytest.mark.ci)])
def test_nothing_raises(seed: int, number: int) -> None:
    for text, at, path in half_files(seed, number):
        ask_all(text, at, path)


def test_every_place_has_a_spot() -> None:
    """Whatever stands before and behind it, a place is found, and lies in the text that is told of it."""
    for text, _, _ in half_files(3, 6):
        for at in range(0, len(text) + 1, max(1, len(text) // 150)):
            spot = spot_at(text, at)
            assert 0 <= spot.start <= at <= max(spot.end, at) <= len(text)
