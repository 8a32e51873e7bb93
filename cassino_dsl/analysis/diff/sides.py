"""Two rulesets ready to be compared, for every number of seats that both allow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from cassino_dsl.analysis.diff.clause_words import ClauseWords
from cassino_dsl.analysis.diff.core_by_clause import NOTHING, CoreByClause, builds
from cassino_dsl.analysis.diff.subjects import Subjects
from cassino_dsl.language.core.program import Program, program_of
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.model import Effect, Pattern, Ruleset
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.within import mapped, renamed

# ---- one ruleset said in the names of another, so that only what it does can differ
MARK = "sought"  # stands for the memory, the zone or the points whose uses are looked at
_NAMED = {"memory": "memory", "zones": "zones", "points": "awards"}  # whose names they have


@dataclass(frozen=True)
class Renaming:
    """The names of one ruleset as the other calls them; names that are not here keep theirs."""

    memory: Mapping[str, str] = field(default_factory=dict)
    zones: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)
    awards: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)

    def expr(self, expr: Expr) -> Expr:
        words = {Type.ACTION: self.actions, Type.AWARD: self.awards}
        return renamed(expr, self.memory, self.zones, words)

    def pattern(self, pattern: Pattern) -> Pattern:
        step = self.steps.get(pattern.step, pattern.step)
        return replace(pattern, step=step, args=tuple(self.pattern(p) for p in pattern.args))

    def _effects(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        """Effects, their expressions apart."""
        return tuple(self._effect(e) for e in effects)

    def _effect(self, effect: Effect) -> Effect:
        names = {} if effect.row.binds else self.memory
        if effect.op == "award":
            names = self.awards
        return replace(
            effect,
            name=names.get(effect.name, effect.name),
            zone=self.zones.get(effect.zone, effect.zone),
            body=self._effects(effect.body),
            other=self._effects(effect.other),
            pattern=self.pattern(effect.pattern) if effect.pattern is not None else None,
        )

    def ruleset(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with other names for its memory, zones, actions, awards and steps, wherever they stand."""
        made = mapped(ruleset, self.expr).with_effects(self._effects)
        zones = self.zones
        return replace(
            made,
            memory=tuple(replace(m, name=self.memory.get(m.name, m.name)) for m in made.memory),
            zones=tuple(replace(z, name=zones.get(z.name, z.name)) for z in made.zones),
            deal=replace(made.deal, zones=tuple((zones.get(name, name), number) for name, number in made.deal.zones)),
            turn=self.pattern(made.turn),
            visible=tuple(replace(v, zone=zones.get(v.zone, v.zone)) for v in made.visible),
            actions=tuple(
                replace(
                    a,
                    name=self.actions.get(a.name, a.name),
                    step=self.steps.get(a.step, a.step),
                    to=zones.get(a.to, a.to),
                    owes=self.actions.get(a.owes, a.owes),
                )
                for a in made.actions
            ),
            awards=tuple(replace(x, name=self.awards.get(x.name, x.name)) for x in made.awards),
        )


# ---- which names answer each other


def pair_names(a: Ruleset, b: Ruleset, grow: Callable[[Ruleset], CoreByClause]) -> Renaming:
    """How the names of ``b`` are said in ``a``."""

    def named(ruleset: Ruleset, names: Renaming) -> CoreByClause:
        return grow(names.ruleset(ruleset))

    names = Renaming(memory=_by_uses(a, b, "memory", Renaming(), named))
    names = replace(names, zones=_by_uses(a, b, "zones", Renaming(), named))
    mine, yours = named(a, Renaming()), named(b, names)
    actions = _by_form(*((_actions(tree), tree.tests) for tree in (mine, yours)))
    names = replace(names, actions=actions, steps=_steps(a, b, actions))
    yours = named(b, names)
    both = {*a.award_names()} & {*b.award_names()}  # effects give points under names, too
    awards = [{n: form for n, form in t.sections["awards"].items() if n not in both} for t in (mine, yours)]
    names = replace(names, awards=_by_form((awards[0], {}), (awards[1], {})))
    return replace(names, awards={**names.awards, **_by_uses(a, b, "points", names, named)})


def _actions(tree: CoreByClause) -> dict[str, Any]:
    """What actions do, their steps and conditions apart."""
    apart = ("step", "when")
    return {n: x and {k: v for k, v in x.items() if k not in apart} for n, x in tree.sections["actions"].items()}


def _by_form(*both: tuple[Mapping[str, Any], Mapping[str, Any]]) -> dict[str, str]:
    """Pairs of clauses under names that only one of the two has: those of which all is equal, then those of which the
    first is."""
    (mine, more), (yours, theirs) = both
    left = [name for name in mine if name not in yours]
    found: dict[str, str] = {}
    for whole in (True, False):
        for name in (n for n in yours if n not in mine and n not in found and yours[n] != NOTHING):
            fits = (n for n in left if mine[n] == yours[name] and not (whole and more.get(n) != theirs.get(name)))
            if (other := next(fits, None)) is not None:
                left.remove(other)
                found[name] = other
    return found


