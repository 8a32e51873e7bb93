"""The codes: unique, explained, and found by any of their labels."""

from __future__ import annotations

import pytest

from cassino_dsl.diagnostics.codes import ALL, by_label, files
from cassino_dsl.diagnostics.diagnostic import Code


def test_numbers_and_slugs_are_unique() -> None:
    assert len({code.number for code in ALL}) == len(ALL)
    assert len({code.slug for code in ALL}) == len(ALL)
    assert len({code.slug.lower() for code in ALL}) == len(ALL)


@pytest.mark.parametrize("code", files.CODES, ids=lambda code: code.slug)
def test_explanations(code: type[Code]) -> None:
    """A short title without a full stop, an empty line, and what it means."""
    assert 1 <= code.number <= 29
    title, blank, *body = (code.__doc__ or "").strip().splitlines()
    assert title[0].islower()
    assert not title.endswith(".")
    assert not blank.strip()
    assert len(" ".join(body)) > 80
    assert bool(code.bad) is bool(code.good)


def test_labels() -> None:
    for code in ALL:
        assert by_label(code.label()) is code
        assert by_label(f"cas{code.number}") is code
        assert by_label(f" {code.slug.upper()} ") is code
    for unknown in ("", "CAS", "CAS0", "CAS998", "cas²", "13", "no-such-code"):
        assert by_label(unknown) is None
