"""Seats, sides and the deal: do the cards suffice, and are all of them dealt?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cassino_dsl.check.draft import Draft, scalar
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import MOVER, SIDE, STATE, STATIC, Scope
from cassino_dsl.check.zones import owner_of
from cassino_dsl.diagnostics.codes import language, meaning, structure
from cassino_dsl.diagnostics.diagnostic import did_you_mean
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type
from cassino_dsl.ruleset.model import Deal, Ruleset
from cassino_dsl.ruleset.simplify import Facts, constant
from cassino_dsl.ruleset.within import calls_in
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
            formed = {seats: constant(expr, Facts(sizes={"seats": seats})) for seats in draft.seats}
            _check_sides(draft, expr, {seats: sides for seats, sides in formed.items() if isinstance(sides, int)})
            return expr
    span = draft.tree.span
    return Call(Type.INT, COUNT, (Call(Type.SEATS, SEATS, (), span),), span)


def _check_sides(draft: Draft, expr: Expr, formed: dict[int, int]) -> None:
    """One message for all numbers of seats with which there are so many sides that it cannot be."""
    wrong = {seats: sides for seats, sides in formed.items() if not 2 <= sides <= seats}
    uneven = {seats: sides for seats, sides in formed.items() if seats not in wrong and seats % sides}
    if wrong:
        (seats, sides), *others = wrong.items()
        draft.report.add(
            structure.BadNumber,
            expr.span,
            f"{sides} sides for {seats} seats" + "".join(f", {n} for {s}" for s, n in others),
            help="there are at least two sides and at most as many as seats",
        )
    elif uneven:
        (seats, sides), *others = uneven.items()
        message = f"{seats} seats cannot form {sides} equal sides" + "".join(f", nor {s} seats {n}" for s, n in others)
        draft.report.add(structure.BadNumber, expr.span, message, help=_even_sides(formed))


def _even_sides(formed: dict[int, int]) -> str:
    """How to write which numbers of seats may play, where some cannot form so many sides."""
    even = [str(n) for n, sides in formed.items() if 2 <= sides <= n and n % sides == 0]
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
    drawn = any(e.op == "deal" or (e.op == "move" and _reads_stock(e.exprs[0])) for e in ruleset.effects())
    drawn = drawn or any(a.played.source == "stock" for a in ruleset.actions)
    drawn = drawn or any(_reads_stock(p.source) for a in ruleset.actions for p in a.take)
    dealt = {seats: _deal_out(ruleset, seats) for seats in ruleset.seats}
    short = [found for found in dealt.values() if isinstance(found, Short)]
    over = {seats: found for seats, found in dealt.items() if isinstance(found, int) and found}
    if short:
        _too_few(draft, ruleset, short, drawn)
    if over and not drawn:
        _too_many(draft, ruleset.deal, over)


Wanted = tuple[list[int], int, dict[str, int]]  # by each hand, by the table, by each zone of all its owners


@dataclass(frozen=True)
class Short:
    """A deal for which there are too few cards, or that would deal less than none."""

    seats: int
    number: int  # of the deal
    wanted: Wanted
    stock: int  # cards that are left for it
    blamed: Expr  # what asks for too many
    place: int  # of that in the order of dealing: the hands, the table, the zones
    left: int  # cards that are left when its turn comes

    @property
    def below(self) -> bool:
        hands, table, zones = self.wanted
        return min(*hands, table, *zones.values()) < 0

    def message(self) -> str:
        hands, table, zones = self.wanted
        same = len(set(hands)) == 1
        what = [f"{self.seats} hands of {hands[0]}" if same else f"hands of {', '.join(map(str, hands))}"]
        what += [f"{table} on the table"] if table else []
        what += [f"{n} in `{name}`" for name, n in zones.items() if n]
        said = _listed(what)
        needed = sum(hands) + table + sum(zones.values())
        return f"with {self.seats} seats, deal {self.number} " + (
            f"would deal less than none ({said})"
            if self.below
            else f"needs {needed} cards ({said}), but {self.stock} are left"
        )


def _deal_out(ruleset: Ruleset, seats: int) -> Short | int | None:
    """What is short where the pack is dealt out, or how many cards stay over; None where only play can show."""
    deal, stock = ruleset.deal, ruleset.pack.size
    for number in range(1, MAX_DEALS):
        expr = deal.hand if number == 1 or deal.later is None else deal.later
        wanted = _wanted(ruleset, expr, seats, number, stock)
        if wanted is None:
            return None
        hands, table, zones = wanted
        if number > 1 and max(hands) <= 0:
            break
        each = [*hands, table, *zones.values()]
        if min(each) < 0 or sum(each) > stock:
            return Short(seats, number, wanted, stock, *_blamed(deal, expr, wanted, stock))
        stock -= sum(each)
        if stock == 0:
            break
    return stock


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


def _blamed(deal: Deal, hand: Expr, wanted: Wanted, stock: int) -> tuple[Expr, int, int]:
    """Where the cards run out: at the hands, the table, or the zone for which there are none left."""
    hands, table, zones = wanted
    due = [(sum(hands), min(hands), hand), (table, table, deal.table)]
    due += [(zones[name], zones[name], expr) for name, expr in deal.zones if name in zones]
    left = stock
    for place, (needs, least, expr) in enumerate(due):
        if needs > left or least < 0:
            return expr, place, left
        left -= needs
    return hand, 0, stock


def _too_few(draft: Draft, ruleset: Ruleset, short: list[Short], drawn: bool) -> None:
    """One message for all numbers of seats, at what is dealt first of all that is short."""
    first = min(short, key=lambda one: (one.below, one.number > 1, one.place, one.seats))
    others = [str(one.seats) for one in short if one is not first]
    draft.report.add(
        meaning.DealDoesNotFit,
        first.blamed.span,
        first.message(),
        help=_that_fits(ruleset, first, short, drawn),
        notes=(f"it does not fit with {_listed(others)} seats either",) if others else (),
    )


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _that_fits(ruleset: Ruleset, first: Short, short: list[Short], drawn: bool) -> str:
    """How to write a deal for which there are cards enough; ``drawn``: what stays over is drawn."""
    if first.below:
        return "`max(0, …)` deals none"
    if first.place > 0:
        most = min(one.left for one in short if one.place == first.place)
        dealt = {n: _with(ruleset, first, n) for n in range(most, -1, -1)}
        fits = [n for n, found in dealt.items() if not any(isinstance(one, Short) for one in found)]
        even = [n for n in fits if not any(dealt[n])]
        if even and not drawn:
            return f"write `{even[0]}` instead: then all cards are dealt"
        return f"write `{fits[0]}` instead: there are no more cards" if fits else f"there are {most} cards left for it"
    hand = max(max(one.wanted[0]) for one in short)
    later = f'`later: "min({hand}, count(stock) div count(seats))"`'
    if first.number > 1:
        return f"{later} deals what is there"
    _, table, zones = first.wanted
    beside = table + sum(zones.values())
    if not 0 < beside < first.stock:
        return f'`hand: "min({hand}, count(stock) div count(seats))"` deals what is there'
    now = f'`hand: "min({hand}, (count(stock) - {beside}) div count(seats))"`'
    return f"{now}{f' with {later}' if ruleset.deal.later is None else ''} deals what is there"


def _with(ruleset: Ruleset, short: Short, number: int) -> list[Short | int | None]:
    """What comes of dealing with this number in the place of what asks for too many."""
    deal, written = ruleset.deal, Literal(Type.INT, number, short.blamed.span)
    zones = tuple((name, written if expr is short.blamed else expr) for name, expr in deal.zones)
    changed = replace(deal, table=written if deal.table is short.blamed else deal.table, zones=zones)
    return [_deal_out(replace(ruleset, deal=changed), seats) for seats in ruleset.seats]


def _too_many(draft: Draft, deal: Deal, over: dict[int, int]) -> None:
    """One message for all numbers of seats with which cards are never dealt."""
    (seats, left), *others = over.items()
    more = "".join(f", {n} with {s}" for s, n in others)
    draft.report.add(
        meaning.CardsNeverDealt,
        deal.span,
        f"with {seats} seats, {left} cards stay in the stock and are never dealt{more}",
        help="change the numbers, remove cards from the pack, or draw them with an event",
    )


def _reads_stock(expr: Expr) -> bool:
    return any("stock" in e.row.reads for e in calls_in(expr))
