"""Pairs of rulesets: a shipped variant, or a grown one, and a mutant of it either differ for `diff`, or play the same
games."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.engine.native.build import NoCompiler
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.language.compose.library import find, shipped_variants
from cassino_dsl.language.core.program import program_of
from cassino_dsl.language.ruleset.model import Ruleset
from tests.grown.compare import Outcome
from tests.grown.document import load, write
from tests.grown.mutations import Mutant, mutants
from tests.grown.rulesets import dice, grow_ruleset
from tests.grown.same_games import Seated, parted


@lru_cache(maxsize=4)
def tree_of(variant: str) -> Any:
    """The tree of a shipped file, with texts as texts."""
    tree = yaml.load(Path(find(variant)).read_text(encoding="utf-8"), yaml.BaseLoader)
    tree.pop("examples", None)
    return _on_one_line(tree)


def _on_one_line(tree: Any) -> Any:
    if isinstance(tree, str):
        return " ".join(tree.split())
    if isinstance(tree, list):
        return [_on_one_line(child) for child in tree]
    return {key: _on_one_line(child) for key, child in tree.items()}


@dataclass
class Original:
    """A ruleset and its mutants, with what has been played of it: it is held against many."""

    name: str
    ruleset: Ruleset
    mutants: list[Mutant]
    played: dict[int, Seated] = field(default_factory=dict)

    def seated(self, seats: int) -> Seated:
        return self.played.setdefault(seats, Seated(self.ruleset, seats))


def original(name: str, tree: Any) -> Original | None:
    """What a tree is read as, and all its mutants; None where it is not read."""
    document = write(tree)
    ruleset = load(document).ruleset
    return None if ruleset is None else Original(name, ruleset, list(mutants(tree, document, ruleset)))


@lru_cache(maxsize=4)
def mutants_of(variant: str) -> Original:
    found = original(variant, tree_of(variant))
    assert found is not None, f"{variant} is not read as it stands: {write(tree_of(variant)).text}"
    return found


def mutant_of(seed: int, number: int) -> tuple[Original, Mutant]:
    """A variant and the mutant of a number. A share of numbers is of one variant, which is then played once."""
    found = mutants_of(dice(seed, number // 20).choice(sorted(shipped_variants())))
    return found, dice(seed, number).choice(found.mutants)


def judge(seed: int, number: int) -> Outcome:
    """What is said of a mutant drawn at random."""
    return _judged(*mutant_of(seed, number))


@cache
def _count(variant: str) -> int:
    """How many mutants a variant has: kept where the mutants themselves are not, which are large."""
    return len(mutants_of(variant).mutants)


def how_many(variants: Sequence[str]) -> int:
    """How many mutants all of these variants have."""
    return sum(map(_count, variants))


def judge_each(variants: Sequence[str], number: int) -> Outcome:
    """What is said of a mutant of these variants, all of which are numbered in a row."""
    for variant in variants:
        if number < _count(variant):
            of = mutants_of(variant)
            return _judged(of, of.mutants[number])
        number -= _count(variant)
    return Outcome("beyond")


def judge_grown(seed: int, number: int) -> Outcome:
    """What is said of a mutant of a grown ruleset, whose clauses speak of each other as no shipped ones do."""
    found = original("grown", grow_ruleset(seed, number))
    if found is None:
        return Outcome("refused")
    return _judged(found, dice(seed, number).choice(found.mutants)) if found.mutants else Outcome("beyond")


def judge_twice(seed: int, number: int) -> Outcome:
    """What is said of a mutant, and of a mutant of that: what is told of the two is not the same, unless they are. So
    no change hides another. Shipped variants and grown rulesets take turns."""
    chance = dice(seed, number)
    of = (
        mutants_of(chance.choice(sorted(shipped_variants())))
        if number % 2
        else original("grown", grow_ruleset(seed, number))
    )
    if of is None or not of.mutants:
        return Outcome("refused")
    first = chance.choice(of.mutants)
    document = write(first.tree)
    one = load(document).ruleset
    if one is None:
        return Outcome("refused")
    more = list(mutants(first.tree, document, one))
    second = chance.choice(more) if more else first
    other = load(write(second.tree)).ruleset
    if other is None:
        return Outcome("refused")
    what = f"{of.name}: {first.what}; then {second.what}"
    try:
        told = [{(c.path, c.text) for c in changes(of.ruleset, ruleset)} for ruleset in (one, other)]
        if told[0] != told[1]:
            return Outcome("changed")
        if one.seats == other.seats and all(program_of(one, n) == program_of(other, n) for n in one.seats):
            return Outcome("same")
        return Outcome("differs", f"{what}\n  of both is told {told[0]}")
    except Exception:
        return Outcome("crashes", f"{what}: {traceback.format_exc(limit=-4)}")


def _judged(of: Original, mutant: Mutant) -> Outcome:
    """``changed`` where `diff` says so; otherwise the two play the same, or there is a fault."""
    what = f"{of.name}: {mutant.what}"
    try:
        changed = load(write(mutant.tree)).ruleset
        if changed is None:
            return Outcome("refused")
        found = compare(of.ruleset, changed, Wanted(witness=False, effect=False))
        if {c.kind for c in found.changes} - {"wording"}:
            return Outcome("changed")
        if of.ruleset.seats != changed.seats:
            return Outcome("differs", f"{what}: seats {of.ruleset.seats} | {changed.seats}")
        for seats in changed.seats:
            text = parted(of.seated(seats), Seated(changed, seats))
            if text:
                return Outcome("differs", f"{what}\n  called the same, but with {seats} seats: {text}")
        return Outcome("same")
    except (Unsupported, NoCompiler) as reason:
        return Outcome("unsupported", str(reason))
    except Exception:
        return Outcome("crashes", f"{what}: {traceback.format_exc(limit=-4)}")
