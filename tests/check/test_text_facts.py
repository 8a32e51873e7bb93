"""Texts held against their clauses: what is found in them, and where; and that no shipped file has such a text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.compose.options import Setting, setting
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.resources import folder
from tests.beside import beside

CASES = beside(__file__, "text_facts.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["say"][:70])
def test_what_a_text_says_is_held_against_its_clause(case: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"dsl: 1\nextends: scopa\n{case['say']}\n", encoding="utf-8")
    found = load_variant(str(file)).report.diagnostics
    codes = {d.code.slug for d in found if not d.code.slug.startswith("unused")}
    assert codes == ({case["finds"]} if "finds" in case else set()), [d.message for d in found]
    if "at" in case:
        assert case["at"] in [d.span.text for d in found if d.span is not None]


def test_a_house_rule_and_another_table_are_not_blamed(tmp_path: Path) -> None:
    """A text is held against the clause of the game that it was written for, and of no other."""
    file, rule = tmp_path / "mine.yaml", tmp_path / "rule.yaml"
    file.write_text("dsl: 1\nextends: scopa\nmatch: {text: Eleven points win.}\n", encoding="utf-8")
    rule.write_text("dsl: 1\nhouse: true\nover: mine\nmatch: {target: 31}\n", encoding="utf-8")
    assert not load_variant(str(file), (str(rule),)).report.diagnostics
    rule.write_text("dsl: 1\nhouse: true\nover: mine\nmatch: {target: 31, text: 30 points win.}\n", encoding="utf-8")
    assert {d.code.slug for d in load_variant(str(file), (str(rule),)).report.diagnostics} == {"text-leaves-out"}
    assert not load_variant(str(file), (str(rule),), (setting_of("fewest=true"),)).report.diagnostics


def setting_of(text: str) -> Setting:
    found = setting(text)
    assert found is not None
    return found


def of_shipped() -> list[Diagnostic]:
    root = folder("variants")
    found: list[Diagnostic] = []
    for name in shipped_variants():
        languages = [path.suffixes[0][1:] for path in root.glob(f"{name}.??.yaml")]
        for language in languages or [""]:
            found += load_variant(name, language=language).report.diagnostics
    for name in shipped_house_rules():
        over = re.search(r"^over: (\S+)$", (root / "house" / f"{name}.yaml").read_text(encoding="utf-8"), re.M)
        assert over is not None
        found += load_variant(over[1], (name,)).report.diagnostics
    return found


def test_no_shipped_text_is_blamed() -> None:
    assert [(d.span, d.message) for d in of_shipped()] == []
