"""What the normal form knows to be impossible is said where it stands, and nothing of what is shipped is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.language.compose.library import find, shipped_house_rules, shipped_variants
from cassino_dsl.language.core.contradictions import check_contradictions
from cassino_dsl.language.core.logic import Cond
from cassino_dsl.language.core.normal import Env, Normalizer
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.targets import Target, open_target
from tests.beside import beside

CASES: list[dict[str, Any]] = beside(__file__, "contradictions.yaml")
SHIPPED = [*shipped_variants(), *shipped_house_rules()]


def contradictions(target: Target) -> list[str]:
    ruleset, own, report = target.loaded.ruleset, target.own, target.report
    assert ruleset is not None
    assert own is not None
    check_contradictions(ruleset, report, own.span.file)
    return [f"{d.span.line if d.span else 0} {d.code.slug}: {d.message}" for d in report.diagnostics]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["adds"].splitlines()[-1].strip()[:50])
def test_what_can_never_be_is_said(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"dsl: 1\ntitle: Mine\nextends: cassino\n{case['adds']}", encoding="utf-8")
    assert contradictions(open_target(str(file), None, (), ())) == case["says"]


def test_what_stays_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody writes in a file, forms are made of what is new in it, and all of it is said as before."""
    asked: list[Expr] = []
    condition = Normalizer.condition

    def counted(self: Normalizer, expr: Expr, env: Env) -> Cond:
        asked.append(expr)
        return condition(self, expr, env)

    monkeypatch.setattr(Normalizer, "condition", counted)
    file, numbers, said = tmp_path / "mine.yaml", [], []
    for more in ("", "\n", "  more: count(table) < 0\n"):
        added = f"\nchecks:\n  never: count(stock) < 0\n{more}"
        file.write_text(find("koi-koi").read_text("utf-8").replace("\nchecks:\n", added), encoding="utf-8")
        said.append(contradictions(open_target(str(file), None, (), ())))
        numbers.append(len(asked))
        asked.clear()
    assert [len(one) for one in said] == [1, 1, 2]
    assert numbers[1] < numbers[0] / 3
    assert numbers[1] < numbers[2] < numbers[0] / 3


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.share(8)
def test_nothing_that_is_shipped_contradicts_itself(name: str) -> None:
    assert contradictions(open_target(name, None, (), ())) == []
