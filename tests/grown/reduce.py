"""A tree with a fault, made as small as it goes while it still has one."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Callable
from typing import Any

from tests.grown.compare import COURSE, RUNNERS, Games, Outcome, Way, compare
from tests.grown.document import load, write
from tests.grown.edits import entries, expressions, simpler, without
from tests.grown.workers import alone

Bad = Callable[[Any], bool]


def reduce(tree: Any, number: int, outcome: Outcome, seconds: float) -> tuple[Any, Outcome]:
    """The smallest tree found in so many seconds of the processor that fails in the same way, and how it fails."""
    end = _used() + seconds
    kind, last = _kind(outcome), outcome
    way = Way(_runners(outcome), _course(outcome))

    def bad(candidate: Any) -> bool:
        nonlocal last
        if _used() > end or load(write(candidate)).ruleset is None:
            return False
        found = alone(lambda _: compare(write(candidate), number, way), number)
        if _kind(found) != kind:
            return False
        last = found
        return True

    if not bad(tree):
        way = Way()
    while _used() < end:
        before = copy.deepcopy(tree)
        for depth in (2, 1, 3, 4):
            tree = _dropped(tree, depth, bad)
        tree = _simplified(tree, bad)
        if tree == before:
            break
    return tree, last


def _used() -> float:
    """Seconds of the processor that this process and what it started have taken."""
    return sum(os.times()[:4])


def _kind(outcome: Outcome) -> str:
    """What a fault has to keep, to be the same: where it shows, or what is said."""
    if outcome.word == "crashes":
        return outcome.text.splitlines()[-1].split(":")[0] + outcome.text.split(":")[0]
    return outcome.word


def _course(outcome: Outcome) -> tuple[Games, ...]:
    """Only the games in which it shows."""
    found = re.match(r"(Games\(.*?\)) ", outcome.text)
    return tuple(games for games in COURSE if found and str(games) == found.group(1)) or COURSE


def _runners(outcome: Outcome) -> tuple[str, ...]:
    """Only those that differ, or the one that does not run; and the core, which others are made from."""
    found = re.search(r"(\w+) and (\w+): ", outcome.text)
    named = {*(found.groups() if found else ()), outcome.text.split(":")[0], "reference", "core"}
    return tuple(name for name in RUNNERS if name in named) if len(named & {*RUNNERS}) > 1 else tuple(RUNNERS)


def _dropped(tree: Any, depth: int, bad: Bad) -> Any:
    """Entries at one depth go, half of them at first, then fewer."""
    left = [p for p in entries(tree, depth) if p[0] not in ("dsl", "title")]
    size = max(1, len(left) // 2)
    while left:
        at = len(left)
        while at > 0:
            chunk = left[max(0, at - size) : at]
            candidate = without(tree, chunk)
            if bad(candidate):
                tree = candidate
                gone = set(chunk)
                left = [p for p in entries(tree, depth) if p in set(left) - gone] if depth < 4 else entries(tree, depth)
            at -= size
        if size == 1:
            break
        size //= 2
    return tree


def _simplified(tree: Any, bad: Bad) -> Any:
    """Expressions and effects give way to what says less, outer ones first."""
    at = 0
    while True:
        document = write(tree)
        loaded = load(document)
        if loaded.ruleset is None:
            return tree
        parts = list(expressions(loaded.ruleset, document.text))
        if at >= len(parts):
            return tree
        found = next((t for t in simpler(tree, document, parts[at]) if t is not None and bad(t)), None)
        if found is None:
            at += 1
        else:
            tree = found
