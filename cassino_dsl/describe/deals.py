"""The deals of a round, as far as they are known before anything is played."""

from __future__ import annotations

from cassino_dsl.ruleset.expr import Literal, Type
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.simplify import Facts, constant

_MAX_DEALS = 60


def is_dealt_once(ruleset: Ruleset) -> bool:
    """Whether a round has one deal, however many play."""
    return all(deals is not None and len(deals) == 1 for deals in (deals_of(ruleset, n) for n in ruleset.seats))


def has_stock(ruleset: Ruleset) -> bool:
    """Whether cards may stay in the stock after the first deal."""
    deals = [deals_of(ruleset, seats) for seats in ruleset.seats]
    return any(deal is None or deal[0][2] for deal in deals)


def deals_of(ruleset: Ruleset, seats: int) -> list[tuple[int, int, int]] | None:
    """Of each deal: cards for a hand, for the table, left in the stock."""
    deal, stock = ruleset.deal, ruleset.pack.size
    found: list[tuple[int, int, int]] = []
    for number in range(1, _MAX_DEALS):
        standing = {"deals": Literal(Type.INT, number, deal.span)}
        facts = Facts(ruleset.pack, standing=standing, sizes={"seats": seats, "stock": stock})
        each = constant(deal.hand if number == 1 or deal.later is None else deal.later, facts)
        table = constant(deal.table, facts) if number == 1 else 0
        if not isinstance(each, int) or not isinstance(table, int):
            return None
        zones = [(name, constant(e, facts)) for name, e in deal.zones if number == 1]
        if not all(isinstance(n, int) for _, n in zones):
            return None
        sides = constant(ruleset.sides, facts)
        owners = {"match": 1, "side": sides if isinstance(sides, int) else 1, "seat": seats}
        of = {z.name: z.of for z in ruleset.zones}
        needed = seats * max(0, each) + max(0, table) + sum(max(0, int(n or 0)) * owners[of[name]] for name, n in zones)
        if number > 1 and (each <= 0 or not stock):
            break
        stock = max(0, stock - needed)
        found.append((each, table, stock))
        if not stock:
            break
    return found
