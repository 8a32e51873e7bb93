"""Positions of design.md 6: read from a document, written back as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.game import PASSED, TURN_OVER, Engine
from cassino_dsl.engine.numbers import bits
from cassino_dsl.engine.state import FIELDS, Ask, Build, Field, Kind, State
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.model import ASIDE

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


def position_json(position: Position) -> dict[str, Any]:
    """The position as JSON data; reading it gives the position back. What is not written is at its default."""
    engine, state = position.engine, position.state
    data: dict[str, Any] = {"seats": engine.plan.seats}
    for f in FIELDS:
        value = getattr(state, f.name)
        if f.always or value != f.default:
            data.update(_WRITERS[f.kind](position, f, value))
    return data


def _text(position: Position, cards: Iterable[int]) -> str:
    text = position.engine.evaluate.tables.text
    return " ".join(text[c] for c in cards)


def _cards(position: Position, f: Field, value: Any) -> dict[str, Any]:
    if f.name == "stock":
        if position.stock == "open":
            return {}
        return {f.key: _text(position, value[::-1]) if position.stock == "listed" else len(value)}
    if f.of == "match":
        return {f.key: _text(position, value)}
    return {f.key: {str(i + 1): _text(position, row) for i, row in enumerate(value)}}


def _zones(position: Position, f: Field, value: dict[str, list[list[int]]]) -> dict[str, Any]:
    """The file's own zones under one key; cards out of play, which every variant has, where there are any."""
    found: dict[str, Any] = {}
    for zone in position.engine.plan.ruleset.zones:
        rows = [_text(position, row) for row in value[zone.name]]
        found[zone.name] = rows[0] if zone.of == "match" else {str(i + 1): row for i, row in enumerate(rows)}
    aside = found.pop(ASIDE.name)
    return {**({ASIDE.name: aside} if aside else {}), **({f.key: found} if found else {})}


def _held(position: Position, f: Field, value: list[list[int]]) -> dict[str, Any]:
    return {f.key: {str(s + 1): _text(position, value[s]) for s in sorted(position.known_hands)}}


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
    return {f.key: {name: _memory_json(position.engine, name, known) for name, known in value.items()}}


def _points(position: Position, f: Field, value: dict[str, list[int]]) -> dict[str, Any]:
    shown = position.engine.plan.ruleset.match.shown
    return {f.key: {name: {str(s + 1): shown(n) for s, n in enumerate(row)} for name, row in value.items()}}


def _scores(position: Position, f: Field, value: list[int]) -> dict[str, Any]:
    shown = position.engine.plan.ruleset.match.shown
    return {f.key: {str(i + 1): shown(n) for i, n in enumerate(value)}}


def _target(position: Position, f: Field, value: int | None) -> dict[str, Any]:
    return {f.key: None if value is None else position.engine.plan.ruleset.match.shown(value)}


def _plain(position: Position, f: Field, value: Any) -> dict[str, Any]:
    return {f.key: value if f.of == "match" else {str(i + 1): n for i, n in enumerate(value)}}


def _from_one(position: Position, f: Field, value: int | None) -> dict[str, Any]:
    return {f.key: None if value is None else value + 1}


def _leader(position: Position, f: Field, value: int) -> dict[str, Any]:
    return {f.key: (value - 1) % position.engine.plan.seats + 1}


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


Writer = Callable[[Position, Field, Any], dict[str, Any]]
_WRITERS: dict[Kind, Writer] = {
    Kind.CARDS: _cards,
    Kind.HELD: _held,
    Kind.BUILDS: _builds,
    Kind.DEBTS: lambda position, f, value: {},  # each build says it itself
    Kind.ZONES: _zones,
    Kind.MEMORY: _memory,
    Kind.POINTS: _points,
    Kind.COUNT: _plain,
    Kind.POINT: _scores,
    Kind.TARGET: _target,
    Kind.FLAG: _plain,
    Kind.SEAT: _from_one,
    Kind.SIDE: _from_one,
    Kind.LEADER: _leader,
    Kind.TURN: _turn,
    Kind.PLACE: _place,
    Kind.ASKS: _asks,
    Kind.ACTION: _plain,
    Kind.TEXT: _plain,
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


def _memory_json(engine: Engine, name: str, value: Any) -> Any:
    if engine.plan.memory[name].memory.of in ("side", "seat"):
        return {str(i + 1): memory_json(engine, name, v) for i, v in enumerate(value)}
    return memory_json(engine, name, value)


def memory_json(engine: Engine, name: str, value: Any) -> Any:
    """One remembered value: seats and sides from 1, cards as text, sets of numbers as lists."""
    type = engine.plan.memory[name].memory.type
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
    return value
