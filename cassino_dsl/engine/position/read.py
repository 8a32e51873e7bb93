"""Reads a position: every card has one place, every number its range, and each fault its message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cassino_dsl.engine.position.document import Document
from cassino_dsl.engine.position.position import AFTER_TURN, Position
from cassino_dsl.engine.reference.determinize import rows
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.numbers import remembered
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.state import FIELDS, Ask, Build, Field, Kind, State
from cassino_dsl.engine.reference.text import canonical
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.expr import ELEMENT, Type
from cassino_dsl.language.ruleset.model import ASIDE, Ruleset
from cassino_dsl.language.ruleset.numbers import LARGEST_IN_SET
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS

SEED = 1  # of what chance decides in a position, where nobody says another
KEYS = (*(f.key for f in FIELDS if f.kind is not Kind.DEBTS), ASIDE.name, "seats", "hand", "seat", *AFTER_TURN.values())
LOWEST = -1_000_000_000  # of points and remembered numbers; and none is larger than that
_LISTED = 8  # names that are listed where one of them is meant
# what memory holds where a position says `none`, if neither nothing nor cards
_NOTHING: dict[Type, Any] = {Type.BOOL: False, Type.INT: 0, Type.VALUES: 0}


def read_position(
    ruleset: Ruleset, engine_for: Callable[[int], Engine], document: Document, report: Report, seed: int = SEED
) -> Position | None:
    """The position that a document describes; None, with diagnostics, where it describes none.

    ``engine_for`` gives the engine for a number of seats. What chance decides from here on, it decides as in match 0
    of the ``seed``.
    """
    try:
        position = _Reader(ruleset, engine_for, document, report).read()
    except Unreadable:
        return None
    position.state.key = match_key(seed, 0)
    return position


def named(path: Sequence[str]) -> str:
    """What messages call a part: of a seat or a side with what it is of."""
    return ".".join(path) if path[-1].isdecimal() else path[-1]


class Unreadable(Exception):
    """Ends the reading of a position; the fault is in the report."""


class _Reader:
    """Reads one document, field by field of the state and part by part (``FIELD``, ``PART``, ``REMEMBERED``); what is
    at fault goes into the report, and something is put in its place."""

    def __init__(
        self, ruleset: Ruleset, engine_for: Callable[[int], Engine], document: Document, report: Report
    ) -> None:
        self.ruleset, self.document, self.report = ruleset, document, report
        self.data = document.data
        self.faulty = False
        for key in self.data:
            if key not in KEYS:
                self.no_key(f"a position has no key `{key}`", str(key), known=KEYS)
        given = self.data.get("seats")
        seats = ruleset.seats[0] if given is None else self.whole(given, "seats")
        if seats is not None and seats not in ruleset.seats:
            shown = ", ".join(map(str, ruleset.seats))
            message = f"`{ruleset.name}` is not played with {seats} seats"
            self.fault(message, "seats", help=f"it is for {shown} seats", code=Code.WRONG_SEATS)
            seats = None
        if seats is None:
            raise Unreadable
        self.engine = engine_for(seats)
        self.plan, self.pack = self.engine.plan, ruleset.pack
        self.used: dict[int, tuple[str, ...]] = {}  # where each card lies
        self.turn, self.known, self.stock = 0, set[int](), "open"
        self.state = State.empty(self.plan)

    def read(self) -> Position:
        for f in FIELDS:
            FIELD.get(f.kind, _Reader.field)(self, f, self.data.get(f.key))
        if self.faulty:
            raise Unreadable
        return Position(self.engine, self.state, frozenset(self.known), self.stock)

    # ---- faults

    def fault(
        self,
        message: str,
        *path: str,
        help: str | None = None,
        code: Any = Code.BAD_POSITION,
        of_name: bool = False,
        others: Any = (),
    ) -> None:
        """``of_name``: what is wrong is the name of the part, not what stands under it."""
        place = self.document.key(*path) if of_name else self.document.span(*path)
        self.report.add(code, place, message, help=help, others=others)
        self.faulty = True

    def no_key(self, message: str, *path: str, known: Iterable[str]) -> None:
        """A name that nothing has, shown where it stands."""
        names = list(known)
        listed = f"there {'is' if len(names) == 1 else 'are'} {', '.join(map('`{}`'.format, names))}" if names else None
        help = did_you_mean(path[-1], names) or (listed if len(names) <= _LISTED else None)
        self.fault(message, *path, help=help, of_name=True)

    def said(self, value: Any, *path: str) -> str:
        """A value as it is written."""
        place = self.document.spans.get(path)
        return value if isinstance(value, str) else place.text if place else word_of(value)

    # ---- mappings

    def entries(self, value: Any, what: str, *path: str) -> list[tuple[int, Any]]:
        """The entries of a mapping by seat or side, counted from 0."""
        if value is None or value == "":
            return []
        if not isinstance(value, Mapping):
            self.fault(f"`{path[-1]}` is written by {what}: `{{1: …, 2: …}}`", *path)
            return []
        found, count = [], self.count(what)
        numbers = {str(n + 1): n for n in range(count)}  # in one spelling: `01` would be seat 1 once more
        for name, entry in value.items():
            if str(name) in numbers:
                found.append((numbers[str(name)], entry))
            else:
                help = f"{what}s go from 1 to {count}"
                self.fault(f"there is no {what} `{name}`", *path, str(name), help=help, of_name=True)
        return found

    def by_name(self, given: Any, key: str, example: str = "") -> Iterable[tuple[Any, Any]]:
        """The entries of a mapping by name under a key."""
        if isinstance(given, Mapping):
            return given.items()
        if given is not None and given != "":
            self.fault(f"`{key}` {example or 'is written by name'}", key)
        return ()

    def count(self, what: str) -> int:
        return self.plan.seats if what == "seat" else self.plan.sides

    # ---- parts: each gives what is read, or where it is at fault something in place of it

    def whole(self, value: Any, *path: str, low: int = 0) -> int | None:
        """A whole number; None where it is none."""
        text = str(value)
        digits = text.removeprefix("-")
        if isinstance(value, bool) or not digits.isdecimal():
            self.fault(f"`{named(path)}` is a whole number, not `{self.said(value, *path)}`", *path)
        elif len(digits) > 10 or not low <= int(text) <= -LOWEST:
            self.fault(f"`{named(path)}` is from {low} to {-LOWEST}, not `{text}`", *path)
        else:
            return int(text)
        return None

    def integer(self, value: Any, *path: str, low: int = 0) -> int:
        return self.whole(value, *path, low=low) or 0

    def one_of(self, value: Any, *path: str, what: str = "seat") -> int | None:
        """Which seat or side is meant, counted from 0; None where there is none."""
        count = self.count(what)
        if isinstance(value, Mapping | list):
            self.fault(f"`{path[-1]}` is one {what}", *path, help=f"{what}s go from 1 to {count}")
            return None
        number = self.whole(value, *path)
        if number is None or 1 <= number <= count:
            return None if number is None else number - 1
        self.fault(f"there is no {what} {number}", *path, help=f"{what}s go from 1 to {count}")
        return None

    def seat_under(self, key: str, default: int) -> int:
        given = self.data.get(key)
        found = default if given is None else self.one_of(given, key)
        return default if found is None else found

    def action(self, value: Any, *path: str) -> str:
        names, name = [a.name for a in self.plan.actions], str(value)
        if name and name not in names:
            self.fault(f"there is no action `{name}`", *path, help=did_you_mean(name, names))
        return name

    def flag(self, value: Any, *path: str) -> bool:
        """Yes or no."""
        if value not in (True, False, "true", "false"):
            self.fault(f"`{named(path)}` is `true` or `false`, not `{self.said(value, *path)}`", *path)
        return value in (True, "true")

    def points(self, value: Any, *path: str) -> int:
        """Points as clauses count them, for points as people see them."""
        match = self.ruleset.match
        number = match.counted(str(value))
        if number is None:
            what = "a number such as 3 or 1.5" if match.half_points else "a whole number"
        elif LOWEST <= number <= -LOWEST:
            return number
        else:
            what = f"from {match.shown(LOWEST)} to {match.shown(-LOWEST)}"
        self.fault(f"`{named(path)}` is {what}, not `{self.said(value, *path)}`", *path)
        return 0

    def words(self, value: Any, *path: str) -> list[str]:
        """The words of a text of faces, or of a list of such texts."""
        texts = value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) for text in texts):
            self.fault(f"`{named(path)}` is a text of cards such as `3c 10d`", *path)
            return []
        return [word for text in texts for word in text.replace(",", " ").split()]

    def cards(self, value: Any, *path: str) -> list[int]:
        """Card numbers for a text of faces (or a list of them); each card of the pack once."""
        words = [] if value is None else self.words(value, *path)
        return [n for word in words if (n := self.card(word, *path)) is not None]

    def card(self, word: str, *path: str) -> int | None:
        face = self.face(word, *path)
        if face is None:
            return None
        first = face * self.pack.copies
        for number in range(first, first + self.pack.copies):
            if number not in self.used:
                self.used[number] = path
                return number
        before = self.used[first]
        times = "once" if self.pack.copies == 1 else f"{self.pack.copies} times"
        place = self.document.span(*before) if before != path else None
        where = "lies in more places than one" if before != path else f"stands too often in `{'.'.join(path)}`"
        self.fault(
            f"`{word}` {where}: the pack holds it {times}",
            *(*path, word),
            code=Code.CARD_TOO_OFTEN,
            others=((place, f"also in `{'.'.join(before)}`"),) if place else (),
        )
        return None

    def face(self, word: str, *path: str) -> int | None:
        """The number of a face."""
        found = self.pack.number_of(canonical(word, self.pack))
        if found is None:
            help = did_you_mean(word, [f.text for f in self.pack.faces])
            self.fault(f"the pack has no card `{word}`", *(*path, word), help=help, code=Code.UNKNOWN_CARD)
        return found

    def faces(self, value: Any, *path: str) -> list[int]:
        """Remembered cards: each stands for every copy."""
        found = [face for word in self.words(value, *path) if (face := self.face(word, *path)) is not None]
        return list(dict.fromkeys(face * self.pack.copies for face in found))

    def one_face(self, value: Any, *path: str) -> int | None:
        if len(self.words(value, *path)) > 1:
            self.fault(f"`{path[-1]}` is one card", *path)
        return next(iter(self.faces(value, *path)), None)

    def number_set(self, value: Any, *path: str) -> int:
        """A set of numbers, as bits."""
        found = {self.integer(n, *path) for n in self.several(value)}
        if max(found, default=0) > LARGEST_IN_SET:
            self.fault(f"no number of a set is larger than {LARGEST_IN_SET}", *path)
            return 0
        return sum(1 << n for n in found)

    def several(self, value: Any) -> list[str]:
        """The members of a set, of which a list or a text says each."""
        return [str(one) for one in (value if isinstance(value, list) else str(value).replace(",", " ").split())]

    def suit(self, value: Any, *path: str) -> str | None:
        letter = next((s.letter for s in self.pack.suits if str(value) in (s.letter, s.name)), None)
        if letter is None:
            help = did_you_mean(str(value), [s.name for s in self.pack.suits])
            self.fault(f"the pack has no suit `{value}`", *path, help=help, code=Code.UNKNOWN_CARD)
        return letter

    def rank(self, value: Any, *path: str) -> str | None:
        rank = str(value)  # in JSON it may be a number
        if rank in self.pack.all_ranks:
            return rank
        help = f"its ranks are {' '.join(dict.fromkeys(face.rank for face in self.pack.faces))}"
        self.fault(f"the pack has no rank `{rank}`", *path, help=help, code=Code.UNKNOWN_CARD)
        return None

    def value(self, name: str, value: Any, *path: str) -> Any:
        """One remembered value as the engine keeps it."""
        type = self.plan.memory[name].type
        if value in (None, "", "none", "null"):
            return [] if type is Type.CARDS else () if type in SETS_OF_WORDS else _NOTHING.get(type)
        if type in SETS_OF_WORDS:
            read_one: Callable[..., Any] = REMEMBERED.get(ELEMENT[type], _Reader.rank)
            members = [read_one(self, one, *path) for one in self.several(value)]
            return remembered(type, () if None in members else members, self.pack)
        read: Callable[..., Any] = REMEMBERED.get(type, _Reader.rank)
        return read(self, value, *path)

    # ---- fields of the state

    def field(self, f: Field, given: Any) -> None:
        """What is not said stays as it is."""
        if f.name == "stock":
            self.read_stock(given)
        elif f.of == "side":
            rows = getattr(self.state, f.name)
            for index, row in self.entries(given, "side", f.key):
                rows[index] = PART[f.kind](self, row, f.key, str(index + 1))
        elif given is not None:
            setattr(self.state, f.name, PART[f.kind](self, given, f.key))

    def leader(self, f: Field, given: Any) -> None:
        self.state.leader = (self.seat_under(f.key, self.plan.seats - 1) + 1) % self.plan.seats

    def turn_of(self, f: Field, given: Any) -> None:
        self.turn = self.seat_under(f.key, 0)  # the seat that decides
        self.state.seat = self.seat_under("seat", self.turn)

    def hands(self, f: Field, given: Any) -> None:
        for index, cards in self.entries(given, "seat", f.key):
            self.hand(index, cards, f.key, str(index + 1))
        if "hand" in self.data:
            if self.turn in self.known:
                self.fault(f"the hand of seat {self.turn + 1} is given twice", "hand", help="write `hand` or `hands`")
            self.hand(self.turn, self.data["hand"], "hand")

    def hand(self, seat: int, cards: Any, *path: str) -> None:
        self.state.hands[seat] = sorted(self.cards(cards, *path))
        self.known.add(seat)

    def zones(self, f: Field, given: Any) -> None:
        """The file's own zones by name, and the cards out of play."""
        state = self.state
        if self.data.get(ASIDE.name) is not None:
            state.zones[ASIDE.name] = [self.cards(self.data[ASIDE.name], ASIDE.name)]
        of = {z.name: z.of for z in self.ruleset.zones if z != ASIDE}
        for name, value in self.by_name(given, f.key):
            path = (f.key, str(name))
            if name not in of:
                self.no_key(f"`{self.ruleset.name}` has no zone `{name}`", *path, known=of)
            elif of[name] == "match":
                state.zones[name] = [self.cards(value, *path)]
            else:
                for index, row in self.entries(value, of[name], *path):
                    state.zones[name][index] = self.cards(row, *path, str(index + 1))

    def builds(self, f: Field, given: Any) -> None:
        if given is not None and given != "" and not isinstance(given, list):
            self.fault('`builds` is a list: one `{value: 7, groups: ["4h 3d"]}` for each build', "builds")
            return
        for index, entry in enumerate(given or ()):
            path = ("builds", str(index))
            if not isinstance(entry, Mapping) or "value" not in entry or "groups" not in entry:
                self.fault("a build has a `value` and `groups`", *path)
                continue
            value = self.integer(entry["value"], *path, "value")
            groups = entry["groups"] if isinstance(entry["groups"], list) else [entry["groups"]]
            parts = tuple(tuple(sorted(self.cards(g, *path, "groups"))) for g in groups)
            if not parts or not all(parts):
                self.fault("a build has at least one group, and no group is empty", *path, "groups")
                continue
            memory = {
                name: self.engine.start_of(name, self.state)
                if entry.get(name) is None
                else self.value(name, entry[name], *path, name)
                for name in self.plan.build_memory
            }
            known = ["value", "groups", *self.plan.build_memory]
            for key in entry:
                if key not in ("owed", *known):
                    self.no_key(f"a build has no `{key}`", *path, str(key), known=known)
            build = Build(value, tuple(sorted(parts)), memory)
            self.state.builds.append(build)
            if entry.get("owed") is not None and self.flag(entry["owed"], *path, "owed"):
                self.state.owed = (*self.state.owed, build)

    def read_stock(self, given: Any) -> None:
        counted = isinstance(given, int) or (isinstance(given, str) and given.strip().isdecimal())
        if given is not None and not counted:
            self.state.stock, self.stock = self.cards(given, "stock")[::-1], "listed"
            return
        self.state.stock = unnamed = [c for c in range(self.pack.size) if c not in self.used]
        if given is not None:
            number = self.integer(given, "stock")
            if number > len(unnamed):
                self.fault(f"{number} cards in the stock, but only {len(unnamed)} are not named elsewhere", "stock")
            self.state.stock, self.stock = unnamed[:number], "counted" if number else "listed"

    def memory(self, f: Field, given: Any) -> None:
        memory = self.state.memory = self.engine.fresh_memory(self.state)
        for name, value in self.by_name(given, f.key):
            declared = self.plan.memory.get(name)
            if declared is None or declared.of == "build":
                message = f"`{self.ruleset.name}` remembers no `{name}`"
                known = [n for n in self.plan.memory if n not in self.plan.build_memory]
                self.no_key(message, f.key, str(name), known=known)
            elif declared.of == "match":
                memory[name] = self.value(name, value, f.key, name)
            elif isinstance(value, Mapping):
                for index, part in self.entries(value, declared.of, f.key, name):
                    memory[name][index] = self.value(name, part, f.key, name, str(index + 1))
            else:
                self.fault(f"`{name}` is remembered by {declared.of}: `{{1: …, 2: …}}`", f.key, name)

    def award_points(self, f: Field, given: Any) -> None:
        known = self.ruleset.award_names()
        for name, row in self.by_name(given, f.key, "are written by award: `{cards: {1: 3, 2: 0}}`"):
            if name not in known:
                message = f"`{self.ruleset.name}` has no award `{name}`"
                self.no_key(message, f.key, str(name), known=known)
                continue
            self.state.points[name] = [0] * self.plan.sides
            for index, number in self.entries(row, "side", f.key, name):
                self.state.points[name][index] = self.points(number, f.key, name, str(index + 1))

    def steps(self, f: Field, given: Any) -> None:
        """How far the turn has come."""
        machine = self.plan.turn
        for step in given if isinstance(given, list) else str(given or "").replace(",", " ").split():
            if step not in machine.steps(self.state.at):
                self.fault(f"no turn comes to the step `{step}` here", "steps")
                return
            self.state.at = machine.after(self.state.at, step)
        for place, key in AFTER_TURN.items():
            if self.data.get(key) is not None and self.flag(self.data[key], key):
                self.state.at = place

    def asks(self, f: Field, given: Any) -> None:
        patterns = list(self.plan.asks)
        if not isinstance(given or [], list):
            self.fault("`asks` is a list: one `{seat: 1, ask: 1}` for each decision that waits", "asks")
            return
        for index, entry in enumerate(given or ()):
            which = entry if isinstance(entry, Mapping) else {}
            numbers = [self.whole(which.get(key, 0), "asks", str(index), key) for key in ("ask", "seat", "at")]
            ask, seat, at = (-1 if number is None else number for number in numbers)
            if -1 in (ask, seat, at):
                continue
            pattern = patterns[ask - 1] if 1 <= ask <= len(patterns) else None
            if pattern is None or not 1 <= seat <= self.plan.seats or at >= len(self.plan.asks[pattern].moves):
                self.fault("there is no such decision to wait for", "asks")
                continue
            self.state.asks.append(Ask(seat - 1, pattern, at))


