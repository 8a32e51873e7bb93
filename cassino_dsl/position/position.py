"""Positions of design.md 6: read from a document, written back as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cassino_dsl.engine.game import TURN_OVER, Engine
from cassino_dsl.engine.state import State


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


def position_json(position: Position) -> dict[str, Any]:
    """The position as JSON data; reading it gives the position back."""
    engine, state = position.engine, position.state
    text = engine.evaluate.tables.text
    plan = engine.plan

    def cards(numbers: list[int]) -> str:
        return " ".join(text[c] for c in numbers)

    def faces(group: tuple[int, ...]) -> list[int]:
        return [c // plan.ruleset.pack.copies for c in group]  # twins are not told apart

    data: dict[str, Any] = {
        "seats": plan.seats,
        "turn": engine.decider(state) + 1,
        "dealer": (state.leader - 1) % plan.seats + 1,
        "hands": {str(s + 1): cards(state.hands[s]) for s in sorted(position.known_hands)},
        "table": cards(state.loose),
    }
    if state.builds:
        data["builds"] = [
            {
                "value": b.value,
                "groups": [cards(list(g)) for g in sorted(b.groups, key=faces)],
                **{k: memory_json(engine, k, v) for k, v in b.memory.items()},
                **({"owed": True} if b in state.owed else {}),
            }
            for b in state.builds
        ]
    data["piles"] = {str(s + 1): cards(pile) for s, pile in enumerate(state.piles)}
    if position.stock == "listed":
        data["stock"] = cards(state.stock[::-1])
    elif position.stock == "counted":
        data["stock"] = len(state.stock)
    if state.aside:
        data["aside"] = cards(state.aside)
    data["scores"] = {str(s + 1): points for s, points in enumerate(state.scores)}
    data["memory"] = {name: _memory_json(engine, name, value) for name, value in state.memory.items()}
    data["round"], data["deals"] = state.round, state.deals
    for key, value in (("turns", state.turns), ("redeals", state.redeals), ("passes", state.passes)):
        if value:
            data[key] = value
    if any(any(row) for row in state.points.values()):
        data["points"] = {k: {str(s + 1): n for s, n in enumerate(row)} for k, row in state.points.items()}
    _turn_json(engine, state, data)
    return data


def _turn_json(engine: Engine, state: State, data: dict[str, Any]) -> None:
    """What is unfinished: steps made in this turn, debts, decisions that wait."""
    if state.asks:
        patterns = list(engine.plan.asks)
        data["seat"] = state.seat + 1
        data["asks"] = [{"seat": a.seat + 1, "ask": patterns.index(a.pattern) + 1, "at": a.at} for a in state.asks]
        if state.at == TURN_OVER:
            data["turn_over"] = True
    steps = steps_to(engine, state.at)
    if steps:
        data["steps"] = steps
    if state.owed_action:
        data["owes"] = state.owed_action
    if state.round_over:
        data["round_over"] = True
    if state.match_over:
        data["match_over"] = True
        data["winner"] = None if state.winner is None else state.winner + 1


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
    from cassino_dsl.engine.numbers import bits
    from cassino_dsl.ruleset.expr import Type

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
