"""Makes a play: cards move, builds are made, then the action's effects and the events follow."""

from __future__ import annotations

from cassino_dsl.engine.ahead import frame_of
from cassino_dsl.engine.effects import Effects
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.moving import move_play
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import Build, State
from cassino_dsl.engine.steps import EFFECT
from cassino_dsl.plan.plan import PlannedEvent
from cassino_dsl.ruleset.happenings import EVENT_OF_KIND, EVENTS
from cassino_dsl.ruleset.model import Action, Effect, Event, Rule

Clause = Event | Rule | Action  # what says that something follows


class Applier:
    """Makes plays for one plan. ``log`` collects the names of the events that came to pass, for `apply`."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.evaluate = evaluate
        self.plan = evaluate.plan
        self.effects = Effects(evaluate, self.fire)
        self.log: list[str] | None = None
        self.events: dict[str, tuple[PlannedEvent, ...]] = {on: self.plan.events.get(on, ()) for on in EVENTS}
        self.rules = {rule.name: rule for rule in self.plan.ruleset.rules}

    def fire(self, on: str, f: Frame) -> None:
        """Something has happened: every event declared on it, in order."""
        for planned in self.events[on]:
            self.evaluate.steps.take(EFFECT)
            if planned.when is None or self.evaluate(planned.when)(f):
                if self.log is not None:
                    self.log.append(planned.event.name)
                self.follow(planned.event, planned.effects, f)

    def follow(self, clause: Clause, effects: tuple[Effect, ...], f: Frame) -> None:
        """Carry out what a clause says that follows; who shows a match overrides it."""
        self.effects.do(effects, f)

    def make(self, state: State, play: Play) -> State:
        """The state after the play and all it causes, but before the turn goes on."""
        f = frame_of(self.evaluate, state, play)
        action = play.action
        priced = [(test.rule, effects) for test, effects in action.priced if not self.evaluate(test.expr)(f)]
        new = state.copy()
        f.built = move_play(self.evaluate, action, f, new)
        if f.built is not None:
            self._owe(new, play, f.built)
        f.before, f.state = state.shared(), new
        f.before.absent = [] if f.built is None else [f.built]
        self.follow(action.action, action.effects, f)
        for rule, effects in priced:
            self.follow(self.rules[rule], effects, f)
        if play.kind in EVENT_OF_KIND:
            self.fire(EVENT_OF_KIND[play.kind], f)
        self.fire("played", f)
        self.effects.give_cards(f)
        return f.state

    def _owe(self, state: State, play: Play, built: Build) -> None:
        """A build that owes a capture, or that takes the place of one that does."""
        if any(b in play.items for b in state.owed) or play.action.owes:
            state.owed = (*(b for b in state.owed if b not in play.items), built)
            state.owed_action = play.action.owes or state.owed_action
