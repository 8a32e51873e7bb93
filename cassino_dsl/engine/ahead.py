"""Looks at a play before it is made: the frame it is judged in, and the position it leads to."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.arrange import Groups, build_groups
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import Build, State, cards_of
from cassino_dsl.plan.plan import PlannedAction


def frame_of(evaluate: Evaluator, state: State, play: Play) -> Frame:
    """A frame set to a play of this state."""
    return look_at(Frame(state, play.seat, evaluate.plan.side_of[play.seat]), play, evaluate)


def look_at(f: Frame, play: Play, evaluate: Evaluator) -> Frame:
    """Set a frame of the state and the seat to a play."""
    f.kind, f.action = play.kind, play.name
    f.cards = play.cards
    f.card = play.cards[0] if len(play.cards) == 1 else None
    f.kept = [c for c in f.state.hands[f.me] if c not in play.cards]
    f.taken, f.value = play.items, play.value
    f.names = dict(play.names)
    look_ahead(f, play.action, evaluate)
    return f


def look_ahead(f: Frame, action: PlannedAction, evaluate: Evaluator) -> None:
    """Let ``after(…)`` find the state after the play of the frame; it is worked out once, when asked for."""
    found: list[State] = []

    def ahead(frame: Frame) -> State:
        if not found:
            found.append(state_after(evaluate, action, frame))
        return found[0]

    f.ahead = ahead


def state_after(evaluate: Evaluator, action: PlannedAction, f: Frame) -> State:
    """The position with the cards of the play moved and the memory of a build set, and nothing else."""
    state = f.state
    taken = f.taken
    after = State(
        state.stock,
        state.hands.copy(),
        [c for c in state.loose if c not in taken] if taken else state.loose,
        [b for b in state.builds if b not in taken] if taken else state.builds,
        state.piles,
        state.aside,
        state.memory,
        state.scores,
        state.points,
        state.leader,
        state.seat,
    )
    after.round, after.deals, after.turns, after.redeals = state.round, state.deals, state.turns, state.redeals
    after.hands[f.me] = f.kept
    if action.to == "build":
        made = Build(f.value, _made_groups(evaluate, action, f), build_memory(evaluate, f))
        after.builds = [*after.builds, made]
    elif action.to == "table":
        after.loose = [*after.loose, *f.cards]
    elif action.to == "pile":
        captured = cards_of(taken)
        after.piles = [[c for c in p if c not in captured] for p in state.piles]
        after.piles[f.us] += [*captured, *f.cards]
    return after


def _made_groups(evaluate: Evaluator, action: PlannedAction, f: Frame) -> Groups:
    """The groups of the build that the play makes; not worked out where no clause looks at them."""
    return build_groups(evaluate, action, f) if evaluate.reads_groups else (f.cards,)


def build_memory(evaluate: Evaluator, f: Frame) -> dict[str, Any]:
    """What the variant remembers of a build that the play in the frame makes."""
    memory = {}
    for name in evaluate.plan.build_memory:
        planned = evaluate.plan.memory[name]
        memory[name] = evaluate(planned.becomes if planned.becomes is not None else planned.starts)(f)
    return memory
