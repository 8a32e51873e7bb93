"""A clause stands where it says, also in a section of its own; `test_grown.py` judges grown files in pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import CassinoError, load

HEAD = "dsl: 1\nextends: cassino\n"


def test_clauses_of_a_section_that_the_base_does_not_have_stand_where_they_say(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(
        HEAD + "preferences:\n  later: {prefer: kind = build}\n  sooner: {prefer: kind = capture, above: later}\n"
    )
    assert [p.name for p in load(file).ruleset.preferences] == ["sooner", "later"]


def test_a_clause_to_stand_before_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(HEAD + "preferences:\n  sooner: {prefer: kind = capture, above: latter}\n")
    with pytest.raises(CassinoError, match="there is no `latter` to stand above"):
        load(file)
