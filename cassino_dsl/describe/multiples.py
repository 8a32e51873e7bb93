"""Whether a build of several groups keeps its value as long as it lies there: then that is said once, with the word."""

from __future__ import annotations

from cassino_dsl.describe.pattern import Found, Pattern, like
from cassino_dsl.ruleset import operators as op
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, Type, children, conjuncts
from cassino_dsl.ruleset.model import Action, Part, Ruleset
from cassino_dsl.ruleset.words import ROW

_HOLD_BUILDS = frozenset({ROW["builds"], ROW["table"]})
_SINGLE: Pattern = ("=", ("groups", "?x"), 1)


def multiples_keep_their_value(ruleset: Ruleset) -> bool:
    """Whether no play puts a build of several groups into one of another value."""
    return all(_keeps(part, action) for action in ruleset.actions if action.to == "build" for part in action.take)


def only_singles_in_sums(ruleset: Ruleset) -> bool:
    """Whether of builds only single ones can be part of a set that is taken, beside what the card played goes with."""
    sets = [p for a in ruleset.actions for p in a.take if p.groups and not p.with_card]
    return not any(_takes_multiples(part.source) and not _of_singles(part) for part in sets)


def _of_singles(part: Part) -> bool:
    """Whether a set of a part holds no multiple build, by what is asked of each of its members."""
    group: Found = {"?g": Name(Type.ITEMS, part.variable, part.span)}
    tests = conjuncts(part.where) if part.where is not None else ()
    each = (like(test, ("all", "?i", "?g", "?body"), group) for test in tests)
    return any(found and _is_single(found["?body"], found["?i"]) for found in each)


def _keeps(part: Part, action: Action) -> bool:
    """Whether of builds a part takes only single ones, or those of the value announced."""
    tests = list(conjuncts(part.where)) if part.where is not None else []
    if not _takes_multiples(part.source):
        return True
    if part.groups:
        return _of_singles(part)
    item = Name(Type.ITEM, part.variable, part.span)
    gaps: Found = {"?x": item} if action.to_arg is None else {"?x": item, "?v": action.to_arg}
    same: tuple[Pattern, ...] = (("=", ("value", "?x"), "?v"), ("in", "?v", ("value", "?x")))
    of_value = action.to_arg is not None and any(like(test, p, gaps) is not None for test in tests for p in same)
    return of_value or any(_is_single(test, item) for test in tests)


def _takes_multiples(source: Expr) -> bool:
    """Whether a build of several groups may be among these."""
    if isinstance(source, Quantified) and source.row is op.FILTER:
        member = Name(source.variable, source.name, source.span)
        return _takes_multiples(source.source) and not _is_single(source.body, member)
    return (isinstance(source, Call) and source.row in _HOLD_BUILDS) or any(map(_takes_multiples, children(source)))


def _is_single(test: Expr, member: Expr) -> bool:
    return any(like(part, _SINGLE, {"?x": member}) is not None for part in conjuncts(test))
