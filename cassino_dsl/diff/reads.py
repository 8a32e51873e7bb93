"""Which parts of a position a call reads, as a comparison of rulesets sees it: from the rows of the language."""

from __future__ import annotations

from cassino_dsl.ruleset.expr import Call, Type
from cassino_dsl.ruleset.model import ASIDE
from cassino_dsl.ruleset.row import OF_CARD, OF_PLAY

SEATED = (Type.SEAT, Type.SEATS, Type.SIDE, Type.SIDES)
# what a position of a few cards varies anyway: the hand that plays, the table, the play and the seat to move
AT_HAND = OF_CARD | OF_PLAY | {"hands", "table", "builds", "seat", "kind", "awards"}
NAMES = {
    "piles": "piles",
    "scores": "scores",
    "stock": "the stock",
    "zones": "zones",
    "points": "points of the round",
    "round": "the number of the round",
    "deals": "the number of deals",
    "redeals": "the number of new deals",
    "turns": "the number of turns",
    "leader": "who leads",
    "seats": "the other seats",
    "memory": "memory",
}
_PLACES = frozenset(("table", "builds"))


def said_of_zone(name: str) -> str:
    """The cards of a declared zone, in words."""
    return "cards out of play" if name == ASIDE.name else f"cards in zone `{name}`"


def reads(call: Call) -> frozenset[str]:
    """The parts of a position that this call reads itself, beside what its arguments read; `seats` where it counts
    seats or goes from one to another."""
    found = call.row.reads
    if Type.ITEM in call.row.params or Type.ITEMS in call.row.params:
        found &= _PLACES  # an item of an argument lies where the argument was read
    return frozenset(("seats",)) if not found and call.row.result in SEATED else found
