"""The parts of a position, each read with its faults: numbers, seats, cards, remembered values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.codes import play as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.state import FIELDS, Kind
from cassino_dsl.engine.text import canonical
from cassino_dsl.position.document import Document
from cassino_dsl.position.position import AFTER_TURN
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import ASIDE, Ruleset
from cassino_dsl.ruleset.numbers import LARGEST_IN_SET

KEYS = (*(f.key for f in FIELDS if f.kind is not Kind.DEBTS), ASIDE.name, "seats", "hand", "seat", *AFTER_TURN.values())
_LISTED = 8  # names that are listed where one of them is meant
# what memory holds where a position says `none`, if neither nothing nor cards
_NOTHING: dict[Type, Any] = {Type.BOOL: False, Type.INT: 0, Type.VALUES: 0}
LOWEST = -1_000_000_000  # of points and remembered numbers; and none is larger than that


class Unreadable(Exception):
    """Ends the reading of a position; the fault is in the report."""


class Parts:
    """Reads the parts of one document; what is at fault goes into the report."""

    def __init__(
        self, ruleset: Ruleset, engine_for: Callable[[int], Engine], document: Document, report: Report
    ) -> None:
        self.ruleset, self.document, self.report = ruleset, document, report
        self.data = document.data
        self.faulty = False
        for key in self.data:
            if key not in KEYS:
                self.no_key(f"a position has no key `{str(key)[:40]}`", str(key), known=KEYS)
        seats = self.number("seats", ruleset.seats[0])
        if seats is None:
            raise Unreadable
        if seats not in ruleset.seats:
            shown = ", ".join(map(str, ruleset.seats))
            report.add(
                codes.WrongSeats,
                document.span("seats"),
                f"`{ruleset.name}` is not played with {seats} seats",
                help=f"it is for {shown} seats",
            )
            raise Unreadable
        self.engine = engine_for(seats)
        self.plan = self.engine.plan
        self.used: dict[int, tuple[str, ...]] = {}
        self.turn = 0

    def fault(self, message: str, *path: str, help: str | None = None, code: Any = codes.BadPosition) -> None:
        self.report.add(code, self.document.span(*path), message, help=help)
        self.faulty = True

    def no_key(self, message: str, *path: str, known: Iterable[str]) -> None:
        """A name that nothing has, shown where it stands."""
        names = list(known)
        listed = f"there {'is' if len(names) == 1 else 'are'} {', '.join(map('`{}`'.format, names))}" if names else None
        help = did_you_mean(path[-1], names) or (listed if len(names) <= _LISTED else None)
        self.report.add(codes.BadPosition, self.document.key(*path), message, help=help)
        self.faulty = True

    def number(self, key: str, default: int) -> int | None:
        """The whole number under a key; None where something else stands there, which has been said."""
        return self.whole(self.data[key], key) if self.data.get(key) is not None else default

    def seat(self, key: str, default: int) -> int:
        return self.among(key, "seat", self.plan.seats, default)

    def among(self, key: str, what: str, count: int, default: int) -> int:
        number = self.number(key, default)
        if number is not None and not 1 <= number <= count:
            self.fault(f"there is no {what} {number}", key, help=f"{what}s go from 1 to {count}")
            return default
        return default if number is None else number

    def action(self, name: str, key: str) -> str:
        names = [a.name for a in self.plan.actions]
        if name and name not in names:
            self.fault(f"there is no action `{name[:40]}`", key, help=did_you_mean(name, names))
        return name

    def flag(self, given: Any, *path: str) -> bool:
        """Yes or no."""
        if given not in (True, False, "true", "false"):
            self.fault(f"`{path[-1]}` is `true` or `false`, not `{str(given)[:40]}`", *path)
        return given in (True, "true")

    def by(self, key: str, count: int, what: str) -> list[tuple[int, Any]]:
        """The entries of a mapping by seat or side under a key, counted from 0."""
        return self.entries(self.data.get(key), count, what, key)

    def entries(self, value: Any, count: int, what: str, *path: str) -> list[tuple[int, Any]]:
        """The entries of a mapping by seat or side, counted from 0."""
        if value is None or value == "":
            return []
        if not isinstance(value, Mapping):
            self.fault(f"`{path[-1]}` is written by {what}: `{{1: …, 2: …}}`", *path)
            return []
        found = []
        numbers = {str(n + 1): n for n in range(count)}  # in one spelling: `01` would be seat 1 once more
        for name, entry in value.items():
            if str(name) in numbers:
                found.append((numbers[str(name)], entry))
            else:
                message = f"there is no {what} `{str(name)[:40]}`"
                place = self.document.key(*path, str(name))
                self.report.add(codes.BadPosition, place, message, help=f"{what}s go from 1 to {count}")
                self.faulty = True
        return found

    def integer(self, value: Any, *path: str, low: int = 0) -> int:
        return self.whole(value, *path, low=low) or 0

    def whole(self, value: Any, *path: str, low: int = 0) -> int | None:
        """A whole number; None where it is none, which has been said."""
        text = str(value)
        digits = text.removeprefix("-")
        if isinstance(value, bool) or not digits.isdecimal():
            self.fault(f"`{path[-1]}` is a whole number, not `{text[:40]}`", *path)
            return None
        if len(digits) > 10 or not low <= int(text) <= -LOWEST:
            self.fault(f"`{path[-1]}` is from {low} to {-LOWEST}, not `{text[:40]}`", *path)
            return None
        return int(text)

    def points(self, value: Any, *path: str) -> int:
        """Points as clauses count them, for points as people see them."""
        match = self.plan.ruleset.match
        number = match.counted(str(value))
        if number is not None and not LOWEST <= number <= -LOWEST:
            most = match.shown(-LOWEST)
            self.fault(f"`{path[-1]}` is from {-most} to {most}, not `{str(value)[:40]}`", *path)
            return 0
        if number is None:
            kind = "a number such as 3 or 1.5" if match.half_points else "a whole number"
            self.fault(f"`{path[-1]}` is {kind}, not `{str(value)[:40]}`", *path)
            return 0
        return number

    def cards(self, value: Any, *path: str) -> list[int]:
        """Card numbers for a text of faces (or a list of them); each card of the pack once."""
        if value is None:
            return []
        return [n for word in self.words(value, *path) if (n := self.card(word, *path)) is not None]

    def words(self, value: Any, *path: str) -> list[str]:
        """The words of a text of faces, or of a list of such texts."""
        texts = value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in texts):
            self.fault(f"`{path[-1]}` is a text of cards such as `3c 10d`", *path)
            return []
        return [word for text in texts for word in text.replace(",", " ").split()]

    def card(self, word: str, *path: str) -> int | None:
        pack = self.plan.ruleset.pack
        face = self.face(word, *path)
        if face is None:
            return None
        first = face * pack.copies
        for number in range(first, first + pack.copies):
            if number not in self.used:
                self.used[number] = path
                return number
        before = self.used[first]
        times = "once" if pack.copies == 1 else f"{pack.copies} times"
        place = self.document.span(*before) if before != path else None
        where = "lies in more places than one" if before != path else f"stands too often in `{'.'.join(path)}`"
        self.report.add(
            codes.CardTooOften,
            self.document.span(*path, word),
            f"`{word}` {where}: the pack holds it {times}",
            others=((place, f"also in `{'.'.join(before)}`"),) if place else (),
        )
        self.faulty = True
        return None

    def value(self, name: str, value: Any, *path: str) -> Any:
        """One remembered value as the engine keeps it."""
        type = self.plan.memory[name].memory.type
        pack = self.plan.ruleset.pack
        if value in (None, "", "none", "null"):
            return [] if type is Type.CARDS else _NOTHING.get(type)
        if type is Type.BOOL:
            return self.flag(value, *path)
        if type is Type.INT:
            return self.integer(value, *path, low=LOWEST)
        if type in (Type.SEAT, Type.SIDE):
            number, last = self.whole(value, *path), self.plan.seats if type is Type.SEAT else self.plan.sides
            if number is None:
                return None
            if not 1 <= number <= last:
                self.fault(f"there is no {type.value} {number}", *path)
                return None
            return number - 1
        if type is Type.VALUES:
            numbers = value if isinstance(value, list) else str(value).replace(",", " ").split()
            found = {self.integer(n, *path) for n in map(str, numbers)}
            if max(found, default=0) > LARGEST_IN_SET:
                self.fault(f"no number of a set is larger than {LARGEST_IN_SET}", *path)
                return 0
            return sum(1 << n for n in found)
        if type in (Type.CARD, Type.CARDS):
            words = self.words(value, *path)
            if type is Type.CARD and len(words) > 1:
                self.fault(f"`{path[-1]}` is one card", *path)
            cards = [f * pack.copies for word in words if (f := self.face(word, *path)) is not None]
            return list(dict.fromkeys(cards)) if type is Type.CARDS else next(iter(cards), None)
        if type is Type.SUIT:
            letter = next((s.letter for s in pack.suits if str(value) in (s.letter, s.name)), None)
            if letter is None:
                suits = [s.name for s in pack.suits]
                help = did_you_mean(str(value), suits)
                self.fault(f"the pack has no suit `{str(value)[:40]}`", *path, help=help, code=meaning.UnknownCard)
            return letter
        rank = str(value)  # in JSON it may be a number
        ranks = dict.fromkeys(face.rank for face in pack.faces)  # an extra is its own
        if rank not in ranks and rank not in pack.ranks:
            help = f"its ranks are {' '.join(ranks)}"
            self.fault(f"the pack has no rank `{rank[:40]}`", *path, help=help, code=meaning.UnknownCard)
        return rank

    def face(self, word: str, *path: str) -> int | None:
        """The number of a face."""
        pack = self.plan.ruleset.pack
        found = pack.number_of(canonical(word, pack))
        if found is None:
            help = did_you_mean(word, [f.text for f in pack.faces])
            self.fault(f"the pack has no card `{word[:40]}`", *path, word, help=help, code=meaning.UnknownCard)
        return found
