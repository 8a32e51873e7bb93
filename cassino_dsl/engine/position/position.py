"""Positions, written as documents: whole, or as one seat sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from cassino_dsl.engine.reference.game import PASSED, TURN_OVER, Engine
from cassino_dsl.engine.reference.numbers import bits
from cassino_dsl.engine.reference.state import FIELDS, Ask, Build, Field, Kind, State
from cassino_dsl.engine.reference.visibility import Knowledge, Row
from cassino_dsl.language.core.contradictions import one_of_a_value
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.ruleset.model import ASIDE
from cassino_dsl.language.ruleset.types import SETS_OF_WORDS


def position_text(position: Mapping[str, Any]) -> str:
    """A position as YAML, one key per line."""
    return "\n".join(f"{key}: {flow(value)}" for key, value in position.items())


def flow(value: Any) -> str:
    """A value in one line of YAML."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


AFTER_TURN = {TURN_OVER: "turn_over", PASSED: "passed"}  # places in a turn to which no step leads


@dataclass(frozen=True, slots=True)
class Position:
    """A state, and what of it is known: the seats whose hands are named, and whether the stock is ``listed`` card
    by card, only ``counted``, or left ``open``."""

    engine: Engine
    state: State
    known_hands: frozenset[int]
    stock: str

    @property
    def complete(self) -> bool:
        """Whether every card has its place, so that play can go on by itself."""
        return self.stock == "listed" and len(self.known_hands) == self.engine.plan.seats

    @property
    def remark(self) -> str | None:
        """What a position can't tell of how the game goes on."""
        return "the layout would be dealt anew, in an order that is not known here" if self.state.redeal else None

    @property
    def misbuilt(self) -> str | None:
        """What its builds are given as, and their cards cannot count for, or no two can be: something may be
        mistyped."""
        tables = self.engine.evaluate.tables
        for build in self.state.builds:
            for group in build.groups:
                numbers = [bits(reduce(or_, (of[card] for of in tables.values.values()))) for card in group]
                totals = {0}  # some games take cards from each other, and in some each has the value
                for some in numbers:
                    totals = {abs(total + n) for total in totals for one in some for n in (one, -one)}
                if all(numbers) and build.value not in totals and not all(build.value in some for some in numbers):
                    return f"a build of {build.value} is given, but {_text(self, group)} cannot count for that"
        plan, values = self.engine.plan, [build.value for build in self.state.builds]
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is None or not one_of_a_value(plan.ruleset, plan.seats):
            return None
        return f"two builds of {twice} are given, and no play of this game leads to that"


def position_json(position: Position) -> dict[str, Any]:
    """The position as JSON data; reading it gives the position back. What is not written is at its default."""
    engine, state = position.engine, position.state
    data: dict[str, Any] = {"seats": engine.plan.seats}
    for f in FIELDS:
        value = getattr(state, f.name)
        if f.always or value != f.default:
            data |= _WRITERS.get(f.kind, _plain)(position, f, value)
    return data


def _text(position: Position, cards: Iterable[int]) -> str:
    text = position.engine.evaluate.tables.text
    return " ".join(text[c] for c in cards)


def _by_owner(values: Iterable[Any]) -> dict[str, Any]:
    """A value for each side or seat, counted from 1."""
    return {str(i): value for i, value in enumerate(values, 1)}


def _owned(of: str, rows: Iterable[Any]) -> Any:
    """The one row of what belongs to the match, else a row for each owner."""
    return next(iter(rows)) if of == "match" else _by_owner(rows)


def _plain(position: Position, f: Field, value: Any) -> dict[str, Any]:
    """What stands under the key of its field: one part, or one for each seat or side."""
    part = _PART.get(f.kind)
    rows = [value] if f.of == "match" else value
    return {f.key: _owned(f.of, (row if part is None else part(position, row) for row in rows))}


def _points(position: Position, value: int | None) -> int | float | None:
    return None if value is None else position.engine.plan.ruleset.match.shown(value)


def _from_one(position: Position, value: int | None) -> int | None:
    return None if value is None else value + 1


_PART: dict[Kind, Callable[[Position, Any], Any]] = {
    Kind.CARDS: _text,
    Kind.POINT: _points,
    Kind.TARGET: _points,
    Kind.SEAT: _from_one,
    Kind.SIDE: _from_one,
}


def _cards(position: Position, f: Field, value: Any) -> dict[str, Any]:
    if f.name != "stock":
        return _plain(position, f, value)
    if position.stock == "open":
        return {}
    return {f.key: _text(position, value[::-1]) if position.stock == "listed" else len(value)}


def _zones(position: Position, f: Field, value: dict[str, list[list[int]]]) -> dict[str, Any]:
    """The file's own zones under one key; cards out of play, which every variant has, where there are any."""
    zones = position.engine.plan.ruleset.zones
    found = {zone.name: _owned(zone.of, (_text(position, row) for row in value[zone.name])) for zone in zones}
    aside = found.pop(ASIDE.name)
    return {**({ASIDE.name: aside} if aside else {}), **({f.key: found} if found else {})}


