"""Who sees what is remembered is a change of its own, whatever else reads the memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.analysis.diff.changes import changes
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
