"""What is done at a table for who sits there and looks on: answers, plays, and what each is shown.

Nothing here waits, and nothing knows of browsers: a room works its session in a thread, or, where a text of a
stranger is played, in another process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cassino_dsl.book.describe.english import spoken
from cassino_dsl.faces.web.requests import BadRequest, Message
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.own import PlayerFault
from cassino_dsl.table.happened import Happened, happened, turned
from cassino_dsl.table.onlooker import ONLOOKER
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.table.view import View

FAILED = "the player `{}` has failed"
ONLOOKERS = "Who looks on does not play."
OVER = "The match is over."
Told = tuple[int, int]  # a seat, and how many lines of the log somebody there was sent
# keeps plays before anybody sees them: from a number on those of a match are now these; whether it is practice
Remark = Callable[[str], object]
Keep = Callable[[int, Sequence[str], bool], None]


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a table. ``there``: the seats from which somebody looks; ``asked``: what somebody asks the
    others for; ``game``: the match with which this game began, which tells it from others in the room; ``names``: what
    those are called who sit at seats."""

    there: tuple[int, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    game: int = 1
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match as it is kept: ``number`` of the match in its room, ``ruleset`` the fingerprint of its rules."""

    players: tuple[str, ...]
    seed: int
    ruleset: str
    number: int
    practice: bool = False


def check_seats(ruleset: Ruleset, seats: int) -> None:
    """Refuse a number of seats with which a game is not played."""
    if seats not in ruleset.seats:
        numbers = ", ".join(map(str, ruleset.seats))
        raise BadRequest(f"`{ruleset.name}` is played with {numbers} seats, not {seats}")


def taken_up(
    opened: Callable[[], GameTable],
    match: KeptMatch,
    plays: Sequence[str],
    hints: bool,
    keep: Keep,
    remark: Remark = lambda text: None,
) -> TableSession:
    """A match where it was left, or from its beginning; raises ``BadRequest`` where it can't be gone on with."""
    try:
        table = opened()
        table.go_on(plays)
    except (NotPossible, RunFault, ValueError) as fault:
        raise BadRequest(f"this match cannot be gone on with: {fault}") from fault
    except PlayerFault as fault:
        remark(str(fault))
        raise BadRequest(f"this match cannot be gone on with: {FAILED.format(fault.player)}") from fault
    table.practice = match.practice
    return TableSession(table, match.number, hints, keep, remark)


class TableSession:
    """``hints``: whether there are any for several persons; ``remark``: told what only who serves may know."""

    def __init__(
        self, table: GameTable, number: int, hints: bool, keep: Keep, remark: Remark = lambda text: None
    ) -> None:
        self.table, self.number, self.keep, self.remark = table, number, keep, remark
        self.hints = hints or len(table.persons) == 1
        self.fault = ""  # why play can't go on

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def rests(self) -> bool:
        """Whether the program has nothing to play."""
        return self.table.waits or self.table.over or bool(self.fault)

    @property
    def has_undo(self) -> bool:
        return self.table.has_undo

    # ---- what is asked

    def hear(self, seat: int, message: Message) -> bytes | None:
        """An answer for who asked; None where the table has changed."""
        try:
            return self._do(seat, message)
        except (NotPossible, RunFault) as reason:
            return said(str(reason), reason.parts if isinstance(reason, NotPossible) else ())

    def _do(self, seat: int, message: Message) -> bytes | None:
        table = self.table
        if message.do == "scores":
            return bytes_of("scores", scores=asdict(table.summary(seat)))
        if seat == ONLOOKER:
            return said(ONLOOKERS)
        if self.fault or table.over:
            return said(self.fault or OVER)
        if message.do == "why":
            return said(table.as_legal(seat, message.play))
        if table.decides != seat:
            return said("It is not your turn.")
        if message.do == "hint":
            hint = table.hint(seat) if self.hints else None
            if hint is None:
                return said("This table is played without hints.")
            return bytes_of("hint", play=hint.play, text=hint.text, why=hint.reasons)
        if message.at != len(table.made):
            return said("The table had changed before your play came.")
        return self._play(seat, message)

    def _play(self, seat: int, message: Message) -> bytes | None:
        if message.do == "play":
            found = [c for c in self.table.choices(seat) if c.text == message.play]
            if not found:
                return said("That play is not legal here.")
        else:
            found = self.table.find(seat, message.play)
        if len(found) > 1:
            return bytes_of("which", plays=[choice.text for choice in found])
        self.table.make(found[0])
        self._keep_last()
        return None

    def _keep_last(self) -> None:
        self.keep(len(self.table.made) - 1, [self.table.last_text], self.table.practice)

    def undo(self) -> None:
        """Take the last play of a person back, as all have agreed."""
        if self.table.undo():
            self.keep(len(self.table.made), [], self.table.practice)

    # ---- the program plays

    def answer(self) -> None:
        """Let the program play once; what stops it is kept as the fault of this match."""
        try:
            self.table.answer()
            self._keep_last()
        except RunFault as fault:
            self.fault = str(fault)
        except PlayerFault as fault:
            self.remark(str(fault))
            self.fault = f"Play can't go on: {FAILED.format(fault.player)}."
        except Exception as fault:  # told without its words: they may name what is hidden
            self.fault = f"Play can't go on, by a fault of the program ({type(fault).__name__})."

    # ---- what is shown

    def shown(self, wanted: Collection[Told], around: Around) -> dict[Told, tuple[bytes, int]]:
        """The table for seats that have been sent so many lines of the log, and how many there are now."""
        return {(seat, told): self.shown_to(seat, told, around) for seat, told in wanted}

    def shown_to(self, seat: int, told: int, around: Around) -> tuple[bytes, int]:
        table = self.table
        lines = [
            {"kind": line.kind, "text": line.text} | ({"scores": asdict(line.scores)} if line.scores else {})
            for line in table.log(seat)
        ]
        data = {
            "at": len(table.made),
            "match": self.number,
            "game": around.game,
            "view": view_json(table.view(seat)),
            "happened": happened_json(happened(table, seat)),
            "turned": turned(table, seat),
            "log": {"from": told, "lines": lines[told:]},
            "persons": table.persons,
            "there": around.there,
            "names": around.names,
            "hints": self.hints,
            "asked": around.asked,
            "practice": table.practice,
            "fault": self.fault,
        }
        if table.over:
            data["summary"] = asdict(table.summary(seat))
            data["rounds"] = [[*map(table.plan.ruleset.match.shown, one.standing.scores)] for one in table.rounds]
            data["seed"] = str(table.seed)  # known now, and only now: the match can be played again from it
        return bytes_of("table", **data), len(lines)

    def record(self) -> dict[str, Any]:
        """The record of a match that is over; raises ``NotPossible``."""
        if not self.table.over:
            raise NotPossible("the match is not over")
        return self.table.record()


# ---- what is told, as bytes


def bytes_of(kind: str, **data: Any) -> bytes:
    """A message for browsers."""
    return json.dumps({"kind": kind, **data}, separators=(",", ":")).encode()


def said(text: str, parts: Sequence[str] = ()) -> bytes:
    """A sentence; ``parts``: with what the parts of the rulebook begin that speak of it."""
    return bytes_of("said", text=text[:1].upper() + text[1:], **({"parts": parts} if parts else {}))


def view_json(view: View) -> dict[str, Any]:
    """What a seat sees, with the names of zones, counts and notes as people say them."""
    data = asdict(view)
    data["choices"] = [asdict(choice) | {"said": choice.said} for choice in view.choices]
    for zone in data["zones"]:
        zone["name"] = spoken(zone["name"])
    data["counts"] = [{"name": c.heading, "what": c.what, "numbers": c.numbers} for c in view.counts]
    data["memory"], data["remembered"] = [m.text for m in view.memory if m.stands], view.beside_counts
    data["partners"] = view.partners
    _speak(data["builds"])
    return data


def happened_json(last: Happened | None) -> dict[str, Any] | None:
    """What happened last, with the names as in a view."""
    data = None if last is None else asdict(last)
    for end in data["ends"] if data else ():
        _speak(end["played"]["builds"])
        _speak(end["counted"]["builds"])
    return data


def _speak(builds: Iterable[dict[str, Any]]) -> None:
    for build in builds:
        build["notes"] = [(spoken(name), value) for name, value in build["notes"]]
