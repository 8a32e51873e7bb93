"""Makes a play: cards move, builds are made, then the action's effects and the events follow."""

from __future__ import annotations

from cassino_dsl.engine.ahead import build_memory, frame_of
from cassino_dsl.engine.arrange import build_groups
from cassino_dsl.engine.effects import Effects, put
from cassino_dsl.engine.evaluate import Evaluator
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import Build, State
from cassino_dsl.plan.plan import PlannedEvent
from cassino_dsl.ruleset.model import EVENTS

EVENT_OF_KIND = {"capture": "captured", "build": "built", "trail": "trailed"}


class Applier:
    """Makes plays for one plan. ``log`` collects the names of the events that came to pass, for `apply`."""

    def __init__(self, evaluate: Evaluator) -> None:
        self.evaluate = evaluate
        self.plan = evaluate.plan
        self.effects = Effects(evaluate, self.fire)
        self.log: list[str] | None = None
        self.events: dict[str, tuple[PlannedEvent, ...]] = {on: self.plan.events.get(on, ()) for on in EVENTS}
        order = self.plan.pile_order
        self.pile_order = evaluate(order) if order is not None else None

    def fire(self, on: str, f: Frame) -> None:
        """Something has happened: every event declared on it, in order."""
        for planned in self.events[on]:
            if planned.when is None or self.evaluate(planned.when)(f):
                if self.log is not None:
                    self.log.append(planned.event.name)
                self.effects.do(planned.effects, f)

    def make(self, state: State, play: Play) -> State:
        """The state after the play and all it causes, but before the turn goes on."""
        f = frame_of(self.evaluate, state, play)
        action = play.action
        groups = build_groups(self.evaluate, action, f) if action.to == "build" else ()
        memory = build_memory(self.evaluate, f) if action.to == "build" else {}
        priced = [effects for test, effects in action.priced if not self.evaluate(test.expr)(f)]
        captured = self._pile_cards(f, play) if action.to == "pile" else []
        owner = self.evaluate(action.to_arg)(f) if action.to_arg is not None and action.to != "build" else None
        new = state.copy()
        self._remove(new, play)
        if action.to == "build":
            self._build(new, play, groups, memory, f)
        elif action.to == "pile":
            new.piles[owner if owner is not None else f.us].extend(captured)
        elif action.to:
            put(new, action.to, owner, [*play.taken(), *play.cards])
        f.before, f.state = state, new
        self.effects.do(action.effects, f)
        for effects in priced:
            self.effects.do(effects, f)
        if play.kind in EVENT_OF_KIND:
            self.fire(EVENT_OF_KIND[play.kind], f)
        self.fire("played", f)
        self.effects.give_cards(f)
        return f.state

    def _remove(self, state: State, play: Play) -> None:
        for card in play.cards:
            zone = state.hands[play.seat] if card in state.hands[play.seat] else state.stock
            zone.remove(card)
        for item in play.items:
            if isinstance(item, Build):
                state.builds.remove(item)
            elif item in state.loose:
                state.loose.remove(item)
            else:
                for zone in (*state.piles, state.stock, state.aside, *state.hands):
                    if item in zone:
                        zone.remove(item)
                        break

    def _build(
        self, state: State, play: Play, groups: tuple[tuple[int, ...], ...], memory: dict[str, object], f: Frame
    ) -> None:
        built = Build(play.value, groups, dict(memory))
        state.builds.append(built)
        f.built = built
        if any(b in play.items for b in state.owed) or play.action.owes:
            state.owed = (*(b for b in state.owed if b not in play.items), built)
            state.owed_action = play.action.owes or state.owed_action

    def _pile_cards(self, f: Frame, play: Play) -> list[int]:
        """Captured cards as they come to lie: what was taken in pack order, the played card on top,
        unless the variant orders them."""
        cards = [*play.taken(), *play.cards]
        if self.pile_order is None:
            return cards
        keyed = []
        for place, card in enumerate(cards):
            f.names["c"] = card
            keyed.append((self.pile_order(f), place, card))
        return [card for _, _, card in sorted(keyed)]
