"""Pairs of rulesets: a shipped variant, or a grown one, and a mutant of it either differ for `diff`, or play the same
games."""

from __future__ import annotations

import traceback
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from cassino_dsl.compose.library import find, shipped_variants
from cassino_dsl.diff.diff import Wanted, compare
from cassino_dsl.native.build import NoCompiler
from cassino_dsl.native.engine import NativeEngine
from cassino_dsl.native.printer import Unsupported
from cassino_dsl.native.runner import NativeRunner
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.units.runner import Task
from tests.grown.compare import QUICK, Games, Outcome, first_difference
from tests.grown.document import load, write
from tests.grown.mutations import Mutant, mutants
from tests.grown.rulesets import dice, grow_ruleset

COURSE = (Games("round", "random", 0, 2_000), Games("match", "random", 0, 40), Games("round", "greedy", 0, 20))
KEPT = ("plays", "leader", "awards", "scores", "winner", "reason")  # of records: what is played, not of which file


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


@lru_cache(maxsize=4)
def _all(variant: str) -> tuple[Ruleset, list[Mutant]]:
    tree = tree_of(variant)
    document = write(tree)
    ruleset = load(document).ruleset
    assert ruleset is not None, f"{variant} is not read as it stands: {document.text}"
    return ruleset, list(mutants(tree, document, ruleset))


def mutant_of(seed: int, number: int) -> tuple[str, Mutant]:
    """The variant and the mutant of a number. A share of numbers is of one variant, which is then played once."""
    variant = dice(seed, number // 20).choice(sorted(shipped_variants()))
    return variant, dice(seed, number).choice(_all(variant)[1])


def judge(seed: int, number: int) -> Outcome:
    """What is said of a mutant drawn at random."""
    return judge_mutant(*mutant_of(seed, number))


def judge_each(variant: str, number: int) -> Outcome:
    """What is said of a mutant of the variant; of those that are there, each has a number from 0 on."""
    found = _all(variant)[1]
    return judge_mutant(variant, found[number]) if number < len(found) else Outcome("beyond")


def judge_grown(seed: int, number: int) -> Outcome:
    """What is said of a mutant of a grown ruleset, whose clauses speak of each other as no shipped ones do."""
    tree = grow_ruleset(seed, number)
    document = write(tree)
    ruleset = load(document).ruleset
    if ruleset is None:
        return Outcome("refused")
    found = list(mutants(tree, document, ruleset))
    return _judged("grown", ruleset, dice(seed, number).choice(found)) if found else Outcome("beyond")


def judge_mutant(variant: str, mutant: Mutant) -> Outcome:
    """``changed`` where `diff` says so; otherwise the two play the same, or there is a fault."""
    return _judged(variant, _all(variant)[0], mutant)


def _judged(variant: str, original: Ruleset, mutant: Mutant) -> Outcome:
    what = f"{variant}: {mutant.what}"
    try:
        changed = load(write(mutant.tree)).ruleset
        if changed is None:
            return Outcome("refused")
        found = compare(original, changed, Wanted(witness=False, effect=False))
        if {c.kind for c in found.changes} - {"wording"}:
            return Outcome("changed")
        if original.seats != changed.seats:
            return Outcome("differs", f"{what}: seats {original.seats} | {changed.seats}")
        for seats in original.seats:
            for games in COURSE:
                text = _differing(played(original, seats, games), played(changed, seats, games))
                if text:
                    return Outcome("differs", f"{what}\n  called the same, but {games} with {seats} seats: {text}")
        return Outcome("same")
    except (Unsupported, NoCompiler) as reason:
        return Outcome("unsupported", str(reason))
    except Exception:
        return Outcome("crashes", f"{what}: {traceback.format_exc(limit=-4)}")


@lru_cache(maxsize=32)
def played(ruleset: Ruleset, seats: int, games: Games) -> list[dict[str, Any]]:
    """The records of games on the native engine, without what names the file; or the fault that ends them."""
    block = NativeRunner(Task(ruleset, seats, games.unit, (games.player,) * seats, 1), _engine(ruleset, seats)).block(
        games.first, games.count, records=True
    )
    if block.fault is not None:
        return [{"fault": block.fault.code, "unit": block.fault.unit}]
    return [{k: v for k, v in record.items() if k in (*KEPT, "rounds")} for record in block.records or ()]


@lru_cache(maxsize=8)
def _engine(ruleset: Ruleset, seats: int) -> NativeEngine:
    return NativeEngine(ruleset, seats, QUICK)


def _differing(a: list[dict[str, Any]], b: list[dict[str, Any]]) -> str:
    return next(
        (f"record {i}{first_difference(x, y)}" for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), ""
    )
