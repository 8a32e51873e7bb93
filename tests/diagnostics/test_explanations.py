"""What `cassino explain` prints is true: each bad example shows its code, each good one is clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.diagnostics.codes import ALL
from cassino_dsl.diagnostics.diagnostic import Code
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

EXPLAINED = [code for code in ALL if code.bad]


@pytest.mark.parametrize("code", ALL, ids=lambda code: code.slug)
def test_docstrings(code: type[Code]) -> None:
    """A short title without a full stop, an empty line, and what it means and how to mend it."""
    title, blank, *body = (code.__doc__ or "").strip().splitlines()
    assert title[0].islower()
    assert not title.endswith(".")
    assert len(title) < 80
    assert not blank.strip()
    assert len(" ".join(body)) > 80
    assert all(len(line) <= 110 for line in body)
    assert bool(code.bad) is bool(code.good)
    assert code.bad or code.slug in SCENES or code.slug in ELSEWHERE


@pytest.mark.parametrize("code", [c for c in EXPLAINED if c.slug not in IN_PLAY], ids=lambda code: code.slug)
@pytest.mark.share(3)
def test_bad_examples_show_their_code_and_no_other(code: type[Code], tmp_path: Path) -> None:
    assert [d.code for d in load_text(tmp_path, code.bad)] == [code]


@pytest.mark.parametrize("code", EXPLAINED, ids=lambda code: code.slug)
@pytest.mark.share(3)
def test_good_examples_are_clean(code: type[Code], tmp_path: Path) -> None:
    assert load_text(tmp_path, code.good) == []


@pytest.mark.parametrize("code", [c for c in ALL if c.slug in SCENES], ids=lambda code: code.slug)
def test_scenes_show_their_code_and_no_other(code: type[Code], tmp_path: Path) -> None:
    assert [d.code for d in scene(code)(tmp_path)] == [code]


@pytest.mark.parametrize("slug", sorted(IN_PLAY))
def test_good_examples_are_clean_in_play(slug: str, tmp_path: Path) -> None:
    code = next(c for c in ALL if c.slug == slug)
    assert load_text(tmp_path, code.bad) == []  # nothing to see in the file itself
    if slug == "example-failed":
        assert examples_of(tmp_path, code.good) == []
    elif slug in TRIED_OUT:
        assert tried_out(tmp_path, code.good) == []
    else:
        assert first_round(tmp_path, code.good, keys=10) == []
