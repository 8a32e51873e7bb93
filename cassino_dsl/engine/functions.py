"""What the functions of the language mean. Their types stand in ``check/functions.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cassino_dsl.engine.cards import CardTables
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.scoring import Scorer, secured
from cassino_dsl.engine.state import Build, cards_of
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Call, Type

if TYPE_CHECKING:
    from cassino_dsl.engine.evaluate import Evaluator

Value = Callable[[Frame], Any]
LIMIT = (1 << 128) - 1  # totals past 127 are not told apart


def function(evaluate: Evaluator, expr: Call, args: tuple[Value, ...]) -> Value:
    """The meaning of one call."""
    name, plan, tables = expr.function, evaluate.plan, evaluate.tables
    if name == "memory":
        return _memory(plan, expr, args)
    if name in _STANDING and not args:
        return _STANDING[name]
    if name in _CONSTANT:
        constant = _CONSTANT[name](plan)
        return lambda f: constant
    if name == "earned":
        return _earned(expr, args)
    if name == "secured":
        scorer, side = Scorer(evaluate), args[0]
        return lambda f: secured(scorer, f.state, side(f))
    if name in ("value", "total"):
        return _numbers(tables, expr, args)
    return _OTHERS[name](plan, tables, args)


# ---- standing names

_STANDING: dict[str, Value] = {
    "me": lambda f: f.me,
    "us": lambda f: f.us,
    "leader": lambda f: f.state.leader,
    "dealer": lambda f: (f.state.leader - 1) % len(f.state.hands),
    "hand": lambda f: f.state.hands[f.me],
    "kept": lambda f: f.kept,
    "table": lambda f: [*f.state.loose, *f.state.builds],
    "loose": lambda f: f.state.loose,
    "builds": lambda f: f.state.builds,
    "pile": lambda f: f.state.piles[f.us],
    "tops": lambda f: [p[-1] for s, p in enumerate(f.state.piles) if s != f.us and p],
    "stock": lambda f: f.state.stock,
    "aside": lambda f: f.state.aside,
    "card": lambda f: f.card,
    "cards": lambda f: f.cards,
    "taken": lambda f: f.taken,
    "kind": lambda f: f.kind,
    "action": lambda f: f.action,
    "announced": lambda f: f.value,
    "built": lambda f: f.built,
    "round": lambda f: f.state.round,
    "deals": lambda f: f.state.deals,
    "redeals": lambda f: f.state.redeals,
    "turns": lambda f: f.state.turns,
}

_CONSTANT: dict[str, Callable[[Plan], Any]] = {
    "seats": lambda plan: range(plan.seats),
    "sides": lambda plan: range(plan.sides),
    "ranks": lambda plan: plan.ruleset.pack.ranks,
    "suits": lambda plan: tuple(s.letter for s in plan.ruleset.pack.suits),
}


# ---- functions with arguments


def _of_card(table: str) -> Callable[[Plan, CardTables, tuple[Value, ...]], Value]:
    def make(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
        column, item = getattr(tables, table), args[0]

        def look_up(f: Frame) -> Any:
            card = item(f)
            return column[card] if type(card) is int else None

        return look_up

    return make


def _order(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    order, rank = tables.order, args[0]
    return lambda f: order.get(rank(f), 0)


def _pips(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    pips, card = tables.pips, args[0]

    def look_up(f: Frame) -> int:
        number = card(f)
        return pips[number] if number is not None else 0

    return look_up


def _side(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    sides, seat = plan.side_of, args[0]

    def side(f: Frame) -> int | None:
        number = seat(f)
        return None if number is None else sides[number]

    return side


def _step(by: int) -> Callable[[Plan, CardTables, tuple[Value, ...]], Value]:
    def make(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
        seats, seat = plan.seats, args[0]

        def step(f: Frame) -> int | None:
            number = seat(f)
            return None if number is None else (number + by) % seats

        return step

    return make


def _zone(zone: str) -> Callable[[Plan, CardTables, tuple[Value, ...]], Value]:
    def make(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
        owner = args[0]

        def cards(f: Frame) -> list[int]:
            whose = owner(f)
            zones: list[list[int]] = getattr(f.state, zone)
            return [] if whose is None else zones[whose]

        return cards

    return make


def _end(index: int) -> Callable[[Plan, CardTables, tuple[Value, ...]], Value]:
    def make(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
        cards = args[0]

        def end(f: Frame) -> int | None:
            found = cards(f)
            return found[index] if found else None

        return end

    return make


def _cards(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    items = args[0]

    def cards(f: Frame) -> list[int]:
        found = items(f)
        return cards_of(found if isinstance(found, list | tuple) else (found,))

    return cards


def _groups(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    item = args[0]

    def groups(f: Frame) -> int:
        found = item(f)
        return len(found.groups) if isinstance(found, Build) else int(found is not None)

    return groups


def _count(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    members = args[0]

    def count(f: Frame) -> int:
        found = members(f)
        return found.bit_count() if type(found) is int else len(found)

    return count


def _known(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    value = args[0]
    return lambda f: value(f) is not None


def _score(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    side = args[0]
    return lambda f: f.state.scores[side(f)]


def _points(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    side = args[0]
    return lambda f: sum(row[side(f)] for row in f.state.points.values())


def _min(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    left, right = args
    return lambda f: min(left(f), right(f))


def _max(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    left, right = args
    return lambda f: max(left(f), right(f))


def _abs(plan: Plan, tables: CardTables, args: tuple[Value, ...]) -> Value:
    number = args[0]
    return lambda f: abs(number(f))


_OTHERS: dict[str, Callable[[Plan, CardTables, tuple[Value, ...]], Value]] = {
    "rank": _of_card("rank"),
    "suit": _of_card("suit"),
    "colour": _of_card("colour"),
    "pips": _pips,
    "order": _order,
    "side": _side,
    "next": _step(1),
    "previous": _step(-1),
    "hand": _zone("hands"),
    "pile": _zone("piles"),
    "top": _end(-1),
    "bottom": _end(0),
    "cards": _cards,
    "groups": _groups,
    "count": _count,
    "known": _known,
    "score": _score,
    "points": _points,
    "min": _min,
    "max": _max,
    "abs": _abs,
}


def _earned(expr: Call, args: tuple[Value, ...]) -> Value:
    name, side = args

    def earned(f: Frame) -> int:
        row = f.state.points.get(name(f))
        return row[side(f)] if row else 0

    return earned


def _memory(plan: Plan, expr: Call, args: tuple[Value, ...]) -> Value:
    name = expr.name
    of = plan.memory[name].memory.of
    if of == "match":
        return lambda f: f.state.memory[name]
    owner = args[0]
    empty = 0 if expr.type is Type.INT else (False if expr.type is Type.BOOL else None)
    if of == "build":

        def of_build(f: Frame) -> Any:
            build = owner(f)
            return build.memory[name] if isinstance(build, Build) else empty

        return of_build

    def of_owner(f: Frame) -> Any:
        whose = owner(f)
        return empty if whose is None else f.state.memory[name][whose]

    return of_owner


# ---- numbers of cards and items


def item_numbers(tables: CardTables, f: Frame, item: Any) -> int:
    """The numbers an item counts for where it lies: on the table, in a build, on top of a pile."""
    if type(item) is not int:
        return 1 << item.value if item is not None else 0
    place = "table" if item in f.state.loose else _place_of(f, item)
    return tables.values[place][item]


def _place_of(f: Frame, card: int) -> str:
    if any(p and p[-1] == card for p in f.state.piles):
        return "pile"
    if any(card in hand for hand in f.state.hands):
        return "hand"
    return "table"


def sums(masks: list[int]) -> int:
    """All sums that can be made by one number from each set; of no sets, only 0."""
    total = 1
    for mask in masks:
        made = 0
        while mask:
            low = mask & -mask
            made |= total << (low.bit_length() - 1)
            mask ^= low
        total = made & LIMIT
    return total


def _numbers(tables: CardTables, expr: Call, args: tuple[Value, ...]) -> Value:
    subject = args[0]
    kind = expr.args[0].type
    if expr.function == "total":
        if len(args) == 1:
            return lambda f: sums([item_numbers(tables, f, i) for i in subject(f)])
        place = args[1]
        return lambda f: sums([tables.values[place(f)][c] for c in subject(f)])
    if len(args) == 1:
        if expr.type is Type.INT:

            def announced(f: Frame) -> int:
                build = subject(f)
                return build.value if build is not None else 0

            return announced
        return lambda f: item_numbers(tables, f, subject(f))
    column = tables.values[args[1](None)]  # type: ignore[arg-type]
    if kind is Type.CARD:

        def of_card(f: Frame) -> int:
            card = subject(f)
            return column[card] if card is not None else 0

        return of_card

    def of_cards(f: Frame) -> int:
        found = 0
        for card in subject(f):
            found |= column[card]
        return found

    return of_cards
