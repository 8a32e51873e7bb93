"""What else a position may say beside the cards of the seat that moves: facts for each part that clauses read, at the
numbers and cards that they name, as far as a game can come to them; and what it does not say, memory that only one of
two rulesets has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from cassino_dsl.analysis.diff.product_game import Data, Pair, in_zone
from cassino_dsl.analysis.diff.read_sets import SEATED, Clauses, ReadSet, said, unfolded
from cassino_dsl.analysis.diff.sampled_positions import dealt
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.expr import ELEMENT, Call, Type, walk
from cassino_dsl.language.ruleset.model import Memory, Ruleset, every
from cassino_dsl.language.ruleset.operators import MEMORIES, MINUS, NEGATIVE
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS
from cassino_dsl.language.ruleset.within import calls_in, exprs_in

MOST = 120  # facts that are tried
NUMBERS = 24  # of one part
TOGETHER = 9  # values of one part that are tried with those of others


@dataclass(frozen=True, slots=True)
class Variation:
    """Facts of one part, the likeliest first. ``said``: part and values in words."""

    facts: tuple[Data, ...]
    said: str


def aimed(
    pair: Pair, read: ReadSet, faces: Sequence[str], most: int = MOST, movers: bool = True
) -> tuple[list[Data], list[str]]:
    """Facts of one part at a time, then of several, the likeliest first; and the parts with their values in words.
    ``movers``: whether it makes a difference which seat moves."""
    found = [v for v in _variations(pair, read, faces, movers) if v.facts]
    rows = [({}, *v.facts[:TOGETHER]) for v in found[:5]]
    together = sorted(
        (at for at in product(*(range(len(row)) for row in rows)) if sum(map(bool, at)) > 1),
        key=lambda at: (sum(map(bool, at)), sum(at)),
    )
    facts = [fact for i in range(NUMBERS * 9) for v in found for fact in v.facts[i : i + 1]][: most // 2]
    joint = (merged(row[i] for row, i in zip(rows, at, strict=True)) for at in together)
    facts += islice(joint, most - len(facts))
    turned = any(e.op == "next" for ruleset in pair.rulesets for e in ruleset.effects())
    return [f for f in facts if turned or in_turn({"seats": pair.seats, **f})], [v.said for v in found]


def in_turn(data: Data) -> bool:
    """Whether the seat to move is that whose turn it is after so many, one after the other from the leader on, where a
    position says how many."""
    seats: int = data.get("seats", 1)
    ahead: int = data.get("dealer", seats) + data.get("turns", 0) + 1 - data.get("turn", 1)
    return "turns" not in data or ahead % seats == 0


def merged(facts: Iterable[Data]) -> Data:
    """Facts about several parts as one position; mappings by side, seat or name are laid over each other."""
    found: Data = {}
    for more in facts:
        for key, value in more.items():
            old = found.get(key)
            found[key] = merged((old, value)) if isinstance(old, dict) and isinstance(value, dict) else value
    return found


def given_in_play(ruleset: Ruleset) -> frozenset[str]:
    """The names under which points can come before the round is over."""
    at_once = {a.name for a in ruleset.awards if ruleset.match.at_once and a.each is not None}
    effects = [a.effects for a in ruleset.actions] + [r.price for r in ruleset.rules]
    effects += [e.effects for e in ruleset.events if not e.row.over]
    return frozenset(at_once | {e.name for some in effects for e in every(some) if e.op == "award"})


def _variations(pair: Pair, read: ReadSet, faces: Sequence[str], movers: bool) -> Iterator[Variation]:
    """For each part that is read."""
    plans = (pair.a.engine.plan, pair.b.engine.plan)
    seats, sides = pair.seats, plans[0].sides
    effects = {e.op for plan in plans for e in plan.ruleset.effects()}
    # whether anything that is remembered or scored may be below zero, for all that one sees of the clauses
    remembered = (x for p in plans for x in exprs_in((tuple(p.ruleset.effects()), p.ruleset.memory, p.ruleset.awards)))
    less = (
        isinstance(e, Call) and e.row in (MINUS, NEGATIVE) and e.type is Type.INT for x in remembered for e in walk(x)
    )
    falls = "decrease" in effects or any(less)
    gains = frozenset[str]().union(*(given_in_play(plan.ruleset) for plan in plans))
    numbers = [n for n in read.numbers if n >= 0 or falls][:NUMBERS]
    shown = list(dict.fromkeys(plans[0].ruleset.match.shown(n) for n in numbers))
    cards = [*read.cards, *(f for f in faces if f not in read.cards)]

    def of_owners(count: int, values: Sequence[object], make: Callable[[Data], Data], others: bool) -> list[Data]:
        """Values of the first of so many, of all others, of both."""
        rest = [str(n) for n in range(2, count + 1)] if others else []
        known = [None, *values]
        pairs = product(range(len(known)), range(len(known)) if rest else (0,))
        both = ((known[i], known[j]) for i, j in sorted(pairs, key=sum) if i or j)
        own = (({"1": v} if v is not None else {}, {} if w is None else dict.fromkeys(rest, w)) for v, w in both)
        return [make({**mine, **theirs}) for mine, theirs in own]

    def variation(part: str, facts: Iterable[Data], values: Iterable[object]) -> Variation:
        return Variation(tuple(facts), f"{said(part)}: {', '.join(word_of(v) for v in values)}")

    def counted(key: str, values: Iterable[int]) -> Variation:
        found = [n for n in values if n > 0]
        return variation(part, ({key: n} for n in found), sorted(found))

    def seated(name: str) -> Variation:
        others = part in read.others or memory[name].of == "match"
        kind = memory[name]
        values = _values(kind.type, pair, [n for n in numbers if n], cards if read.cards else [])
        count = {"side": sides, "seat": seats}.get(kind.of, 0)
        if not count:
            return variation(part, ({"memory": {name: v}} for v in values), values)
        return variation(part, of_owners(count, values, lambda row: {"memory": {name: row}}, others), values)

    memory = {name: plans[0].memory[name] for name in pair.memory}
    # memory first; the round last, since a number of it goes over the one that scores bring with them
    for part in sorted(read.parts, key=lambda p: (not p.startswith("memory"), p == "round", p)):
        word, _, name = part.partition(" ")
        if word == "memory" and name in memory and name not in pair.build_memory:
            yield seated(name)
        elif word == "zones" and name in pair.zones:
            owners = [str(n + 1) for n in range({"side": sides, "seat": seats}.get(pair.zones[name], 0))][:2]
            facts = [in_zone(name, owner, card) for owner in owners or [""] for card in cards]
            yield variation(part, facts, ("a card",))
        elif part in ("points", *(f"earned {award}" for award in gains)):
            common = gains & {*plans[0].ruleset.award_names()} & {*plans[1].ruleset.award_names()}
            for award in sorted(common)[:1] if part == "points" else common & {name}:
                yield variation(part, of_owners(sides, shown, lambda row, a=award: {"points": {a: row}}, True), shown)  # type: ignore[misc]
        elif part == "scores":
            ends = [None if p.target is None else max(p.target, p.playoff or 0) for p in plans]
            # whoever reaches the target in the middle of a round plays it to its end
            high = None if None in ends or gains else max(n for n in ends if n is not None)
            fits = [n for n in shown if n and (high is None or n < plans[0].ruleset.match.shown(high))]
            before = {"round": 2} if "round" in read.parts and not gains else {}
            rows = of_owners(sides, fits, lambda row: {"scores": row}, True)
            yield variation(part, ({**row, **before} for row in rows), fits)
        elif part == "round":
            lengths = [p.rounds if p.ruleset.match.tie == "draw" else None for p in plans]
            last = max(n or 0 for n in lengths) if None not in lengths else max(numbers, default=0)
            yield counted("round", [n for n in numbers if 1 < n <= last])
        elif part == "redeals" and "redeal" in effects:
            yield counted("redeals", numbers)
        elif part == "turns":
            turns = list(dict.fromkeys(n + k for n in numbers for k in range(seats if "leader" in read.parts else 1)))
            yield counted("turns", turns)
        elif part == "leader":
            yield variation(part, ({"dealer": n} for n in range(1, seats)), ("every seat",))
        elif part in ("deals", "stock") and not (part == "deals" and "stock" in read.parts):
            pairs = sorted(dealt(pair), key=lambda p: (p[1] not in numbers and p[0] not in numbers, p))[: 2 * NUMBERS]
            facts = [{"stock": n, **({"deals": d} if d > 1 else {})} for d, n in pairs]
            yield variation(part, facts, (n for _, n in sorted(pairs)))
        elif part == "piles":
            heaps = [" ".join(faces[-n:]) for n in numbers if 1 < n <= len(faces) - 8]
            rows = [{owner: card} for owner in ("1", "2")[:sides] for card in cards]
            rows += [{"1": cards[0], "2": cards[-1]}] if sides > 1 else []
            rows += [{owner: heap} for heap in heaps for owner in ("1", "2")[:sides]]
            yield variation(part, ({"piles": row} for row in rows), ("a card", "as many as clauses count"))
    if movers and ("seats" in read.orders or read.parts & {"leader", "seats", "seat"}):
        yield variation("the seat to move", ({"turn": n} for n in range(2, seats + 1)), range(1, seats + 1))
    if "hands" in read.others and seats > 1:
        yield variation("other hands", ({"hands": {"2": card}} for card in cards), ("a card in the next",))


def _values(type: Type, pair: Pair, numbers: Sequence[int], cards: Sequence[str]) -> list[object]:
    """Values at which clauses can change their mind about a memory of this type."""
    pack, plan = pair.a.engine.plan.ruleset.pack, pair.a.engine.plan
    values: Mapping[Type, Iterable[object]] = {
        Type.INT: numbers,
        Type.BOOL: (True, False),
        Type.SEAT: range(1, plan.seats + 1),
        Type.SIDE: range(1, plan.sides + 1),
        Type.RANK: dict.fromkeys(face.rank for face in pack.faces),
        Type.SUIT: (s.letter for s in pack.suits),
        Type.CARD: cards[:4],
    }
    return list(values.get(ELEMENT[type] if type in SETS_OF_WORDS else type, ()))  # of a set, each alone


def of_builds(pair: Pair, read: ReadSet) -> dict[str, list[object]]:
    """Values that memory of builds is tried with, beside what plays make them remember: of seats every one."""
    found = dict[str, list[object]]()
    for name in sorted(pair.build_memory):
        kind = pair.a.memory[name].type
        values = _values(kind, pair, [n for n in read.numbers if n > 0][:NUMBERS], ())
        if kind in (Type.SEAT, Type.SEATS) or f"memory {name}" in read.parts:
            kept: list[object] = [int(str(v)) - 1 for v in values] if kind in SEATED else [*values]
            found[name] = [(v,) for v in kept] if kind in SETS_OF_WORDS else kept
    return {name: values for name, values in found.items() if values}


# ---- what a position does not say

OF_ONE = "positions of which only one of the two remembers something"
# parts of a position that say that something has happened in its round
_BEGUN = ("builds", "turns", "steps", "aside", "asks", "redeals", "decisions", "chances")


@dataclass(frozen=True, slots=True)
class OneSidedMemory:
    """Memory that only one of two rulesets has, and that clauses of it read: a position that both read does not say it.
    ``lasts``: longer than a round."""

    of_builds: frozenset[str]
    other: bool
    lasts: bool

    def stands_in(self, data: Data) -> bool:
        """Whether a position leaves no doubt of it: builds say it, and nothing has happened to be remembered."""
        if not all(self.of_builds <= build.keys() for build in data.get("builds", ())):
            return False
        if not self.other:
            return True
        if self.lasts and (data.get("round", 1) > 1 or any(data.get("scores", {}).values())):
            return False
        begun = any(any(data.get(key, {}).values()) for key in ("piles", "zones", "memory", "points"))
        return not begun and not any(data.get(key) for key in _BEGUN) and data.get("deals", 1) <= 1


def one_sided_memory(pair: Pair, clauses: Clauses) -> OneSidedMemory:
    """The memory of one alone that these of its clauses read."""
    found = dict[str, Memory]()
    for player in (pair.a, pair.b):
        ruleset = player.engine.plan.ruleset
        exprs = (e for clause in clauses(ruleset) for e in unfolded(ruleset, clause))
        asked = {e.name for expr in exprs for e in calls_in(expr) if e.row in MEMORIES}
        found |= {name: player.memory[name] for name in asked}
    alone = {name: one for name, one in found.items() if name not in pair.memory}
    others = [one for one in alone.values() if one.of != "build"]
    lasts = any(m.resets not in ("round", "deal", "turn") for m in others)
    return OneSidedMemory(frozenset(said for said, one in alone.items() if one.of == "build"), bool(others), lasts)
