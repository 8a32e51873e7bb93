"""A clause of a ruleset by its place in a rulebook, as it is in force: terms unfolded, options put in.

Words for people depend on what stands here: rulesets whose clauses of one place are equal can be told there in the same
words. What people say of a clause is no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeVar

from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Expr, Literal, is_just, print_expr, walk
from cassino_dsl.language.ruleset.model import Action, Award, Effect, Pattern, Ruleset, Term, every
from cassino_dsl.language.ruleset.simplify import Facts, constant, simplify
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, exprs_in, mapped
from cassino_dsl.language.ruleset.words import BY_WORD

T = TypeVar("T")
Clause = dict[str, Any]  # what a clause says, by the names of its fields
Options = Mapping[str, bool | int | str]
TAKE = ".take."
SECTIONS = ("cards", "seats", "deal", "builds", "turn", "round", "match")
NAMED = ("options", "memory", "zones", "actions", "rules", "preferences", "events", "awards")
_AMONG_BUILDS = frozenset((*BY_WORD["builds"], *BY_WORD["table"]))
_FOR_PEOPLE = frozenset(("name", "about", "called", "span", "sensible", "value", "default"))


@dataclass(frozen=True)
class ClausesInForce:
    """The clauses of a ruleset with these options and, where one is given, with this number of seats. What is
    ``printed`` are the options whose values words print: what cards count for by them is alike whatever it is."""

    ruleset: Ruleset
    options: Options
    seats: int | None = None
    printed: frozenset[str] = frozenset()
    kept: dict[str, Clause | None] = field(default_factory=dict, repr=False, compare=False)

    def at(self, place: str) -> Clause | None:
        """What is said there; None where there is no such clause."""
        return self._known(found) if (found := self.unfolded(place)) else None

    def is_off(self, place: str) -> bool:
        """Whether the clause is there and never does anything."""
        section, _, name = place.partition(".")
        off = _OFF.get(section)
        action, part, _ = name.partition(TAKE)
        clause = self._named(section, action)
        if off is None or clause is None:
            return False
        if not part:
            return off(self._known(self._unfolded(clause)))
        taken = self._known(self.unfolded(place) or {}).get("part")
        return self.is_off(f"{section}.{action}") or taken is None or is_just(taken.where, False)

    def options_read(self, place: str) -> list[str]:
        """The options that the clause reads, in their order."""
        clause = self.unfolded(place) or {}
        read = {option for whole in exprs_in(clause) for option in _options(whole)}
        return [o.name for o in self.ruleset.options if o.name in read]

    def readers(self, option: str) -> dict[str, list[str]]:
        """The expressions that read an option, by the places of their clauses."""
        found: dict[str, list[str]] = {}
        for place in ("deal", "match", *(f"{key}.{c.name}" for key in NAMED for c in getattr(self.ruleset, key))):
            if option in self.options_read(place):
                exprs = exprs_in(self.unfolded(place))
                found[place] = [print_expr(e) for e in exprs if option in _options(e)]
        return found

    def constant(self, expr: Expr) -> bool | int | str | None:
        """The value of an expression that depends on nothing else; None where it is none."""
        return constant(self._unfolded(expr), self._facts)

    def values(self, ranks: Collection[str]) -> Clause:
        """What the cards of these ranks count for in each place, by face."""
        pack = self.ruleset.pack

        def said(face: int, place: str) -> tuple[Any, ...] | str:
            row = self.ruleset.value_row(face, place)
            symbol = row is not None and not self.printed.isdisjoint(re.findall(r"\w+", row.text))
            return () if row is None else row.text if symbol else (*row.cases, *row.numbers)

        faces = [(number, face.text) for number, face in enumerate(pack.faces) if face.rank in ranks]
        return {text: tuple(said(number, place) for place in PLACES) for number, text in faces}

    @cached_property
    def actions(self) -> frozenset[str]:
        """The actions of which there can be plays."""
        asked = [e.pattern for e in self.ruleset.effects() if e.pattern is not None]
        steps = {step for pattern in (self.ruleset.turn, *asked) for step in _steps(pattern)}
        there = (a.name for a in self.ruleset.actions if a.step in steps and not self.is_off(f"actions.{a.name}"))
        return frozenset(there)

    # ---- what a clause says, as it is written

    def _named(self, section: str, name: str) -> Any:
        clauses = getattr(self.ruleset, section) if section in NAMED else ()
        return next((c for c in clauses if c.name == name), None)

    def _written(self, place: str) -> Clause | None:
        section, _, name = place.partition(".")
        if section == "terms":
            cases = tuple((*t.params, t.body) for t in self.ruleset.terms if t.name == name)
            return {"cases": cases} if cases else None
        name, part, of = name.partition(TAKE)
        clause = self._named(section, name)
        if clause is None:
            return None
        if part:
            taken = next((p for p in clause.take if p.name == of), None)
            return {"part": taken, "let": clause.let, "played": clause.played} if taken else None
        return {**_data(clause), **self._around(section, name)}

    def _around(self, section: str, name: str) -> Clause:
        """What else decides what the clause comes to."""
        ruleset = self.ruleset
        if section == "memory":
            return {"set by": tuple(self._doing(lambda e: e.row.remembers and e.name == name))}
        if section == "zones":
            there = tuple((a.name, a.kind) for a in ruleset.actions if a.to == name)
            dealt = tuple(number for zone, number in ruleset.deal.zones if zone == name)
            seen = tuple(v for v in ruleset.visible if v.zone == name)
            return {"to": there, "dealt": dealt, "seen": seen, "by": tuple(self._doing(lambda e: e.zone == name))}
        return {}

    def _doing(self, which: Callable[[Effect], bool]) -> Iterator[Any]:
        """What happens under which conditions, of all that has such an effect."""
        for event in self.ruleset.events:
            if any(map(which, every(event.effects))):
                yield (event.on, event.when, event.effects)
        for action in self.ruleset.actions:
            if any(map(which, every(action.effects))):
                yield (action.name, action.effects)
        for rule in self.ruleset.rules:
            if any(map(which, every(rule.price))):
                yield (rule.must, rule.price)

    def _section(self, name: str) -> Clause:
        r = self.ruleset
        faces = tuple(f.text for f in r.pack.faces)
        cards = {"faces": faces, "copies": r.pack.copies, "names": (r.pack.suits, r.pack.rank_names, r.pack.names)}
        seats = {"seats": r.seats, "sides": r.sides, "clockwise": r.clockwise}
        if name == "cards":
            return {**cards, "values": self.values(r.pack.ranks + tuple(f.rank for f in r.pack.faces if not f.suit))}
        if name == "seats":
            return {**seats, "order": r.pile_order, "seen": tuple(v for v in r.visible if v.zone == "piles")}
        if name == "deal":
            return {**_data(r.deal), **cards, **seats, "seen": r.visible}
        if name == "builds":
            makers = [_data(a) if a.to == "build" else _of_builds(a) for a in r.actions]
            return {
                "memory": tuple(_data(m) | {"name": m.name} for m in r.memory if m.of == "build"),
                "makers": tuple(filter(None, makers)),
            }
        if name == "turn":
            return {"pattern": r.turn, "actions": tuple(_outline(a) for a in r.actions if a.name in self.actions)}
        if name == "round":
            return {**_data(r.deal), "stuck": r.match.stuck, "leads": r.match.leads}
        return _data(r.match)

    # ---- … and as it is in force

    @cached_property
    def _facts(self) -> Facts:
        if self.seats is None:
            return Facts(self.ruleset.pack, options=self.options)
        return Facts.at_table(self.ruleset, self.seats, self.options)

    def unfolded(self, place: str) -> Clause | None:
        """What is said there whatever options are chosen."""
        if place in SECTIONS:
            return self._unfolded(self._section(place))  # some depend on what is switched on
        if place not in self.kept:
            written = self._written(place)
            self.kept[place] = self._unfolded(written) if written else None
        return self.kept[place]

    @cached_property
    def _terms(self) -> dict[tuple[str, tuple[Type, ...]], Term]:
        return term_table(self.ruleset.terms)

    def _unfolded(self, clause: T) -> T:
        unfold = Unfolder(self._terms)  # each clause numbers its variables anew: so equal clauses stay equal
        return mapped(mapped(clause, unfold.effect, Effect), unfold.expr)

    def _known(self, clause: T) -> T:
        return mapped(clause, lambda expr: simplify(expr, self._facts))


def _data(clause: Any) -> Clause:
    return {f.name: getattr(clause, f.name) for f in fields(clause) if f.name not in _FOR_PEOPLE}


def _outline(action: Action) -> Any:
    """Of an action what a table of all of them shows."""
    parts = tuple((p.name, p.quantity, p.groups, p.with_card, p.variable_type) for p in action.take)
    return (action.name, action.kind, action.step, action.played, parts)


def _of_builds(action: Action) -> Any:
    """Of an action that makes no build which builds it takes, however many."""
    parts = [p for p in action.take if any(call.row in _AMONG_BUILDS for call in calls_in(p.source))]
    return (action.let, tuple((p.groups, p.source, p.where) for p in parts)) if parts else ()


def _options(expr: Expr) -> set[str]:
    return {e.option for e in walk(expr) if isinstance(e, Literal)}


def _steps(pattern: Pattern) -> Iterator[str]:
    if pattern.step:
        yield pattern.step
    for part in pattern.args:
        yield from _steps(part)


# ---- clauses that are off


def is_off(action: Action) -> bool:
    """Whether no play can be of the action."""
    needed = [p.where for p in action.take if p.row.needs_one(empty_fits=not p.groups)]
    return any(is_just(test, False) for test in (action.when, action.played.where, *needed))


def _does(effect: Effect) -> bool:
    """Whether an effect is one in some game."""
    test = effect.exprs[0] if effect.op == "when" else None
    if isinstance(test, Literal):
        return any(map(_does, effect.body if test.value else effect.other))
    return not effect.row.holds or any(map(_does, (*effect.body, *effect.other)))


def _gives_nothing(award: Award) -> bool:
    return is_just(award.condition, False) or (is_just(award.points, 0) and not award.tie_points)


_OFF: dict[str, Callable[[Any], bool]] = {
    "actions": is_off,
    "rules": lambda rule: is_just(rule.must, True),
    "preferences": lambda preference: preference.keeps_all,
    "events": lambda event: is_just(event.when, False) or not any(map(_does, event.effects)),
    "awards": _gives_nothing,
}
