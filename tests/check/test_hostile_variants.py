"""Variant files made to hurt: the checker says what is wrong with each, soon, in little memory, and never raises."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cassino_dsl.compose.library import shipped_variants
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.diagnostics.json import as_json
from cassino_dsl.diagnostics.text import render_all
from cassino_dsl.engine.game import Engine
from cassino_dsl.pipeline import Loaded, load_variant
from cassino_dsl.plan.make import make_plan
from cassino_dsl.resources import folder
from tests.check.hostile import HARMLESS, REFUSED

SECONDS = 1.0


def load_text(path: Path, text: str) -> Loaded:
    """Load a file in the time it may take, and show what was found in every form."""
    path.write_text(text, encoding="utf-8")
    start = time.process_time()
    loaded = load_variant(str(path))
    render_all(loaded.report, colour=True)
    assert time.process_time() - start < SECONDS
    for diagnostic in loaded.report.diagnostics:
        assert (
            as_json(diagnostic)["file"] == str(path) or diagnostic.span is None or text != diagnostic.span.source.text
        )
    assert (loaded.ruleset is None) == loaded.report.failed
    return loaded


@pytest.mark.parametrize("name", REFUSED)
def test_each_is_refused_with_its_code(name: str, tmp_path: Path) -> None:
    text, codes = REFUSED[name]
    report = load_text(tmp_path / "example.yaml", text).report
    assert report.failed
    assert {d.code.slug for d in report.diagnostics if d.severity == "error"} == codes


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_odd_is_accepted_and_planned(name: str, tmp_path: Path) -> None:
    loaded = load_text(tmp_path / "example.yaml", HARMLESS[name])
    assert not loaded.report.failed
    assert loaded.ruleset is not None
    engine = Engine(make_plan(loaded.ruleset, 2))
    state = engine.new_match(1)
    assert isinstance(engine.legal(state), list)


# ---- faults that nobody thought of: shipped variants with random damage

TEXTS = {name: (folder("variants") / f"{name}.yaml").read_text(encoding="utf-8") for name in shipped_variants()}
PIECES = sorted(
    {word for text in TEXTS.values() for word in text.split()}
    | set(": - { } [ ] ( ) | > < = != , . .. # ' \" & * ! % @ ` + - ? removed base none 0 99 x y z".split())
)


def damaged(text: str, rng: random.Random) -> str:
    """A text with a few random edits of words, characters and lines."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        end = min(len(text), at + rng.choice([0, 1, 3, 10, 80]))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(PIECES) + text[end:]
        elif kind == 1:
            text = text[:at] + rng.choice("\n\t (){}[]|>:=,'\"x0é") + text[end:]
        elif kind == 2:
            other = rng.randrange(len(text))
            text = text[:at] + text[other : other + rng.choice([5, 30, 200])] + text[end:]
        elif kind == 3:
            lines = text.split("\n")
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
        else:
            words = text.split(" ")
            words[rng.randrange(len(words))] = rng.choice(PIECES)
            text = " ".join(words)
    return text


def survives(seed: int, path: Path) -> None:
    rng = random.Random(seed)
    text = damaged(TEXTS[rng.choice(sorted(TEXTS))], rng)
    loaded = load_text(path, text)
    report = loaded.report
    places = [(d.code, d.span, d.message) for d in report.diagnostics]
    assert len(set(places)) == len(places)
    if loaded.ruleset is not None:
        make_plan(loaded.ruleset, loaded.ruleset.seats[0])


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_variants_never_raise(seed: int, tmp_path: Path) -> None:
    survives(seed, tmp_path / "example.yaml")


@pytest.mark.long
def test_many_damaged_variants_never_raise(tmp_path: Path) -> None:
    for seed in range(20_000):
        survives(seed, tmp_path / "example.yaml")


# ---- the limits of a report


def test_errors_after_the_limit_are_counted() -> None:
    from cassino_dsl.diagnostics.codes.language import HiddenName, UnknownName

    report = Report()
    for i in range(Report.LIMIT + 20):
        report.add(HiddenName, None, f"warning {i}")
    assert not report.failed
    assert not report.full
    assert report.overflow == 20
    report.add(UnknownName, None, "an error after a flood of warnings")
    assert report.failed
    assert report.diagnostics[-1].message == "an error after a flood of warnings"
    for i in range(Report.LIMIT):
        report.add(UnknownName, None, f"error {i}")
        report.add(UnknownName, None, f"error {i}")
    assert report.full
    assert len(report.diagnostics) == 2 * Report.LIMIT
    assert report.overflow == 22  # the last error, said twice
    only = report.only(lambda d: d.severity == "warning")
    assert not only.failed
    assert len(only.diagnostics) == Report.LIMIT
