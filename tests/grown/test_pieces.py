"""Grown files in pieces mean what the whole does; a clause stands where it says, also in a section of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import CassinoError, load
from tests.grown.pieces import judge_pieces
from tests.grown.workers import outcomes

SEED = 1
HEAD = "dsl: 1\nextends: cassino\n"


def _differing(first: int, number: int) -> list[str]:
    found = outcomes(lambda n: judge_pieces(SEED, n), range(first, first + number))
    return [f"{n}: {o.text}" for n, o in found if o.bad]


@pytest.mark.parametrize("first", range(0, 24, 8))
def test_pieces_mean_what_the_whole_does(first: int) -> None:
    assert _differing(first, 8) == []


@pytest.mark.ci
@pytest.mark.parametrize("first", range(100, 500, 100))
def test_many_pieces_mean_what_the_whole_does(first: int) -> None:
    assert _differing(first, 100) == []


def test_clauses_of_a_section_that_the_base_does_not_have_stand_where_they_say(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(
        HEAD + "preferences:\n  later: {prefer: kind = build}\n  sooner: {prefer: kind = capture, before: later}\n"
    )
    assert [p.name for p in load(file).ruleset.preferences] == ["sooner", "later"]


def test_a_clause_to_stand_before_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(HEAD + "preferences:\n  sooner: {prefer: kind = capture, before: latter}\n")
    with pytest.raises(CassinoError, match="there is no `latter` to stand before"):
        load(file)
