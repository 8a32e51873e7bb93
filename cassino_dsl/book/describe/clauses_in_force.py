"""The clauses that a rulebook speaks of: terms written out, options put in, what is off or never does anything gone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TypeVar

from cassino_dsl.book.describe.condition_parts import literal_numbers
from cassino_dsl.book.describe.expression_patterns import Found, like
from cassino_dsl.language.ruleset.clauses import is_off
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type, conjuncts, is_just, with_children
from cassino_dsl.language.ruleset.model import (
    Action,
    Award,
    Effect,
    Memory,
    Part,
    Pattern,
    Ruleset,
    every,
)
from cassino_dsl.language.ruleset.operators import EQ, MEMORIES, NE
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in, mapped, reads_name
from cassino_dsl.language.ruleset.words import ACTION, BY_WORD

T = TypeVar("T")


def resolved(ruleset: Ruleset, keep: Collection[tuple[str, tuple[Type, ...]]] = ()) -> Ruleset:
    """A ruleset of the same meaning that says only what is in force at this table. ``keep``: the terms, by name and
    types of their parameters, that are not written out."""
    table = term_table(ruleset.terms)
    unfold = Unfolder({key: term for key, term in table.items() if key not in keep})
    ruleset = _written_out(ruleset, unfold)
    facts = Facts.at_table(ruleset, ruleset.seats[0], {}) if len(ruleset.seats) == 1 else Facts(ruleset.pack)

    def change(expr: Expr) -> Expr:
        return simplify(unfold.expr(expr), facts)

    terms = tuple(term for key, term in table.items() if key in keep)
    actions = tuple(replace(a, sensible=None) for a in ruleset.actions)
    said = mapped(replace(ruleset, terms=terms, checks=(), actions=actions), change)
    awards = tuple(_of_its_own(a, ruleset, change) for a in said.awards)
    return _in_force(replace(_without_true(said), awards=awards))


def _answered(expr: Expr, answer: Callable[[Call], Expr | None]) -> Expr:
    """An expression with what stands for some of its calls in their place."""
    made = with_children(expr, lambda e: _answered(e, answer))
    found = answer(made) if isinstance(made, Call) else None
    return made if found is None else found


def _written_out(ruleset: Ruleset, unfold: Unfolder) -> Ruleset:
    """The ruleset with what named effects do in their place."""

    def out(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(unfold.effect(e) if any(x.op == "perform" for x in every((e,))) else e for e in effects)

    return ruleset.with_effects(out)


def _without_true(ruleset: Ruleset) -> Ruleset:
    """A condition of an action or an event that always holds is none."""
    actions = tuple(replace(a, when=None) if is_just(a.when, True) else a for a in ruleset.actions)
    events = tuple(replace(e, when=None) if is_just(e.when, True) else e for e in ruleset.events)
    return replace(ruleset, actions=actions, events=events)


def _of_its_own(award: Award, ruleset: Ruleset, change: Callable[[Expr], Expr]) -> Award:
    """What an award has earned before it is counted is nothing, where nothing else gives points under its name."""
    given = any(e.op == "award" and e.name == award.name for e in ruleset.effects())
    if given or (ruleset.match.at_once and award.each is not None):
        return award

    def none(call: Call) -> Expr | None:
        own = call.row in BY_WORD["earned"] and isinstance(call.args[0], Literal) and call.args[0].value == award.name
        return Literal(Type.INT, 0, call.span) if own else None

    return mapped(award, lambda expr: change(_answered(expr, none)))


def _in_force(ruleset: Ruleset) -> Ruleset:
    found = _remembered(_unchanging(_acted(_of_clauses(ruleset))))
    left = _left(found.turn, {a.step for a in found.actions})
    return replace(found, turn=left[0]) if left else found


def _left(turn: Pattern, steps: Collection[str]) -> list[Pattern]:
    """The parts of a turn without those that may be left out, and that no action is of any more."""
    if turn.op in ("optional", "repeat") and turn.args[0].op == "step" and turn.args[0].step not in steps:
        return []
    parts = [left for part in turn.args for left in _left(part, steps)]
    return parts if turn.op == "then" and len(parts) == 1 else [replace(turn, args=tuple(parts))]


def _acted(ruleset: Ruleset) -> Ruleset:
    """No play is of an action that is off."""
    there = {a.name for a in ruleset.actions}

    def known(call: Call) -> Expr | None:
        if call.row not in (EQ, NE) or call.args[0] != Call(Type.ACTION, ACTION, (), call.span):
            return None
        named = call.args[1]
        off = isinstance(named, Literal) and named.value not in there
        return Literal(Type.BOOL, call.row is NE, call.span) if off else None

    def change(expr: Expr) -> Expr:
        return simplify(_answered(expr, known), Facts(ruleset.pack))

    changed = {key: mapped(getattr(ruleset, key), change) for key in ("rules", "preferences", "events")}
    return _of_clauses(_without_true(replace(ruleset, **changed)))


def _unchanging(ruleset: Ruleset) -> Ruleset:
    """What is remembered and never set to anything but what it is at first is that."""
    first = {m.name: m.starts for m in ruleset.memory if _stays(m, ruleset)}
    if not first:
        return ruleset

    def change(expr: Expr) -> Expr:
        at_first = _answered(expr, lambda call: first.get(call.name) if call.row in MEMORIES else None)
        return simplify(at_first, Facts(ruleset.pack))

    return _of_clauses(_without_true(mapped(_forgetting(ruleset, set(first)), change)))


def _stays(memory: Memory, ruleset: Ruleset) -> bool:
    first = memory.starts
    if not isinstance(first, Literal) or memory.on_build is not None or memory.seen is not None:
        return False
    written = [e for e in ruleset.effects() if e.row.remembers and e.name == memory.name]
    values = [e.exprs[-1] for e in written if e.op == "assign"]
    return len(values) == len(written) and all(isinstance(v, Literal) and v.value == first.value for v in values)


def _forgetting(ruleset: Ruleset, names: Collection[str]) -> Ruleset:
    """Without some of what is remembered, and whatever sets it."""

    def drop(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        kept = [e for e in effects if not (e.row.remembers and e.name in names)]
        return _done(tuple(replace(e, body=drop(e.body), other=drop(e.other)) for e in kept))

    return replace(ruleset.with_effects(drop), memory=tuple(m for m in ruleset.memory if m.name not in names))


def _remembered(ruleset: Ruleset) -> Ruleset:
    """What is remembered and never asked for is not said, unless it is somebody's own."""
    unread = {m.name for m in ruleset.memory if m.seen is None and not _is_read(ruleset, m.name)}
    return _remembered(_of_clauses(_forgetting(ruleset, unread))) if unread else ruleset


