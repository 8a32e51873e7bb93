"""What an example expects: each expectation looks at an outcome, and gives the mismatch where it does not hold.

`after:` and `sees:` compare parts of a position, each key in its own sense: a table is a set, a stock is a sequence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cassino_dsl.engine.position.position import Position, position_json
from cassino_dsl.engine.reference.text import WrittenPlay, text_of_written, written
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.match.basic_game import BasicGame

_SETS = ("table", "aside", "hands", "piles")  # cards in no order
_NUMBERS = ("turn", "dealer", "round", "deals", "turns", "redeals", "passes", "chances", "seats", "seat", "winner")
# the keys of `after`, each with what a position without it says
KEYS: Mapping[str, Any] = (
    {"table": "", "aside": "", "hands": {}, "piles": {}}
    | dict.fromkeys(_NUMBERS, 0)
    | {"scores": {}, "round_over": False, "match_over": False, "zones": {}, "stock": "", "tops": "", "builds": []}
    | {"memory": {}, "points": {}, "steps": ""}
)
SEEN = ("hands", "piles", "tops", "zones", "aside", "stock", "next", "bottom", "table", "memory")  # keys of `sees`


@dataclass(frozen=True)
class Outcome:
    """The answers to what expectations ask; each is worked out only when asked for."""

    game: BasicGame
    position: Position

    @cached_property
    def plays(self) -> tuple[WrittenPlay, ...]:
        """The legal plays, as they are written."""
        tables = self.position.engine.evaluate.tables
        return tuple(written(tables, p) for p in self.game.plays(self.position))

    def refusal(self, play: WrittenPlay) -> str:
        """Why a play is not legal."""
        return "; ".join(d.message for d in self.game.refusal(self.position, play))

    @cached_property
    def data(self) -> dict[str, Any]:
        """The position as JSON."""
        return position_json(self.position)

    @cached_property
    def score(self) -> dict[str, Any]:
        """The answer of ``score``."""
        return self.game.score(self.position)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What an expectation wanted and what came. ``value``: what the file would have to say, as plain data; nothing
    where no other value would do."""

    expected: str
    found: str
    value: Any = None


Faces = tuple[str, ...]
Expectation = Callable[[Outcome], Mismatch | None]
Points = tuple[tuple[int, float], ...]  # of sides


def equal(
    wanted: Any, find: Callable[[Outcome], Any], text: Callable[[Any], str], value: Callable[[Any], Any] = lambda f: f
) -> Expectation:
    """That what is found is what is wanted. ``text`` says either; ``value``: what the file would have to say."""

    def compare(outcome: Outcome) -> Mismatch | None:
        found = find(outcome)
        return None if found == wanted else Mismatch(text(wanted), text(found), value(found))

    return compare


def _shown(label: str, texts: Iterable[str]) -> str:
    return f"{label}: {' | '.join(texts) or 'none'}"


def captures(play: Faces, take: frozenset[Faces], pack: Pack) -> Expectation:
    """All that the played cards may take, and nothing else."""
    order = {f.text: i for i, f in enumerate(pack.faces)}
    label = f"captures with {' '.join(play) or 'no card'}"

    def texts(sets: Iterable[Faces]) -> list[str]:
        return [" ".join(t) for t in sorted(sets, key=lambda t: (len(t), [order.get(f, 0) for f in t]))]

    return equal(
        take,
        lambda outcome: {p.take for p in outcome.plays if p.kind == "capture" and p.play == play},
        lambda sets: _shown(label, texts(sets)),
        texts,
    )


def exact_plays(label: str, kind: str, play: Faces | None, plays: frozenset[WrittenPlay]) -> Expectation:
    """All plays of one kind (or of every kind, with ``kind`` empty) with these cards (None: with any)."""
    cut = 0 if play is None else len(f"{' '.join(play)} builds ".lstrip())  # the key says who builds

    def texts(plays: Iterable[WrittenPlay]) -> list[str]:
        return sorted(map(text_of_written, plays))

    return equal(
        plays,
        lambda outcome: {p for p in outcome.plays if kind in ("", p.kind) and play in (None, p.play)},
        lambda plays: _shown(label, texts(plays)),
        lambda plays: [text[cut:] for text in texts(plays)],
    )