def _builds(position: Position, f: Field, value: list[Build]) -> dict[str, Any]:
    engine = position.engine
    copies = engine.plan.ruleset.pack.copies

    def faces(group: tuple[int, ...]) -> list[int]:
        return [c // copies for c in group]  # twins are not told apart

    return {
        f.key: [
            {
                "value": b.value,
                "groups": [_text(position, g) for g in sorted(b.groups, key=faces)],
                **{k: memory_json(engine, k, v) for k, v in b.memory.items()},
                **({"owed": True} if b in position.state.owed else {}),
            }
            for b in value
        ]
    }


def _memory(position: Position, f: Field, value: dict[str, Any]) -> dict[str, Any]:
    engine, found = position.engine, {}
    for name, known in value.items():
        of = engine.plan.memory[name].of
        found[name] = _owned(of, (memory_json(engine, name, v) for v in ([known] if of == "match" else known)))
    return {f.key: found}


def memory_json(engine: Engine, name: str, value: Any) -> Any:
    """One remembered value: seats and sides from 1, cards as text, other sets as lists."""
    type = engine.plan.memory[name].type
    if value is None:
        return None
    if type in (Type.SEAT, Type.SIDE):
        return value + 1
    if type is Type.CARD:
        return engine.evaluate.tables.text[value]
    if type is Type.CARDS:
        return " ".join(engine.evaluate.tables.text[c] for c in value)
    if type is Type.VALUES:
        return bits(value)
    if type in (Type.SEATS, Type.SIDES):
        return [owner + 1 for owner in value]
    return list(value) if type in SETS_OF_WORDS else value


def _turn(position: Position, f: Field, value: int) -> dict[str, Any]:
    """Whose turn it is, and who decides: while something is asked, they are two questions."""
    decider = {f.key: position.engine.decider(position.state) + 1}
    return decider | {"seat": value + 1} if position.state.asks else decider


def _asks(position: Position, f: Field, value: list[Ask]) -> dict[str, Any]:
    patterns = list(position.engine.plan.asks)
    return {f.key: [{"seat": a.seat + 1, "ask": patterns.index(a.pattern) + 1, "at": a.at} for a in value]}


def _place(position: Position, f: Field, value: int) -> dict[str, Any]:
    """The fewest steps that lead from the beginning of a turn to a place in it; or that the turn is over."""
    if value in AFTER_TURN:
        return {AFTER_TURN[value]: True}
    return {f.key: steps_to(position.engine, value)}


# the fields that are written in a way of their own
_WRITERS: dict[Kind, Callable[[Position, Field, Any], dict[str, Any]]] = {
    Kind.CARDS: _cards,
    Kind.HELD: lambda position, f, value: {
        f.key: {str(s + 1): _text(position, value[s]) for s in sorted(position.known_hands)}
    },
    Kind.BUILDS: _builds,
    Kind.DEBTS: lambda position, f, value: {},  # each build says it itself
    Kind.ZONES: _zones,
    Kind.MEMORY: _memory,
    Kind.POINTS: lambda position, f, value: {
        f.key: {name: _by_owner(_points(position, n) for n in row) for name, row in value.items()}
    },
    Kind.LEADER: lambda position, f, value: {f.key: (value - 1) % position.engine.plan.seats + 1},
    Kind.TURN: _turn,
    Kind.PLACE: _place,
    Kind.ASKS: _asks,
}


def steps_to(engine: Engine, at: int) -> list[str]:
    """The fewest steps that lead from the beginning of a turn to a place in it."""
    if at <= 0:
        return []
    machine = engine.plan.turn
    paths: dict[int, list[str]] = {0: []}
    frontier = [0]
    while frontier:
        state = frontier.pop(0)
        for step, to in machine.moves[state]:
            if to not in paths:
                paths[to] = [*paths[state], step]
                frontier.append(to)
    return paths.get(at, [])


HIDDEN = "?"  # a card that is there, and not seen


def view_json(position: Position, seat: int) -> dict[str, Any]:
    """The position as JSON data for a seat (counted from 0).

    A zone that the seat sees is a text of cards, one that it does not the number of its cards; in one of which it sees
    a part, `?` stands for each of the others. ``tops`` are the top cards of piles that are seen, ``next`` and
    ``bottom`` the ends of the stock that are: where nothing else of a zone is, it is counted.
    """
    data = position_json(position)
    known = Knowledge(position.engine.evaluate).of(position.state, seat)
    text = position.engine.evaluate.tables.text

    def shown(row: Row, told: Collection[int] = ()) -> str | int:
        """A row for people; ``told``: the places in it that have a key of their own."""
        seen = {at for at, card in enumerate(row) if card is not None}
        if row and seen <= {at % len(row) for at in told} and len(seen) < len(row):
            return len(row)
        return " ".join(HIDDEN if card is None else text[card] for card in row)

    data.pop("chances", None)  # how often chance has decided something might tell of hidden cards
    hands, piles, (stock,) = known.zones["hands"], known.zones["piles"], known.zones["stock"]
    data["hands"] = {str(s + 1): shown(row) for s, row in enumerate(hands) if s in position.known_hands}
    data["piles"] = _by_owner(shown(row, (-1,)) for row in piles)
    data["tops"] = {str(s + 1): text[row[-1]] for s, row in enumerate(piles) if row and row[-1] is not None}
    for zone in ("table", ASIDE.name):
        if zone in data:
            data[zone] = shown(known.zones[zone][0])
    for declared in position.engine.plan.ruleset.zones:
        if declared != ASIDE:
            data["zones"][declared.name] = _owned(declared.of, map(shown, known.zones[declared.name]))
    if position.stock == "counted":
        data["stock"] = len(stock)
    elif position.stock == "listed":
        data["stock"] = shown(stock[::-1], (0, -1)) if stock else 0
        ends = {"next": stock[-1], "bottom": stock[0]} if stock else {}
        data |= {key: text[card] for key, card in ends.items() if card is not None}
    memory = data["memory"]
    for name, owners in known.memory.items():
        if not owners:
            del memory[name]
        elif isinstance(memory[name], dict):
            memory[name] = {owner: value for owner, value in memory[name].items() if int(owner) - 1 in owners}
    for build, names in zip(data.get("builds", ()), known.builds, strict=True):
        for name in set(position.engine.plan.build_memory) - names:
            del build[name]
    return data
