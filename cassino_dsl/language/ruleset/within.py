"""Every expression within a clause, however deep: asked for, and changed alike, each where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_type_hints

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Type, walk, with_children
from cassino_dsl.language.ruleset.operators import MEMORIES, ZONE

Names = Mapping[str, str]
T = TypeVar("T")
AS_WRITTEN = {"as written": True}  # metadata of a field that keeps a clause as it stands in the file


def exprs_in(part: Any) -> Iterator[Expr]:
    """Every expression of a clause, or of several, whole."""
    if isinstance(part, Expr):
        yield part
    elif isinstance(part, tuple | dict):
        for one in part.values() if isinstance(part, dict) else part:
            yield from exprs_in(one)
    else:
        for name in _fields(part.__class__):
            yield from exprs_in(getattr(part, name))


def reads_name(part: Any, name: str) -> bool:
    """Whether a clause speaks of what a name stands for."""
    return any(isinstance(e, Name) and e.name == name for whole in exprs_in(part) for e in walk(whole))


def calls_in(part: Any) -> Iterator[Call]:
    """Every call in a clause, or in an expression."""
    return (e for whole in exprs_in(part) for e in walk(whole) if isinstance(e, Call))


def renamed(expr: Expr, memory: Names, zones: Names, words: Mapping[Type, Names] = MappingProxyType({})) -> Expr:
    """An expression with other names for memory and zones, and for ``words``: the constants of a type."""
    if isinstance(expr, Literal):
        return replace(expr, value=words.get(expr.type, {}).get(str(expr.value), expr.value))
    made = with_children(expr, lambda e: renamed(e, memory, zones, words))
    if not isinstance(made, Call):
        return made
    names = memory if made.row in MEMORIES else zones if made.row is ZONE else {}
    return replace(made, name=names.get(made.name, made.name))


def mapped(part: T, change: Callable[[Any], Any], kind: Any = Expr) -> T:
    """A clause, or several, with every expression changed, or every part of another ``kind`` that holds some; what has
    none stays the same object."""
    found: Any = part
    if isinstance(found, kind):
        found = change(found)
    elif isinstance(found, tuple):
        parts = tuple(mapped(one, change, kind) for one in found)
        found = found if all(map(is_, found, parts)) else parts
    elif isinstance(found, dict):
        found = {key: mapped(one, change, kind) for key, one in found.items()}
    elif not isinstance(found, Expr):
        old = {name: getattr(found, name) for name in _fields(found.__class__)}
        new = {name: made for name, one in old.items() if (made := mapped(one, change, kind)) is not one}
        found = replace(found, **new) if new else found
    return found  # type: ignore[no-any-return]


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields in which expressions may stand."""
    if not is_dataclass(kind):
        return ()
    hints = _hints(kind)
    return tuple(f.name for f in fields(kind) if f.metadata != AS_WRITTEN and _may_hold(hints[f.name], (kind,)))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of its fields: Python reads them anew each time, and a type stands in many."""
    return get_type_hints(kind)


def _may_hold(hint: Any, around: tuple[Any, ...]) -> bool:
    """Whether a value of this type may be or hold an expression, or may for all we know: ``around`` are the types in
    whose fields it stands."""
    if hint in get_args(Expr) or hint in around:
        return True
    has_fields: bool = is_dataclass(hint)
    if has_fields:
        return any(_may_hold(inner, (*around, hint)) for inner in _hints(hint).values())
    return any(_may_hold(part, around) for part in get_args(hint))


def has_option(expr: Expr) -> bool:
    """Whether an option has a part in it."""
    return any(isinstance(e, Literal) and e.option for e in walk(expr))
