"""Seats, sides and the deal: do the cards suffice, and are all of them dealt?"""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.language.check.check_context import Draft, scalar
from cassino_dsl.language.check.clause import section
from cassino_dsl.language.check.expressions import read_expression
from cassino_dsl.language.check.scope import MOVER, SIDE, STATE, STATIC, Scope
from cassino_dsl.language.check.selectors import backwards
from cassino_dsl.language.check.zones import owner_of
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.language.ruleset.model import Deal, Ruleset
from cassino_dsl.language.ruleset.simplify import Facts, constant
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import COUNT, SEATS
from cassino_dsl.language.syntax.parser import parse
from cassino_dsl.language.syntax.tree import Mapping, Node

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
            if backwards(draft.report, part.span, *ends):
                return (2,)
            found.update(range(ends[0], min(ends[1], 99) + 1))
        else:
            found.update(ends)
    if not found or not all(2 <= n <= MAX_SEATS for n in found):
        draft.report.add(
            Code.BAD_NUMBER, node.span, f"`{node.text}` seats", help=f"from 2 to {MAX_SEATS} seats can play"
        )
        return (2,)
    return tuple(sorted(found))


def read_sides(draft: Draft) -> Expr:
    """How many sides there are, by the number of seats; by default each seat is a side."""
    node = draft.tree.get("sides")
    if node is not None:
        expr = read_expression(draft, node, Scope(STATIC), Type.INT)
        if expr is not None:
            formed = {seats: constant(expr, Facts(sizes={"seats": seats})) for seats in draft.seats}
            _check_sides(draft, expr, {seats: sides for seats, sides in formed.items() if isinstance(sides, int)})
            return expr
    span = draft.tree.span
    return Call(Type.INT, COUNT, (Call(Type.SEATS, SEATS, (), span),), span)


def _check_sides(draft: Draft, expr: Expr, formed: dict[int, int]) -> None:
    """One message for all numbers of seats that cannot be divided so: two sides or more, each of as many seats."""
    wrong = {seats: sides for seats, sides in formed.items() if not 2 <= sides <= seats or seats % sides}
    if wrong:
        said = (f"{sides} equal sides of {seats} seats" for seats, sides in wrong.items())
        message = f"there are no {', nor '.join(said)}"
        fit = [str(seats) for seats in formed if seats not in wrong]
        help = f"`seats: {', '.join(fit)}` names those that can; " if fit else ""
        help += "sides may depend on seats: `2 if count(seats) = 4 else count(seats)`"
        draft.report.add(Code.BAD_NUMBER, expr.span, message, help=help)


def read_deal(draft: Draft) -> Deal:
    """How the cards are dealt."""
    clause = section(draft, "deal")
    zero, one = (Literal(Type.INT, number, clause.span) for number in (0, 1))
    return Deal(
        clause.expr("hand", MOVER, Type.INT) or zero,
        clause.expr("table", STATE, Type.INT) or zero,
        _to_zones(draft, clause.body.get("zones")),
        clause.expr("refill", MOVER, Type.INT),
        clause.expr("at_a_time", STATE, Type.INT) or one,
        clause.span,
    )


def _to_zones(draft: Draft, node: Node | None) -> tuple[tuple[str, Expr], ...]:
    """How many cards each zone gets, by its name."""
    found = []
    for key, number in node.entries if isinstance(node, Mapping) else ():
        if key.text not in draft.zones:
            known = list(draft.zones)
            help = did_you_mean(key.text, known) or "declare it under `zones`"
            draft.report.add(Code.UNKNOWN_NAME, key.span, f"there is no zone `{key.text}` to deal to", help=help)
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
    drawn = any(e.op == "deal" or (e.op == "move" and _reads_stock(e.exprs[0])) for e in ruleset.effects())
    drawn = drawn or any(a.played.source == "stock" for a in ruleset.actions)
    drawn = drawn or any(_reads_stock(p.source) for a in ruleset.actions for p in a.take)
    dealt = {seats: _deal_out(ruleset, seats) for seats in ruleset.seats}
    short = [found for found in dealt.values() if isinstance(found, _Short)]
    over = {seats: found for seats, found in dealt.items() if isinstance(found, int) and found}
    if short:
        first, *others = sorted(short, key=lambda one: one.number > 1)
        notes = (
            (f"it does not fit with {' and '.join(str(one.seats) for one in others)} seats either",) if others else ()
        )
        draft.report.add(Code.DEAL_DOES_NOT_FIT, first.expr.span, first.message, help=first.help, notes=notes)
    if over and not drawn:
        _too_many(draft, ruleset.deal, over)


