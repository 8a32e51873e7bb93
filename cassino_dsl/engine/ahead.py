"""Looks at a play before it is made: the frame it is judged in, and the position it leads to."""

from __future__ import annotations

from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.moving import move_play
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
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
    after = f.state.shared()
    move_play(evaluate, action, f, after, evaluate.reads_groups)
    return after
