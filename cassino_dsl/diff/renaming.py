"""One ruleset said in the names of another, so that only what it does can differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cassino_dsl.ruleset.expr import Expr, Literal, Name, Quantified
from cassino_dsl.ruleset.model import Effect, Pattern, Ruleset
from cassino_dsl.ruleset.operators import MEMORIES, ZONE
from cassino_dsl.ruleset.types import Type


@dataclass(frozen=True)
class Renaming:
    """The names of one ruleset as the other calls them; names that are not here keep theirs."""

    memory: Mapping[str, str] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)
    awards: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)

    @property
    def declared(self) -> dict[str, str]:
        """Memory and zones: in one ruleset no two of them have one name."""
        return {**self.memory, **self.zones}


SECTIONS = ("memory", "zones", "actions", "rules", "preferences", "events", "awards", "checks")


class Renamer:
    """Says clauses and expressions of one ruleset in other names."""

    def __init__(self, names: Renaming) -> None:
        self.names = names

    def clauses(self, ruleset: Ruleset) -> dict[int, object]:
        """Each clause of a ruleset, by its id, in the other names."""
        made = self.ruleset(ruleset)
        pairs = ((old, new) for s in SECTIONS for old, new in zip(getattr(ruleset, s), getattr(made, s), strict=True))
        return {id(old): new for old, new in pairs}

    def expr(self, expr: Expr) -> Expr:
        if isinstance(expr, Literal):
            words = {Type.ACTION: self.names.actions, Type.AWARD: self.names.awards}.get(expr.type, {})
            return replace(expr, value=words.get(str(expr.value), expr.value))
        if isinstance(expr, Name):
            return expr
        if isinstance(expr, Quantified):
            return replace(expr, source=self.expr(expr.source), body=self.expr(expr.body))
        args = tuple(self.expr(a) for a in expr.args)
        names = self.names.memory if expr.row in MEMORIES else self.names.zones if expr.row is ZONE else {}
        return replace(expr, args=args, name=names.get(expr.name, expr.name))

    def maybe(self, expr: Expr | None) -> Expr | None:
        return None if expr is None else self.expr(expr)

    def pattern(self, pattern: Pattern) -> Pattern:
        step = self.names.steps.get(pattern.step, pattern.step)
        return replace(pattern, step=step, args=tuple(self.pattern(p) for p in pattern.args))

    def effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(self.effect(e) for e in effects)

    def effect(self, effect: Effect) -> Effect:
        names = {} if effect.row.binds else self.names.memory
        if effect.op == "award":
            names = self.names.awards
        return replace(
            effect,
            name=names.get(effect.name, effect.name),
            zone=self.names.zones.get(effect.zone, effect.zone),
            exprs=tuple(self.expr(e) for e in effect.exprs),
            body=self.effects(effect.body),
            other=self.effects(effect.other),
            pattern=self.pattern(effect.pattern) if effect.pattern is not None else None,
        )

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with other names for its memory, zones, actions, awards and steps, wherever they stand."""
        names, expr, maybe = self.names, self.expr, self.maybe
        return replace(
            ruleset,
            memory=tuple(
                replace(
                    m,
                    name=names.memory.get(m.name, m.name),
                    starts=expr(m.starts),
                    becomes=maybe(m.becomes),
                    seen=maybe(m.seen),
                )
                for m in ruleset.memory
            ),
            zones=tuple(replace(z, name=names.zones.get(z.name, z.name)) for z in ruleset.zones),
            terms=tuple(replace(t, body=expr(t.body)) for t in ruleset.terms),
            deal=replace(
                ruleset.deal,
                hand=expr(ruleset.deal.hand),
                table=expr(ruleset.deal.table),
                zones=tuple((names.zones.get(name, name), expr(number)) for name, number in ruleset.deal.zones),
                later=maybe(ruleset.deal.later),
                batch=expr(ruleset.deal.batch),
            ),
            turn=self.pattern(ruleset.turn),
            pile_order=maybe(ruleset.pile_order),
            visible=tuple(
                replace(v, zone=names.zones.get(v.zone, v.zone), condition=expr(v.condition)) for v in ruleset.visible
            ),
            actions=tuple(
                replace(
                    a,
                    name=names.actions.get(a.name, a.name),
                    step=names.steps.get(a.step, a.step),
                    played=replace(a.played, where=maybe(a.played.where)),
                    let=tuple(replace(b, source=expr(b.source)) for b in a.let),
                    take=tuple(replace(p, source=expr(p.source), where=maybe(p.where)) for p in a.take),
                    to=names.zones.get(a.to, a.to),
                    to_arg=maybe(a.to_arg),
                    when=maybe(a.when),
                    effects=self.effects(a.effects),
                    owes=names.actions.get(a.owes, a.owes),
                    sensible=maybe(a.sensible),
                )
                for a in ruleset.actions
            ),
            rules=tuple(replace(r, must=expr(r.must), price=self.effects(r.price)) for r in ruleset.rules),
            preferences=tuple(
                replace(p, prefer=maybe(p.prefer), over=maybe(p.over), number=maybe(p.number), among=maybe(p.among))
                for p in ruleset.preferences
            ),
            events=tuple(replace(e, when=maybe(e.when), effects=self.effects(e.effects)) for e in ruleset.events),
            awards=tuple(
                replace(
                    x,
                    name=names.awards.get(x.name, x.name),
                    points=expr(x.points),
                    most=maybe(x.most),
                    condition=maybe(x.condition),
                    tie_points=maybe(x.tie_points),
                )
                for x in ruleset.awards
            ),
            match=replace(
                ruleset.match,
                over=maybe(ruleset.match.over),
                compare=maybe(ruleset.match.compare),
                leads=maybe(ruleset.match.leads),
            ),
            checks=tuple(replace(c, must=expr(c.must)) for c in ruleset.checks),
        )