def _steps(a: Ruleset, b: Ruleset, actions: Mapping[str, str]) -> dict[str, str]:
    """Steps go by their actions, where these agree on it."""
    mine = {action.name: action.step for action in a.actions}
    found: dict[str, set[str]] = {}
    for action in b.actions:
        step = mine.get(actions.get(action.name, action.name))
        if step is not None:
            found.setdefault(action.step, set()).add(step)
    pairs = {yours: next(iter(steps)) for yours, steps in found.items() if len(steps) == 1}
    called = {pairs.get(action.step, action.step) for action in b.actions}
    return pairs if len(called) == len({action.step for action in b.actions}) else {}


def _by_uses(a: Ruleset, b: Ruleset, what: str, names: Renaming, grow: Callable[..., CoreByClause]) -> dict[str, str]:
    """Pairs of memories, of zones, or of points that effects give, of which everything says the same."""
    mine, yours = _declared(a, what), _declared(b, what)
    shared = {*_all_names(a, what)} & {*_all_names(b, what)}
    mine, yours = ({n: kind for n, kind in row.items() if n not in shared} for row in (mine, yours))
    if not mine or not yours:
        return {}
    left = {name: _uses(a, what, name, mine, Renaming(), grow) for name in mine}
    found = {}
    for name in yours:
        uses = _uses(b, what, name, yours, names, grow)
        match = next((n for n, said in left.items() if said == uses), None) if len(uses) > 1 else None
        if match is not None:  # and something beside its own declaration speaks of it
            del left[match]
            found[name] = match
    return found


def _all_names(ruleset: Ruleset, what: str) -> Iterable[str]:
    return ruleset.award_names() if what == "points" else _declared(ruleset, what)


def _declared(ruleset: Ruleset, what: str) -> dict[str, str]:
    """Names with their kinds: of memory, of zones, or under which effects alone give points."""
    if what == "memory":
        return {m.name: f"{m.of} {m.type.value}" for m in ruleset.memory}
    if what == "zones":
        return {z.name: f"{z.of} {z.captured}" for z in ruleset.zones}
    return {name: "" for name in ruleset.award_names() if name not in {x.name for x in ruleset.awards}}


def _uses(
    ruleset: Ruleset, what: str, name: str, unnamed: Collection[str], names: Renaming, grow: Callable[..., CoreByClause]
) -> list[str]:
    """Everything that is said of one, with the names that are not shared taken out."""
    kinds = _declared(ruleset, what)
    hidden = {other: f"hidden_{kinds[other].replace(' ', '_')}" for other in unnamed} | {name: MARK}
    whole = {**getattr(names, _NAMED[what]), **hidden}
    tree = grow(ruleset, replace(names, **{_NAMED[what]: whole}))
    own = tree.sections[what].get(MARK, "") if what != "points" else ""
    return sorted([str(own), *{text for text in tree.texts() if MARK in text and text != own}])


C = TypeVar("C")
_grown = lru_cache(maxsize=16)(CoreByClause)  # names are looked for in the trees of the same rulesets


class Sides:
    """``faces``: the cards that both have. ``names``: how the second says the names of the first; ``renamed``: the
    second in them. ``trees``: what the clauses of both say, in these names, for each number of ``seats``; where they
    share none, for the fewest of each."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.a, self.b = a, b
        theirs = {face.text for face in b.pack.faces}
        self.faces = tuple(face.text for face in a.pack.faces if face.text in theirs)
        self.seats = tuple(n for n in a.seats if n in b.seats)
        self.names = pair_names(a, b, lambda r: self._tree(r, (self.seats or r.seats)[0]))
        self.renamed = self.names.ruleset(b)
        self.trees = (self.grown(a), self.grown(self.renamed))
        self.words = (ClauseWords(a), ClauseWords(b))
        self.unfolded = (ClauseWords(a, unfold=True), ClauseWords(b, unfold=True))
        self.subjects = (Subjects(a), Subjects(b))

    def grown(self, ruleset: Ruleset) -> list[CoreByClause]:
        """The trees of a ruleset, for each number of seats."""
        return [self._tree(ruleset, n) for n in self.seats or ruleset.seats[:1]]

    def _tree(self, ruleset: Ruleset, seats: int) -> CoreByClause:
        return _grown(ruleset, seats, self.faces, builds(self.a) or builds(self.b))

    @cached_property
    def programs(self) -> tuple[tuple[Program, Program], ...]:
        """The cores of both, in the names of the first, for every number of seats that both allow."""
        return tuple((program_of(self.a, n), program_of(self.renamed, n)) for n in self.seats)

    @property
    def same_program(self) -> bool:
        """Whether both are the same programs: only then do they say the same."""
        return self.a.seats == self.b.seats and all(mine == yours for mine, yours in self.programs)

    def said(self, say: Callable[[ClauseWords, C], str], a: C | None, b: C | None) -> tuple[str | None, str | None]:
        """Both sides in words, None where there is nothing; where the words are the same, with terms unfolded."""

        def both(words: tuple[ClauseWords, ClauseWords]) -> tuple[str | None, str | None]:
            return (None if a is None else say(words[0], a), None if b is None else say(words[1], b))

        mine, yours = both(self.words)
        return (mine, yours) if mine != yours else both(self.unfolded)