# what kinds of fields hold, each as one part or as one for each side
PART: dict[Kind, Callable[..., Any]] = {
    Kind.CARDS: _Reader.cards,
    Kind.COUNT: _Reader.integer,
    Kind.POINT: _Reader.points,
    Kind.TARGET: _Reader.points,
    Kind.FLAG: _Reader.flag,
    Kind.SEAT: _Reader.one_of,
    Kind.SIDE: partial(_Reader.one_of, what="side"),
    Kind.ACTION: _Reader.action,
    Kind.TEXT: lambda reader, value, *path: str(value),
}
# what is remembered of each type; of any other it is a rank
REMEMBERED: dict[Type, Callable[..., Any]] = {
    Type.BOOL: _Reader.flag,
    Type.INT: partial(_Reader.integer, low=LOWEST),
    Type.SEAT: _Reader.one_of,
    Type.SIDE: partial(_Reader.one_of, what="side"),
    Type.VALUES: _Reader.number_set,
    Type.CARD: _Reader.one_face,
    Type.CARDS: _Reader.faces,
    Type.SUIT: _Reader.suit,
}
# the fields that are read in a way of their own
FIELD: dict[Kind, Callable[[_Reader, Field, Any], None]] = {
    Kind.LEADER: _Reader.leader,
    Kind.TURN: _Reader.turn_of,
    Kind.HELD: _Reader.hands,
    Kind.ZONES: _Reader.zones,
    Kind.BUILDS: _Reader.builds,
    Kind.DEBTS: lambda reader, f, given: None,  # the builds say them
    Kind.MEMORY: _Reader.memory,
    Kind.POINTS: _Reader.award_points,
    Kind.PLACE: _Reader.steps,
    Kind.ASKS: _Reader.asks,
}


