"""Answers about positions from the native engine, in the terms of the reference engine."""

from __future__ import annotations

from typing import Any

from cassino_dsl.core.forms import let_order
from cassino_dsl.engine.play import DONE, Play
from cassino_dsl.engine.state import Item, State
from cassino_dsl.native.engine import NativeEngine, NativePlay
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import ELEMENT, Type


def legal_plays(engine: NativeEngine, plan: Plan, state: State) -> list[Play]:
    """The legal plays of a state as plays of the reference engine, whose ``plan`` this is, in the order in which that
    lists them: the actions in the order of the file."""
    asked = state.asks[0] if state.asks else None
    seat = asked.seat if asked else state.seat

    def place(play: Play) -> int:
        return len(plan.actions) if play is DONE else play.action.index

    return sorted((_play(engine, plan, state, seat, p) for p in engine.legal(state)), key=place)


def _play(engine: NativeEngine, plan: Plan, state: State, seat: int, play: NativePlay) -> Play:
    if play.action < 0:
        return DONE
    action = plan.declared[play.action]
    items: list[Item] = [c for c in state.loose if play.taken >> c & 1]
    rest = play.taken & ~sum(1 << c for c in items if isinstance(c, int))
    for build in state.builds:
        if any(rest >> c & 1 for c in build.cards):
            items.append(build)
            rest &= ~sum(1 << c for c in build.cards)
    items += _cards(rest)
    let = [action.let[i] for i in let_order(action)]
    names = {
        name: _bound(engine, state, ELEMENT[source.type], code)
        for (name, source), code in zip(let, play.lets, strict=False)
    }
    return Play(action, seat, tuple(_cards(play.cards)), tuple(items), play.value, play.decision, names)


def _bound(engine: NativeEngine, state: State, type: Type, code: int) -> Any:
    """A binding of the C as the reference engine has it."""
    if type is Type.INT:
        return code
    if type is Type.BUILD or (type is Type.ITEM and code >= 128):
        slot = code - 128 if type is Type.ITEM else code
        return state.builds[slot] if 0 <= slot < len(state.builds) else None
    if code < 0:
        return None
    known = engine.words.lists.get(type)
    return known[code] if known is not None else code


def _cards(mask: int) -> list[int]:
    return [c for c in range(mask.bit_length()) if mask >> c & 1]
