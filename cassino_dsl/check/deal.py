"""Seats, sides and the deal: do the cards suffice, and are all of them dealt?"""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, scalar
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import MOVER, SIDE, STATE, STATIC, Scope
from cassino_dsl.check.zones import owner_of
from cassino_dsl.diagnostics.codes import language, meaning, structure
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.ruleset.model import Deal, Effect, Ruleset, every
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.words import COUNT, SEATS
from cassino_dsl.syntax.parser import parse
from cassino_dsl.syntax.tree import Mapping, Node

MAX_SEATS = 8
MAX_DEALS = 200


def read_seats(draft: Draft) -> tuple[int, ...]:
    """The numbers of seats that may play, smallest first."""
    node = scalar(draft.tree.get("seats"))
    ast = parse("numbers", node, draft.report) if node else None
    if ast is None or node is None:
        return (2,)
    found: set[int] = set()
    for part in ast.args:
        ends = [int(a.text[:4]) for a in part.args or (part,)]
        if part.head == "range_of_ints":
            found.update(range(ends[0], min(ends[1], 99) + 1))
        else:
            found.update(ends)
    if not found or not all(2 <= n <= MAX_SEATS for n in found):
        draft.report.add(
            structure.BadNumber, node.span, f"`{node.text}` seats", help=f"from 2 to {MAX_SEATS} seats can play"
        )
        return (2,)
    return tuple(sorted(found))


def read_sides(draft: Draft) -> Expr:
    """How many sides there are, by the number of seats; by default each seat is a side."""
    node = draft.tree.get("sides")
    if node is not None:
        expr = read_expression(draft, node, Scope(STATIC), Type.INT)
        if expr is not None:
            for seats in draft.seats:
                sides = constant(expr, Facts(sizes={"seats": seats}))
                if isinstance(sides, int) and not 2 <= sides <= seats:
                    draft.report.add(
                        structure.BadNumber,
                        expr.span,
                        f"{sides} sides for {seats} seats",
                        help="there are at least two sides and at most as many as seats",
                    )
                elif isinstance(sides, int) and seats % sides:
                    message = f"{seats} seats cannot form {sides} equal sides"
                    draft.report.add(structure.BadNumber, expr.span, message, help=_even_sides(draft, expr))
            return expr
    span = draft.tree.span
    return Call(Type.INT, COUNT, (Call(Type.SEATS, SEATS, (), span),), span)


def _even_sides(draft: Draft, expr: Expr) -> str:
    """How to write which numbers of seats may play, where some cannot form so many sides."""
    formed = {n: constant(expr, Facts(sizes={"seats": n})) for n in draft.seats}
    even = [str(n) for n, sides in formed.items() if isinstance(sides, int) and 2 <= sides <= n and n % sides == 0]
    depends = "sides may depend on seats: `2 if count(seats) = 4 else count(seats)`"
    return f"`seats: {', '.join(even)}` names those that can; {depends}" if even else depends


def read_deal(draft: Draft) -> Deal:
    """How the cards are dealt."""
    body = draft.section("deal")
    span = draft.tree.span
    if body is None:
        zero = Literal(Type.INT, 0, span)
        return Deal(zero, zero, (), None, Literal(Type.INT, 1, span), span)
    key = draft.tree.key("deal")
    scopes = {"hand": MOVER, "table": STATE, "later": MOVER, "batch": STATE}
    parts = {name: read_expression(draft, body.get(name), Scope(s), Type.INT) for name, s in scopes.items()}
    span = key.span if key else body.span
    return Deal(
        parts["hand"] or Literal(Type.INT, 0, span),
        parts["table"] or Literal(Type.INT, 0, span),
        _to_zones(draft, body.get("zones")),
        parts["later"],
        parts["batch"] or Literal(Type.INT, 1, span),
        span,
    )


def _to_zones(draft: Draft, node: Node | None) -> tuple[tuple[str, Expr], ...]:
    """How many cards each zone gets, by its name."""
    found = []
    for key, number in node.entries if isinstance(node, Mapping) else ():
        if key.text not in draft.zones:
            known = list(draft.zones)
            draft.report.add(
                language.UnknownName,
                key.span,
                f"there is no zone `{key.text[:40]}` to deal to",
                help=did_you_mean(key.text, known) or "declare it under `zones`",
            )
            continue
        scope = {Type.SEAT: MOVER, Type.SIDE: SIDE}.get(owner_of(draft, key.text) or Type.NONE, STATE)
        if (expr := read_expression(draft, number, Scope(scope), Type.INT)) is not None:
            found.append((key.text, expr))
    return tuple(found)


def check_deals(draft: Draft, ruleset: Ruleset) -> None:
    """Deal the pack out for every number of seats: cards that are missing, and cards that stay over."""
    tree = draft.tree
    if draft.section("deal") is None or tree.get("pack") is None:
        return
    if draft.faulty(*(tree.get(name) for name in ("deal", "pack", "seats", "sides", "zones", "options"))):
        return
    drawn = any(e.op == "deal" or (e.op == "move" and _of_stock(e)) for e in _all_effects(ruleset))
    drawn = drawn or any(a.played.source == "stock" for a in ruleset.actions)
    drawn = drawn or any(_reads_stock(p.source) for a in ruleset.actions for p in a.take)
    for seats in ruleset.seats:
        _deal_out(draft, ruleset, seats, drawn)


