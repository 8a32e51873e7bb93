"""Makes a play: cards move, builds are made, then the action's effects and the events follow."""

from __future__ import annotations

from cassino_dsl.engine.reference.effects import Effects
from cassino_dsl.engine.reference.evaluate import Evaluator
from cassino_dsl.engine.reference.limits import EFFECT
from cassino_dsl.engine.reference.moving import frame_of, move_play
from cassino_dsl.engine.reference.play import Frame, Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset.model import Effect, Event
from cassino_dsl.language.ruleset.words import EVENT_OF_KIND, EVENTS


class Applier:
    """Makes plays for one plan. ``log`` collects the names of the events that came to pass, for `apply`."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.evaluate = evaluate
        self.plan = evaluate.plan
        self.effects = Effects(evaluate, self.fire)
        self.log: list[str] | None = None
        self.events: dict[str, tuple[Event, ...]] = {on: self.plan.events.get(on, ()) for on in EVENTS}

    def fire(self, on: str, f: Frame) -> None:
        """Something has happened: every event declared on it, in order."""
        for event in self.events[on]:
            self.evaluate.steps.take(EFFECT)
            if event.when is None or self.evaluate(event.when)(f):
                if self.log is not None:
                    self.log.append(event.name)
                self.effects.do(event.effects, f)

    def prices(self, play: Play, f: Frame) -> list[tuple[str, tuple[Effect, ...]]]:
        """The rules that a play breaks, each with what that costs."""
        return [(test.rule, effects) for test, effects in play.action.priced if not self.evaluate(test.expr)(f)]

    def make(self, state: State, play: Play) -> State:
        """The state after the play and all it causes, but before the turn goes on."""
        f = frame_of(self.evaluate, state, play)
        action = play.action
        prices = [effects for _, effects in self.prices(play, f)]
        new = state.copy()
        f.built = move_play(self.evaluate, action, f, new)
        in_debt = any(b in play.items for b in new.owed)
        if f.built is not None and (in_debt or action.owes):  # it takes the place of a build that owes, or owes itself
            new.owed = (*(b for b in new.owed if b not in play.items), f.built)
            new.owed_action = action.owes or new.owed_action
        f.before, f.state = state.shared(), new
        f.before.absent = [] if f.built is None else [f.built]
        for effects in (action.effects, *prices):
            self.effects.do(effects, f)
        if play.kind in EVENT_OF_KIND:
            self.fire(EVENT_OF_KIND[play.kind], f)
        self.fire("played", f)
        self.effects.give_cards(f)
        return f.state
