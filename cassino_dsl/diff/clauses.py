"""The normal form of each clause of a ruleset: what it does, whatever it is called and wherever it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cassino_dsl.diff.linear import multiply, plus, split
from cassino_dsl.diff.logic import FALSE, TRUE, Form, both, choose, negation, oneof
from cassino_dsl.diff.normal import Env, Normalizer
from cassino_dsl.diff.static import NO_CARD
from cassino_dsl.plan.automaton import Automaton, automaton
from cassino_dsl.ruleset.expr import Expr, Type
from cassino_dsl.ruleset.model import (
    Action,
    Award,
    Binding,
    Effect,
    Event,
    Memory,
    Part,
    Pattern,
    Preference,
    Rule,
)

NOTHING: Form = ("nothing",)


class Clauses:
    """Gives the forms of one ruleset's clauses."""

    def __init__(self, normal: Normalizer) -> None:
        self.normal = normal

    def maybe(self, expr: Expr | None, env: Env | None = None, of: Action | None = None) -> Form:
        return NOTHING if expr is None else self.normal(expr, env, of=of)

    def condition(self, expr: Expr | None, env: Env | None = None) -> Form:
        return TRUE if expr is None else self.normal(expr, env)

    # ---- what may be played

    def action(self, action: Action) -> dict[str, Form]:
        """An action by its fields; ``step`` apart, as steps may have other names too."""
        env, lets = self.lets(action)
        played = action.played
        return {
            "play": (
                played.source,
                played.least,
                -1 if played.most is None else played.most,
                self.condition(played.where),
            ),
            "let": ("lets", *lets),
            "take": ("parts", *sorted((self.part(p, env) for p in action.take), key=repr)),
            "to": (action.kind, action.to, self.maybe(action.to_arg, env)),
            "do": self.effects(action.effects, env),
            "owes": (self.normal.names.actions.get(action.owes, action.owes),),
        }

    def lets(self, action: Action) -> tuple[dict[str, Form], list[Form]]:
        """The bindings in an order that does not depend on their names: of those that wait for no other,
        the one whose form comes first. The first one of a decision stays first: it is the decision."""
        env: dict[str, Form] = {}
        forms: list[Form] = []
        waiting = list(action.let)
        while waiting:
            ready = waiting[:1] if action.kind == "other" else [b for b in waiting if not _waits(b, waiting)]
            chosen = min(ready or waiting[:1], key=lambda b: repr(self.normal(b.source, env)))
            forms.append(self.normal(chosen.source, env))
            env[chosen.name] = ("let", len(env))
            waiting.remove(chosen)
        return env, forms

    def part(self, part: Part, env: Env) -> Form:
        variable: Form = ("var", 0)
        inner = {**env, part.variable: variable}
        where = self.condition(part.where, inner)
        if part.groups:
            return (part.quantity, "groups", part.with_card, self.normal(part.source, env), where)
        source = self.normal.unfolded(part.source)
        base, tests = self.normal.members(source, variable, env)
        return (part.quantity, "items", base, both([*tests, where]))

    def tests(self, action: Action, rules: Iterable[Rule]) -> Form:
        """All that a play of this action must satisfy: its own condition, and every rule that concerns it."""
        env, _ = self.lets(action)
        asked = [self.normal(action.when, env, of=action)] if action.when is not None else []
        return both([*asked, *(self.normal(r.must, of=action) for r in rules if not r.price)])

    def rule(self, rule: Rule) -> Form:
        return ("rule", self.normal(rule.must), self.effects(rule.price, {}))

    def preference(self, preference: Preference) -> Form:
        """A preference that never decides anything is NOTHING."""
        if preference.prefer is not None:
            good, over = self.normal(preference.prefer), self.condition(preference.over)
            gone = both((negation(good), over))
            if FALSE in (good, gone):
                return NOTHING
            return ("prefer", preference.per_card, good, gone)
        number = self.maybe(preference.number)
        if preference.highest:
            number = plus(("lit", 0), number, -1)
        among = self.condition(preference.among)
        constant, terms = split(number)
        if not terms or among == FALSE:
            return NOTHING
        return ("least", preference.per_card, plus(number, ("lit", -constant)), among)

    def pattern(self, pattern: Pattern) -> Form:
        """A turn as the smallest automaton with the same turns; steps that nobody can make are left out."""
        steps = {a.step for a in self.normal.ruleset.actions}
        return _smallest(automaton(pattern), self.normal.names.steps, steps)

    # ---- what follows

    def effects(self, effects: Iterable[Effect], env: Env) -> Form:
        found: list[Form] = []
        for effect in effects:
            found.extend(self._effect(effect, env))
        return ("effects", *found)

    def _effect(self, effect: Effect, env: Env) -> list[Form]:
        op, names = effect.op, self.normal.names
        if op == "block":
            return [f for e in effect.body for f in self._effect(e, env)]
        if op == "each":
            variable: Form = ("var", 1 + max((f[1] for f in env.values() if f[0] == "var"), default=-1))
            source = self.normal(effect.exprs[0], env, True)
            return [(op, source, self.effects(effect.body, {**env, effect.name: variable}))]
        if op == "when":
            test = self.normal(effect.exprs[0], env)
            return self._when(test, self.effects(effect.body, env), self.effects(effect.other, env))
        forms = [self.normal(e, env, in_order=op in ("move", "absorb")) for e in effect.exprs]
        if op in ("increase", "decrease") and effect.exprs[-1].type is Type.INT:
            memory: Form = ("memory", names.memory.get(effect.name, effect.name), *forms[:-1])
            return [("assign", *memory[1:], plus(memory, forms[-1], 1 if op == "increase" else -1))]
        name = names.awards.get(effect.name, effect.name) if op == "award" else ""
        if op in ("assign", "increase", "decrease"):
            name = names.memory.get(effect.name, effect.name)
        pattern = self.pattern(effect.pattern) if effect.pattern is not None else NOTHING
        return [(op, name, *forms) if pattern == NOTHING and not effect.zone else (op, effect.zone, *forms, pattern)]

    def _when(self, test: Form, then: Form, other: Form) -> list[Form]:
        if test == TRUE or then == other:
            return list(then[1:])
        if test == FALSE:
            return list(other[1:])
        if len(then) == 1:
            test, then, other = negation(test), other, then
        if len(other) == 1 and len(then) == 2 and then[1][0] == "when" and len(then[1][3]) == 1:
            return [("when", both((test, then[1][1])), then[1][2], other)]
        against = negation(test)
        if len(other) > 1 and repr(against) < repr(test):
            test, then, other = against, other, then
        return [("when", test, then, other)]

    def event(self, event: Event) -> Form:
        """An event that does nothing is NOTHING."""
        done = self._when(self.condition(event.when), self.effects(event.effects, {}), ("effects",))
        return (event.on, *done) if done else NOTHING

    def memory(self, memory: Memory) -> Form:
        becomes = self.maybe(memory.becomes)
        resets = "" if memory.of == "build" else memory.resets
        return ("memory", memory.of, memory.type.value, resets, self.normal(memory.starts), becomes)

    # ---- points

    def award(self, award: Award) -> Form:
        """An award that never gives a point is NOTHING."""
        points = self.normal(award.points)
        if award.most is None:
            total = self._alone(award, points)
            return NOTHING if total == ("lit", 0) else ("points", total)
        if points == ("lit", 0) and award.tie != "each":
            return NOTHING
        deciding = self.maybe(award.tie_points)
        if award.tie == "each" and deciding == ("lit", 0):
            return ("most", points, self.normal(award.most), "nobody")
        rounding = award.rounding if award.tie == "split" else ""
        tie = (award.tie, deciding, rounding) if award.tie != "nobody" else ("nobody",)
        return ("most", points, self.normal(award.most), *tie)

    def _alone(self, award: Award, points: Form) -> Form:
        if award.each is not None:
            faces, common = self.normal.ruleset.pack.faces, self.normal.faces
            chosen = [faces[f].text for f in sorted(award.each)]
            fits = oneof(("var", 0), chosen, (*common, NO_CARD))
            number: Form = ("lit", 0) if fits == FALSE else ("count", ("pile", ("us",)), fits)
            others = tuple(text for text in chosen if text not in common)
            return multiply(points, plus(number, ("others", others)) if others else number)
        return choose(self.condition(award.condition), points, ("lit", 0), False)