def _deal_out(draft: Draft, ruleset: Ruleset, seats: int, drawn: bool) -> None:
    deal, stock = ruleset.deal, ruleset.pack.size
    for number in range(1, MAX_DEALS):
        expr = deal.hand if number == 1 or deal.later is None else deal.later
        wanted = _wanted(ruleset, expr, seats, number, stock)
        if wanted is None:
            return  # only play can show
        hands, table, zones = wanted
        if number > 1 and max(hands) <= 0:
            break
        each = [*hands, table, *zones.values()]
        if min(each) < 0 or sum(each) > stock:
            _too_few(draft, deal, expr, seats, wanted, stock, number)
            return
        stock -= sum(each)
        if stock == 0:
            return
    if stock and not drawn:
        draft.report.add(
            meaning.CardsNeverDealt,
            deal.span,
            f"with {seats} seats, {stock} cards stay in the stock and are never dealt",
            help="change the numbers, remove cards from the pack, or draw them with an event",
        )


Wanted = tuple[list[int], int, dict[str, int]]  # by each hand, by the table, by each zone of all its owners


def _wanted(ruleset: Ruleset, hand: Expr, seats: int, number: int, stock: int) -> Wanted | None:
    """How many cards are due in a deal that the first seat leads, as far as the file alone decides."""
    deal, span = ruleset.deal, ruleset.deal.span
    found = constant(ruleset.sides, Facts(sizes={"seats": seats}))
    sides = found if isinstance(found, int) and found > 0 else None
    sizes = {"seats": seats, "stock": stock, **({"sides": sides} if sides else {})}
    standing = {
        "deals": Literal(Type.INT, number, span),
        "leader": Literal(Type.SEAT, 0, span),
        "dealer": Literal(Type.SEAT, seats - 1, span),
    }

    def due(expr: Expr, me: int | None = None, us: int | None = None) -> int | None:
        whose = {} if me is None else {"me": Literal(Type.SEAT, me, span)}
        whose |= {} if us is None else {"us": Literal(Type.SIDE, us, span)}
        found = constant(expr, Facts(ruleset.pack, standing=standing | whose, sizes=sizes))
        return int(found) if isinstance(found, int) else None

    owners: dict[str, list[tuple[int | None, int | None]]] = {
        "match": [(None, None)],
        "side": [(None, s) for s in range(sides or 0)],
        "seat": [(s, s % sides if sides else None) for s in range(seats)],
    }
    hands = [due(hand, me, us) for me, us in owners["seat"]]
    table = due(deal.table) if number == 1 else 0
    of = {z.name: z.of for z in ruleset.zones}
    zones = {name: [due(e, me, us) for me, us in owners[of[name]]] for name, e in deal.zones if number == 1}
    unknown = any(None in row or not row for row in zones.values())  # also how many sides there are
    if table is None or None in hands or unknown:
        return None
    return [n or 0 for n in hands], table, {name: sum(n or 0 for n in row) for name, row in zones.items()}


def _too_few(draft: Draft, deal: Deal, hand: Expr, seats: int, wanted: Wanted, stock: int, number: int) -> None:
    """Says so where the cards run out: at the hands, the table, or the zone for which there are none left."""
    hands, table, zones = wanted
    due = [(sum(hands), min(hands), hand), (table, table, deal.table)]
    due += [(zones[name], zones[name], expr) for name, expr in deal.zones if name in zones]
    left, blamed = stock, hand
    for needs, least, expr in due:
        left -= needs
        if left < 0 or least < 0:
            blamed = expr
            break
    same = len(set(hands)) == 1
    what = [f"{seats} hands of {hands[0]}" if same else f"hands of {', '.join(map(str, hands))}"]
    what += [f"{table} on the table"] if table else []
    what += [f"{n} in `{name}`" for name, n in zones.items() if n]
    said = ", ".join(what[:-1]) + " and " + what[-1] if len(what) > 1 else what[0]
    needed = sum(hands) + table + sum(zones.values())
    below = min(*hands, table, *zones.values()) < 0
    draft.report.add(
        meaning.DealDoesNotFit,
        blamed.span,
        f"with {seats} seats, deal {number} "
        + (f"would deal less than none ({said})" if below else f"needs {needed} cards ({said}), but {stock} are left"),
        help="`max(0, …)` deals none" if below else _what_is_there(number, hands),
    )


def _what_is_there(number: int, hands: list[int]) -> str:
    """How to write a deal for which there are too few cards."""
    key = "hand" if number == 1 else "later"
    return f'`{key}: "min({max(hands)}, count(stock) div count(seats))"` deals what is there'


def _of_stock(effect: Effect) -> bool:
    return _reads_stock(effect.exprs[0])


def _reads_stock(expr: Expr) -> bool:
    return any(isinstance(e, Call) and "stock" in e.row.reads for e in walk(expr))


def _all_effects(ruleset: Ruleset) -> list[Effect]:
    effects = [e for c in ruleset.events for e in c.effects] + [e for a in ruleset.actions for e in a.effects]
    return list(every(effects))
