"""Reads a position: every card has one place, every number its range, and each fault its message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.diagnostics.codes import play as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.engine.game import TURN_OVER, Engine
from cassino_dsl.engine.state import Build, State
from cassino_dsl.engine.text import canonical
from cassino_dsl.position.document import Document
from cassino_dsl.position.position import Position
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import Ruleset

KEYS = (
    "seats turn dealer hand hands table builds piles stock aside scores memory round deals turns redeals passes "
    "points seat asks steps owes turn_over round_over match_over winner"
).split()
MAX_NUMBER = 1_000_000


class BadPosition(Exception):
    """Ends the reading of a position; the fault is in the report."""


def read_position(
    ruleset: Ruleset, engine_for: Callable[[int], Engine], document: Document, report: Report
) -> Position | None:
    """The position that a document describes; None, with diagnostics, where it describes none.

    ``engine_for`` gives the engine for a number of seats.
    """
    try:
        return _Reader(ruleset, engine_for, document, report).read()
    except BadPosition:
        return None


class _Reader:
    def __init__(
        self, ruleset: Ruleset, engine_for: Callable[[int], Engine], document: Document, report: Report
    ) -> None:
        self.ruleset, self.document, self.report = ruleset, document, report
        self.data = document.data
        self.faulty = False
        for key in self.data:
            if key not in KEYS:
                self.fault(f"a position has no key `{str(key)[:40]}`", str(key), help=did_you_mean(str(key), KEYS))
        seats = self.number("seats", ruleset.seats[0])
        if seats not in ruleset.seats:
            shown = ", ".join(map(str, ruleset.seats))
            report.add(
                codes.WrongSeats,
                document.span("seats"),
                f"`{ruleset.name}` is not played with {seats} seats",
                help=f"it is for {shown} seats",
            )
            raise BadPosition
        self.engine = engine_for(seats)
        self.plan = self.engine.plan
        self.used: dict[int, tuple[str, ...]] = {}

    def fault(self, message: str, *path: str, help: str | None = None, code: Any = codes.BadPosition) -> None:
        self.report.add(code, self.document.span(*path), message, help=help)
        self.faulty = True

    def number(self, key: str, default: int) -> int:
        """The whole number under a key."""
        return self._integer(self.data[key], key) if self.data.get(key) is not None else default

    def read(self) -> Position:
        engine, plan, data = self.engine, self.plan, self.data
        state = State([], [[] for _ in range(plan.seats)], [], [], [[] for _ in range(plan.sides)], [], {}, [], {})
        state.leader = self._seat("dealer", plan.seats) % plan.seats
        turn = self._seat("turn", 1) - 1
        state.seat = self._seat("seat", turn + 1) - 1
        state.round, state.deals = self.number("round", 1), self.number("deals", 1)
        state.turns, state.redeals = self.number("turns", 0), self.number("redeals", 0)
        state.passes = self.number("passes", 0)
        known = self._hands(state, turn)
        state.loose = self.cards(data.get("table"), "table")
        for index, owner in self._by("piles", plan.sides, "side"):
            state.piles[index] = self.cards(owner, "piles", str(index + 1))
        state.aside = self.cards(data.get("aside"), "aside")
        state.scores = [0] * plan.sides
        for index, value in self._by("scores", plan.sides, "side"):
            state.scores[index] = self._integer(value, "scores", str(index + 1), low=-MAX_NUMBER)
        state.memory = engine.fresh_memory(state)
        self._memory(state)
        self._builds(state)
        stock = self._stock(state)
        self._points(state)
        self._turn(state)
        if self.faulty:
            raise BadPosition
        return Position(engine, state, frozenset(known), stock)

    def _seat(self, key: str, default: int) -> int:
        seat = self.number(key, default)
        if not 1 <= seat <= self.plan.seats:
            self.fault(f"there is no seat {seat}", key, help=f"seats go from 1 to {self.plan.seats}")
            return default
        return seat

    def _hands(self, state: State, turn: int) -> set[int]:
        known = set()
        for index, cards in self._by("hands", self.plan.seats, "seat"):
            state.hands[index] = sorted(self.cards(cards, "hands", str(index + 1)))
            known.add(index)
        if "hand" in self.data:
            if turn in known:
                self.fault(f"the hand of seat {turn + 1} is given twice", "hand", help="write `hand` or `hands`")
            state.hands[turn] = sorted(self.cards(self.data["hand"], "hand"))
            known.add(turn)
        return known

    def _by(self, key: str, count: int, what: str) -> list[tuple[int, Any]]:
        """The entries of a mapping by seat or side, counted from 0."""
        value = self.data.get(key)
        if value is None or value == "":
            return []
        if not isinstance(value, Mapping):
            self.fault(f"`{key}` is written by {what}: `{{1: …, 2: …}}`", key)
            return []
        found = []
        for name, entry in value.items():
            if str(name).isdecimal() and len(str(name)) < 4 and 1 <= int(name) <= count:
                found.append((int(name) - 1, entry))
            else:
                self.fault(
                    f"there is no {what} `{str(name)[:40]}`", key, str(name), help=f"{what}s go from 1 to {count}"
                )
        return found

    def _integer(self, value: Any, *path: str, low: int = 0) -> int:
        text = str(value)
        digits = text[1:] if low < 0 and text.startswith("-") else text
        if isinstance(value, bool) or not digits.isdecimal() or len(digits) > 7 or int(text) < low:
            self.fault(f"`{path[-1]}` is a whole number, not `{text[:40]}`", *path)
            return 0
        return int(text)

    # ---- cards

    def cards(self, value: Any, *path: str) -> list[int]:
        """Card numbers for a text of faces (or a list of them); each card of the pack once."""
        if value is None:
            return []
        if isinstance(value, str):
            words = value.replace(",", " ").split()
        elif isinstance(value, list) and all(isinstance(v, str) for v in value):
            words = [w for v in value for w in v.replace(",", " ").split()]
        else:
            self.fault(f"`{path[-1]}` is a text of cards such as `3c 10d`", *path)
            return []
        return [n for word in words if (n := self.card(word, *path)) is not None]

    def card(self, word: str, *path: str) -> int | None:
        pack = self.plan.ruleset.pack
        first = self.engine.evaluate.tables.first_of.get(canonical(word))
        if first is None:
            known = [f.text for f in pack.faces]
            self.fault(
                f"the pack has no card `{word[:40]}`",
                *path,
                word,
                help=did_you_mean(word, known),
                code=meaning.UnknownCard,
            )
            return None
        for number in range(first, first + pack.copies):
            if number not in self.used:
                self.used[number] = path
                return number
        before = self.used[first]
        times = "once" if pack.copies == 1 else f"{pack.copies} times"
        place = self.document.span(*before)
        self.report.add(
            codes.CardTooOften,
            self.document.span(*path, word),
            f"`{word}` lies in more places than one: the pack holds it {times}",
            others=((place, f"also in `{'.'.join(before)}`"),) if place else (),
        )
        self.faulty = True
        return None

    def _builds(self, state: State) -> None:
        builds = self.data.get("builds")
        if builds is None or builds == "":
            return
        if not isinstance(builds, list):
            self.fault('`builds` is a list: one `{value: 7, groups: ["4h 3d"]}` for each build', "builds")
            return
        for index, entry in enumerate(builds):
            path = ("builds", str(index))
            if not isinstance(entry, Mapping) or "value" not in entry or "groups" not in entry:
                self.fault("a build has a `value` and `groups`", *path)
                continue
            value = self._integer(entry["value"], *path, "value")
            groups = entry["groups"] if isinstance(entry["groups"], list) else [entry["groups"]]
            parts = tuple(tuple(sorted(self.cards(g, *path, "groups"))) for g in groups)
            if not parts or not all(parts):
                self.fault("a build has at least one group, and no group is empty", *path, "groups")
                continue
            memory = {}
            for name in self.plan.build_memory:
                given = entry.get(name)
                memory[name] = (
                    self.engine.start_of(name, state) if given is None else self.value(name, given, *path, name)
                )
            for key in entry:
                if key not in ("value", "groups", "owed", *self.plan.build_memory):
                    known = ["value", "groups", *self.plan.build_memory]
                    self.fault(f"a build has no `{str(key)[:40]}`", *path, str(key), help=did_you_mean(str(key), known))
            build = Build(value, tuple(sorted(parts)), memory)
            state.builds.append(build)
            if entry.get("owed") in (True, "true"):
                state.owed = (*state.owed, build)

    def _stock(self, state: State) -> str:
        given = self.data.get("stock")
        counted = isinstance(given, int) or (isinstance(given, str) and given.strip().isdecimal())
        if given is not None and not counted:
            state.stock = self.cards(given, "stock")[::-1]
            return "listed"
        unnamed = [c for c in range(self.plan.ruleset.pack.size) if c not in self.used]
        if given is None:
            state.stock = unnamed
            return "open"
        number = self._integer(given, "stock")
        if number > len(unnamed):
            self.fault(f"{number} cards in the stock, but only {len(unnamed)} are not named elsewhere", "stock")
        state.stock = unnamed[:number]
        return "listed" if number == 0 else "counted"

    # ---- memory and the turn

    def _memory(self, state: State) -> None:
        given = self.data.get("memory")
        if given is None or given == "":
            return
        if not isinstance(given, Mapping):
            self.fault("`memory` is written by name", "memory")
            return
        for name, value in given.items():
            planned = self.plan.memory.get(name)
            if planned is None or planned.memory.of == "build":
                self.fault(
                    f"`{self.ruleset.name}` remembers no `{str(name)[:40]}`",
                    "memory",
                    str(name),
                    help=did_you_mean(str(name), [n for n in self.plan.memory if n not in self.plan.build_memory]),
                )
            elif planned.memory.of == "match":
                state.memory[name] = self.value(name, value, "memory", name)
            elif isinstance(value, Mapping):
                for owner, part in value.items():
                    if str(owner).isdecimal() and 1 <= int(str(owner)[:6]) <= len(state.memory[name]):
                        state.memory[name][int(owner) - 1] = self.value(name, part, "memory", name, str(owner))
                    else:
                        self.fault(f"there is no {planned.memory.of} `{str(owner)[:40]}`", "memory", name, str(owner))
            else:
                self.fault(f"`{name}` is remembered by {planned.memory.of}: `{{1: …, 2: …}}`", "memory", name)

    def value(self, name: str, value: Any, *path: str) -> Any:
        """One remembered value as the engine keeps it."""
        type = self.plan.memory[name].memory.type
        pack = self.plan.ruleset.pack
        if value in (None, "", "none", "null"):
            return [] if type is Type.CARDS else (0 if type in (Type.INT, Type.VALUES) else None)
        if type is Type.BOOL:
            return value in (True, "true")
        if type is Type.INT:
            return self._integer(value, *path, low=-MAX_NUMBER)
        if type in (Type.SEAT, Type.SIDE):
            number, last = self._integer(value, *path), self.plan.seats if type is Type.SEAT else self.plan.sides
            if not 1 <= number <= last:
                self.fault(f"there is no {type.value} {number}", *path)
                return None
            return number - 1
        if type is Type.VALUES:
            numbers = value if isinstance(value, list) else str(value).replace(",", " ").split()
            return sum(1 << min(127, self._integer(n, *path)) for n in set(map(str, numbers)))
        if type in (Type.CARD, Type.CARDS):
            faces = [pack.number_of(canonical(w)) for w in str(value).replace(",", " ").split()]
            if None in faces:
                self.fault(f"the pack has no card `{str(value)[:40]}`", *path, code=meaning.UnknownCard)
            found = [f * pack.copies for f in faces if f is not None]
            return found if type is Type.CARDS else next(iter(found), None)
        if type is Type.RANK and value not in pack.ranks:
            self.fault(f"the pack has no rank `{str(value)[:40]}`", *path, code=meaning.UnknownCard)
        return value

    def _points(self, state: State) -> None:
        given = self.data.get("points")
        for name, row in given.items() if isinstance(given, Mapping) else ():
            if isinstance(row, Mapping):
                state.points[name] = [
                    self._integer(row.get(str(s + 1), 0), "points", name, low=-MAX_NUMBER)
                    for s in range(self.plan.sides)
                ]

    def _turn(self, state: State) -> None:
        from cassino_dsl.engine.state import Ask

        steps = self.data.get("steps")
        names = steps if isinstance(steps, list) else str(steps or "").replace(",", " ").split()
        machine = self.plan.turn
        for step in names:
            if step not in machine.steps(state.at):
                self.fault(f"no turn comes to the step `{str(step)[:40]}` here", "steps")
                return
            state.at = machine.after(state.at, step)
        if state.owed:
            state.owed_action = str(self.data.get("owes", ""))
        patterns = list(self.plan.asks)
        asks = self.data.get("asks")
        for entry in asks if isinstance(asks, list) else ():
            number = self._integer(entry.get("ask", 0), "asks") if isinstance(entry, Mapping) else 0
            if not isinstance(entry, Mapping) or not 1 <= number <= len(patterns):
                self.fault("there is no such decision to wait for", "asks")
                continue
            seat = self._integer(entry.get("seat", 0), "asks")
            at = self._integer(entry.get("at", 0), "asks")
            pattern = patterns[number - 1]
            if not 1 <= seat <= self.plan.seats or at >= len(self.plan.asks[pattern].moves):
                self.fault("there is no such decision to wait for", "asks")
                continue
            state.asks.append(Ask(seat - 1, pattern, at))
        if state.asks and self.data.get("turn_over") in (True, "true"):
            state.at = TURN_OVER  # what is asked is all that is left of the turn
        state.round_over = self.data.get("round_over") in (True, "true")
