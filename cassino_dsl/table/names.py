"""What seats, sides, awards and places of cards are called from one seat."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.describe.english import spoken, whose
from cassino_dsl.engine.deal_anew import Place
from cassino_dsl.engine.game import Engine
from cassino_dsl.ruleset.model import ASIDE

_PLACES = {"table": "the table", "stock": "the stock", "builds": "a build", ASIDE.name: "the cards out of play"}


class Names:
    """What seats and sides (from 0) are called from one seat; ``me``: none, for who only looks on."""

    def __init__(self, engine: Engine, me: int | None) -> None:
        self.plan, self.me = engine.plan, me
        self.awards = {a.name: a.called or spoken(a.name) for a in engine.plan.ruleset.awards}
        self.owners = {z.name: z.of for z in engine.plan.ruleset.zones} | {"hands": "seat", "piles": "side"}

    def seat(self, seat: int) -> str:
        return "you" if seat == self.me else f"seat {seat + 1}"

    def side(self, side: int) -> str:
        """A side as the player calls it."""
        seats = [s for s in range(self.plan.seats) if self.plan.side_of[s] == side]
        if len(seats) == 1:
            return self.seat(seats[0])
        return "your side" if self.me in seats else f"side {side + 1} (seats {', '.join(str(s + 1) for s in seats)})"

    def owner(self, of: str, number: int) -> str:
        """Whose something is; nothing of what is nobody's."""
        return self.seat(number) if of == "seat" else self.side(number) if of == "side" else ""

    def award(self, name: str) -> str:
        """An award, or a name under which points were given in play."""
        return self.awards.get(name) or spoken(name)

    def place(self, place: Place) -> str:
        """Where cards lie."""
        zone, number = place
        if zone in _PLACES:
            return _PLACES[zone]
        called = self.zone(zone)
        owner = self.owner(self.owners[zone], number)
        return whose(owner, called) if owner else called

    def zone(self, zone: str) -> str:
        """A zone, whosever it is."""
        return _PLACES.get(zone) or {"hands": "hand", "piles": "pile"}.get(zone, f"“{spoken(zone)}”")


def cards_named(cards: Sequence[str | None], unseen: str = "") -> list[str]:
    """Cards by their texts, and those that may not be named by their number; ``unseen``: what is said of these."""
    hidden = sum(card is None for card in cards)
    unnamed = [] if not hidden else [f"a card{unseen}"] if hidden == 1 else [f"{hidden} cards{unseen}"]
    return [*(card for card in cards if card is not None), *unnamed]
