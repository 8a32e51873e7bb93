"""The codes: each is explained, its bad example (or a scene) shows it and no other, its good one is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.language.diagnostics import codes
from cassino_dsl.language.diagnostics.codes import Code, by_label
from cassino_dsl.language.diagnostics.text import render
from tests.diagnostics.goldens import golden
from tests.diagnostics.scenes import (
    ELSEWHERE,
    IN_PLAY,
    SCENES,
    TRIED_OUT,
    examples_of,
    first_round,
    load_text,
    scene,
    tried_out,
)

SHOWN = [code for code in Code if code not in ELSEWHERE]
TENS = sorted({code.number // 10 for code in SHOWN})


def test_codes_are_those_that_are_explained() -> None:
    assert len({code.number for code in Code}) == len(Code)
    text = Path(codes.__file__).with_suffix(".md").read_text(encoding="utf-8")
    explained = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert explained == [code.slug for code in sorted(Code, key=lambda code: code.number)]


def test_labels() -> None:
    for code in Code:
        assert by_label(code.label) is by_label(f"cas{code.number}") is by_label(f" {code.slug.upper()} ") is code
    for unknown in ("", "CAS", "CAS0", "CAS998", "cas²", "13", "no-such-code"):
        assert by_label(unknown) is None


@pytest.mark.parametrize("code", Code, ids=lambda code: code.slug)
def test_explanations(code: Code) -> None:
    """A short title without a full stop, an empty line, and what it means and how to mend it."""
    explained = code.explanation
    title, blank, *body = explained.text.splitlines()
    assert title[0].islower()
    assert not title.endswith(".")
    assert len(title) < 80
    assert not blank
    assert len(" ".join(body)) > 80
    assert all(len(line) <= 110 for line in body)
    assert bool(explained.bad) is bool(explained.good)
    assert explained.bad or code in SCENES or code in ELSEWHERE


@pytest.mark.share(4)
@pytest.mark.parametrize("ten", TENS)
def test_every_code_as_it_is_shown(ten: int, tmp_path: Path) -> None:
    """What is seen of each code, and of no other, in its bad example or its scene."""
    parts = []
    for code in [code for code in SHOWN if code.number // 10 == ten]:
        folder = tmp_path / code.slug
        folder.mkdir()
        found = scene(code)(folder)
        assert [d.code for d in found] == [code]
        parts.append(render(found[0]).replace(f"{folder}/", "") + "\n")
    golden(f"codes_{ten}0", ("\n" + "=" * 80 + "\n\n").join(parts))


@pytest.mark.parametrize("code", [c for c in Code if c.explanation.bad], ids=lambda code: code.slug)
@pytest.mark.share(3)
def test_good_examples_are_clean(code: Code, tmp_path: Path) -> None:
    assert load_text(tmp_path, code.explanation.good) == []


@pytest.mark.share(4)
@pytest.mark.parametrize("code", IN_PLAY, ids=lambda code: code.slug)
def test_good_examples_are_clean_in_play(code: Code, tmp_path: Path) -> None:
    explained = code.explanation
    assert load_text(tmp_path, explained.bad) == []  # nothing to see in the file itself
    if code is Code.EXAMPLE_FAILED:
        assert examples_of(tmp_path, explained.good) == []
    elif code in TRIED_OUT:
        assert tried_out(tmp_path, explained.good) == []
    else:
        assert first_round(tmp_path, explained.good, keys=10) == []
