"""The generator, the reducer and the mutator themselves, and a share of what they are for."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.match.record import fingerprint
from tests.diff.rulesets import tiny
from tests.grown import compare as comparing
from tests.grown.combinations import judge_combination
from tests.grown.compare import AS_USUAL, COURSE, Outcome, Way, compare
from tests.grown.document import load, write
from tests.grown.garden import Tree
from tests.grown.mutants import judge, judge_grown, judge_twice, mutants_of, tree_of
from tests.grown.mutations import mutants
from tests.grown.pieces import judge_pieces
from tests.grown.planted import misfits
from tests.grown.probes import grow_probes
from tests.grown.reduce import reduce
from tests.grown.rulesets import grow_ruleset
from tests.grown.same_games import Seated, parted
from tests.grown.workers import faults, outcomes
from tests.native.compare import needs_compiler

SEED = 1
CI = pytest.mark.ci
Mark = pytest.MarkDecorator
Judge = Callable[[int, int], Outcome]  # of a seed and a number


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
@pytest.mark.share(4)
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


def _played(grow: Callable[[int, int], Tree], way: Way = AS_USUAL) -> Judge:
    return lambda seed, number: compare(write(grow(seed, number)), number, way)


def _shares(name: str, judge: Judge, first: int, each: int, shares: int, *marks: Mark, every: int = 1) -> list[object]:
    """So many numbers from the first on, in shares; where only ``every`` so-manieth is judged each time, the others
    are with ``ci``."""
    return [
        pytest.param(
            judge, first + each * n, each, id=f"{name} {first + each * n}", marks=[*marks, *([CI] if n % every else ())]
        )
        for n in range(shares)
    ]


ONE_ROUND = Way(course=COURSE[:1])
WITHOUT_C = Way(("reference", "core"), COURSE[:1])
# a share in every run; more of them, and all games of each, under the mark ci
SHARES = [
    *_shares("cores", _played(grow_ruleset, WITHOUT_C), 1_000, 6, 8, every=4),
    *_shares("rounds", _played(grow_ruleset, ONE_ROUND), 2_000, 2, 4, needs_compiler),
    *_shares("values", _played(grow_probes, ONE_ROUND), 2_000, 2, 3, needs_compiler),
    *_shares("rulesets", _played(grow_ruleset), 0, 10, 8, needs_compiler, CI),
    *_shares("expressions", _played(grow_probes), 0, 2, 8, needs_compiler, CI),
    *_shares("mutants", judge, 0, 15, 4, needs_compiler, CI),
    *_shares("relatives", judge_grown, 0, 10, 2, needs_compiler, CI),
    *_shares("twice", judge_twice, 0, 10, 2, CI),
    *_shares("pieces", judge_pieces, 0, 8, 3),
    *_shares("pieces", judge_pieces, 100, 100, 2, CI),
    *_shares("pieces", judge_pieces, 300, 100, 2, pytest.mark.long),
    *_shares("combinations", judge_combination, 0, 10, 5, CI),
    *_shares("combinations", judge_combination, 100, 100, 20, pytest.mark.long),
]


@pytest.mark.parametrize(("judge", "first", "number"), SHARES)
def test_what_is_grown_is_judged_alike_by_all(judge: Judge, first: int, number: int) -> None:
    assert faults(partial(judge, SEED), first, number) == []
