"""The one layout: what comes of small files; shipped files and those of the docs have it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.beside import beside
from tests.formatter.judge import BLOCK, PAGES, ROOT, SHIPPED, blocks, judge, laid

CASES = beside(__file__, "cases.yaml")
UPDATE = os.environ.get("UPDATE_GOLDENS") == "1"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_small_files(case: dict[str, str]) -> None:
    assert laid(case["text"]) == case["laid"]
    assert judge(case["text"]) == case["laid"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
@pytest.mark.share(4)
def test_shipped_files_have_it(path: Path) -> None:
    """`cassino fmt variants examples` gives it to them."""
    text = path.read_text(encoding="utf-8")
    assert judge(text) == text, f"cassino fmt {path.relative_to(ROOT)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_in_the_docs_have_it(page: Path) -> None:
    """UPDATE_GOLDENS=1 gives it to them."""
    if UPDATE:
        old = page.read_text(encoding="utf-8")
        lay = lambda found: found[1] + (laid(found[2]) if re.search(r"^dsl:", found[2], re.M) else found[2])  # noqa: E731
        page.write_text(BLOCK.sub(lay, old), encoding="utf-8")
    for text in blocks(page):
        assert judge(text) == text, f"UPDATE_GOLDENS=1 pytest {Path(__file__).relative_to(ROOT)}"


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    text = "\ufefftitle: x\r\ndsl: 1\r\nabout: |\r\n  a\r\n  b\r\n"
    assert laid(text) == "\ufeffdsl: 1\r\ntitle: x\r\nabout: |\r\n  a\r\n  b\r\n"
    assert laid("dsl: 1") == "dsl: 1\n"