def determined(position: Position, report: Report) -> Position | None:
    """The position with the one hand that is not named: it holds the cards that are named nowhere. None, with a
    finding, where that does not say where every card lies."""
    state, seats = position.state.copy(), position.engine.plan.seats
    hidden = [seat for seat in range(seats) if seat not in position.known_hands]
    named = {card for _, row in rows(state) for card in row} | {c for b in state.builds for c in b.cards}
    rest = [card for card in range(position.engine.plan.ruleset.pack.size) if card not in named]
    largest = max((len(hand) for hand in state.hands), default=0)
    message = ""
    if position.stock != "listed":
        message = "the stock is not named, so what is still to come is not known"
        help = 'say `stock: ""` where it is empty'
    elif len(hidden) > 1:
        message = f"the hands of seats {' and '.join(str(seat + 1) for seat in hidden)} are not named"
        help = "name `hands`; only one of them may be left out"
    elif hidden and len(rest) > largest + 1:
        few = f"too many for the hand of seat {hidden[0] + 1} beside hands of {largest}"
        message = f"{len(rest)} cards are named nowhere, {few}"
        help = "name the `piles`, and all other cards that are out of the hands"
    if message:
        report.add(Code.BAD_POSITION, None, message, help=help)
        return None
    for seat in hidden:
        state.hands[seat] = rest
    state.plays = None
    return replace(position, state=state, known_hands=frozenset(range(seats)))
