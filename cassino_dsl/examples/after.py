"""`after:` compares parts of a position, each key in its own sense: a table is a set, a stock is a sequence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cassino_dsl.examples.outcome import Mismatch, Outcome
from cassino_dsl.ruleset.document import word_of

# the keys of `after`, and how each is compared
SETS = ("table", "aside")
SETS_BY = ("hands", "piles")
NUMBERS = ("turn", "dealer", "round", "deals", "turns", "redeals", "passes", "chances", "seats", "seat", "winner")
NUMBERS_BY = ("scores",)
FLAGS = ("round_over", "match_over")
OTHERS = ("zones", "stock", "tops", "builds", "memory", "points", "steps")
SEEN = ("hands", "piles", "tops", "zones", "aside", "stock", "next", "bottom", "table", "memory")  # keys of `sees`
KEYS = (*SETS, *SETS_BY, *NUMBERS, *NUMBERS_BY, *FLAGS, *OTHERS)


@dataclass(frozen=True)
class After:
    """One part of the position after the play. ``wanted`` is what the same key of a position says."""

    key: str
    wanted: Any

    def compare(self, outcome: Outcome) -> Mismatch | None:
        found = self._found(outcome)
        wanted = self.wanted
        if self.key == "builds":
            return _builds(wanted, found)
        same = _same(self.key, wanted, found)
        texts = (f"{self.key}: {_text(wanted)}", f"{self.key}: {_text(found)}")
        return None if same else Mismatch(*texts, _as_asked(self.key, wanted, found))

    def _found(self, outcome: Outcome) -> Any:
        data = outcome.data
        if self.key == "tops":
            return {side: pile.split()[-1] if pile else "" for side, pile in data["piles"].items()}
        if self.key == "builds":
            return data.get("builds", [])
        empty: Any = {} if self.key in (*SETS_BY, *NUMBERS_BY, "zones", "memory", "points") else ""
        if self.key in FLAGS:
            empty = False
        elif self.key in NUMBERS:
            empty = 0
        return data.get(self.key, empty)


@dataclass(frozen=True)
class Sees:
    """One part of the position as a seat sees it."""

    seat: int
    key: str
    wanted: Any

    def compare(self, outcome: Outcome) -> Mismatch | None:
        empty: Any = {} if self.key in ("hands", "piles", "tops", "zones", "memory") else ""
        found = outcome.game.view(outcome.position, self.seat).get(self.key, empty)
        if self.wanted == "" and not found:  # nothing at all is seen
            return None
        label = f"seat {self.seat} sees {self.key}"
        same = _same(self.key, self.wanted, found)
        texts = (f"{label}: {_text(self.wanted)}", f"{label}: {_text(found)}")
        return None if same else Mismatch(*texts, _as_asked(self.key, self.wanted, found))


def _same(key: str, wanted: Any, found: Any) -> bool:
    """Whether what is wanted is found: mappings may name only part of what there is."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(_same(key, value, found.get(str(name), "")) for name, value in wanted.items())
    if key in (*SETS, *SETS_BY):
        return Counter(words(wanted)) == Counter(words(found))
    if key == "stock" and isinstance(found, str) and _plain(wanted).isdecimal():
        return len(words(found)) == int(_plain(wanted))
    return words(wanted) == words(found)


def _as_asked(key: str, wanted: Any, found: Any) -> Any:
    """What is found, told as far as what is wanted tells it."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return {name: _as_asked(key, value, found.get(str(name), "")) for name, value in wanted.items()}
    if key == "stock" and isinstance(found, str) and _plain(wanted).isdecimal():
        return len(words(found))
    return found


def words(value: Any) -> list[str]:
    """A value as the words it is written in; `T` reads as 10, nothing as no word."""
    if isinstance(value, list):
        return [w for v in value for w in words(v)]
    text = _plain(value).replace(",", " ")
    return ["10" + w[1:] if len(w) == 2 and w[0] == "T" else w for w in text.split() if w not in ("none", "null")]


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return word_of(value).strip()


def _builds(wanted: Any, found: list[Any]) -> Mismatch | None:
    """Builds agree in value, cards, number of groups, and in whatever memory the example names."""
    left = list(found)
    for build in wanted:
        match = next((b for b in left if _same_build(build, b)), None)
        if match is None:
            break
        left.remove(match)
    else:
        if not left:
            return None
    named = {"value", "groups"}.union(*(build for build in wanted if isinstance(build, Mapping)))
    value = [{k: v for k, v in build.items() if k in named} for build in found]
    return Mismatch(f"builds: {_text(wanted)}", f"builds: {_text(found)}", value)


def _same_build(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    if not isinstance(wanted, Mapping):
        return False
    groups = wanted.get("groups", [])
    groups = groups if isinstance(groups, list) else [groups]
    return (
        _plain(wanted.get("value")) == _plain(found["value"])
        and Counter(words(groups)) == Counter(words(found["groups"]))
        and len(groups) == len(found["groups"])
        and all(words(v) == words(found.get(k)) for k, v in wanted.items() if k not in ("value", "groups"))
    )


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_text(v) for v in value) + "]"
    return _plain(value) or '""'
