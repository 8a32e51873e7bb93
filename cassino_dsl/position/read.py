"""Reads a position: every card has one place, every number its range, and each fault its message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import match_key
from cassino_dsl.engine.state import FIELDS, Ask, Build, Field, Kind, State
from cassino_dsl.position.document import Document
from cassino_dsl.position.parts import Parts, Unreadable
from cassino_dsl.position.position import AFTER_TURN, Position
from cassino_dsl.ruleset.model import ASIDE, Ruleset

SEED = 1  # of what chance decides in a position, where nobody says another


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


class _Reader(Parts):
    def read(self) -> Position:
        engine, plan = self.engine, self.plan
        state = State.empty(plan)
        known: set[int] = set()
        stock = "open"
        for f in FIELDS:
            if f.kind is Kind.HELD:
                known = self._hands(state, f)
            elif f.name == "stock":
                stock = self._stock(state)
            elif f.kind is Kind.MEMORY:
                state.memory = engine.fresh_memory(state)
                self._memory(state)
            else:
                self._field(state, f)
        if self.faulty:
            raise Unreadable
        return Position(engine, state, frozenset(known), stock)

    def _field(self, state: State, f: Field) -> None:
        """Read one field of the state, by its kind; what is not said stays as it is."""
        key, given = f.key, self.data.get(f.key)
        if f.kind is Kind.LEADER:
            state.leader = self.seat(key, self.plan.seats) % self.plan.seats
        elif f.kind is Kind.TURN:
            self.turn = self.seat(key, 1) - 1  # the seat that decides
            state.seat = self.seat("seat", self.turn + 1) - 1
        elif f.kind is Kind.BUILDS:
            self._builds(state)
        elif f.kind is Kind.ZONES:
            self._zones(state)
        elif f.kind is Kind.POINTS:
            self._points(state)
        elif f.kind is Kind.ASKS:
            self._asks(state)
        elif f.kind is Kind.PLACE:
            self._steps(state)
        elif f.of == "side":
            rows = getattr(state, f.name)
            for index, row in self.by(key, self.plan.sides, "side"):
                path = (key, str(index + 1))
                rows[index] = self.cards(row, *path) if f.kind is Kind.CARDS else self.points(row, *path)
        elif given is not None:
            setattr(state, f.name, self._one(f, given))

    def _one(self, f: Field, given: Any) -> Any:
        """The value of a field that has one."""
        match f.kind:
            case Kind.CARDS:
                return self.cards(given, f.key)
            case Kind.COUNT:
                return self.integer(given, f.key)
            case Kind.TARGET:
                return self.points(given, f.key)
            case Kind.FLAG:
                return self.flag(given, f.key)
            case Kind.SEAT:
                return self.seat(f.key, 1) - 1
            case Kind.SIDE:
                return self.among(f.key, "side", self.plan.sides, 1) - 1
            case Kind.ACTION:
                return self.action(str(given), f.key)
            case Kind.TEXT:
                return str(given)
        return f.default  # debts: the builds say them

    def _hands(self, state: State, f: Field) -> set[int]:
        known, turn = set(), self.turn
        for index, cards in self.by(f.key, self.plan.seats, "seat"):
            state.hands[index] = sorted(self.cards(cards, f.key, str(index + 1)))
            known.add(index)
        if "hand" in self.data:
            if turn in known:
                self.fault(f"the hand of seat {turn + 1} is given twice", "hand", help="write `hand` or `hands`")
            state.hands[turn] = sorted(self.cards(self.data["hand"], "hand"))
            known.add(turn)
        return known

    def _by_name(self, key: str, form: str) -> Iterable[tuple[Any, Any]]:
        """The entries of a mapping by name under a key; ``form``: what is said of anything else."""
        given = self.data.get(key)
        if isinstance(given, Mapping):
            return given.items()
        if given is not None and given != "":
            self.fault(form, key)
        return ()

    def _zones(self, state: State) -> None:
        """The file's own zones by name, and the cards out of play."""
        if self.data.get(ASIDE.name) is not None:
            state.zones[ASIDE.name] = [self.cards(self.data[ASIDE.name], ASIDE.name)]
        of = {z.name: z.of for z in self.ruleset.zones if z != ASIDE}
        for name, value in self._by_name("zones", "`zones` is written by name"):
            path = ("zones", str(name))
            if name not in of:
                self.no_key(f"`{self.ruleset.name}` has no zone `{str(name)[:40]}`", *path, known=of)
            elif of[name] == "match":
                state.zones[name] = [self.cards(value, *path)]
            else:
                for index, row in self.entries(value, len(state.zones[name]), of[name], *path):
                    state.zones[name][index] = self.cards(row, *path, str(index + 1))

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
            value = self.integer(entry["value"], *path, "value")
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
                    self.no_key(f"a build has no `{str(key)[:40]}`", *path, str(key), known=known)
            build = Build(value, tuple(sorted(parts)), memory)
            state.builds.append(build)
            if entry.get("owed") is not None and self.flag(entry["owed"], *path, "owed"):
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
        number = self.integer(given, "stock")
        if number > len(unnamed):
            self.fault(f"{number} cards in the stock, but only {len(unnamed)} are not named elsewhere", "stock")
        state.stock = unnamed[:number]
        return "listed" if number == 0 else "counted"

    def _memory(self, state: State) -> None:
        for name, value in self._by_name("memory", "`memory` is written by name"):
            planned = self.plan.memory.get(name)
            if planned is None or planned.memory.of == "build":
                message = f"`{self.ruleset.name}` remembers no `{str(name)[:40]}`"
                known = [n for n in self.plan.memory if n not in self.plan.build_memory]
                self.no_key(message, "memory", str(name), known=known)
            elif planned.memory.of == "match":
                state.memory[name] = self.value(name, value, "memory", name)
            elif isinstance(value, Mapping):
                count = len(state.memory[name])
                for index, part in self.entries(value, count, planned.memory.of, "memory", name):
                    state.memory[name][index] = self.value(name, part, "memory", name, str(index + 1))
            else:
                self.fault(f"`{name}` is remembered by {planned.memory.of}: `{{1: …, 2: …}}`", "memory", name)

    def _points(self, state: State) -> None:
        known = self.ruleset.award_names()
        for name, row in self._by_name("points", "`points` are written by award: `{cards: {1: 3, 2: 0}}`"):
            if name not in known:
                message = f"`{self.ruleset.name}` has no award `{str(name)[:40]}`"
                self.no_key(message, "points", str(name), known=known)
                continue
            state.points[name] = [0] * self.plan.sides
            for index, number in self.entries(row, self.plan.sides, "side", "points", name):
                state.points[name][index] = self.points(number, "points", name, str(index + 1))

    def _steps(self, state: State) -> None:
        """How far the turn has come."""
        steps = self.data.get("steps")
        names = steps if isinstance(steps, list) else str(steps or "").replace(",", " ").split()
        machine = self.plan.turn
        for step in names:
            if step not in machine.steps(state.at):
                self.fault(f"no turn comes to the step `{str(step)[:40]}` here", "steps")
                return
            state.at = machine.after(state.at, step)
        for place, key in AFTER_TURN.items():
            if self.data.get(key) is not None and self.flag(self.data[key], key):
                state.at = place

    def _asks(self, state: State) -> None:
        patterns = list(self.plan.asks)
        asks = self.data.get("asks") or []
        if not isinstance(asks, list):
            self.fault("`asks` is a list: one `{seat: 1, ask: 1}` for each decision that waits", "asks")
            return
        for entry in asks:
            number = self.whole(entry.get("ask", 0), "asks") if isinstance(entry, Mapping) else 0
            if number is None:
                continue
            if not isinstance(entry, Mapping) or not 1 <= number <= len(patterns):
                self.fault("there is no such decision to wait for", "asks")
                continue
            seat, at = self.whole(entry.get("seat", 0), "asks"), self.whole(entry.get("at", 0), "asks")
            if seat is None or at is None:
                continue
            pattern = patterns[number - 1]
            if not 1 <= seat <= self.plan.seats or at >= len(self.plan.asks[pattern].moves):
                self.fault("there is no such decision to wait for", "asks")
                continue
            state.asks.append(Ask(seat - 1, pattern, at))
