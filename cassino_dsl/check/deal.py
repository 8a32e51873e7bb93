"""Seats, sides and the deal: do the cards suffice, and are all of them dealt?"""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, scalar
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import STATE, STATIC, Scope
from cassino_dsl.diagnostics.codes import meaning, structure
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, walk
from cassino_dsl.ruleset.model import Deal, Effect, Ruleset, every
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.words import COUNT, SEATS
from cassino_dsl.syntax.parser import parse

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
                    draft.report.add(structure.BadNumber, expr.span, f"{seats} seats cannot form {sides} equal sides")
            return expr
    span = draft.tree.span
    return Call(Type.INT, COUNT, (Call(Type.SEATS, SEATS, (), span),), span)


def read_deal(draft: Draft) -> Deal:
    """How the cards are dealt."""
    body = draft.section("deal")
    span = draft.tree.span
    if body is None:
        zero = Literal(Type.INT, 0, span)
        return Deal(zero, zero, None, Literal(Type.INT, 1, span), span)
    key = draft.tree.key("deal")
    parts = {
        name: read_expression(draft, body.get(name), Scope(STATE), Type.INT)
        for name in ("hand", "table", "later", "batch")
    }
    span = key.span if key else body.span
    return Deal(
        parts["hand"] or Literal(Type.INT, 0, span),
        parts["table"] or Literal(Type.INT, 0, span),
        parts["later"],
        parts["batch"] or Literal(Type.INT, 1, span),
        span,
    )


def check_deals(draft: Draft, ruleset: Ruleset) -> None:
    """Deal the pack out for every number of seats: cards that are missing, and cards that stay over."""
    if draft.section("deal") is None or draft.tree.get("pack") is None:
        return
    drawn = any(e.op == "deal" or (e.op == "move" and _of_stock(e)) for e in _all_effects(ruleset))
    drawn = drawn or any(a.played.source == "stock" for a in ruleset.actions)
    drawn = drawn or any(_reads_stock(p.source) for a in ruleset.actions for p in a.take)
    for seats in ruleset.seats:
        _deal_out(draft, ruleset, seats, drawn)


def _deal_out(draft: Draft, ruleset: Ruleset, seats: int, drawn: bool) -> None:
    deal, stock = ruleset.deal, ruleset.pack.size
    for number in range(1, MAX_DEALS):
        facts = Facts(
            ruleset.pack,
            standing={"deals": Literal(Type.INT, number, deal.span)},
            sizes={"seats": seats, "stock": stock},
        )
        expr = deal.hand if number == 1 or deal.later is None else deal.later
        each = constant(expr, facts)
        table = constant(deal.table, facts) if number == 1 else 0
        if not isinstance(each, int) or not isinstance(table, int):
            return  # only play can show
        if number > 1 and each <= 0:
            break
        needed = seats * each + table
        if each < 0 or table < 0 or needed > stock:
            _too_few(draft, expr, seats, each, table, needed, stock, number)
            return
        stock -= needed
        if stock == 0:
            return
    if stock and not drawn:
        draft.report.add(
            meaning.CardsNeverDealt,
            deal.span,
            f"with {seats} seats, {stock} cards stay in the stock and are never dealt",
            help="change the numbers, remove cards from the pack, or draw them with an event",
        )


def _too_few(draft: Draft, expr: Expr, seats: int, each: int, table: int, needed: int, stock: int, number: int) -> None:
    what = f"{seats} hands of {each}" + (f" and {table} on the table" if table else "")
    draft.report.add(
        meaning.DealDoesNotFit,
        expr.span,
        f"with {seats} seats, deal {number} needs {needed} cards ({what}), but {stock} are left",
        help="`min(4, count(stock) div count(seats))` deals what is there",
    )


def _of_stock(effect: Effect) -> bool:
    return _reads_stock(effect.exprs[0])


def _reads_stock(expr: Expr) -> bool:
    return any(isinstance(e, Call) and "stock" in e.row.reads for e in walk(expr))


def _all_effects(ruleset: Ruleset) -> list[Effect]:
    effects = [e for c in ruleset.events for e in c.effects] + [e for a in ruleset.actions for e in a.effects]
    return list(every(effects))
