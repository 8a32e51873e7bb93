"""Grown rulesets in which a seat sees what another does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.document import load, write
from tests.grown.rulesets import grow_ruleset


def seen_apart(seed: int, numbers: Iterable[int]) -> Iterator[tuple[int, Ruleset]]:
    """Those of a seed that load, with their numbers."""
    for number in numbers:
        tree = grow_ruleset(seed, number)
        if tree.get("visible") or "seen" in str((tree.get("memory"), tree["actions"])):
            ruleset = load(write(tree)).ruleset
            if ruleset is not None:
                yield number, ruleset