def trails(cards: frozenset[str]) -> Expectation:
    """The cards that may be trailed, and no others."""

    def compare(outcome: Outcome) -> Mismatch | None:
        trails = sorted(p.play for p in outcome.plays if p.kind == "trail")
        found = sorted({face for together in trails for face in together})
        if found == sorted(cards):
            return None
        shown = [" ".join(together) for together in trails]  # what is laid at once stands together
        return Mismatch(_shown("trails", sorted(cards)), _shown("trails", shown), " ".join(found))

    return compare


def legal(play: WrittenPlay, wanted: bool) -> Expectation:
    """One play is legal, or is not."""

    def compare(outcome: Outcome) -> Mismatch | None:
        found, text = play in outcome.plays, text_of_written(play)
        if found == wanted:
            return None
        if not wanted:
            return Mismatch(f"`{text}` is not legal", f"`{text}` is legal", found)
        return Mismatch(f"`{text}` is legal", f"it is not: {outcome.refusal(play)}", found)

    return compare


def points_of(points: Points, award: str | None = None) -> Expectation:
    """The points of sides in the round, or for one award."""

    def find(outcome: Outcome) -> Points:
        sides = outcome.score["sides"]
        rows = [(side, sides[side - 1]) for side, _ in points]
        return tuple((side, row["total"] if award is None else row["awards"].get(award, 0)) for side, row in rows)

    def text(points: Points) -> str:
        return f"{award or 'points'}: {', '.join(f'side {side} has {n}' for side, n in points)}"

    return equal(points, find, text, dict)


def winner(side: int | None) -> Expectation:
    """Who has won the match with this round; None: nobody."""

    def compare(outcome: Outcome) -> Mismatch | None:
        found = outcome.score["winner"]
        if found == side:
            return None
        texts = [f"winner: side {s}" if s else "winner: nobody" for s in (side, found)]
        reason = outcome.score["reason"]
        return Mismatch(texts[0], texts[1] + (f" ({reason})" if reason else ""), found or "nobody")

    return compare


def size(cards: int) -> Expectation:
    """How many cards the pack has."""
    return equal(cards, lambda outcome: outcome.game.ruleset.pack.size, lambda cards: f"{cards} cards")


# ---- parts of the position


def after(key: str, wanted: Any) -> Expectation:
    """One part of the position after the play. ``wanted`` is what the same key of a position says."""

    def compare(outcome: Outcome) -> Mismatch | None:
        found = outcome.data.get(key, KEYS[key])
        if key == "builds":
            return _builds(wanted, found)
        if key == "tops":
            found = {side: pile.split()[-1] if pile else "" for side, pile in outcome.data["piles"].items()}
        return _part(key, key, wanted, found)

    return compare


def sees(seat: int, key: str, wanted: Any) -> Expectation:
    """One part of the position as a seat sees it."""
    empty: Any = {} if key in ("hands", "piles", "tops", "zones", "memory") else ""

    def compare(outcome: Outcome) -> Mismatch | None:
        found = outcome.game.view(outcome.position, seat).get(key, empty)
        if wanted == "" and not found:  # nothing at all is seen
            return None
        return _part(key, f"seat {seat} sees {key}", wanted, found)

    return compare


def _part(key: str, label: str, wanted: Any, found: Any) -> Mismatch | None:
    if _same(key, wanted, found):
        return None
    return Mismatch(f"{label}: {_text(wanted)}", f"{label}: {_text(found)}", _as_asked(key, wanted, found))


def _same(key: str, wanted: Any, found: Any) -> bool:
    """Whether what is wanted is found: mappings may name only part of what there is."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(_same(key, value, found.get(str(name), "")) for name, value in wanted.items())
    if key in _SETS:
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
