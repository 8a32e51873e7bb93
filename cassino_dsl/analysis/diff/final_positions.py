"""Finished rounds made systematically: a card alone, a majority, a tie, memory on one side, scores near the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product

from cassino_dsl.analysis.diff.product_game import Data, Pair, in_zone
from cassino_dsl.analysis.diff.read_sets import SEATED
from cassino_dsl.analysis.diff.variations import merged
from cassino_dsl.language.ruleset.expr import Literal, Type, walk
from cassino_dsl.language.ruleset.model import ASIDE

AIMED = 8  # facts that are tried with every set of piles
NAMED = 3  # numbers of what is compared that are tried as scores
Cards = Sequence[str]


def finished_rounds(pair: Pair, faces: Cards, aimed: Sequence[Data] = (), sizes: Sequence[int] = ()) -> Iterator[Data]:
    """Rounds to be scored, small ones first. Every majority and every card's own points show among them.
    ``aimed``: facts that clauses ask for; each is tried with every set of piles. ``sizes``: how many cards they ask
    for, in a pile or left on the table."""
    memories: list[Data] = [{"memory": m} for m in _memories(pair)]
    piles = [{}, *memories, *_piles(faces)]
    few = [_heaps(), _heaps(faces[:1]), _heaps(faces), _heaps((), faces)]
    rounds = chain(
        piles,
        _sized(faces, sizes),
        (merged((heaps, facts)) for facts, heaps in product(aimed, few)),
        (merged((heaps, facts)) for facts, heaps in product(aimed[:AIMED], piles)),
        _zones(pair, faces),
        _near_the_end(pair, faces),
        _level(pair, [{}, *memories, *(_heaps((card,)) for card in faces)]),
    )
    return (merged(({"seats": pair.seats}, facts)) for facts in rounds)


def _heaps(*piles: Cards) -> Data:
    """Piles of the first sides."""
    found = {str(side): " ".join(cards) for side, cards in enumerate(piles, 1) if cards}
    return {"piles": found} if found else {}


def _piles(faces: Cards) -> Iterator[Data]:
    """Each card alone, and against the next; each division of a suit; each rank; majorities of all cards."""
    for card in faces:
        yield _heaps((card,))
    for card, other in zip(faces, (*faces[1:], *faces[:1]), strict=True):
        yield _heaps((card,), (other,))
    for suit in sorted({t[-1] for t in faces}):
        own = [t for t in faces if t[-1] == suit]
        yield from (_heaps(own[:cut], own[cut:]) for cut in range(1, len(own)))
    for rank in dict.fromkeys(t[:-1] for t in faces):
        yield _heaps([t for t in faces if t[:-1] == rank])
    for cut in range(0, len(faces) + 1, max(1, len(faces) // 26)):
        yield _heaps(faces[:cut], faces[cut:])
        yield _heaps(faces[cut:], faces[:cut])


def _sized(faces: Cards, sizes: Sequence[int]) -> Iterator[Data]:
    """So many cards in a pile, or on the table: the first of the pack, and the last."""
    for size, row in product(sizes, (faces, faces[::-1])):
        some, rest = row[:size], row[size:]
        yield from (_heaps(some), _heaps((), some), _heaps(some, rest))
        yield from ({"table": " ".join(some), **heaps} for heaps in (_heaps(), _heaps(rest)))


def _zones(pair: Pair, faces: Cards) -> Iterator[Data]:
    """Each zone with a card, with half of all, with all."""
    for name, of in sorted((name, of) for name, of in pair.zones.items() if name != ASIDE.name):
        owners = {"side": range(1, 3), "seat": range(1, pair.seats + 1)}.get(of, ("",))
        several = [*faces, " ".join(faces[: len(faces) // 2 + 1]), " ".join(faces)]
        yield from (in_zone(name, str(owner), cards) for owner in owners for cards in several)


def _memories(pair: Pair) -> Iterator[Data]:
    """Each memory of a number, side or seat away from its start."""
    plan = pair.a.engine.plan
    for name in sorted(pair.memory):
        memory = plan.memory[name]
        values = {Type.INT: (1, 2, 5), Type.BOOL: (True,), **dict.fromkeys(SEATED, (1, 2))}.get(memory.type, ())
        owners = {"side": plan.sides, "seat": plan.seats}.get(memory.of, 0)
        for value in values:
            if memory.of == "match":
                yield {name: value}
            yield from ({name: {str(owner): value}} for owner in range(1, owners + 1))


def _near_the_end(pair: Pair, faces: Cards) -> Iterator[Data]:
    """Scores of the first two sides at which a match may end, nobody or the first side with a card."""
    for scores in product(_marks(pair), repeat=min(pair.a.engine.plan.sides, 2)):
        stand = {str(side): n for side, n in enumerate(scores, 1) if n}
        for heaps, number in product((_heaps(), _heaps(faces[:1])), _rounds(pair)):
            yield {**heaps, **({"scores": stand} if stand else {}), "round": number}


def _level(pair: Pair, rounds: Sequence[Data]) -> Iterator[Data]:
    """Rounds after which all stand at the same score, so that whatever else is compared decides: a card, a memory."""
    if all(player.engine.plan.compare is None for player in (pair.a, pair.b)):
        return
    for data in rounds:
        both = pair.read({"seats": pair.seats, **data})
        scored = pair.a.score(both[0].state) if both is not None else None
        if scored is None:
            continue
        for mark, number in product(_marks(pair), _rounds(pair)):
            level = {str(side): mark - n for side, n in enumerate(scored.totals, 1) if mark > n}
            yield {**data, "scores": level, "round": number}


def _marks(pair: Pair) -> list[float]:
    """Scores at which a match may end, and just before, as people see them; and those which what is compared at the end
    names."""
    found: set[float] = {0}
    for plan in (pair.a.engine.plan, pair.b.engine.plan):
        targets = [n for n in (plan.target, plan.playoff) if n is not None]
        named = [e.value for e in walk(plan.compare) if isinstance(e, Literal)] if plan.compare is not None else []
        targets += [n for n in named if type(n) is int][:NAMED]
        found |= {plan.ruleset.match.shown(n + more) for n in targets for more in (-1, 0, 1)}
    return sorted(n for n in found if n >= 0)


def _rounds(pair: Pair) -> list[int]:
    """Numbers of rounds at which a match may end."""
    lengths = [player.engine.plan.rounds for player in (pair.a, pair.b)]
    return sorted({1, *(max(1, n - less) for n in lengths if n is not None for less in (0, 1))})
