"""Who sees what is remembered is a change of its own, whatever else reads the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.report import report
from cassino_dsl.analysis.simulate.report.text import text
from cassino_dsl.language.ruleset.model import Ruleset
from tests.diff.rulesets import patched

WRITTEN = "events: {e: {on: captured, do: 'k(me) += 1'}}"
READ = f"{WRITTEN}\nawards: {{more: {{points: 'k(next(leader))'}}}}"


def remembers(folder: Path, name: str, seen: str, rest: str) -> Ruleset:
    return patched(folder, name, f"memory: {{k: {{of: seat, is: int, seen: {seen}}}}}\n{rest}")


@pytest.mark.parametrize("rest", [WRITTEN, READ])
@pytest.mark.parametrize(("one", "other"), [("none", "all"), ("own", "none"), ("s = leader", "s = me")])
def test_who_sees_it(tmp_path: Path, rest: str, one: str, other: str) -> None:
    found = changes(remembers(tmp_path, "a", one, rest), remembers(tmp_path, "b", other, rest))
    assert [(c.path, c.kind) for c in found] == [("memory.k.seen", "deal")]


def test_words_and_their_conditions_say_the_same(tmp_path: Path) -> None:
    one, other = remembers(tmp_path, "a", "own", READ), remembers(tmp_path, "b", "s = me", READ)
    assert not changes(one, other)


WHISPER = """
memory: {{bid: {{of: seat, is: int, seen: own}}}}
actions: {{{name}: {{step: {name}, play: none, let: {{n: "{{1, 2}}"}}, do: bid(me) := n{seen}}}}}
events: {{e: {{on: layout dealt, do: ask from(leader) to {name}}}}}
"""
COVERED = "memory: {k: {is: cards, seen: none}}\nevents: {e: {on: trailed, do: 'k += {card}'}}\n"
ZONE = "zones: {z: {of: match}}\nevents: {e: {on: captured, do: move card to z}}\n"
HIDDEN = f"memory: {{k: {{of: seat, is: int, seen: own}}}}\n{WRITTEN}"


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (HIDDEN, HIDDEN.replace("own", "all"), "for seat 1 k of 2 hidden; for seat 2 k of 1 hidden"),
        (
            WHISPER.format(name="whisper", seen=", seen: own"),
            WHISPER.format(name="murmur", seen=""),
            'for seat 2 play "whisper ?"',
        ),
        pytest.param(
            f"{ZONE}visible: {{z: none}}", ZONE, "for seat 1 z hidden; for seat 2 z hidden", marks=pytest.mark.ci
        ),
        pytest.param(
            f"{COVERED}visible: {{table: not c in k}}",
            COVERED,
            "for seat 1 table hidden; for seat 2 table hidden",
            marks=pytest.mark.ci,
        ),
    ],
    ids=["memory", "a choice of another name", "a zone", "some cards"],
)
def test_a_witness_shows_who_sees_what_where_nothing_else_differs(
    one: str, other: str, said: str, tmp_path: Path
) -> None:
    a, b = patched(tmp_path, "a", one), patched(tmp_path, "b", other)
    found = compare(a, b, Wanted(seats=2))
    assert found.witness is not None
    assert found.witness.difference.about == "seen"
    assert f"  A: {said}\n" in text(report(found))
    assert found.effect is None  # nobody who plays at random asks what is hidden


@pytest.mark.ci
def test_what_differs_in_play_is_shown_first(tmp_path: Path) -> None:
    more = "awards: {more: {points: count(pile)}}"
    a, b = patched(tmp_path, "a", HIDDEN), patched(tmp_path, "b", HIDDEN.replace("own", "all") + "\n" + more)
    found = compare(a, b, Wanted(effect=False, seats=2))
    assert found.witness is not None
    assert found.witness.difference.about == "score"


@pytest.mark.ci
def test_conditions_that_come_to_the_same_have_no_witness(tmp_path: Path) -> None:
    a, b = (
        patched(tmp_path, n, HIDDEN.replace("own", seen)) for n, seen in (("a", "s = me"), ("b", "s = me or k(s) < 0"))
    )
    found = compare(a, b, Wanted(seats=2))
    assert found.changes
    assert found.witness is None