def _is_read(ruleset: Ruleset, name: str) -> bool:
    """Whether a clause asks for what is remembered; setting it anew from itself is no asking."""
    return mentions(_forgetting(ruleset, {name}), lambda call: call.row in MEMORIES and call.name == name)


def _of_clauses(ruleset: Ruleset) -> Ruleset:
    return replace(
        ruleset,
        actions=tuple(replace(a, take=_taking(a), effects=_done(a.effects)) for a in ruleset.actions if not is_off(a)),
        rules=tuple(replace(r, price=_done(r.price)) for r in ruleset.rules if not is_just(r.must, True)),
        preferences=tuple(p for p in ruleset.preferences if not p.keeps_all),
        events=tuple(
            replace(e, effects=done)
            for e in ruleset.events
            if not (is_just(e.when, False) or (e.on == "layout dealt" and is_just(ruleset.deal.table, 0)))
            and (done := _done(e.effects))
        ),
        awards=tuple(
            replace(a, condition=None) if is_just(a.condition, True) else a
            for a in ruleset.awards
            if not (is_just(a.condition, False) or is_just(a.points, 0))
        ),
    )


def _taking(action: Action) -> tuple[Part, ...]:
    """The parts that can take something; a test that always holds is none."""
    parts = [p for p in action.take if not is_just(p.where, False) and not _takes_nothing(p)]
    return tuple(replace(p, where=None) if is_just(p.where, True) else p for p in parts)


def _takes_nothing(part: Part) -> bool:
    """Whether a set of cards would have to be empty."""
    group: Found = {"?g": Name(part.variable_type, part.variable, part.span)}
    tests = conjuncts(part.where) if part.groups and part.where is not None else ()
    return any(like(test, ("=", ("count", "?g"), 0), group) is not None for test in tests)


def _done(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects without what the options leave out: the branch of an `if` that is decided stands in its place."""
    found: list[Effect] = []
    for effect in effects:
        if not effect.row.remembers and any(isinstance(e, Literal) and e.value is None for e in effect.exprs):
            continue  # with nothing in the place of an expression it does nothing
        body, other = _done(effect.body), _done(effect.other)
        once = effect.op == "each" and len(literal_numbers(effect.exprs[0]) or ()) == 1
        if effect.op == "when" and isinstance(effect.exprs[0], Literal):
            found += body if effect.exprs[0].value else other
        elif effect.op == "block" or (once and not reads_name(body, effect.name)):  # counted from one to one
            found += body
        elif not effect.row.holds or body or other:
            found.append(replace(effect, body=body, other=other))
    return tuple(found)


def mentions(part: object, asked: Callable[[Call], bool]) -> bool:
    """Whether a clause, or something it is made of, holds such a call."""
    return any(map(asked, calls_in(part)))
