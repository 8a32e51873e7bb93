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

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from cassino_dsl.diff.pair import Data, Pair, Scored, in_order
from cassino_dsl.engine.text import text_of_written
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


def bite(pair: Pair, data: Data, *abouts: About) -> Bite | None:
    """The difference in a position, of the first of these kinds of which there is one, if both have the position."""
    both = pair.read(data)
    if both is None:
        return None
    find = _FIND.get(abouts[0])
    try:
        return find(pair, *both) if find is not None else _scored_bite(pair, *both, abouts)
    except RunFault:
        return None  # more plays than can be looked at


def _plays_bite(pair: Pair, a: Position, b: Position) -> Bite | None:
    if pair.a.engine.decider(a.state) not in a.known_hands:
        return None
    mine, yours = set(pair.a.legal(a.state)), set(pair.b.legal(b.state))
    if mine == yours:
        return None
    return Bite("plays", tuple(in_order(mine - yours)), tuple(in_order(yours - mine)))


def _scored_bite(pair: Pair, a: Position, b: Position, abouts: Iterable[About]) -> Bite | None:
    mine, yours = pair.a.score(a.state), pair.b.score(b.state)
    if mine is None or yours is None:
        return None
    # a playoff starts the scores anew: that is how a match ends, not what a round is worth
    differ = {"score": mine.totals != yours.totals, "end": _end(mine) != _end(yours)}
    about = next((about for about in abouts if differ[about]), None)
    return None if about is None else Bite(about, a=mine.as_json(), b=yours.as_json())


def _end(scored: Scored) -> Any:
    return (scored.over, scored.winner, *((scored.scores, scored.playoff) if not scored.over else ()))


def _course_bite(pair: Pair, a: Position, b: Position) -> Bite | None:
    """The first play, in the order of texts, that both allow and that leads on differently."""
    if not a.complete:
        return None
    mine, yours = pair.a.legal(a.state), pair.b.legal(b.state)
    for form in sorted(mine.keys() & yours.keys(), key=text_of_written):
        after_a, after_b = pair.a.follow(a, mine[form]), pair.b.follow(b, yours[form])
        if after_a is not None and after_b is not None:
            found = _between(pair, "course", after_a, after_b, text_of_written(form))
            if found is not None:
                return found
    return None


def _deal_bite(pair: Pair, a: Position, b: Position) -> Bite | None:
    """What differs once the cards have been dealt."""
    if not a.complete or a.state.deals:
        return None
    return _between(pair, "deal", pair.a.deal(a), pair.b.deal(b), None)


_FIND: dict[About, Callable[[Pair, Position, Position], Bite | None]] = {
    "plays": _plays_bite,
    "course": _course_bite,
    "deal": _deal_bite,
}


def _between(pair: Pair, about: About, a: Position, b: Position, play: str | None) -> Bite | None:
    """What differs after a play or a deal, key by key."""
    old, new = _inner(pair.common(pair.a.shown(a)), pair.common(pair.b.shown(b)))
    if {*old, *new} <= {"chances"}:
        return None  # how much was left to chance is to be seen of nothing
    return Bite(about, play=play, a=old, b=new)


def _inner(old: Any, new: Any) -> tuple[Any, Any]:
    """Of two mappings, only what differs."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return old, new
    keys = [k for k in dict.fromkeys((*old, *new)) if old.get(k) != new.get(k)]
    inner = {k: _inner(old.get(k), new.get(k)) for k in keys}
    return {k: v[0] for k, v in inner.items()}, {k: v[1] for k, v in inner.items()}
