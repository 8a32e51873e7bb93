"""What clauses read of a position: the parts, from the rows of the language; the numbers and cards that they name; the
orders that they see. And which clauses decide what may be played, what follows and what is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from math import isqrt

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Quantified, Type, conjuncts, walk
from cassino_dsl.language.ruleset.model import ASIDE, Ruleset
from cassino_dsl.language.ruleset.operators import GE, GT, IN, LE, LT, MEMORIES, NEGATIVE, ZONE
from cassino_dsl.language.ruleset.row import OF_CARD, OF_PLAY
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, exprs_in
from cassino_dsl.language.ruleset.words import ME, US

Asking = tuple[Expr, ...]  # the expressions of one clause
Clauses = Callable[[Ruleset], Iterable[Asking]]
SEATED = (Type.SEAT, Type.SEATS, Type.SIDE, Type.SIDES)
# what a position of a few cards varies anyway: the hand that plays, the table, the play and the seat to move
AT_HAND = OF_CARD | OF_PLAY | {"hands", "table", "builds", "seat", "kind", "awards"}
NAMES = {
    "scores": "scores",
    "stock": "the stock",
    "points": "points of the round",
    "round": "the number of the round",
    "deals": "the number of deals",
    "redeals": "the number of new deals",
    "turns": "the number of turns",
    "leader": "who leads",
    "seats": "the other seats",
}
# whose order a set has that reads these parts; of the last, one that no position of a few cards varies
_ORDER_OF = {"table": "loose", "builds": "builds", **dict.fromkeys(("piles", "stock", "zones", "seat"), "")}


def legal_clauses(ruleset: Ruleset) -> Iterator[Asking]:
    """Every clause that decides what may be played."""
    for a in ruleset.actions:
        yield tuple(exprs_in((a.played, a.to_arg, a.when, a.let, a.take)))
    yield from ((r.must,) for r in ruleset.rules)
    yield from (tuple(exprs_in(p)) for p in ruleset.preferences)
    yield from (tuple(exprs_in((m.starts, m.on_build))) for m in ruleset.memory if m.of == "build")


def listing_clauses(ruleset: Ruleset) -> Iterator[Asking]:
    """Every clause that is asked while plays are listed: whether a debt can be paid is found by making the play, with
    all it causes."""
    yield from legal_clauses(ruleset)
    if any(a.owes for a in ruleset.actions):
        done = (*(a.effects for a in ruleset.actions), *(r.price for r in ruleset.rules))
        yield from (tuple(exprs_in(clause)) for clause in (*ruleset.events, *done))


def scoring_clauses(ruleset: Ruleset) -> Iterator[Asking]:
    """What a finished round is worth, and whether the match is over."""
    match = ruleset.match
    return (tuple(exprs_in(clause)) for clause in (*ruleset.awards, match.over, match.compare, match.leads))


def course_clauses(ruleset: Ruleset) -> Iterator[Asking]:
    """Every clause that decides what follows from plays, how a round is scored and who wins."""
    done = (*(a.effects for a in ruleset.actions), *(r.price for r in ruleset.rules), *ruleset.events)
    return chain((tuple(exprs_in(clause)) for clause in done), scoring_clauses(ruleset))


def sight_clauses(ruleset: Ruleset) -> Iterator[Asking]:
    """Every clause that decides what seats see of what lies, is remembered or is decided."""
    memory, actions = (m.seen for m in ruleset.memory), (a.seen for a in ruleset.actions)
    seen = (*(v.condition for v in ruleset.visible), *memory, *actions)
    return ((expr,) for expr in seen if expr is not None)


def unfolded(ruleset: Ruleset, exprs: Iterable[Expr]) -> Iterator[Expr]:
    """Expressions with their terms unfolded and options put in."""
    pack, terms = ruleset.pack, term_table(ruleset.terms)
    facts = Facts(pack, sizes={"ranks": len(pack.ranks), "suits": len(pack.suits)}, options=ruleset.chosen)
    return (simplify(Unfolder(terms).expr(expr), facts) for expr in exprs)


@dataclass
class ReadSet:
    """``parts``: what is read; of memory, `memory NAME`; of zones, `zones NAME`. ``others``: the parts that are read of
    others than the seat that plays. ``orders``: whose order is seen: `loose`, `builds`, `seats`. ``numbers``: those
    that clauses name, as they stand first, then what they come to together, then their neighbours."""

    exprs: list[Expr] = field(default_factory=list)
    parts: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    orders: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)

    @property
    def beside(self) -> set[str]:
        """What is read beside the cards in the hand and on the table."""
        return self.parts - AT_HAND | ({"other hands"} if "hands" in self.others else set())


def read_by(a: Ruleset, b: Ruleset, clauses: Clauses, differing: bool = False) -> ReadSet:
    """What these clauses of two rulesets of the same names read; ``differing``: only of those that one of them alone
    has, as they are written."""
    mine, yours = ([tuple(unfolded(r, clause)) for clause in clauses(r)] for r in (a, b))
    if differing:
        mine, yours = ([c for c in own if c not in other] for own, other in ((mine, yours), (yours, mine)))
    found, numbers = ReadSet(), dict[int, None]()
    for clause in (*mine, *yours):
        numbers |= dict.fromkeys(n for expr in clause for n in _numbers(expr))
        for expr in clause:
            found.exprs.append(expr)
            _note(found, expr)
    if differing and not numbers and any(e.row in (LT, LE, GT, GE) for e in calls_in(tuple(found.exprs))):
        numbers[0] = None  # what they hold against each other may be alike, or not
    worked = {n for c in numbers for d in numbers if d > 1 for n in (c // d, c * d)} | {
        isqrt(n) for n in numbers if n > 0
    }
    exact = dict.fromkeys((*numbers, *sorted(worked | {c - d for c in numbers for d in numbers})))
    found.numbers = list(dict.fromkeys((*exact, *(n + 1 for n in exact), *(n - 1 for n in exact))))
    return found


def _note(found: ReadSet, expr: Expr) -> None:
    for e in walk(expr):
        if isinstance(e, Call):
            own = parts_of(e)
            found.parts |= own
            owners = [a for a in e.args if a.type in (Type.SEAT, Type.SIDE)]
            if not all(isinstance(a, Call) and a.row in (ME, US) for a in owners):
                found.others |= own
        if isinstance(e, Literal) and e.type is Type.CARD and str(e.value) not in found.cards:
            found.cards.append(str(e.value))
        if isinstance(e, Call) and e.row.ordered:
            found.orders |= _orders(e.args[0])
        if isinstance(e, Quantified) and e.row.ordered:
            # builds are the only items that a condition `x in builds` leaves
            left = any(isinstance(x, Call) and x.row is IN and x.args[1].type is Type.BUILDS for x in conjuncts(e.body))
            found.orders |= {"builds"} if left else _orders(e.source)


def parts_of(call: Call) -> set[str]:
    """The parts of a position that a call reads itself, beside what its arguments read; `seats` where it counts seats
    or goes from one to another; each memory, zone and award by its name."""
    if call.row in MEMORIES:
        return {f"memory {call.name}"}
    if call.row is ZONE:
        return {f"zones {call.name}"}
    if Type.AWARD in call.row.params and isinstance(call.args[0], Literal):
        return {f"earned {call.args[0].value}"}
    found = call.row.reads
    if Type.ITEM in call.row.params or Type.ITEMS in call.row.params:
        found &= {"table", "builds"}  # an item of an argument lies where the argument was read
    return set(found) if found or call.row.result not in SEATED else {"seats"}


def _orders(source: Expr) -> set[str]:
    """Whose order decides which member of a set comes first."""
    if source.type is Type.BUILDS:
        return {"builds"}
    if source.type in (Type.SEATS, Type.SIDES):
        return {"seats"}
    found = {part for e in walk(source) if isinstance(e, Call) for part in e.row.reads}
    return ({_ORDER_OF.get(part, "loose") for part in found} | ({"builds"} if "taken" in found else set())) - {""}


def _numbers(expr: Expr) -> Iterator[int]:
    for e in walk(expr):
        if isinstance(e, Literal) and e.type is Type.INT and isinstance(e.value, int):
            yield e.value
        if isinstance(e, Call) and e.row is NEGATIVE and isinstance(e.args[0], Literal):
            yield -int(str(e.args[0].value))


def said(part: str) -> str:
    """A part of a position in words."""
    word, _, name = part.partition(" ")
    if word == "zones":
        return "cards out of play" if name == ASIDE.name else f"cards in zone `{name}`"
    return f"{word} `{name}`" if word in ("memory", "earned") else NAMES.get(part, part)
