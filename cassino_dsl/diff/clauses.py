"""What each clause of a ruleset says in the words of the core: the same passes that make the program, asked clause by
clause, so that a difference can be told where it stands.

The clauses are those of a plan for one number of seats, with the faces that both packs have: the deck itself
is compared elsewhere. A clause that never does anything is NOTHING.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from cassino_dsl.core.forms import Forms
from cassino_dsl.core.happened import of_one_kind
from cassino_dsl.core.idle import happens, idle_awards, keeps_all, plain_award, plain_preference
from cassino_dsl.core.moments import inwards
from cassino_dsl.core.passes import facts_of, unfold_terms
from cassino_dsl.core.patterns import pattern_text
from cassino_dsl.core.text import award_data, event_data, part_text, preference_data, said, text_of
from cassino_dsl.diff.kept_forms import kept_forms
from cassino_dsl.diff.renaming import Renamer, Renaming
from cassino_dsl.plan.make import make_plan
from cassino_dsl.plan.plan import Plan, PlannedAction
from cassino_dsl.ruleset.clause_text import print_effect
from cassino_dsl.ruleset.expr import Call, Expr, Literal, conjuncts, is_just, print_expr
from cassino_dsl.ruleset.model import (
    Action,
    Award,
    Check,
    Effect,
    Event,
    Memory,
    Part,
    Pattern,
    Preference,
    Rule,
    Ruleset,
    Zone,
)
from cassino_dsl.ruleset.operators import AND
from cassino_dsl.ruleset.simplify import simplify
from cassino_dsl.ruleset.span import Span
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import mapped

C = TypeVar("C")
NOTHING = ""
ALWAYS, NEVER = "true", "false"


def _all_of(tests: Sequence[Expr], span: Span) -> Expr:
    """That all of these hold, nested no deeper than it must be: some hundred rules are no deep expression."""
    if len(tests) < 2:
        return tests[0] if tests else Literal(Type.BOOL, True, span)
    half = len(tests) // 2
    return Call(Type.BOOL, AND, (_all_of(tests[:half], span), _all_of(tests[half:], span)), span)


class Clauses:
    """The clauses of one ruleset for one number of seats (None: of no number that both rulesets allow), said in the
    names of another. Clauses and expressions are given as the ruleset has them."""

    def __init__(
        self, ruleset: Ruleset, seats: int | None, faces: tuple[str, ...], names: Renaming | None = None
    ) -> None:
        self.names = Renamer(names or Renaming())
        self.theirs = self.names.clauses(ruleset)
        ruleset = self.names.ruleset(ruleset)
        self.ruleset = ruleset
        self.plan: Plan = unfold_terms(make_plan(ruleset, seats if seats is not None else ruleset.seats[0]))
        self.unfold = Unfolder(term_table(ruleset.terms))
        self.actions = {a.name: a for a in self.plan.actions}
        self._planned: dict[str, PlannedAction] = {}
        self.forms = Forms(kept_forms(ruleset.pack, faces, tuple(a.name for a in ruleset.actions)))

    # ---- expressions

    def text(self, expr: Expr | None) -> str:
        """An expression that stands outside of all clauses."""
        return NOTHING if expr is None else self._text(self.names.expr(expr))

    def _text(self, expr: Expr | None) -> str:
        return NOTHING if expr is None else print_expr(self.forms.form(self._known(expr)))

    def _own(self, clause: C) -> C:
        """A clause of the ruleset, in the other names."""
        return self.theirs.get(id(clause), clause)  # type: ignore[return-value]

    def _known(self, clause: C, action: PlannedAction | None = None) -> C:
        """A clause, or an expression, with what is known before put in."""
        facts = facts_of(self.plan, action)
        return mapped(clause, lambda e: inwards(simplify(self.unfold.expr(e), facts)))

    # ---- what may be played

    def planned(self, action: Action) -> PlannedAction:
        """The action as the core has it, with nothing but its own condition."""
        name = self._own(action).name
        if name not in self._planned:
            self._planned[name] = self._in_form(self.actions[name])
        return self._planned[name]

    def _in_form(self, planned: PlannedAction) -> PlannedAction:
        own = replace(planned, tests=tuple(t for t in planned.tests if not t.rule), priced=())
        return self.forms.action(self._known(own, planned))

    def action(self, action: Action) -> dict[str, str]:
        """An action by its fields; ``step`` apart, as steps may have other names too."""
        planned, action = self.planned(action), self._own(action)
        played = action.played
        where = NOTHING if is_just(planned.played_where, True) else said(planned.played_where)
        return {
            "play": f"{played.source} {played.least} {played.most} {where}",
            "let": "; ".join(f"{name} in {print_expr(source)}" for name, source in planned.let),
            "take": "\n".join(part_text(p) for p in sorted(planned.parts, key=lambda p: p.make)),
            "to": f"{action.kind} {action.to} {said(planned.to_arg)}",
            "do": "; ".join(print_effect(e) for e in planned.effects),
            "owes": action.owes,
        }

    def part(self, part: Part, action: Action) -> str:
        """What one part of an action takes."""
        planned = self.planned(action)
        return part_text(next(p for p in planned.parts if p.name == part.name))

    def step(self, action: Action) -> str:
        return self._own(action).step

    def tests(self, action: Action, rules: Iterable[Rule]) -> str:
        """All that a play of this action must satisfy: its own condition, and those of the rules that have no price."""
        parts = sorted(print_expr(e) for e in conjuncts(self._test(action, rules)))
        return " and ".join(parts)

    def _test(self, action: Action, rules: Iterable[Rule]) -> Expr:
        planned, action = self.actions[self._own(action).name], self._own(action)
        asked = [e for e in (action.when, *(self._own(r).must for r in rules if not r.price)) if e is not None]
        env, _ = self.forms.lets(planned)
        return self.forms.form(self._known(_all_of(asked, action.span), planned), env)

    def sensible(self, action: Action) -> str:
        """What simulated players ask of the action."""
        text = said(self.planned(action).sensible)
        return NOTHING if text == ALWAYS else text

    def rule(self, rule: Rule) -> str:
        """A rule with its price; NOTHING where it always holds."""
        rule = self._own(rule)
        must = self._text(rule.must)
        return NOTHING if must == ALWAYS else f"{must} price {self._effects(rule.price)}"

    def preference(self, preference: Preference) -> str:
        """A preference; NOTHING where it keeps every play."""
        planned = next(p for p in self.plan.preferences if p.name == preference.name)
        made = self.forms.preference(self._known(planned))
        return NOTHING if keeps_all(made) else text_of(preference_data(plain_preference(made)))

    def pattern(self, pattern: Pattern) -> str:
        """A turn as the smallest automaton with the same turns; steps that nobody can make are left out."""
        return pattern_text(self.names.pattern(pattern), {a.step for a in self.ruleset.actions})

    # ---- what follows

    def price(self, rule: Rule) -> str:
        return self._effects(self._own(rule).price)

    def _effects(self, effects: tuple[Effect, ...]) -> str:
        return "; ".join(print_effect(e) for e in self.forms.effects(self._known_effects(effects), {}))

    def _known_effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        """The effects, with what named ones do in their place."""
        return self._known(tuple(map(self.unfold.effect, effects)))

    def event(self, event: Event) -> str:
        """An event; NOTHING where it does nothing."""
        event = self._own(event)
        planned = next(e for e in self.plan.events[event.on] if e.event.name == event.name)
        effects = self._known_effects(event.effects)
        made = of_one_kind(self.forms.event(replace(planned, when=self._known(event.when), effects=effects)))
        return text_of(event_data(made)) if happens(made) else NOTHING

    def memory(self, memory: Memory) -> str:
        memory = self._own(memory)
        resets = "" if memory.of == "build" else memory.resets
        becomes = self._text(memory.becomes)
        return f"{memory.of} {memory.type.value} {resets} {self._text(memory.starts)} becomes {becomes}"

    def seen(self, memory: Memory) -> str:
        """To whom it is shown."""
        shown = self._text(self._own(memory).seen)
        return "true" if shown == NOTHING else shown

    def zone(self, zone: Zone) -> str:
        return f"{zone.of} {'captured' if zone.captured else ''}"

    def check(self, check: Check) -> str:
        return self._text(self._own(check).must)

    # ---- points

    def award(self, award: Award) -> str:
        """An award; NOTHING where every match goes on without it as with it."""
        planned = next(a for a in self.plan.awards if a.name == self._own(award).name)
        made = plain_award(self.forms.award(self.plan, self._known(planned)))
        table = tuple(made if a.name == made.name else a for a in self.plan.awards)
        if made.name in idle_awards(replace(self.plan, awards=table)):
            return NOTHING
        return text_of(award_data(made, tuple(f.text for f in self.plan.ruleset.pack.faces)))
