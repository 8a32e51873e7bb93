"""The world of a proof or a search: which seats, which contexts and what of builds small positions go through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from cassino_dsl.core.passes import facts_of, unfold_terms
from cassino_dsl.diff.alike import Alike, alike, differing
from cassino_dsl.diff.alone import OF_ONE, read_alone
from cassino_dsl.diff.asked import Asked, asked
from cassino_dsl.diff.axes import Axes
from cassino_dsl.diff.build_memory import BuildMemory
from cassino_dsl.diff.contexts import Contexts, combine, start_of
from cassino_dsl.diff.memory_use import Asking, legal_clauses
from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.diff.small import Small, positions
from cassino_dsl.ruleset.document import word_of
from cassino_dsl.ruleset.expr import Expr, Literal, Type, walk
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.simplify import simplify

AIMED = 60  # facts that rounds and plays are tried with
ROOM = 24  # ways to remember the seats of one build


@dataclass(frozen=True, slots=True)
class World:
    """The small positions of two rulesets, one ``Small`` for each number of seats that is gone through; ``varied``
    and ``fixed`` say in words what they cover and what not; what of builds, each ``Small`` says for itself."""

    small: tuple[Small, ...]
    same: Alike
    varied: tuple[str, ...]
    fixed: tuple[str, ...]


def world(
    pairs: Sequence[Pair],
    faces: tuple[str, ...],
    cards: int,
    budget: int,
    progress: Callable[[int], None] | None = None,
    aimed: bool = False,
) -> World:
    """All positions with up to ``cards`` cards on the table, for all these numbers of seats, and as many contexts
    as go into a budget of positions for each seat to move. ``aimed``: only contexts that differing clauses ask for."""
    names = pairs[0].b.names.declared
    a, b = pairs[0].a.game.ruleset, pairs[0].b.game.ruleset
    numbers = tuple(p.seats for p in pairs)
    same, varied, fixed = alike(a, b, faces, names), list[str](), list(_of_one(a, b, numbers, faces))
    if same.builds_remember and positions(same, cards) > budget:
        same = alike(a, b, faces, names, builds_remember=False)
        fixed.append("which of alike cards builds remember")
    same = replace(same, seatless=same.seatless and _stands_for_all(pairs))
    if "faces" in same.asked.orders:
        finer = same.each_by_itself()
        if positions(finer, cards) <= budget:
            same = finer
        else:
            fixed.append("which of alike cards comes first in the order of the pack")
    chosen = pairs[-1:] if same.seatless else pairs
    varied.append(_seats(numbers, same.seatless))
    if orders := [o for o in ("loose", "builds") if o in same.asked.orders]:
        varied.append(f"the order of the table ({' and '.join(o for o in orders)})")
    found = []
    for pair in chosen:
        turned = _turned(pair, same)
        movers = (1,) if turned else range(1, pair.seats + 1)
        texts = [group[-1] for group in same.classes]
        parts: list[Contexts] = []
        for mover in movers:
            axes = Axes(pair, _aim(pair, legal_clauses) if aimed else same.asked, mover, texts)
            start = start_of(pair, mover)
            parts.append(combine(axes.all(), start, axes.reachable, lambda k: positions(same, k), cards, budget))
        remembered, less = _remembered(pair, same, budget)
        varied += chain.from_iterable(p.varied for p in parts)
        fixed += chain.from_iterable(p.fixed for p in parts)
        fixed += less
        every = [c for p in parts for c in p.all]
        both = [c for c in every if pair.read(c.facts) is not None]
        fixed += ["contexts that only one of the two has"] if len(both) < len(every) else []
        alone = read_alone(pair, legal_clauses)
        contexts = tuple(c for c in both if alone.stands_in(c.facts))
        fixed += [OF_ONE] if len(contexts) < len(both) else []
        seats = numbers if same.seatless else (pair.seats,)
        found.append(Small(pair, same, contexts, remembered, seats, turned, progress=progress))
    if any(e.op == "absorb" for player in (pairs[0].a, pairs[0].b) for e in player.game.ruleset.effects()):
        fixed.append("builds to which an effect has added cards")
    if any(_asks_what_lies(player) for pair in chosen for player in (pair.a, pair.b)):
        fixed.append("builds that are made only where more cards lie on the table")
    if any(_asks_for_more_in_hand(player) for pair in chosen for player in (pair.a, pair.b)):
        fixed.append("builds that are made only with more cards in the hand")
    if any(_are_held_back(player) for pair in chosen for player in (pair.a, pair.b)):
        fixed.append("builds that preferences let nobody make in small positions")
    if any(player.engine.plan.ruleset.pack.copies > 1 for pair in chosen for player in (pair.a, pair.b)):
        fixed += ["alike cards that are no twins"] if any(len(group) > 1 for group in same.classes) else []
    return World(tuple(found), same, *(tuple(dict.fromkeys(said)) for said in (varied, fixed)))


def aimed_facts(pair: Pair, clauses: Callable[[Ruleset], Iterable[Asking]]) -> list[Data]:
    """Facts at which those of these clauses that differ change their mind. Where these are too many to be tried
    together, the numbers from which on comparisons come true are: a clause may ask for several things at once."""
    aim, named, found = _aim(pair, clauses), named_cards(pair, clauses), list[Data]()
    for near in ((-1, 0, 1), (0, 1), (0,)):
        axes = Axes(pair, replace(aim, near=near), 1, named)
        contexts = combine(axes.all(), start_of(pair, 1), axes.reachable, lambda k: 1, 0, AIMED)
        found += [c.facts for c in contexts.all[1:] if c.facts not in found]
        if not contexts.fixed:
            break
    return found


def aimed_sizes(pair: Pair, clauses: Callable[[Ruleset], Iterable[Asking]]) -> list[int]:
    """How many cards those of these clauses that differ ask to lie in a pile or on the table."""
    aim, whole = _aim(pair, clauses), pair.a.engine.plan.ruleset.pack.size
    return sorted({n for part in ("piles", "table") for n in aim.numbers(part, 0, 1, whole) if n})


def named_cards(pair: Pair, clauses: Callable[[Ruleset], Iterable[Asking]]) -> list[str]:
    """The cards that those of these clauses name which differ."""
    exprs = chain(*differing(pair.a.game.ruleset, pair.b.game.ruleset, clauses))
    found = (e for expr in exprs for e in walk(expr) if isinstance(e, Literal) and e.type is Type.CARD)
    return sorted({str(e.value) for e in found})


def _aim(pair: Pair, clauses: Callable[[Ruleset], Iterable[Asking]]) -> Asked:
    """What the clauses that differ ask."""
    mine, yours = differing(pair.a.game.ruleset, pair.b.game.ruleset, clauses)
    return asked(mine, yours, pair.b.names.declared)


def _turned(pair: Pair, same: Alike) -> bool:
    """Whether turning the whole table turns the plays with it: nothing counts the seats from the first."""
    whole = all(not pair.seats % player.engine.plan.sides for player in (pair.a, pair.b))
    return whole and "seats" not in same.asked.orders


def _asks_what_lies(player: Player) -> bool:
    """Whether a play that makes a build asks what else lies on the table."""
    return "table" in asked(_tests_of_builds(player)).parts


def _asks_for_more_in_hand(player: Player) -> bool:
    """Whether a play that makes a build may take more than the two cards of small positions: it plays several, or
    counts what is held."""
    played = (a.action.played for a in player.engine.plan.actions if a.kind == "build")
    if any(p.source == "hand" and p.most != 1 for p in played):
        return True
    found = asked(_tests_of_builds(player))
    return any(n > 1 for n in found.constants.get("hands", ())) or "hands" in found.rough


def _tests_of_builds(player: Player) -> Iterator[Expr]:
    """What plays that make builds are asked."""
    plan = unfold_terms(player.engine.plan)
    building = (action for action in plan.actions if action.kind == "build")
    return (simplify(test.expr, facts_of(plan, action)) for action in building for test in action.tests)


def _are_held_back(player: Player) -> bool:
    """Whether a preference may drop plays that make builds."""
    plan = player.engine.plan
    return bool(plan.preferences) and any(action.kind == "build" for action in plan.actions)


def _stands_for_all(pairs: Sequence[Pair]) -> bool:
    """Whether the largest number of seats has as many sides for builds to belong to as any other."""
    of_sides = any(Type.SIDE in _types(pair, side).values() for pair in pairs for side in "ab")
    most = [min(player.engine.plan.sides for player in (pair.a, pair.b)) for pair in pairs]
    return not of_sides or most[-1] == max(most)


def _seats(numbers: Sequence[int], seatless: bool) -> str:
    said = f"{', '.join(map(str, numbers))} seats, every seat to move"
    return (
        f"{said} (the largest number stands for all, as clauses tell only own seats from others)"
        if (seatless and len(numbers) > 1)
        else said
    )


def _of_one(a: Ruleset, b: Ruleset, numbers: Sequence[int], faces: tuple[str, ...]) -> Iterator[str]:
    """Seats and cards of which there are no positions, as only one of the two has them or they were not asked for."""
    if more := sorted({*a.seats, *b.seats} - {*numbers}):
        yield f"{', '.join(map(str, more))} seats"
    if any(face.text not in faces for r in (a, b) for face in r.pack.faces):
        yield "cards that only one of the two has"
    if a.pack.copies != b.pack.copies:
        yield "copies of cards that only one of the two has"


def _remembered(pair: Pair, same: Alike, budget: int) -> tuple[BuildMemory, list[str]]:
    """What builds may remember, beside what plays make them remember; and in words what that leaves."""
    axes = Axes(pair, same.asked, 1, ())
    fixed, room = list[str](), ROOM
    seated, values_of, said_of = dict[str, list[int]](), dict[str, list[object]](), dict[str, str]()
    of_builds = {**_types(pair, "b"), **_types(pair, "a")}
    for name, type in sorted(of_builds.items(), key=lambda entry: (entry[1] is not Type.SEAT, entry[0])):
        said, part = f"memory `{name}` of builds", f"memory {name}"
        if part not in same.asked.parts and type is not Type.SEAT:
            continue
        if name not in pair.build_memory:
            play = "one play of any seat" if type is Type.SEAT else "one play"
            fixed.append(f"{said}, which only one of the two has, but for what {play} makes of it")
            continue
        values, rest = axes.remembered(part, type)
        if not values or (type is Type.SEAT and len(values) > room):
            fixed.append(f"{said}, but for what one play makes of it")
            continue
        if type is Type.SEAT:
            room //= len(values)
            seated[name] = [int(str(v)) - 1 for v in values]
        else:
            values_of[name] = [int(str(v)) - 1 for v in values] if type is Type.SIDE else values
        words = ", ".join(map(word_of, values))
        said_of[name] = f"every {type.value}" if type in (Type.SEAT, Type.SIDE) else words
        fixed += [f"{rest} in {said}"] if rest else []
    return BuildMemory(seated, values_of, said_of, budget), fixed


def _types(pair: Pair, side: str) -> dict[str, Type]:
    player = pair.a if side == "a" else pair.b
    memory = player.engine.plan.memory
    return {player.names.memory.get(n, n): memory[n].memory.type for n in player.engine.plan.build_memory}
