"""From a ruleset and a number of seats to a plan."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.plan.automaton import Automaton, automaton
from cassino_dsl.plan.plan import (
    Plan,
    PlannedAction,
    PlannedAward,
    PlannedEvent,
    PlannedMemory,
    PlannedPart,
    Test,
)
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Expr, Literal
from cassino_dsl.ruleset.groups import split_relation, split_run
from cassino_dsl.ruleset.happenings import EVENTS
from cassino_dsl.ruleset.model import Action, Effect, Part, Ruleset, every
from cassino_dsl.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.unfold import Unfolder, term_table

DECISIONS = 1 << 16  # more than there are decisions of one action


def make_plan(ruleset: Ruleset, seats: int) -> Plan:
    """Decide everything that the number of seats decides. ``seats`` must be one the ruleset allows."""
    return _Maker(ruleset, seats).plan()


class _Maker:
    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        self.unfold = Unfolder(term_table(ruleset.terms))
        pack = ruleset.pack
        sizes = {"seats": seats, "ranks": len(pack.ranks), "suits": len(pack.suits)}
        sides = constant(self.unfold.expr(ruleset.sides), Facts(pack, sizes=sizes, options=ruleset.chosen))
        self.sides = sides if isinstance(sides, int) and not isinstance(sides, bool) else seats
        self.facts = Facts(pack, sizes={**sizes, "sides": self.sides}, options=ruleset.chosen)
        self.asks: dict[object, Automaton] = {}

    def effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        """The same effects; the automata of the patterns that they ask for are noted."""
        for effect in every(effects):
            if effect.pattern is not None and effect.pattern not in self.asks:
                self.asks[effect.pattern] = automaton(effect.pattern)
        return effects

    def number(self, expr: Expr | None) -> int | None:
        value = constant(self.unfold.expr(expr), self.facts) if expr is not None else None
        return int(value) if isinstance(value, int) else None

    def plan(self) -> Plan:
        ruleset = self.ruleset
        actions = tuple(self.action(index, a) for index, a in enumerate(ruleset.actions))
        events = {
            on: tuple(PlannedEvent(e, e.when, self.effects(e.effects)) for e in ruleset.events if e.on == on)
            for on in EVENTS
        }
        deal, match = ruleset.deal, ruleset.match
        return Plan(
            ruleset,
            self.seats,
            self.sides,
            tuple(seat % self.sides for seat in range(self.seats)),
            {place: self._values(place) for place in PLACES},
            automaton(ruleset.turn),
            self.asks,
            actions,
            ruleset.preferences,
            events,
            {m.name: PlannedMemory(m, m.starts, m.becomes, m.seen) for m in ruleset.memory},
            tuple(m.name for m in ruleset.memory if m.of == "build"),
            tuple(PlannedAward(a, a.name, a.points, a.most, a.each, a.condition, a.tie_points) for a in ruleset.awards),
            tuple((c.name, c.must) for c in ruleset.checks),
            deal.hand,
            deal.table,
            deal.zones,
            deal.later if deal.later is not None else deal.hand,
            deal.batch,
            ruleset.pile_order,
            {v.zone: v.condition for v in ruleset.visible},
            self.number(match.target),
            self.number(match.rounds),
            self.number(match.playoff),
            match.over,
            match.compare,
            match.leads,
        )

    def action(self, index: int, action: Action) -> PlannedAction:
        """One action, with every rule; what it says of its kind shows when plays are listed."""
        rules = self.ruleset.rules
        tests = [Test("", action.when, action.when)] if action.when is not None else []
        tests += [Test(r.name, r.must, r.must) for r in rules if not r.price]
        priced = tuple((Test(r.name, r.must, r.must), self.effects(r.price)) for r in rules if r.price)
        others = [a for a in self.ruleset.actions if a.kind == "other"]
        return PlannedAction(
            action,
            index,
            action.name,
            action.kind,
            action.step,
            action.played.where,
            tuple((b.name, b.source) for b in action.let),
            tuple(self.part(p, action) for p in action.take),
            action.to,
            action.to_arg,
            tuple(tests),
            priced,
            self.effects(action.effects),
            action.sensible,
            action.owes,
            (others.index(action) + 1) * DECISIONS if action in others else 0,
        )

    def part(self, part: Part, action: Action) -> PlannedPart:
        target: Expr | None = None
        run: Expr | None = None
        tests: tuple[Expr, ...] = (part.where,) if part.where is not None else ()
        if part.groups and part.where is not None:
            # the total is looked for in what the terms say, for this action and these options
            span = action.span
            standing = {
                "kind": Literal(Type.KIND, action.kind, span),
                "action": Literal(Type.ACTION, action.name, span),
            }
            where = simplify(self.unfold.expr(part.where), replace(self.facts, standing=standing))
            target, tests = split_relation(where, part.variable)
            if target is None:
                run, tests = split_run(tests, part.variable)
        name, source = part.name, part.source
        return PlannedPart(
            name, name, part.quantity, part.groups, part.variable, source, target, run, tests, part.with_card
        )

    def _values(self, place: str) -> tuple[int, ...]:
        return tuple(
            sum(1 << n for n in self.ruleset.values_of(face, place)) for face in range(len(self.ruleset.pack.faces))
        )
