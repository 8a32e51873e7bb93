"""What the program says of clauses for which there is no text: a table of clauses and their sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.book.describe.rulebook import rulebook
from tests.beside import beside

PHRASES = beside(__file__, "phrases.yaml")
ROWS = [(section, row["clause"], row["said"]) for section, rows in PHRASES.items() for row in rows]


@pytest.mark.share(4)
@pytest.mark.parametrize(("section", "clause", "said"), ROWS)
def test_a_clause_is_told_in_these_words(section: str, clause: str, said: str, tmp_path: Path) -> None:
    body = f'"{clause}"' if section == "rules" else f"{{{clause}}}"
    file = tmp_path / "mine.yaml"
    file.write_text(f"dsl: 1\nextends: cassino\n{section}: {{mine: {body}}}\n", encoding="utf-8")
    assert said in rulebook(load(str(file)).ruleset)
