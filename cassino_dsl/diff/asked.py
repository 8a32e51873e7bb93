"""What clauses ask of a position: the parts they read, the numbers they compare them with, the orders they see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cassino_dsl.diff.reads import reads
from cassino_dsl.diff.thresholds import worked
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, children, conjuncts, walk
from cassino_dsl.ruleset.operators import IN, MEMORIES, NEGATIVE, SET, SPELT, UNION, WITHOUT, ZONE
from cassino_dsl.ruleset.within import calls_in
from cassino_dsl.ruleset.words import BUILDS, COUNT, ME, US

Names = Mapping[str, str]
_LIES = (Type.CARDS, Type.ITEMS, Type.BUILDS)
# whose order a set has that reads these parts; of the last, one that no position of a few cards varies
_ORDER_OF: dict[str, tuple[str, ...]] = {
    "table": ("loose",),
    "builds": ("builds",),
    "taken": ("loose", "builds"),
    **dict.fromkeys(("piles", "stock", "zones", "seat"), ()),
}
_ANY_ORDER = ("loose", "builds", "faces")


@dataclass
class Asked:
    """``parts``: what is read; of memory, `memory NAME`; of zones, `zones NAME`. ``constants``: the numbers that a part
    is compared with. ``rough``: parts that are worked with in other ways too, so that other numbers may matter.
    ``others``: parts that are read of others than the seat that plays. ``orders``: whose order is seen: `loose`,
    `builds`, `seats`, `faces` (the order of the pack). ``squared``: parts that are multiplied with themselves, so that
    numbers below zero may matter, too. ``near``: which numbers beside each constant are tried."""

    parts: set[str] = field(default_factory=set)
    constants: dict[str, set[int]] = field(default_factory=dict)
    rough: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    orders: set[str] = field(default_factory=set)
    squared: set[str] = field(default_factory=set)
    near: tuple[int, ...] = (-1, 0, 1)

    def numbers(self, part: str, start: int, low: int = 0, high: int | None = None) -> list[int]:
        """The start, and the numbers at which a comparison with a constant changes its mind."""
        found = {c + n for c in self.constants.get(part, ()) for n in self.near}
        if low < 0 and found:
            low = min(low, *found)
        fits = sorted(n for n in found - {start} if n >= low and (high is None or n <= high))
        return [start, *fits]

    def leaves(self, part: str, low: int = 0) -> bool:
        """Whether other numbers may matter, of those from ``low`` on."""
        return part in self.rough or (low < 0 and part in self.squared)


def asked(exprs: Iterable[Expr], others: Iterable[Expr] = (), names: Names | None = None) -> Asked:
    """What expressions of one ruleset, and of another, ask. ``names``: what the first calls memory and zones of the
    other."""
    found = Asked()
    for several, called in ((exprs, {}), (others, names or {})):
        for expr in several:
            _note(found, expr, called, False)
    return found


def _note(found: Asked, expr: Expr, names: Names, compared: bool) -> None:
    if isinstance(expr, Call):
        own = _parts(expr, names)
        found.parts |= own
        if not compared and expr.type is Type.INT:
            found.rough |= own
        if own and not _own(expr):
            found.others |= own
        if expr.row.compares:
            _comparison(found, expr, names)
            compared = True
        if expr.row.ordered:
            found.orders |= _orders(expr.args[0])
        if expr.row is not COUNT or not compared:
            found.rough |= {p for a in expr.args if a.type in _LIES for p in _parts_of(a, names)}
    elif isinstance(expr, Quantified):
        if expr.row.ordered:
            if expr.source.type in _LIES:
                found.orders |= _orders(expr.source, ((expr.name, expr.body),))
            elif expr.source.type in (Type.SEATS, Type.SIDES):
                found.orders.add("seats")
        sets = [expr.source, *([expr.body] if expr.body.type in _LIES else [])]
        found.rough |= {p for s in sets for p in _parts_of(s, names)}
    for child in children(expr):
        _note(found, child, names, compared)


def _parts(call: Call, names: Names) -> set[str]:
    """What a call reads; each memory and each award by its name."""
    found = set(reads(call))
    if call.row in MEMORIES:
        return {f"memory {names.get(call.name, call.name)}"}
    if call.row is ZONE:
        return {f"zones {names.get(call.name, call.name)}"}
    if Type.AWARD in call.row.params and isinstance(call.args[0], Literal):
        return {f"earned {call.args[0].value}"}
    return found


def _parts_of(expr: Expr, names: Names) -> set[str]:
    return {p for e in calls_in(expr) for p in _parts(e, names)}


def _own(call: Call) -> bool:
    """Whether what is read belongs to the seat that plays, or to nobody."""
    owners = [a for a in call.args if a.type in (Type.SEAT, Type.SIDE)]
    return all(isinstance(a, Call) and a.row in (ME, US) for a in owners)


def _comparison(found: Asked, expr: Call, names: Names) -> None:
    """Notes the constants of a comparison, and whether it asks of one part as it stands."""
    if not any(a.type in (Type.INT, Type.VALUES) for a in expr.args):
        return
    parts = _parts_of(expr, names)
    numbers = set(_numbers(expr))
    sides = [a for a in expr.args if _parts_of(a, names)]
    alone = len(sides) == 1 and all(_constant(a) for a in expr.args if a is not sides[0])
    plain = alone and _plain(sides[0], names)
    made = worked(sides[0]) if alone and not plain else None
    if made is not None and _plain(made.part, names):
        compared = {c for a in expr.args if a is not sides[0] for c in _numbers(a)}
        numbers = {n for c in compared for n in made.near(c)}
        found.squared |= parts if made.squared else set()
    elif not plain:
        found.rough |= parts
        numbers.add(0)  # two that are compared with each other part at one, and nothing beside it
    for part in parts:
        found.constants.setdefault(part, set()).update(numbers)


def _numbers(expr: Expr) -> Iterator[int]:
    if isinstance(expr, Literal):
        if expr.type is Type.INT and isinstance(expr.value, int):
            yield expr.value
        return
    sign = -1 if isinstance(expr, Call) and expr.row is NEGATIVE else 1
    for child in children(expr):
        yield from (sign * n for n in _numbers(child))


def _plain(expr: Expr, names: Names) -> bool:
    """A part as it stands, or how many cards are in it."""
    if isinstance(expr, Call) and expr.row is COUNT:
        expr = expr.args[0]
    return isinstance(expr, Call) and bool(_parts(expr, names)) and all(_whose(a) for a in expr.args)


def _whose(expr: Expr) -> bool:
    return isinstance(expr, Name | Literal) or (isinstance(expr, Call) and all(_whose(a) for a in expr.args))


def _constant(expr: Expr) -> bool:
    """Numbers that are written out: what else gives one, `count(suits)`, does not say which."""
    return all(isinstance(e, Literal) or (isinstance(e, Call) and e.row in SPELT) for e in walk(expr))


def _orders(source: Expr, tests: Sequence[tuple[str, Expr]] = ()) -> set[str]:
    """Whose order decides which member of a set comes first; ``tests``: what is asked of the members, by name."""
    if source.type is Type.BUILDS:
        return {"builds"}
    if isinstance(source, Quantified):
        return _orders(source.source, (*tests, (source.name, source.body)))
    if not isinstance(source, Call):
        return set(_ANY_ORDER)
    row = source.row
    if row.of_a_moment or row is WITHOUT:
        return _orders(source.args[0], tests)
    if row is UNION:
        return {o for a in source.args for o in _orders(a, tests)}
    if row is SET:
        return set()
    if not row.reads or any(p in _LIES for p in row.params) or not row.reads <= _ORDER_OF.keys():
        return set(_ANY_ORDER)
    found = {o for part in row.reads for o in _ORDER_OF[part]}
    # builds are the only items that a condition `x in builds` leaves
    if len(found) > 1 and any(_of_builds(e, name) for name, test in tests for e in conjuncts(test)):
        return {"builds"}
    return found


def _of_builds(expr: Expr, name: str) -> bool:
    if not (isinstance(expr, Call) and expr.row is IN):
        return False
    member, whole = expr.args
    return isinstance(member, Name) and member.name == name and isinstance(whole, Call) and whole.row is BUILDS
