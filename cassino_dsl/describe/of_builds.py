"""What is so of all builds, whatever is played: how many cards they have at least, how many there are of a value."""

from __future__ import annotations

from cassino_dsl.describe.bound import names_of
from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.ruleset.expr import Call, Expr, Name, Type, conjuncts
from cassino_dsl.ruleset.model import Action, Part, Rule, Ruleset, every
from cassino_dsl.ruleset.operators import MEMORIES, TERMS
from cassino_dsl.ruleset.words import ROW

_IN_HAND = frozenset({ROW["hand"], ROW["kept"]})
_LIE_THERE = frozenset({ROW["builds"], ROW["table"]})
_BINDING = frozenset({*_LIE_THERE, *_IN_HAND, *TERMS, *MEMORIES, ROW["taken"]})  # what a rule on builds may ask for
_OF_VALUE: tuple[Pattern, ...] = (("=", ("value", "?x"), "?v"), ("in", "?v", ("value", "?x")))


def never_two_of_a_value(ruleset: Ruleset) -> bool:
    """Whether every play that makes a build puts those of its value into it, or may not be made where there is one."""
    return all(_joins(action) or _is_new(action) for action in ruleset.actions if action.to == "build")


def has_two_cards(ruleset: Ruleset) -> bool:
    """Whether every build has two cards or more: so it is made, and nothing is taken out of it."""
    in_play = [e for event in ruleset.events if event.on != "round over" for e in every(event.effects)]
    others = [e for clause in ruleset.actions for e in every(clause.effects)]
    others += [e for rule in ruleset.rules for e in every(rule.price)]
    moved = mentions(tuple(e.exprs for e in (*in_play, *others) if e.op == "move"), lambda call: call.row in _LIE_THERE)
    return not moved and all(_of_two(action) for action in ruleset.actions if action.to == "build")


def is_card_free(ruleset: Ruleset) -> bool:
    """Whether the card of the hand by which a build was announced may be used for anything else, but for trailing."""
    announced = [a for a in ruleset.actions if a.to == "build" and mentions(a.let, lambda call: call.row in _IN_HAND)]
    rules = [r for r in ruleset.rules if not _is_of_trails(r, ruleset)]
    bound = mentions(tuple(r.must for r in rules), lambda call: call.row in _BINDING)
    return bool(announced) and not bound


def trails_are_bound(ruleset: Ruleset) -> bool:
    """Whether there is a rule on trailing alone."""
    return any(_is_of_trails(rule, ruleset) for rule in ruleset.rules)


def _is_of_trails(rule: Rule, ruleset: Ruleset) -> bool:
    names = names_of(rule, ruleset)
    return {a.kind for a in ruleset.actions if a.name in names} == {"trail"}


def _joins(action: Action) -> bool:
    return any(_is_all_of_value(part, action.to_arg) for part in action.take if action.to_arg is not None)


def _is_all_of_value(part: Part, value: Expr | None) -> bool:
    source = part.source
    if part.quantity != "all" or value is None or not (isinstance(source, Call) and source.row is ROW["builds"]):
        return False
    gaps: Found = {"?x": Name(Type.BUILD, part.variable, part.span), "?v": value}
    return part.where is not None and any(like(part.where, pattern, gaps) is not None for pattern in _OF_VALUE)


def _is_new(action: Action) -> bool:
    """Whether it asks that there is no build of the value yet."""
    tests = conjuncts(action.when) if action.when is not None else ()
    gaps: Found = {"?v": action.to_arg} if action.to_arg is not None else {}
    none: Pattern = ("not", ("any", "?b", ("builds",), ("=", ("value", "?b"), "?v")))
    return bool(gaps) and any(like(test, none, gaps) is not None for test in tests)


def _of_two(action: Action) -> bool:
    """Whether two cards or more are put together: something is always taken."""
    if action.played.source != "none":
        return bool(action.take)
    needed = [_least(part) for part in action.take if part.row.needs_one(True)]
    asked = conjuncts(action.when) if action.when is not None else ()
    return sum(needed) > 1 or any(like(test, (">", ("count", ("taken",)), 1)) is not None for test in asked)


def _least(part: Part) -> int:
    group: Found = {"?g": Name(Type.ITEMS, part.variable, part.span)}
    tests = conjuncts(part.where) if part.groups and part.where is not None else ()
    return 2 if any(like(test, (">", ("count", "?g"), 1), group) is not None for test in tests) else 1
