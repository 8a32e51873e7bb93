"""What people write who come from other languages: following what each message says leads to a text that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.edits import edited
from cassino_dsl.language.diagnostics.text import render
from cassino_dsl.language.pipeline import load_variant
from tests.beside import beside
from tests.diagnostics.goldens import golden

ROWS: dict[str, list[list[str]]] = beside(__file__, "habits.yaml")
PLACES = ROWS.pop("places")
HEAD = "dsl: 1\nextends: cassino\n"
STEPS = 4  # messages, one after the other, until nothing is wrong


def found_in(text: str, folder: Path) -> list[Diagnostic]:
    path = folder / "habit.yaml"
    path.write_text(text, encoding="utf-8")
    return load_variant(str(path)).report.diagnostics


def laid(place: str, text: str) -> str:
    return HEAD + PLACES[place].replace("…", text)


@pytest.mark.share(3)
@pytest.mark.parametrize("language", ROWS)
def test_each_remedy_leads_further(language: str, tmp_path: Path) -> None:
    parts = []
    for place, wrong, right in ROWS[language]:
        assert not found_in(laid(place, right), tmp_path), right
        text = laid(place, wrong)
        found = found_in(text, tmp_path)
        said = [render(d).replace(f"{tmp_path}/", "") for d in found]
        parts.append("\n\n".join([f"==== {place}", *said]) + "\n")
        for _ in range(STEPS):
            if not found:
                break
            assert found[0].help, wrong
            assert found[0].span is not None
            if not found[0].remedies:
                break  # it is said in words
            text = edited(text, found[0].remedies[0].edits)
            found = found_in(text, tmp_path)
        else:
            pytest.fail(f"{wrong}: still {found[0].message}")
    golden(f"habits_{language.lower()}", "\n".join(parts))