@dataclass(frozen=True)
class _Short:
    """What is due where too few cards are left for it, or what would deal less than none."""

    seats: int
    number: int  # of the deal
    expr: Expr
    message: str
    help: str


Due = tuple[str, Expr, tuple[int, ...]]  # a place, what says how many cards it gets, and how many each owner of it does


def _deal_out(ruleset: Ruleset, seats: int) -> _Short | int | None:
    """What is short where the pack is dealt out, or how many cards stay over; None where only play can show."""
    stock = ruleset.pack.size
    for number in range(1, MAX_DEALS):
        dues = _dues(ruleset, seats, number, stock)
        if dues is None:
            return None
        if number > 1 and max(dues[0][2]) <= 0:
            break
        for place, expr, numbers in dues:
            said = f"with {seats} seats, deal {number} would bring"
            if min(numbers) < 0:
                message = f"{said} less than none {place}: {min(numbers)}"
                return _Short(seats, number, expr, message, "`max(0, …)` deals none")
            if sum(numbers) > stock:
                help = f"there are {stock} cards left for it"
                if len(numbers) > 1:
                    help = f"`min({max(numbers)}, count(stock) div {len(numbers)})` deals what is there"
                message = f"{said} {sum(numbers)} cards {place}, but {stock} are left"
                return _Short(seats, number, expr, message, help)
            stock -= sum(numbers)
        if stock == 0:
            break
    return stock


def _dues(ruleset: Ruleset, seats: int, number: int, stock: int) -> list[Due] | None:
    """How many cards are due in a deal that the first seat leads, as far as the file alone decides: for the hands, the
    table, the zones, in the order of dealing."""
    deal, span = ruleset.deal, ruleset.deal.span
    found = constant(ruleset.sides, Facts(sizes={"seats": seats}))
    sides = found if isinstance(found, int) and found > 0 else 0
    sizes = {"seats": seats, "stock": stock, **({"sides": sides} if sides else {})}
    standing = {
        "deals": Literal(Type.INT, number, span),
        "leader": Literal(Type.SEAT, 0, span),
        "dealer": Literal(Type.SEAT, seats - 1, span),
    }
    owners: dict[str, list[dict[str, Literal]]] = {
        "match": [{}],
        "side": [{"us": Literal(Type.SIDE, side, span)} for side in range(sides)],
        "seat": [
            {"me": Literal(Type.SEAT, seat, span)} | ({"us": Literal(Type.SIDE, seat % sides, span)} if sides else {})
            for seat in range(seats)
        ],
    }
    rows = [("to the hands", "seat", deal.hand if number == 1 or deal.refill is None else deal.refill)]
    if number == 1:
        of = {zone.name: zone.of for zone in ruleset.zones}
        rows += [("to the table", "match", deal.table), *((f"to `{name}`", of[name], e) for name, e in deal.zones)]
    dues: list[Due] = []
    for place, owner, expr in rows:
        facts = (Facts(ruleset.pack, standing=standing | whose, sizes=sizes) for whose in owners[owner])
        numbers = tuple(n for one in facts if isinstance(n := constant(expr, one), int))
        if not numbers or len(numbers) < len(owners[owner]):
            return None
        dues.append((place, expr, numbers))
    return dues


def _too_many(draft: Draft, deal: Deal, over: dict[int, int]) -> None:
    """One message for all numbers of seats with which cards are never dealt."""
    (seats, left), *others = over.items()
    more = "".join(f", {n} with {s}" for s, n in others)
    stay = "1 card stays in the stock and is" if left == 1 else f"{left} cards stay in the stock and are"
    message = f"with {seats} seat{'s' * (seats != 1)}, {stay} never dealt{more}"
    size = f"the pack has {draft.pack.size} cards"
    help = f"{size}: change the numbers, remove cards from the pack, or draw them with an event"
    draft.report.add(Code.CARDS_NEVER_DEALT, deal.span, message, help=help)


def _reads_stock(expr: Expr) -> bool:
    return any("stock" in e.row.reads for e in calls_in(expr))
