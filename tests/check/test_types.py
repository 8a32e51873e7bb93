"""What has no meaning is refused where it stands: types that do not go together, and numbers that may be nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cassino_dsl.language.check.scope import BUILT, CHOICE, Scope
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.types import Type
from tests.beside import beside
from tests.properties.test_expressions import read, rich_draft

SCOPE = Scope(CHOICE | BUILT)
PARTS = {"taken_first": Type.CARDS, "taken_next": Type.CARDS}  # of a play
CASES = beside(__file__, "types.yaml")
REFUSED = [(text, message) for message, texts in CASES["refused"].items() for text in texts]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_does_not_fit_is_refused(text: str, message: str) -> None:
    _, faults = read(rich_draft(), text, Type.BOOL, SCOPE)
    assert [f[: len(message)] for f in faults] == [message]


@pytest.mark.parametrize("text", CASES["taken"])
def test_what_fits_is_taken(text: str) -> None:
    _, faults = read(rich_draft(), text, Type.BOOL, replace(SCOPE, parts=PARTS))
    assert faults == []


@pytest.mark.parametrize(
    "calls", ["of(leader) > of(somebody)", "of(somebody) < of(leader)", "of(somebody) = 1 and of(somebody) > 0"]
)
def test_a_term_is_checked_for_what_it_is_called_with(calls: str, tmp_path: Path) -> None:
    """A number that is there for one argument may be nothing for another."""
    file = tmp_path / "variant.yaml"
    file.write_text(
        "dsl: 1\nextends: cassino\nmemory: {somebody: {is: seat}, n: {is: int, of: seat}}\n"
        f'terms: {{of(s): n(s)}}\nrules: {{r: "{calls}"}}\n',
        encoding="utf-8",
    )
    found = load_variant(str(file)).report.diagnostics
    said = [d.span.text for d in found if d.severity == "error" and d.span]
    assert said == ["of(somebody)"]
