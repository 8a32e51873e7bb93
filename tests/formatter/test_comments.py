"""Every comment stays with what it stands at, and what it ignores stays ignored."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassino_dsl.language.core.contradictions import check_contradictions
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ignores import ignores_of, leave_out_ignored
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.targets import open_target
from tests.formatter.judge import comments, judge, laid, tree_of
from tests.formatter.rewriting import Rewriter
from tests.formatter.sprinkling import sprinkle, stands_at
from tests.formatter.test_properties import MANY, TEXTS
from tests.grown.document import write
from tests.grown.rulesets import grow_ruleset


@given(st.sampled_from(sorted(TEXTS)), st.integers(0, 10**6), st.sampled_from([0.02, 0.3]), st.booleans())
@settings(MANY, max_examples=8)
def test_comments_stay_with_what_they_stand_at(name: str, seed: int, share: float, rewritten: bool) -> None:
    _judge_sprinkled(TEXTS[name], seed, share, rewritten)


@pytest.mark.parametrize("number", range(4))
def test_comments_of_grown_files_stay(number: int) -> None:
    _judge_sprinkled(write(grow_ruleset(5, number)).text, number, 0.2, rewritten=bool(number % 2))


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(6, 10))
def test_comments_of_many_grown_files_stay(seed: int) -> None:
    for number in range(40):
        _judge_sprinkled(write(grow_ruleset(seed, number)).text, number, 0.2, rewritten=bool(number % 2))


@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_comments_of_every_file_stay(name: str) -> None:
    for seed in range(6):
        _judge_sprinkled(TEXTS[name], seed, (0.02, 0.3)[seed % 2], seed > 1)


def _judge_sprinkled(text: str, seed: int, share: float, rewritten: bool) -> None:
    rng = random.Random(seed)
    text = Rewriter(rng, False).file(tree_of(text)) if rewritten else text
    text, told = sprinkle(text, rng, share)
    assert set(told) <= set(comments(text))
    places = stands_at(judge(text))
    assert {comment: path for comment, path in told.items() if path not in places[comment]} == {}


# ---- what is ignored

WARNINGS = [code for code in Code if code.severity == "warning" and code.explanation.bad]


@given(st.sampled_from(WARNINGS), st.integers(0, 10**6))
@settings(MANY, max_examples=10)
def test_what_is_ignored_stays_so(code: Code, seed: int) -> None:
    _judge_ignored(code, seed)


@pytest.mark.ci
@pytest.mark.parametrize("code", WARNINGS)
def test_everything_that_is_ignored_stays_so(code: Code) -> None:
    for seed in range(15):
        _judge_ignored(code, seed)


FACTS = "dsl: 1\nextends: cassino\n{}\n"


@pytest.mark.parametrize(
    "clause",
    [
        "rules:\n  # IGNORE\n  r: >\n    kind = trail\n    implies\n    true",
        "rules:\n  r: >  # IGNORE\n    kind = trail\n    implies\n    true",
        "rules:\n  r:\n    # IGNORE\n    kind = trail implies true",
        "rules:\n  r: kind = trail\n    implies true  # IGNORE",
        "rules: {r: kind = trail implies true}  # IGNORE",
        "rules: {  # IGNORE\n  r: kind = trail implies true}",
        "rules: {\n  # IGNORE\n  r: kind = trail implies true\n  }",
    ],
)
def test_it_does_not_matter_in_which_lines_a_clause_stands(clause: str) -> None:
    text = FACTS.format(clause)
    assert _found(text)[Code.CONSTANT_CONDITION] == 1
    ignored = text.replace("IGNORE", "cassino: ignore CAS063 while two play")
    assert _found(ignored) == _found(laid(ignored)) == {}
    elsewhere = f"dsl: 1  # cassino: ignore CAS063 so\n{ignored[7:]}"
    assert _found(elsewhere) == _found(laid(elsewhere)) == {Code.NOTHING_IGNORED: 1}


def _judge_ignored(code: Code, seed: int) -> None:
    text, _ = sprinkle(code.explanation.bad, random.Random(seed), 0.1)
    text = re.sub(r"# comment \d+\.", f"# cassino: ignore {code.label} why not", text)
    assert _found(text) == _found(laid(text))


def _found(text: str) -> Counter[Code]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        target = open_target(str(file), None, (), ())
        if target.loaded.ruleset is not None:
            check_contradictions(target.loaded.ruleset, target.report, str(file))
    leave_out_ignored(target.report, target.own, tuple(Code))
    return Counter(found.code for found in target.report.diagnostics)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("title: x\n# IGNORE\ndsl: 1\n", True),
        ("title: x\ndsl: 1  # IGNORE\n", True),
        ("# IGNORE\n\ntitle: x\ndsl: 1\n", True),
        ("title: x  # IGNORE\ndsl: 1\n", False),
        ("dsl: 1\ntitle: x\n# IGNORE\n", False),
    ],
)
def test_what_is_ignored_of_the_file_as_a_whole(text: str, whole: bool) -> None:
    """That is what only play shows: findings that stand at no key."""
    text = text.replace("IGNORE", "cassino: ignore CAS090 it may be")
    for written in (text, laid(text)):
        source, report = Source("mine.yaml", written), Report()
        report.add(Code.STUCK_ROUNDS, source.whole(), "rounds get stuck")
        (ignore,) = ignores_of(source)
        assert ignore.covers(report.diagnostics[0]) is whole
