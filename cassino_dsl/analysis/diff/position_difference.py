"""Where two rulesets part in one position:

- ``plays``: they allow different plays
- ``score``: they give different points for the round, if it were over
- ``end``: they do not agree whether the match is over, or who has won it
- ``course``: the same play leads on to different positions
- ``deal``: the deal of the same stock leads on differently
- ``seen``: a seat sees something else of the same position, or is told something else of the same play

Where something follows by itself (``course``, ``deal``), every card of the position must have its place: what is
not known could be anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from cassino_dsl.analysis.diff.product_game import Data, Pair, Scored
from cassino_dsl.engine.position.position import Position, position_json, view_json
from cassino_dsl.engine.reference.text import text_of_written
from cassino_dsl.language.ruleset.clause_text import print_pattern
from cassino_dsl.language.ruleset.run_fault import RunFault

About = Literal["plays", "score", "end", "course", "deal", "seen"]


@dataclass(frozen=True, slots=True)
class PositionDifference:
    """A difference in a position. ``a`` and ``b``: the two answers, for all but plays."""

    about: About
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()
    play: str | None = None
    a: Data | None = None
    b: Data | None = None


def difference_in(pair: Pair, data: Data, *abouts: About) -> PositionDifference | None:
    """The difference in a position, of the first of these kinds of which there is one, if both have the position."""
    both = pair.read(data)
    if both is None:
        return None
    find = {"plays": _plays, "course": _course, "deal": _deal, "seen": _seen}.get(abouts[0])
    try:
        return find(pair, *both) if find is not None else _scored(pair, *both, abouts)
    except RunFault:
        return None  # more plays than can be looked at


def _plays(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    if pair.a.engine.decider(a.state) not in a.known_hands:
        return None
    mine, yours = set(pair.a.legal(a.state)), set(pair.b.legal(b.state))
    if mine == yours:
        return None
    only_a, only_b = (tuple(sorted(map(text_of_written, plays))) for plays in (mine - yours, yours - mine))
    return PositionDifference("plays", only_a, only_b)


def _scored(pair: Pair, a: Position, b: Position, abouts: Iterable[About]) -> PositionDifference | None:
    mine, yours = pair.a.score(a.state), pair.b.score(b.state)
    if mine is None or yours is None:
        return None
    # a playoff starts the scores anew: that is how a match ends, not what a round is worth
    differ = {"score": mine.totals != yours.totals, "end": _end(mine) != _end(yours)}
    about = next((about for about in abouts if differ[about]), None)
    return None if about is None else PositionDifference(about, a=mine.as_json(), b=yours.as_json())


def _end(scored: Scored) -> Any:
    return (scored.over, scored.winner, *((scored.scores, scored.playoff, scored.leader) if not scored.over else ()))


def _course(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    """The first play, in the order of texts, that both allow and that leads on differently."""
    if not a.complete:
        return None
    mine, yours = pair.a.legal(a.state), pair.b.legal(b.state)
    for form in sorted((form for form in mine if form in yours), key=text_of_written):
        after_a, after_b = pair.a.follow(a, mine[form]), pair.b.follow(b, yours[form])
        if after_a is not None and after_b is not None:
            found = _between(pair, "course", after_a, after_b, text_of_written(form))
            if found is not None:
                return found
    return None


def _deal(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    """What differs once the cards have been dealt."""
    if not a.complete or a.state.deals:
        return None
    return _between(pair, "deal", pair.a.deal(a), pair.b.deal(b), None)


def _seen(pair: Pair, a: Position, b: Position) -> PositionDifference | None:
    """What those seats see that see something else; if none, what they are told of the first play, in the order of
    texts, of which they are told something else."""
    old, new = differing(*(_by_seat([_sight(pair, x, seat) for seat in range(pair.seats)]) for x in (a, b)))
    if old or new:
        return PositionDifference("seen", a=old, b=new)
    if not (pair.a.secrets or pair.b.secrets) or pair.a.engine.decider(a.state) not in a.known_hands:
        return None
    mine, yours = pair.a.legal(a.state), pair.b.legal(b.state)
    for form in sorted((form for form in mine if form in yours), key=text_of_written):
        told = pair.a.told(a.state, form, mine[form]), pair.b.told(b.state, form, yours[form])
        if told[0] != told[1]:
            old, new = differing(*(_by_seat([{"play": text_of_written(one)} for one in row]) for row in told))
            return PositionDifference("seen", play=text_of_written(form), a=old, b=new)
    return None


def _by_seat(values: list[Data]) -> Data:
    return {str(seat): value for seat, value in enumerate(values, 1)}


def _sight(pair: Pair, position: Position, seat: int) -> Data:
    """What a seat sees of cards and memory: points are told to all."""
    return {k: v for k, v in pair.common(view_json(position, seat)).items() if k != "points"}


def _between(pair: Pair, about: About, a: Position, b: Position, play: str | None) -> PositionDifference | None:
    """What differs after a play or a deal, key by key."""

    def asked(one: Position) -> Data:
        """By what they mean: of what is asked each ruleset has numbers of its own."""
        row = [{"seat": x.seat + 1, "ask": print_pattern(x.pattern), "at": x.at} for x in one.state.asks]  # type: ignore[arg-type]
        return {"asks": row}

    old, new = differing(*(pair.common(position_json(one)) | asked(one) for one in (a, b)))
    if {*old, *new} <= {"chances"}:
        return None  # how much was left to chance is to be seen of nothing
    return PositionDifference(about, play=play, a=old, b=new)


def differing(old: Any, new: Any) -> tuple[Any, Any]:
    """Of two mappings, only what differs."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return old, new
    keys = [k for k in dict.fromkeys((*old, *new)) if old.get(k) != new.get(k)]
    inner = {k: differing(old.get(k), new.get(k)) for k in keys}
    return {k: v[0] for k, v in inner.items()}, {k: v[1] for k, v in inner.items()}
