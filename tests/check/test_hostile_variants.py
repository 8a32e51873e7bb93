"""Variant files made to hurt: the checker says what is wrong with each, soon, in little memory, and never raises."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.json import as_json
from cassino_dsl.language.pipeline import Loaded, load_variant
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.targets import open_target
from tests.check.hostile import HARMLESS, REFUSED
from tests.diagnostics.goldens import rendered
from tests.diagnostics.mistakes import Mistake, found_in, place_of, wild
from tests.soon import soon

SECONDS = 3.0  # a tenth of one, by itself


def load_text(path: Path, text: str) -> Loaded:
    """Load a file in the time it may take, and show what was found in every form."""
    path.write_text(text, encoding="utf-8")
    with soon(SECONDS):
        loaded = load_variant(str(path))
        rendered(loaded.report, colour=True)
    for diagnostic in loaded.report.diagnostics:
        assert (
            as_json(diagnostic)["file"] == str(path) or diagnostic.span is None or text != diagnostic.span.source.text
        )
    assert (loaded.ruleset is None) == loaded.report.failed
    return loaded


@pytest.mark.share(4)
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


# ---- faults that nobody thought of: shipped files with random damage


def survives(mistake: Mistake, folder: Path) -> None:
    place = place_of(mistake, folder)
    place.parent.mkdir(exist_ok=True)
    loaded = load_text(place, mistake.text)
    places = [(d.code, d.span, d.message) for d in loaded.report.diagnostics]
    assert len(set(places)) == len(places)
    assert all(message for _, _, message in places)
    if loaded.ruleset is not None:
        make_plan(loaded.ruleset, loaded.ruleset.seats[0])
    rendered(open_target(str(place), None, (), ()).report)
    found_in(mistake, place)
    place.unlink()


DAMAGED = [(3, 40), pytest.param(5, 200, marks=pytest.mark.ci), pytest.param(4, 20_000, marks=pytest.mark.long)]


@pytest.mark.parametrize(("seed", "number"), DAMAGED)
def test_damaged_files_never_raise(seed: int, number: int, tmp_path: Path) -> None:
    for mistake in wild(seed, number):
        try:
            survives(mistake, tmp_path)
        except Exception as fault:
            raise AssertionError(f"{mistake.file.name}:\n{mistake.text}") from fault


# ---- the limits of a report


def test_errors_after_the_limit_are_counted() -> None:
    from cassino_dsl.language.diagnostics.codes import Code

    report = Report()
    for i in range(Report.LIMIT + 20):
        report.add(Code.HIDDEN_NAME, None, f"warning {i}")
    assert not report.failed
    assert not report.full
    assert report.overflow == 20
    report.add(Code.UNKNOWN_NAME, None, "an error after a flood of warnings")
    assert report.failed
    assert report.diagnostics[-1].message == "an error after a flood of warnings"
    for i in range(Report.LIMIT):
        report.add(Code.UNKNOWN_NAME, None, f"error {i}")
        report.add(Code.UNKNOWN_NAME, None, f"error {i}")
    assert report.full
    assert len(report.diagnostics) == 2 * Report.LIMIT
    assert report.overflow == 22  # the last error, said twice
    only = report.only(lambda d: d.severity == "warning")
    assert not only.failed
    assert len(only.diagnostics) == Report.LIMIT
