"""Where two rulesets bite: the question at which they part in one position.

- ``plays``: they allow different plays
- ``score``: they give different points for the round, if it were over
- ``end``: they do not agree whether the match is over, or who has won it
- ``course``: the same play leads on to different positions
- ``deal``: the same stock is dealt out differently

Where something follows by itself (``course``, ``deal``), every card of the position must have its place: what is
not known could be anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cassino_dsl.diff.pair import Data, Pair, Scored, in_order
from cassino_dsl.engine.text import WrittenPlay, text_of_written
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.errors import RunFault

About = Literal["plays", "score", "end", "course", "deal"]


@dataclass(frozen=True, slots=True)
class Bite:
    """A difference in a position. ``a`` and ``b``: the two answers, for all but plays."""

    about: About
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()
    play: str | None = None
    a: Data | None = None
    b: Data | None = None


def bite(pair: Pair, data: Data, about: About) -> Bite | None:
    """The difference of this kind in a position, if both rulesets have the position and there is one."""
    both = pair.read(data)
    if both is None:
        return None
    try:
        if about == "plays":
            return plays_bite(pair, *both)
        if about == "course":
            return course_bite(pair, *both)
        if about == "deal":
            return deal_bite(pair, *both)
    except RunFault:
        return None  # more plays than can be looked at
    return scored_bite(pair, *both, about)


def round_bite(pair: Pair, data: Data) -> Bite | None:
    """How two rulesets part when a round is scored: by its points, else by how the match stands after it."""
    both = pair.read(data)
    return None if both is None else scored_bite(pair, *both, "score", "end")


def plays_bite(pair: Pair, a: Position, b: Position) -> Bite | None:
    if pair.a.engine.decider(a.state) not in a.known_hands:
        return None
    mine, yours = set(pair.a.plays(a)), set(pair.b.plays(b))
    if mine == yours:
        return None
    return Bite("plays", tuple(in_order(mine - yours)), tuple(in_order(yours - mine)))


def scored_bite(pair: Pair, a: Position, b: Position, *abouts: About) -> Bite | None:
    mine, yours = pair.a.score(a.state), pair.b.score(b.state)
    if mine is None or yours is None:
        return None
    for about in abouts:
        seen = _points if about == "score" else _end
        if seen(mine) != seen(yours):
            return Bite(about, a=mine.as_json(), b=yours.as_json())
    return None


def _points(scored: Scored) -> Any:
    # a playoff starts the scores anew: that is how a match ends, not what a round is worth
    return scored.totals


def _end(scored: Scored) -> Any:
    return (scored.over, scored.winner, *((scored.scores, scored.playoff) if not scored.over else ()))


def course_bite(pair: Pair, a: Position, b: Position) -> Bite | None:
    """The first play, in the order of texts, that both allow and that leads on differently."""
    if not a.complete:
        return None
    mine, yours = pair.a.plays(a), pair.b.plays(b)
    shared = sorted(mine.keys() & yours.keys(), key=text_of_written)
    for form in shared:
        found = parted(pair, a, b, form, mine[form], yours[form])
        if found:
            return found
    return None


def parted(pair: Pair, a: Position, b: Position, form: WrittenPlay, mine: Any, yours: Any) -> Bite | None:
    """What differs after one play, key by key."""
    after_a, after_b = pair.a.follow(a, mine), pair.b.follow(b, yours)
    if after_a is None or after_b is None:
        return None
    return _between(pair, "course", after_a, after_b, text_of_written(form))


def deal_bite(pair: Pair, a: Position, b: Position) -> Bite | None:
    """What differs once the cards have been dealt."""
    if not a.complete or a.state.deals:
        return None
    return _between(pair, "deal", pair.a.deal(a), pair.b.deal(b), None)


def _between(pair: Pair, about: About, a: Position, b: Position, play: str | None) -> Bite | None:
    old, new = pair.common(pair.a.after(a)), pair.common(pair.b.after(b))
    keys = [k for k in dict.fromkeys((*old, *new)) if old.get(k) != new.get(k)]
    if set(keys) <= {"chances"}:
        return None  # how much was left to chance is to be seen of nothing
    only = [_inner(old.get(k), new.get(k)) for k in keys]
    return Bite(
        about,
        play=play,
        a={k: pair_[0] for k, pair_ in zip(keys, only, strict=True)},
        b={k: pair_[1] for k, pair_ in zip(keys, only, strict=True)},
    )


def _inner(old: Any, new: Any) -> tuple[Any, Any]:
    """Of two mappings, only what differs."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return old, new
    keys = [k for k in dict.fromkeys((*old, *new)) if old.get(k) != new.get(k)]
    inner = {k: _inner(old.get(k), new.get(k)) for k in keys}
    return {k: v[0] for k, v in inner.items()}, {k: v[1] for k, v in inner.items()}
