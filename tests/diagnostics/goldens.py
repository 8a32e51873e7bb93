"""Texts that are kept beside the tests: UPDATE_GOLDENS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.text import render

GOLDENS = Path(__file__).parent / "goldens"


def golden(name: str, text: str) -> None:
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


def rendered(report: Report, colour: bool = False) -> str:
    return "\n".join(f"{render(found, chr(27) if colour else '')}\n" for found in report.diagnostics)
