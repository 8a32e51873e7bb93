"""What a proof leaves out it names: pairs of which it said `holds`, though a position that it had not tried showed a
difference. And what is shown is true: positions that both rulesets can come to, classes, the words of both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.game import Game
from cassino_dsl.language.ruleset.model import Ruleset
from tests.diff.rulesets import cases, ruleset, tiny

CASES = cases("gaps")


def found_or_named(a: Ruleset, b: Ruleset, cards: int, named: str, seats: int | None = None) -> None:
    """Play, enumeration and pieces together show a difference in plays, or the proof names what hides it."""
    found = compare(a, b, Wanted(effect=False, prove=cards, seats=seats))
    assert found.proof is not None
    shown = found.witness is not None and found.witness.difference.about == "plays"
    assert shown or (named and any(named in one for one in found.proof.fixed)), found.proof.text()


@pytest.mark.parametrize("case", CASES["cases"])
def test_small(case: str, tmp_path: Path) -> None:
    a, b, cards, named = CASES["cases"][case].values()
    (tmp_path / "small.yaml").write_text(CASES["small"])
    both = []
    for name, patch in (("a", a), ("b", b)):
        (tmp_path / f"{name}.yaml").write_text(f"dsl: 1\nextends: small\n{patch}\n")
        both.append(ruleset(str(tmp_path / f"{name}.yaml")))
    found_or_named(both[0], both[1], int(cards), named)


@pytest.mark.share(2)
@pytest.mark.parametrize("case", CASES["of_builds"])
def test_builds(case: str, tmp_path: Path) -> None:
    a, b, named = CASES["of_builds"][case].values()
    found_or_named(tiny(tmp_path, a, "a"), tiny(tmp_path, b, "b"), 2, named, 2)


MAKER = "memory: {maker: {of: build, is: seat, on_build: me}}\n"


@pytest.mark.share(6)
@pytest.mark.parametrize("case", CASES["alike"])
def test_what_plays_alike_has_no_witness(case: str, tmp_path: Path) -> None:
    a, b = (tiny(tmp_path, patch, name) for name, patch in CASES["alike"][case].items())
    found = compare(a, b, Wanted(effect=False, prove=2, seats=2))
    assert found.changes
    assert found.proof is not None
    assert (found.witness, found.proof.holds) == (None, True), found.witness


def test_a_witness_says_what_one_alone_remembers_of_builds(tmp_path: Path) -> None:
    a = tiny(tmp_path, "", "a")
    b = tiny(tmp_path, MAKER + "rules: {r: 'kind = capture implies not any(b in builds | maker(b) = me)'}", "b")
    found = compare(a, b, Wanted(effect=False, prove=2, seats=2))
    assert found.witness is not None
    assert [build["maker"] for build in found.witness.position["builds"]] == [1]
    plays = {move["text"] for move in Game(b).moves(found.witness.position)["plays"]}
    assert not plays & set(found.witness.difference.only_a)


@pytest.mark.parametrize("case", CASES["told"])
def test_what_is_told(case: str, tmp_path: Path) -> None:
    a, b, told = CASES["told"][case].values()
    found = changes(tiny(tmp_path, a, "a"), tiny(tmp_path, b, "b"))
    assert [[c.path, c.kind] for c in found] == told
    assert all(c.a != c.b for c in found)


LAID_OUT = "events: {{e: {{on: layout dealt, when: count(c in loose | rank(c) = 3) >= {}, do: redeal}}}}"


@pytest.mark.parametrize(
    ("a", "b", "about"),
    [
        ("match: {leads: next(leader)}", "match: {leads: leader}", "end"),
        ("match: {winner: -abs(7 - score(us))}", "match: {winner: -abs(8 - score(us))}", "end"),
        (LAID_OUT.format(1), LAID_OUT.format(2), "deal"),
        (LAID_OUT.format(2), LAID_OUT.format(3), "deal"),
    ],
)  # fmt: skip
def test_what_shows_only_between_rounds_or_deals_is_found(a: str, b: str, about: str, tmp_path: Path) -> None:
    base = CASES["small"].replace("table: 2", "table: 3")
    both = []
    for name, patch in (("a", a), ("b", b)):
        (tmp_path / "small.yaml").write_text(base)
        (tmp_path / f"{name}.yaml").write_text(f"dsl: 1\nextends: small\n{patch}\n")
        both.append(ruleset(str(tmp_path / f"{name}.yaml")))
    found = compare(*both, Wanted(effect=False, seats=2))
    assert found.witness is not None
    assert found.witness.difference.about == about
