"""From a ruleset and a number of seats to a plan."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from cassino_dsl.plan.automaton import Automaton, automaton
from cassino_dsl.plan.plan import (
    Plan,
    PlannedAction,
    PlannedAward,
    PlannedEvent,
    PlannedMemory,
    PlannedPart,
    PlannedPreference,
    Test,
)
from cassino_dsl.plan.unfold import Unfolder, term_table
from cassino_dsl.ruleset.cards import PLACES
from cassino_dsl.ruleset.expr import Expr, Literal, Type, print_expr
from cassino_dsl.ruleset.groups import split_relation
from cassino_dsl.ruleset.model import EVENTS, Action, Effect, Part, Ruleset
from cassino_dsl.ruleset.simplify import Facts, constant, simplify


def make_plan(ruleset: Ruleset, seats: int) -> Plan:
    """Decide everything that the number of seats decides. ``seats`` must be one the ruleset allows."""
    return _Maker(ruleset, seats).plan()


class _Maker:
    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        self.unfold = Unfolder(term_table(ruleset.terms))
        pack = ruleset.pack
        sizes = {"seats": seats, "ranks": len(pack.ranks), "suits": len(pack.suits)}
        sides = constant(self.unfold.expr(ruleset.sides), Facts(pack, sizes=sizes))
        self.sides = sides if isinstance(sides, int) and not isinstance(sides, bool) else seats
        self.facts = Facts(pack, sizes={**sizes, "sides": self.sides})
        self.asks: dict[object, Automaton] = {}

    def expr(self, expr: Expr, facts: Facts | None = None) -> Expr:
        return simplify(self.unfold.expr(expr), facts or self.facts)

    def maybe(self, expr: Expr | None, facts: Facts | None = None) -> Expr | None:
        return self.expr(expr, facts) if expr is not None else None

    def effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(self._effect(self.unfold.effect(e)) for e in effects)

    def _effect(self, effect: Effect) -> Effect:
        if effect.pattern is not None and effect.pattern not in self.asks:
            self.asks[effect.pattern] = automaton(effect.pattern)
        return replace(
            effect,
            exprs=tuple(simplify(e, self.facts) for e in effect.exprs),
            body=tuple(self._effect(e) for e in effect.body),
            other=tuple(self._effect(e) for e in effect.other),
        )

    def number(self, expr: Expr | None) -> int | None:
        value = constant(self.maybe(expr), self.facts) if expr is not None else None
        return int(value) if isinstance(value, int) else None

    def plan(self) -> Plan:
        ruleset = self.ruleset
        actions = tuple(self.action(index, a) for index, a in enumerate(ruleset.actions))
        events = {
            on: tuple(
                PlannedEvent(e, self.maybe(e.when), self.effects(e.effects)) for e in ruleset.events if e.on == on
            )
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
            tuple(
                PlannedPreference(
                    p.name,
                    self.maybe(p.prefer),
                    self.maybe(p.over),
                    self.maybe(p.number),
                    p.highest,
                    self.maybe(p.among),
                    p.per_card,
                )
                for p in ruleset.preferences
            ),
            events,
            {m.name: PlannedMemory(m, self.expr(m.starts), self.maybe(m.becomes)) for m in ruleset.memory},
            tuple(m.name for m in ruleset.memory if m.of == "build"),
            tuple(
                PlannedAward(
                    a,
                    a.name,
                    self.expr(a.points),
                    self.maybe(a.most),
                    a.each,
                    self.maybe(a.condition),
                    self.maybe(a.tie_points),
                )
                for a in ruleset.awards
            ),
            tuple((c.name, self.expr(c.must)) for c in ruleset.checks),
            self.expr(deal.hand),
            self.expr(deal.table),
            self.expr(deal.later if deal.later is not None else deal.hand),
            self.expr(deal.batch),
            self.maybe(ruleset.pile_order),
            self.number(match.target),
            self.number(match.rounds),
            self.number(match.playoff),
            self.maybe(match.over),
            self.maybe(match.leads),
        )

    def action(self, index: int, action: Action) -> PlannedAction:
        """One action, with every rule that can still refuse it."""
        span = action.span
        facts = replace(
            self.facts,
            standing={
                "kind": Literal(Type.KIND, action.kind, span),
                "action": Literal(Type.ACTION, action.name, span),
            },
        )
        tests: list[Test] = []
        priced: list[tuple[Test, tuple[Effect, ...]]] = []
        if action.when is not None:
            tests.append(Test("", self.expr(action.when, facts), action.when))
        for rule in self.ruleset.rules:
            must = self.expr(rule.must, facts)
            if isinstance(must, Literal) and must.value is True:
                continue
            test = Test(rule.name, must, rule.must)
            if rule.price:
                priced.append((test, self.effects(rule.price)))
            else:
                tests.append(test)
        effects = self.effects(action.effects)
        return PlannedAction(
            action,
            index,
            action.name,
            action.kind,
            action.step,
            self.maybe(action.played.where, facts),
            tuple((b.name, self.expr(b.source, facts)) for b in action.let),
            tuple(self.part(p, facts) for p in action.take),
            action.to,
            self.maybe(action.to_arg, facts),
            tuple(tests),
            tuple(priced),
            effects,
            self.maybe(action.sensible, facts),
            action.owes,
            _fingerprint(action, effects),
        )

    def part(self, part: Part, facts: Facts) -> PlannedPart:
        where = self.maybe(part.where, facts)
        if part.groups:
            target, rest = split_relation(where, part.variable)
        else:
            target, rest = None, (where,) if where is not None else ()
        return PlannedPart(
            part.name,
            part.quantity,
            part.groups,
            part.variable,
            self.expr(part.source, facts),
            target,
            rest,
            part.with_card,
        )

    def _values(self, place: str) -> tuple[int, ...]:
        return tuple(
            sum(1 << n for n in self.ruleset.values_of(face, place)) for face in range(len(self.ruleset.pack.faces))
        )


def _fingerprint(action: Action, effects: tuple[Effect, ...]) -> int:
    """A number for a decision that moves no cards: made from what it does, not from what it is called."""
    if action.kind != "other":
        return 0
    text = repr([action.played.source, action.played.least, *(_effect_text(e) for e in effects)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") | 1


def _effect_text(effect: Effect) -> str:
    inner = ",".join(_effect_text(e) for e in (*effect.body, *effect.other))
    exprs = ",".join(print_expr(e) for e in effect.exprs)
    return f"{effect.op} {effect.name} {effect.zone} {exprs} [{inner}]"
