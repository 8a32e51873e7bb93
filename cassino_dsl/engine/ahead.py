"""Looks at a play before it is made: the frame it is judged in, and the position it leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cassino_dsl.engine.arrange import taken_by_part
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
    """Let ``after(…)`` find the state after the play of the frame, and names of parts what they take: each is worked
    out once, when asked for."""
    f.ahead = _once(f, lambda frame: state_after(evaluate, action, frame))
    f.parts = _once(f, lambda frame: taken_by_part(evaluate, action, frame))


def _once(f: Frame, work: Callable[[Frame], Any]) -> Callable[[Frame], Any]:
    """A function that does its work once, with the names and the state of now: whoever asks may be in the middle of a
    quantifier or of a term, or have made the play."""
    state, names = f.state, dict(f.names)
    found: list[Any] = []

    def look(frame: Frame) -> Any:
        if not found:
            here = frame.state, frame.names
            frame.state, frame.names = state, names
            found.append(work(frame))
            frame.state, frame.names = here
        return found[0]

    return look


def state_after(evaluate: Evaluator, action: PlannedAction, f: Frame) -> State:
    """The position with the cards of the play moved and the memory of a build set, and nothing else."""
    after = f.state.shared()
    move_play(evaluate, action, f, after, evaluate.reads_groups)
    return after
