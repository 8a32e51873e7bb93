"""From a ruleset and a number of seats to a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from cassino_dsl.language.plan import plan as planned
from cassino_dsl.language.plan.automaton import automaton
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.groups import split_relation, split_run
from cassino_dsl.language.ruleset.model import Action, Part, Ruleset, every
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.words import EVENTS

DECISIONS = 1 << 16  # more than there are decisions of one action


def make_plan(ruleset: Ruleset, seats: int) -> planned.Plan:
    """Decide everything that the number of seats decides. ``seats`` must be one the ruleset allows."""
    return _Maker(ruleset, seats).plan()


class _Maker:
    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        self.unfold = Unfolder(term_table(ruleset.terms))
        self.facts = Facts.at_table(ruleset, seats, ruleset.chosen)
        self.sides = self.facts.sizes["sides"]

    def number(self, expr: Expr | None) -> int | None:
        value = constant(self.unfold.expr(expr), self.facts) if expr is not None else None
        return int(value) if isinstance(value, int) else None

    def plan(self) -> planned.Plan:
        ruleset = self.ruleset
        actions = tuple(self.action(index, a) for index, a in enumerate(ruleset.actions))
        events = {on: tuple(e for e in ruleset.events if e.on == on) for on in EVENTS}
        ruled, events_done = (r.price for r in ruleset.rules), (e.effects for e in chain(*events.values()))
        done = chain(chain(*ruled), *(a.effects for a in actions), *events_done)
        asked = (effect.pattern for effect in every(done))
        deal, match = ruleset.deal, ruleset.match
        return planned.Plan(
            ruleset=ruleset,
            seats=self.seats,
            sides=self.sides,
            side_of=tuple(seat % self.sides for seat in range(self.seats)),
            values={place: self._values(place) for place in PLACES},
            asked=tuple(row for place in PLACES for row in self._asked(place)),
            turn=automaton(ruleset.turn),
            asks={pattern: automaton(pattern) for pattern in dict.fromkeys(asked) if pattern is not None},
            actions=actions,
            preferences=ruleset.preferences,
            events=events,
            memory={m.name: m for m in ruleset.memory},
            build_memory=tuple(m.name for m in ruleset.memory if m.of == "build"),
            awards=tuple(replace(a, points=a.brings, condition=None) if a.most is None else a for a in ruleset.awards),
            checks=tuple((c.name, c.must) for c in ruleset.checks),
            deal_hand=deal.hand,
            deal_table=deal.table,
            deal_zones=deal.zones,
            deal_refill=deal.refill if deal.refill is not None else deal.hand,
            deal_at_a_time=deal.at_a_time,
            pile_order=ruleset.pile_order,
            visible={v.zone: v.condition for v in ruleset.visible},
            target=self.number(match.target),
            rounds=self.number(match.rounds),
            playoff=self.number(match.playoff),
            over=match.over,
            compare=match.compare,
            leads=match.leads,
        )

    def action(self, index: int, action: Action) -> planned.PlannedAction:
        """One action, with every rule; what it says of its kind shows when plays are listed."""
        rules = self.ruleset.rules
        tests = [planned.Test("", action.when, action.when)] if action.when is not None else []
        tests += [planned.Test(r.name, r.must, r.must) for r in rules if not r.price]
        priced = tuple((planned.Test(r.name, r.must, r.must), r.price) for r in rules if r.price)
        others = [a for a in self.ruleset.actions if a.kind == "other"]
        return planned.PlannedAction(
            action=action,
            index=index,
            name=action.name,
            kind=action.kind,
            step=action.step,
            played_where=action.played.where,
            let=tuple((b.name, b.source) for b in action.let),
            parts=tuple(self.part(p, action) for p in action.take),
            to=action.to,
            to_arg=action.to_arg,
            tests=tuple(tests),
            priced=priced,
            effects=action.effects,
            sensible=action.sensible,
            tells=action.tells,
            seen=action.seen,
            owes=action.owes,
            fingerprint=(others.index(action) + 1) * DECISIONS if action in others else 0,
        )

    def part(self, part: Part, action: Action) -> planned.PlannedPart:
        target: Expr | None = None
        run: Expr | None = None
        tests: tuple[Expr, ...] = (part.where,) if part.where is not None else ()
        if part.groups and part.where is not None:
            # the total is looked for in what the terms say, for this action and these options
            where = simplify(self.unfold.expr(part.where), self.facts.in_action(action))
            target, tests = split_relation(where, part.variable)
            if target is None:
                run, tests = split_run(tests, part.variable)
        name, source = part.name, part.source
        return planned.PlannedPart(
            name=name,
            label=name,
            quantity=part.quantity,
            groups=part.groups,
            variable=part.variable,
            source=source,
            target=target,
            run=run,
            tests=tests,
            with_card=part.with_card,
        )

    def _values(self, place: str) -> tuple[int, ...]:
        return tuple(_as_bits(self.ruleset.values_of(face, place)) for face in range(len(self.ruleset.pack.faces)))

    def _asked(self, place: str) -> Iterator[planned.PlannedValues]:
        """The rows that memory decides in a place, with the faces for which they are the first that fits."""
        faces = range(len(self.ruleset.pack.faces))
        for row in (row for row in self.ruleset.values if row.cases):
            mine = tuple(face for face in faces if self.ruleset.value_row(face, place) is row)
            if mine:
                cases = tuple(planned.PlannedCase(case.when, _as_bits(case.numbers)) for case in row.cases)
                yield planned.PlannedValues(place, mine, cases, _as_bits(row.numbers))


def _as_bits(numbers: Iterable[int]) -> int:
    return sum(1 << n for n in numbers)
