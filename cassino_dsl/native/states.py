"""A state of the reference engine as the words that the C reads (``load_state`` in ``runtime/api.h``)."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.state import State
from cassino_dsl.native.words import Words
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Type


def words_of(plan: Plan, words: Words, state: State) -> list[int]:
    """The state, number by number."""

    def known(value: int | None) -> int:
        return -1 if value is None else value

    found = [state.leader, state.seat, state.at, state.round, state.deals, state.redeals, state.turns]
    found += [state.passes, state.decisions, known(state.next_seat), int(state.redeal)]
    found += [int(state.round_over), int(state.match_over), int(state.ending), known(state.winner)]
    found += [int(state.target is not None), state.target or 0]
    found.append(words.actions.index(state.owed_action) if state.owed_action in words.actions else -1)
    for zone in (state.stock, state.loose, state.aside, *state.hands, *state.piles):
        found += [len(zone), *zone]
    found.append(len(state.builds))
    for build in state.builds:
        cards = build.cards
        found += [build.value, len(build.groups), int(build in state.owed), len(cards), *cards]
        for name in plan.build_memory:
            found += _value(words, plan.memory[name].memory.type, build.memory[name])
    found += state.scores
    for name in words.awards:
        found += state.points.get(name, [0] * plan.sides)
    if not words.awards:
        found += [0] * plan.sides
    found.append(len(state.asks))
    for ask in state.asks:
        found += [ask.seat, words.patterns.index(ask.pattern), ask.at]
    for name, planned in plan.memory.items():
        if planned.memory.of == "build":
            continue
        value = state.memory[name]
        for one in (value,) if planned.memory.of == "match" else value:
            found += _value(words, planned.memory.type, one)
    return found


def _value(words: Words, type: Type, value: Any) -> list[int]:
    if type is Type.VALUES:
        return [_signed(value & (2**64 - 1)), _signed(value >> 64 & (2**64 - 1))]
    if type is Type.CARDS:
        return [len(value), *value]
    if type in words.lists and type is not Type.CARD:
        known = words.lists[type]
        return [known.index(value) if value in known else -1]
    return [-1 if value is None else int(value)]


def _signed(word: int) -> int:
    return word - 2**64 if word >> 63 else word
