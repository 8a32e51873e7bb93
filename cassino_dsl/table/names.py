"""What seats, sides, awards and places of cards are called from one seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.book.describe.english import spoken, whose
from cassino_dsl.engine.reference.determinize import Place
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import Build
from cassino_dsl.engine.reference.telling import NUMBERS
from cassino_dsl.engine.reference.text import written
from cassino_dsl.engine.reference.visibility import Telling
from cassino_dsl.language.ruleset.model import ASIDE, Award
from cassino_dsl.language.ruleset.types import Type

_PLACES = {"table": "the table", "stock": "the stock", "builds": "a build", ASIDE.name: "the cards out of play"}


def award_called(award: Award) -> str:
    """An award, as people call it."""
    return award.called or spoken(award.name)


def did(
    does: Callable[[str], str], play: Play, cards: str, taken: str, chosen: str, where: str = " on the table"
) -> str:
    """A play in words; ``does``: a verb with who does it, `you take`, or without, `take`; ``chosen``: what one of kind
    other decides; ``where``: said of a card that is laid down."""
    if play.kind == "capture":
        with_card = f" with {cards}" if cards else ""
        return f"{does('takes')} {taken or 'nothing'}{with_card}"
    if play.kind == "build":
        return f"{does('builds')} {play.value} with {' on '.join(c for c in (cards, taken) if c)}"
    if play.kind == "trail":
        return f"{does('lays')} {cards}{where}"
    words = [f"with {cards}" if cards else "", f"for {taken}" if taken else ""]
    return " ".join(w for w in (f"{does('chooses')} {chosen}", *words) if w)


def chooses_number(play: Play) -> bool:
    """Whether a play of kind other chooses a number, which plays as they are written leave out where it is 0."""
    return play is not DONE and play.action.tells in NUMBERS


class Names:
    """What seats and sides (from 0) are called from one seat, ``me``: one that there is not, for who only looks on."""

    def __init__(self, engine: Engine, me: int) -> None:
        self.plan, self.me, self.tables = engine.plan, me, engine.evaluate.tables
        self.awards = {a.name: award_called(a) for a in engine.plan.ruleset.awards}
        self.owners = {z.name: z.of for z in engine.plan.ruleset.zones} | {"hands": "seat", "piles": "side"}

    def seat(self, seat: int) -> str:
        return "you" if seat == self.me else f"seat {seat + 1}"

    def chosen(self, play: Play, told: Telling = Telling.ALL) -> str:
        """What a play of kind other decides, as far as it is told, and who or what that is."""
        if told is not Telling.ALL:
            return "in secret" if told is Telling.NOTHING else f"“{spoken(play.name)}” in secret"
        tells = None if play is DONE else play.action.tells
        chosen: Any = play.names[play.action.let[0][0]] if tells else None
        who = self.owner(tells.value, chosen) if tells else ""
        is_it = f" ({who})" if who else f" (the build of {chosen.value})" if isinstance(chosen, Build) else ""
        form = written(self.tables, play)
        called = self.plan.ruleset.pack.called(form.chosen) if tells is Type.RANK else None
        number = form.value or ("0" if chooses_number(play) else "")
        what = called.one if called else form.chosen or str(number)
        return f"“{' '.join(w for w in (spoken(play.name), what) if w)}”{is_it}"

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
