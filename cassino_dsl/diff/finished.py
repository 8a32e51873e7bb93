"""Finished rounds made systematically: a card alone, a majority, a tie, memory on one side, scores near the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from cassino_dsl.diff.contexts import merged
from cassino_dsl.diff.pair import Data, Pair, in_zone
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import ASIDE

AIMED = 8  # facts that are tried with every set of piles


def finished_rounds(
    pair: Pair, faces: tuple[str, ...], aimed: Sequence[Data] = (), sizes: Sequence[int] = ()
) -> Iterator[Data]:
    """Rounds to be scored, small ones first. Every majority and every card's own points show among them.
    ``aimed``: facts that clauses ask for; each is tried with every set of piles. ``sizes``: how many cards they ask
    for, in a pile or left on the table."""
    sides = pair.a.engine.plan.sides
    yield from _piles(pair, faces)
    yield from _sized(pair, faces, sizes)
    for facts in aimed:
        yield from (merged((data, facts)) for data in _few(pair, faces))
    for facts in aimed[:AIMED]:
        yield from (merged((data, facts)) for data in _piles(pair, faces))
    yield from _zones(pair, faces)
    marks = _marks(pair)
    for scores in product(marks, repeat=min(sides, 2)):
        for pile in ("", faces[0] if faces else ""):
            for number in _rounds(pair):
                named = {str(s + 1): n for s, n in enumerate(scores) if n}
                yield _round(pair, {"1": pile} if pile else {}, scores=named, round=number)
    if any(player.engine.plan.compare is not None for player in (pair.a, pair.b)):
        yield from _compared(pair, faces, marks)


def _compared(pair: Pair, faces: tuple[str, ...], marks: Sequence[float]) -> Iterator[Data]:
    """Rounds after which all stand at the same score, so that whatever else is compared decides: a card, a memory."""
    for facts in ({}, *({"memory": m} for m in _memories(pair)), *({"piles": {"1": card}} for card in faces)):
        data = merged((_round(pair, {}), facts))
        both = pair.read(data)
        scored = pair.a.score(both[0].state) if both is not None else None
        if scored is None:
            continue
        for mark in marks:
            for number in _rounds(pair):
                level = {str(s + 1): mark - n for s, n in enumerate(scored.totals) if mark > n}
                yield merged((data, _round(pair, {}, scores=level, round=number)))


def _few(pair: Pair, faces: tuple[str, ...]) -> Iterator[Data]:
    """Nobody has a card, somebody has one, the first or the second side has all."""
    yield from (_round(pair, piles) for piles in ({}, {"1": faces[0]}, {"1": " ".join(faces)}, {"2": " ".join(faces)}))


def _round(pair: Pair, piles: dict[str, str], **more: object) -> Data:
    data: Data = {"seats": pair.seats, "piles": {k: v for k, v in piles.items() if v}}
    return {**data, **{k: v for k, v in more.items() if v}}


def _sized(pair: Pair, faces: tuple[str, ...], sizes: Sequence[int]) -> Iterator[Data]:
    """So many cards in a pile, or on the table: the first of the pack, and the last."""
    for size in sizes:
        for row in (faces, faces[::-1]):
            some, rest = " ".join(row[:size]), " ".join(row[size:])
            yield from (_round(pair, piles) for piles in ({"1": some}, {"2": some}, {"1": some, "2": rest}))
            yield from (_round(pair, piles, table=some) for piles in ({}, {"1": rest}))


def _piles(pair: Pair, faces: tuple[str, ...]) -> Iterator[Data]:
    yield _round(pair, {})
    for memory in _memories(pair):
        yield _round(pair, {}, memory=memory)
    for text in faces:
        yield _round(pair, {"1": text})
    for text, other in zip(faces, (*faces[1:], *faces[:1]), strict=True):
        yield _round(pair, {"1": text, "2": other})
    suits = sorted({t[-1] for t in faces})
    for suit in suits:
        own = [t for t in faces if t[-1] == suit]
        for cut in range(1, len(own)):
            yield _round(pair, {"1": " ".join(own[:cut]), "2": " ".join(own[cut:])})
    ranks = dict.fromkeys(t[:-1] for t in faces)
    for rank in ranks:
        yield _round(pair, {"1": " ".join(t for t in faces if t[:-1] == rank)})
    for cut in range(0, len(faces) + 1, max(1, len(faces) // 26)):
        yield _round(pair, {"1": " ".join(faces[:cut]), "2": " ".join(faces[cut:])})
        yield _round(pair, {"2": " ".join(faces[:cut]), "1": " ".join(faces[cut:])})


def _zones(pair: Pair, faces: tuple[str, ...]) -> Iterator[Data]:
    """Each zone with a card, with half of all, with all."""
    plan = pair.a.engine.plan
    for name, of in sorted((name, of) for name, of in pair.zones.items() if name != ASIDE.name):
        owners = {"side": ("1", "2"), "seat": tuple(str(s + 1) for s in range(plan.seats))}.get(of, ("",))
        for owner in owners:
            several = [*faces, " ".join(faces[: len(faces) // 2 + 1]), " ".join(faces)]
            yield from (merged((_round(pair, {}), in_zone(name, owner, cards))) for cards in several)


def _memories(pair: Pair) -> Iterator[Data]:
    """Each memory of a number, side or seat away from its start."""
    plan = pair.a.engine.plan
    for name in sorted(pair.memory):
        memory = plan.memory[name].memory
        values = {Type.INT: (1, 2, 5), Type.BOOL: (True,), Type.SEAT: (1, 2), Type.SIDE: (1, 2)}.get(memory.type, ())
        owners = {"side": plan.sides, "seat": plan.seats}.get(memory.of, 0)
        for value in values:
            if memory.of == "match":
                yield {name: value}
            for owner in range(owners):
                yield {name: {str(owner + 1): value}}


def _marks(pair: Pair) -> list[float]:
    """Scores at which a match may end, and just before, as people see them."""
    found: set[float] = {0}
    for plan in (pair.a.engine.plan, pair.b.engine.plan):
        for target in (plan.target, plan.playoff):
            if target is not None:
                found |= {plan.ruleset.match.shown(n) for n in (target - 1, target, target + 1)}
    return sorted(n for n in found if n >= 0)


def _rounds(pair: Pair) -> list[int]:
    """Numbers of rounds at which a match may end."""
    found = {1}
    for plan in (pair.a.engine.plan, pair.b.engine.plan):
        if plan.rounds is not None:
            found |= {plan.rounds, max(1, plan.rounds - 1)}
    return sorted(found)
