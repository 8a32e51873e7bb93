"""The normal form of every expression of a plan, with the names that actions, parts and effects bind."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.core.bounds import bound
from cassino_dsl.language.core.constructors import conjunction, is_one_of, number
from cassino_dsl.language.core.linear import Linear, emit, most, plus
from cassino_dsl.language.core.logic import FALSE, Cond, apart, both, either, written
from cassino_dsl.language.core.normal import Env, Normalizer
from cassino_dsl.language.plan import plan as planned
from cassino_dsl.language.ruleset import operators as op
from cassino_dsl.language.ruleset.expr import (
    Call,
    Expr,
    Literal,
    Name,
    Quantified,
    conjuncts,
    is_just,
    print_expr,
    walk,
)
from cassino_dsl.language.ruleset.model import Award, Effect, Event, Preference
from cassino_dsl.language.ruleset.numbers import LARGEST, MOST_CARDS
from cassino_dsl.language.ruleset.simplify import Facts
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import ELEMENT, Type
from cassino_dsl.language.ruleset.visible import usual
from cassino_dsl.language.ruleset.within import mapped
from cassino_dsl.language.ruleset.words import ROW, SEATS, US

PILE = ROW["pile"]


def put_into_forms(plan: planned.Plan) -> planned.Plan:
    """The plan with every expression in its normal form."""
    pack = plan.ruleset.pack
    faces = tuple(f.text for f in pack.faces)
    form = Normalizer(pack, faces, tuple(a.name for a in plan.actions), Facts(pack))
    return Forms(form).plan(plan)


class Forms:
    """Puts the clauses of a plan into normal form."""

    def __init__(self, form: Normalizer) -> None:
        self.form = form

    def plan(self, plan: planned.Plan) -> planned.Plan:
        asked = [self.values(row) for row in plan.asked]
        decided = {(row.place, face): row.otherwise for row in asked if not row.cases for face in row.faces}
        rest = mapped(replace(plan, asked=(), actions=(), preferences=(), events={}, awards=()), self.form)
        return replace(
            rest,
            memory={n: replace(m, seen=None) if is_just(m.seen, True) else m for n, m in rest.memory.items()},
            visible={z: e for z, e in rest.visible.items() if e != self.form(usual(z, plan.ruleset.zones, e.span))},
            values={p: tuple(decided.get((p, i), n) for i, n in enumerate(of)) for p, of in plan.values.items()},
            asked=tuple(row for row in asked if row.cases),
            actions=tuple(self.action(a) for a in plan.actions),
            preferences=tuple(self.preference(p) for p in plan.preferences),
            events={on: tuple(self.event(e) for e in events) for on, events in plan.events.items()},
            awards=tuple(self.award(plan, a) for a in plan.awards),
        )

    def values(self, row: planned.PlannedValues) -> planned.PlannedValues:
        """What memory decides of some faces: the numbers in order, each with the condition under which it counts."""
        found: dict[int, Cond] = {}
        cases = ((case.numbers, self.form.condition(case.when, {})) for case in row.cases)
        for numbers, test in apart(cases, row.otherwise):
            found[numbers] = either((found.get(numbers, FALSE), test))
        *first, otherwise = sorted(numbers for numbers, test in found.items() if test != FALSE)
        made = tuple(planned.PlannedCase(written(found[numbers]), numbers) for numbers in first)
        return replace(row, cases=made, otherwise=otherwise)

    def maybe(self, expr: Expr | None, env: Env | None = None) -> Expr | None:
        return self.form(expr, env) if expr is not None else None

    def award(self, plan: planned.Plan, award: Award) -> Award:
        """An award; points for each card are an expression like any other, where they are not given card by card in
        play."""
        points, faces = award.points, award.each
        span = points.span
        if faces is not None and not plan.ruleset.match.at_once and MOST_CARDS * bound(points) <= LARGEST:
            points = Call(Type.INT, op.TIMES, (_cards_counted(plan, faces, span), points), span)
            faces = None
        return replace(
            award,
            points=self.form(points),
            most=self.maybe(award.most),
            each=faces,
            condition=self.maybe(award.condition),
            tie_points=self.maybe(award.tie_points),
        )

    def preference(self, preference: Preference) -> Preference:
        """A preference; the most of a number is the least of its opposite, and what is added to all changes nothing."""
        made = mapped(preference, self.form)
        if made.number is None:
            return made
        value = self.form.number(made.number, {})
        if most(value) > LARGEST:
            return made
        turned = plus(Linear(0), value, -1) if preference.highest else value
        return replace(made, number=emit(Linear(0, turned.terms), made.number.span), highest=False)

    # ---- actions

    def action(self, action: planned.PlannedAction) -> planned.PlannedAction:
        env, lets = self.lets(action)
        return replace(
            action,
            played_where=self.maybe(action.played_where),
            let=lets,
            parts=tuple(self.part(p, env) for p in action.parts),
            to_arg=self.maybe(action.to_arg, env),
            tests=self.tests(action.tests, env),
            priced=tuple(
                (replace(t, expr=self.form(t.expr, env)), self.effects(effects, {})) for t, effects in action.priced
            ),
            effects=self.effects(action.effects, env),
            sensible=self.maybe(action.sensible, env),
            seen=None if is_just(seen := self.maybe(action.seen), True) else seen,
        )

    def tests(self, tests: tuple[planned.Test, ...], env: dict[str, Expr]) -> tuple[planned.Test, ...]:
        """What an action and the rules ask of a play is one condition, however it is cut into clauses."""
        if len(tests) < 2:
            return tuple(replace(t, expr=self.form(t.expr, env)) for t in tests)
        whole = written(both(self.form.condition(t.expr, env) for t in tests))
        return tuple(planned.Test("", part, part) for part in conjuncts(whole))

    def lets(self, action: planned.PlannedAction) -> tuple[dict[str, Expr], tuple[tuple[str, Expr], ...]]:
        """The bindings, named by their places."""
        env: dict[str, Expr] = {}
        found: list[tuple[str, Expr]] = []
        for index in let_order(action):
            name, source = action.let[index]
            made = self.form(source, env)
            found.append((f"let{len(found)}", made))
            env[name] = Name(ELEMENT[source.type], found[-1][0], source.span, False, source.written)
        return env, tuple(found)

    def part(self, part: planned.PlannedPart, env: dict[str, Expr]) -> planned.PlannedPart:
        """A part: the filters of its source are tests of its items, or stay where they stand for groups."""
        source = self.form(part.source, env, ordered=False)  # plays are listed in an order of their own
        type, name = (source.type, "group") if part.groups else (ELEMENT[source.type], "item")
        variable = Name(type, name, source.span, False, source.written)
        tests = [self.form(t, {**env, part.variable: variable}) for t in part.tests]
        if not part.groups and isinstance(source, Quantified) and source.row is op.FILTER:
            inner = {**env, source.name: variable}
            tests.insert(0, self.form(source.body, inner))
            source = source.source
        if tests:
            whole = self.form(conjunction(tests), {**env, variable.name: variable})
            tests = list(conjuncts(whole))
        return replace(
            part,
            variable=variable.name,
            source=source,
            target=self.maybe(part.target, env),
            run=self.maybe(part.run, env),
            tests=tuple(t for t in tests if not is_just(t, True)),
        )

    # ---- events and effects

    def event(self, event: Event) -> Event:
        """An event; a condition on all that it does is one on the event."""
        when, effects = self.maybe(event.when), self.effects(event.effects, {})
        while len(effects) == 1 and effects[0].op == "when" and not effects[0].other:
            (test,) = effects[0].exprs
            when = test if when is None else self.form(Call(Type.BOOL, op.AND, (when, test), test.span))
            effects = effects[0].body
        return replace(event, when=when, effects=effects)

    def effects(self, effects: tuple[Effect, ...], env: Env) -> tuple[Effect, ...]:
        return tuple(made for e in effects for made in self.effect(e, env))

    def effect(self, effect: Effect, env: Env) -> tuple[Effect, ...]:
        """An effect in its form: blocks are laid open, a condition that is known is decided."""
        if effect.op == "block":
            return self.effects(effect.body, env)
        if effect.op == "loop":
            return self.effect(_gone_through(effect), env)
        if effect.row.binds:
            source = self.form(effect.exprs[0], env)
            found, inner = self.form.bind(source, effect.name, env)
            body = self.effects(effect.body, inner)
            made = replace(effect, name=found.name, exprs=(source,), body=body)
            return (made,) if body or effect.op == "pick" else ()  # what chance decides counts, whatever follows
        if effect.op == "when":
            return self._when(effect, env)
        if effect.row.remembers and effect.row.adds and effect.exprs[-1].type is Type.INT:
            effect = _assigned(effect)
        ordered = effect.op != "decrease"  # what is taken away is gone in any order
        exprs = tuple(self.form(e, env, ordered) for e in effect.exprs)
        return (replace(effect, exprs=exprs),)

    def _when(self, effect: Effect, env: Env) -> tuple[Effect, ...]:
        test = self.form(effect.exprs[0], env)
        then, other = self.effects(effect.body, env), self.effects(effect.other, env)
        if then == other:
            return then
        if isinstance(test, Literal):
            return then if test.value else other
        against = self.form(Call(Type.BOOL, op.NOT, (test,), test.span), _themselves(env))
        if not then or (other and print_expr(against) < print_expr(test)):
            test, then, other = against, other, then
        if not other and len(then) == 1 and then[0].op == "when" and not then[0].other:
            (inner,) = then[0].exprs
            test = self.form(Call(Type.BOOL, op.AND, (test, inner), test.span), _themselves(env))
            then = then[0].body
        return (replace(effect, exprs=(test,), body=then, other=other),)


def _gone_through(loop: Effect) -> Effect:
    """A loop, so many times: once its condition is false nothing changes any more, and so it stays false."""
    test, most = loop.exprs
    times = Call(Type.INT, op.RANGE, (number(1, most.span), most), most.span)
    once = replace(loop, op="when", exprs=(test,))
    source = Call(Type.VALUES, op.SET, (times,), most.span)
    return Effect("each", (source,), loop.span, name="time", body=(once,))


def _assigned(effect: Effect) -> Effect:
    """A number that grows or shrinks is set to another; that of nobody, or of nothing, stays as it is."""
    *owner, value = effect.exprs
    if any(o.maybe for o in owner):
        return effect
    row = op.BUILD_MEMORY if owner and owner[0].type is Type.BUILD else op.MEMORY
    old = Call(Type.INT, row, tuple(owner), effect.span, effect.name)
    new = Call(Type.INT, op.PLUS if effect.op == "increase" else op.MINUS, (old, value), effect.span)
    return replace(effect, op="assign", exprs=(*owner, new))


def _cards_counted(plan: planned.Plan, faces: frozenset[int], span: Span) -> Expr:
    """How many cards of these faces lie in the pile and the zones of captured cards."""
    texts = tuple(plan.ruleset.pack.faces[f].text for f in sorted(faces))
    it, seat, us = Name(Type.CARD, "it", span), Name(Type.SEAT, "seat", span), Call(Type.SIDE, US, (), span)

    def counted(cards: Expr) -> Expr:
        return Quantified(Type.INT, op.HOW_MANY, "it", cards, is_one_of(it, texts), span)

    whole = counted(Call(Type.CARDS, PILE, (), span))
    for zone in plan.ruleset.zones:
        if zone.captured:
            more = counted(Call(Type.CARDS, op.ZONE, (us if zone.of == "side" else seat,), span, zone.name))
            if zone.of == "seat":
                ours = Call(Type.BOOL, op.EQ, (Call(Type.SIDE, ROW["side(seat)"], (seat,), span), us), span)
                more = Call(Type.INT, op.IF, (ours, more, number(0, span)), span)
                more = Quantified(Type.INT, op.SUM, "seat", Call(Type.SEATS, SEATS, (), span), more, span)
            whole = Call(Type.INT, op.PLUS, (whole, more), span)
    return whole


def _themselves(env: Env) -> Env:
    """Every variable stands for itself: of what is in its form already."""
    return {e.name: e for e in env.values() if isinstance(e, Name)}


def let_order(action: planned.PlannedAction) -> list[int]:
    """The bindings of an action in the order in which the core goes through them. The value that is announced is the
    same in every binding of one play, so it may stand first: the others keep their order. The first of a decision is
    what it decides, and stays first."""
    order = list(range(len(action.let)))
    announced = action.to_arg.name if action.to == "build" and isinstance(action.to_arg, Name) else ""
    if action.kind == "other":
        return order
    names = {name for name, _ in action.let}
    speaks = [any(isinstance(e, Name) and e.name in names for e in walk(source)) for _, source in action.let]
    free = [i for i in order if action.let[i][0] == announced and not speaks[i]]
    return [*free, *(i for i in order if i not in free)]