def _waits(binding: Binding, waiting: list[Binding]) -> bool:
    """Whether a binding speaks of another that has no place yet."""
    from cassino_dsl.ruleset.expr import Name, walk

    others = {b.name for b in waiting if b is not binding}
    return any(isinstance(e, Name) and e.name in others for e in walk(binding.source))


def _smallest(machine: Automaton, names: Mapping[str, str], steps: set[str]) -> Form:
    """Places of an automaton that cannot be told apart become one, numbered as a walk from the start finds them."""
    moves = [{names.get(s, s): to for s, to in row if s in steps} for row in machine.moves]
    block = [int(final) for final in machine.final]
    while True:
        seen: dict[Form, int] = {}
        signs: list[Form] = [
            (block[i], tuple(sorted((s, block[to]) for s, to in row.items()))) for i, row in enumerate(moves)
        ]
        fresh = [seen.setdefault(sign, len(seen)) for sign in signs]
        if len(set(fresh)) == len(set(block)):
            break
        block = fresh
    number = {block[0]: 0}
    queue, rows = [0], []
    for place in queue:
        row = []
        for step, to in sorted(moves[place].items()):
            if block[to] not in number:
                number[block[to]] = len(number)
                queue.append(to)
            row.append((step, number[block[to]]))
        rows.append((machine.final[place], tuple(row)))
    return ("turn", *rows)
