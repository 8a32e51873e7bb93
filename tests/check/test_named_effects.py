"""Named effects that have no end, or come to too much, are refused quickly and once."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.pipeline import load_variant

HEAD = "dsl: 1\nextends: cassino\n"


def faults(path: Path, effects: dict[str, str], does: str) -> list[tuple[str, str]]:
    lines = [f"  {name}: {text}" for name, text in effects.items()]
    path.write_text(HEAD + "effects:\n" + "\n".join(lines) + f"\nevents:\n  x:\n    on: captured\n    do: {does}\n")
    found = load_variant(str(path)).report.diagnostics
    return [(d.code.slug, d.message) for d in found if d.severity == "error"]


def chain(length: int, link: str) -> dict[str, str]:
    return {"a0(n)": "award n to us", **{f"a{i}(n)": link.replace("A", f"a{i - 1}") for i in range(1, length)}}


@pytest.mark.parametrize(
    ("effects", "does", "code"),
    [
        ({"a(n)": "b(n)", "b(n)": "a(n)"}, "a(1)", "circular-term"),
        ({"a(n, n)": "award n to us"}, "a(1, 2)", "bad-name"),
        ({"a": "(redeal; a)"}, "a", "circular-term"),
        (chain(200, "A(n)"), "a199(1)", "too-costly"),
        (chain(15, "(A(n); A(n); A(n); A(n))"), "a14(1)", "too-costly"),
        (chain(19, "A(n + n)"), "a18(1)", "too-costly"),
        ({"a(n)": "award n to us"}, "a", "wrong-arguments"),
        ({"a(n)": "award n to us"}, "b(1)", "unknown-name"),
        ({"move": "redeal"}, "redeal", "bad-name"),
        ({"a(n)": "award count(n) to us"}, "a(1)", "wrong-type"),
        ({"a": "award count(taken) to us"}, "for s in seats do a", ""),
    ],
)
def test_faults(effects: dict[str, str], does: str, code: str, tmp_path: Path) -> None:
    found = faults(tmp_path / "case.yaml", effects, does)
    assert [slug for slug, _ in found][:1] == ([code] if code else [])


def test_what_the_place_of_use_does_not_offer(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + "effects:\n  a: award pips(card) to us\nevents:\n  x:\n    on: turn over\n    do: a\n")
    assert [d.code.slug for d in load_variant(str(path)).report.diagnostics] == ["name-not-here"]


def test_of_an_effect_that_nothing_uses_no_parameter_is_taken_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + "effects:\n  a(p): move (p if us = us else none) to pile(us)\n")
    assert [d.code.slug for d in load_variant(str(path)).report.diagnostics] == ["unused-term"]
