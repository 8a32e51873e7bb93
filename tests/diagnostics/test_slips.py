"""What people write who do not know the language yet: one finding each, whose help leads to the right text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.edits import edited
from cassino_dsl.language.diagnostics.text import render
from cassino_dsl.language.pipeline import load_variant
from tests.beside import beside
from tests.diagnostics.goldens import golden

SLIPS: list[dict[str, Any]] = beside(__file__, "slips.yaml")
HEAD = "dsl: 1\nextends: cassino\n"


def found_in(slip: dict[str, Any], text: str, folder: Path) -> list[Diagnostic]:
    path = folder / "slip.yaml"
    path.write_text(text if slip.get("whole") else HEAD + text, encoding="utf-8")
    return load_variant(str(path)).report.diagnostics


@pytest.mark.ci
def test_what_is_said(tmp_path: Path) -> None:
    parts = []
    for slip in SLIPS:
        said = [render(d).replace(f"{tmp_path}/", "") for d in found_in(slip, slip["wrong"], tmp_path)]
        parts.append("\n\n".join([f"==== {slip['name']}", *(said or ["(nothing: it is right)"])]))
    golden("slips", "\n\n".join(parts) + "\n")


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip["name"])
@pytest.mark.share(8)
def test_one_fault_gives_one_message_that_mends_it(slip: dict[str, Any], tmp_path: Path) -> None:
    assert not found_in(slip, slip["right"], tmp_path)
    found = found_in(slip, slip["wrong"], tmp_path)
    assert len(found) == (not slip.get("fine"))
    for diagnostic in found:
        assert diagnostic.help
        assert diagnostic.span is not None
        assert diagnostic.span.file == str(tmp_path / "slip.yaml")
        if diagnostic.remedies and not slip.get("partly"):
            mended = edited(diagnostic.span.source.text, diagnostic.remedies[0].edits)
            assert not found_in({**slip, "whole": True}, mended, tmp_path)
