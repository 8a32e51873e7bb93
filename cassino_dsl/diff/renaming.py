"""One ruleset said in the names of another, so that only what it does can differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.model import Effect, Pattern, Ruleset
from cassino_dsl.ruleset.types import Type
from cassino_dsl.ruleset.within import mapped, renamed


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
        words = {Type.ACTION: self.names.actions, Type.AWARD: self.names.awards}
        return renamed(expr, self.names.memory, self.names.zones, words)

    def pattern(self, pattern: Pattern) -> Pattern:
        step = self.names.steps.get(pattern.step, pattern.step)
        return replace(pattern, step=step, args=tuple(self.pattern(p) for p in pattern.args))

    def _effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        """Effects, their expressions apart."""
        return tuple(self._effect(e) for e in effects)

    def _effect(self, effect: Effect) -> Effect:
        names = {} if effect.row.binds else self.names.memory
        if effect.op == "award":
            names = self.names.awards
        return replace(
            effect,
            name=names.get(effect.name, effect.name),
            zone=self.names.zones.get(effect.zone, effect.zone),
            body=self._effects(effect.body),
            other=self._effects(effect.other),
            pattern=self.pattern(effect.pattern) if effect.pattern is not None else None,
        )

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with other names for its memory, zones, actions, awards and steps, wherever they stand."""
        names, made = self.names, mapped(ruleset, self.expr).with_effects(self._effects)
        zones = names.zones
        return replace(
            made,
            memory=tuple(replace(m, name=names.memory.get(m.name, m.name)) for m in made.memory),
            zones=tuple(replace(z, name=zones.get(z.name, z.name)) for z in made.zones),
            deal=replace(made.deal, zones=tuple((zones.get(name, name), number) for name, number in made.deal.zones)),
            turn=self.pattern(made.turn),
            visible=tuple(replace(v, zone=zones.get(v.zone, v.zone)) for v in made.visible),
            actions=tuple(
                replace(
                    a,
                    name=names.actions.get(a.name, a.name),
                    step=names.steps.get(a.step, a.step),
                    to=zones.get(a.to, a.to),
                    owes=names.actions.get(a.owes, a.owes),
                )
                for a in made.actions
            ),
            awards=tuple(replace(x, name=names.awards.get(x.name, x.name)) for x in made.awards),
        )
