"""`cassino show VARIANT --as core`: what a variant comes to for one number of seats, and who reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.core.passes import core_of
from cassino_dsl.core.program import core_text
from tests.cli.conftest import Cassino


def test_the_core_is_printed_for_a_number_of_seats(cassino: Cassino) -> None:
    ran = cassino("show", "scopa", "--as", "core", "--seats", 3)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == core_text(core_of(load("scopa").ruleset, 3))
    assert cassino("show", "scopa", "--as", "core").out == core_text(core_of(load("scopa").ruleset, 2))


def test_the_core_as_json_holds_the_same(cassino: Cassino) -> None:
    ran = cassino("show", "scopa", "--as", "core", "--seats", 2, "--format", "json")
    assert ran.code == 0
    assert (ran.json["core"], ran.json["seats"]) == ("1", "2")


def test_a_core_is_no_variant(cassino: Cassino, tmp_path: Path) -> None:
    path = tmp_path / "core.yaml"
    path.write_text(cassino("show", "scopa", "--as", "core").out, encoding="utf-8")
    ran = cassino("validate", path)
    assert ran.code == 1
    assert "core-document" in ran.out + ran.err


@pytest.mark.parametrize(("words", "code"), [(("--seats", 9), 2), (("--format", "markdown"), 2), (("--seats", "x"), 2)])
def test_what_cannot_be_shown_is_said(words: tuple[object, ...], code: int, cassino: Cassino) -> None:
    ran = cassino("show", "scopa", "--as", "core", *words)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err
