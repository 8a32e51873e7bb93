"""The generator, the reducer and the mutator themselves, and a share of what they are for."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from cassino_dsl.compose.library import shipped_variants
from cassino_dsl.pipeline import load_variant
from cassino_dsl.units.record import fingerprint
from tests.diff.rulesets import tiny
from tests.grown import compare as comparing
from tests.grown.compare import AS_USUAL, COURSE, Outcome, Way, compare
from tests.grown.document import load, write
from tests.grown.mutants import judge, judge_grown, judge_twice, mutants_of, tree_of
from tests.grown.mutations import mutants
from tests.grown.planted import misfits
from tests.grown.probes import grow_probes
from tests.grown.reduce import reduce
from tests.grown.rulesets import grow_ruleset
from tests.grown.same_games import Seated, parted
from tests.grown.workers import outcomes
from tests.native.compare import needs_compiler

SEED = 1
SHARES = 8  # test cases that the engines' share is spread over


def test_the_same_seed_grows_the_same_ruleset() -> None:
    assert grow_ruleset(3, 5) == grow_ruleset(3, 5)
    assert grow_ruleset(3, 5) != grow_ruleset(3, 6)


@pytest.mark.ci
def test_grown_rulesets_are_read() -> None:
    """Nearly all: those that are refused are games that nobody looks at."""
    refused = [n for n in range(80) if load(write(grow_ruleset(SEED, n))).ruleset is None]
    assert len(refused) <= 6, refused


@pytest.mark.ci
def test_the_reducer_keeps_what_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that cannot stand `previous` in an event differs for a small ruleset too."""

    def lying(document: comparing.Document, *more: object) -> Outcome:
        return Outcome("differs" if "previous(" in document.text else "same")

    monkeypatch.setattr("tests.grown.reduce.compare", lying)
    tree = next(t for t in (grow_ruleset(SEED, n) for n in range(200)) if "previous(" in write(t).text)
    small, _ = reduce(tree, 0, Outcome("differs"), 6)
    text = write(small).text
    assert "previous(" in text
    assert load(write(small)).ruleset is not None
    assert len(text) < 0.8 * len(write(tree).text)


def test_a_process_that_dies_is_an_outcome() -> None:
    def job(number: int) -> Outcome:
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return Outcome("same")

    found = dict(outcomes(job, range(6)))
    assert [found[n].word for n in range(6)] == ["same", "same", "same", "crashes", "same", "same"]


@pytest.mark.parametrize("variant", shipped_variants())
@pytest.mark.share(3)
def test_a_variant_written_anew_means_the_same(variant: str) -> None:
    again, shipped = load(write(tree_of(variant))).ruleset, load_variant(variant).ruleset
    assert again is not None
    assert shipped is not None
    assert fingerprint(again, again.seats[0]) == fingerprint(shipped, shipped.seats[0])


def test_mutants_are_many_and_different() -> None:
    tree = tree_of("traditional-cassino")
    document = write(tree)
    ruleset = load(document).ruleset
    assert ruleset is not None
    found = list(mutants(tree, document, ruleset))
    texts = {write(m.tree).text for m in found}
    assert len(texts) > 300
    assert document.text not in texts


def test_a_mutant_changes_the_text_of_its_variant() -> None:
    """What a base says is no place in the file of a variant that extends it."""
    sections = {re.split("[.:]", m.what)[0] for m in mutants_of("royal-cassino").mutants}
    assert sections == {"values", "terms", "actions", "rules"}


def _seated(folder: Path, points: str, award: str = "x") -> Seated:
    return Seated(tiny(folder, f"awards: {{{award}: {{points: '{points}'}}}}"), 2)


def test_games_as_they_are_written_part_where_the_core_is_wrong_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seated, "code", "the same")
    one = _seated(tmp_path, "count(pile)")
    assert parted(one, _seated(tmp_path, "0 + count(pile)")) == ""
    assert "as written" in parted(one, _seated(tmp_path, "2 * count(pile)"))


@needs_compiler
@pytest.mark.ci
def test_games_of_the_c_part(tmp_path: Path) -> None:
    one = _seated(tmp_path, "count(pile)")
    for other in (_seated(tmp_path, "2 * count(pile)"), _seated(tmp_path, "count(pile)", "y")):
        text = parted(one, other)
        assert "record 0[rounds]" in text
        assert "as written" not in text


def test_plants_fit_the_code() -> None:
    assert misfits() == []


def _found(grow: object, first: int, number: int, way: Way = AS_USUAL) -> list[str]:
    def job(n: int) -> Outcome:
        return compare(write(grow(SEED, n)), n, way)  # type: ignore[operator]

    return [f"{n}: {o.text}" for n, o in outcomes(job, range(first, first + number)) if o.bad]


# a share in every run; more of them, and all games of each, under the mark ci

ONE_ROUND = Way(course=COURSE[:1])
WITHOUT_C = Way(("reference", "core"), COURSE[:1])


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.share(4)
def test_the_core_of_a_grown_ruleset_plays_the_same(share: int) -> None:
    assert _found(grow_ruleset, 1_000 + 6 * share, 6, WITHOUT_C) == []


@needs_compiler
@pytest.mark.parametrize("share", range(4))
def test_a_round_of_grown_rulesets_is_played_alike(share: int) -> None:
    assert _found(grow_ruleset, 2_000 + 2 * share, 2, ONE_ROUND) == []


@needs_compiler
@pytest.mark.parametrize("share", range(3))
def test_grown_expressions_have_one_value(share: int) -> None:
    assert _found(grow_probes, 2_000 + 2 * share, 2, ONE_ROUND) == []


@needs_compiler
@pytest.mark.ci
@pytest.mark.parametrize("share", range(SHARES))
def test_grown_rulesets_are_played_alike(share: int) -> None:
    assert _found(grow_ruleset, 10 * share, 10) == []


@needs_compiler
@pytest.mark.ci
@pytest.mark.parametrize("share", range(SHARES))
def test_many_grown_expressions_have_one_value(share: int) -> None:
    assert _found(grow_probes, 2 * share, 2) == []


@needs_compiler
@pytest.mark.ci
@pytest.mark.parametrize("share", range(4))
def test_mutants_are_told_or_play_the_same(share: int) -> None:
    assert [o.text for _, o in outcomes(lambda n: judge(SEED, n), range(15 * share, 15 * share + 15)) if o.bad] == []


@needs_compiler
@pytest.mark.ci
@pytest.mark.parametrize("share", range(2))
def test_relatives_are_told_or_play_the_same(share: int) -> None:
    found = outcomes(lambda n: judge_grown(SEED, n), range(10 * share, 10 * share + 10))
    assert [o.text for _, o in found if o.bad] == []


@pytest.mark.ci
@pytest.mark.parametrize("share", range(2))
def test_no_change_of_a_mutant_hides_another(share: int) -> None:
    found = outcomes(lambda n: judge_twice(SEED, n), range(10 * share, 10 * share + 10))
    assert [o.text for _, o in found if o.bad] == []
