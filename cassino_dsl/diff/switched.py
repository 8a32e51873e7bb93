"""Which options switch a clause off: those without whose values it could do something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import product
from typing import Any

from cassino_dsl.ruleset.expr import Literal
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.row import Row
from cassino_dsl.ruleset.span import Span

MOST = 6  # options of one clause that are tried in every combination
Values = Mapping[str, bool]
SECTIONS = ("actions", "rules", "preferences", "events", "awards")


def switched_off(ruleset: Ruleset, clause: Any, idle: Callable[[Ruleset, Any], bool]) -> list[str]:
    """The settings that switch an idle clause off, as `NAME=VALUE`. An option that is yes or no counts where, with some
    values of the others, the clause does something once this one is changed, and nothing before; any other option
    counts always. ``idle``: whether a clause of a ruleset does nothing."""
    found = {literal.option: literal.value for literal in _options(clause)}
    asked = {name: value for name, value in found.items() if isinstance(value, bool)}
    named = sorted(found)
    if 1 < len(asked) <= MOST:
        off = {values: idle(*_set(ruleset, clause, dict(zip(asked, values, strict=True)))) for values in _all(asked)}
        to_blame = {name for at, name in enumerate(asked) if _blamed(off, at, asked[name])}
        named = [name for name in named if name not in asked or name in to_blame] or named
    return [f"{name}={str(found[name]).lower()}" for name in named]


def _all(asked: Values) -> Iterator[tuple[bool, ...]]:
    return product((False, True), repeat=len(asked))


def _blamed(off: Mapping[tuple[bool, ...], bool], at: int, value: bool) -> bool:
    """Whether a clause that its ``at``-th option would let do something does nothing with this value of it."""
    return any(
        idle and not off[(*values[:at], not value, *values[at + 1 :])]
        for values, idle in off.items()
        if values[at] == value
    )


def _options(part: Any) -> Iterator[Literal]:
    """The values of options in a clause."""
    if isinstance(part, Literal):
        if part.option:
            yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _options(one)
    elif is_dataclass(part):
        for field in fields(part):
            yield from _options(getattr(part, field.name))


def _set(ruleset: Ruleset, clause: Any, values: Values) -> tuple[Ruleset, Any]:
    """A ruleset and its clause as they would be with these values of options in this clause."""
    made = _with(clause, values)
    sections: dict[str, Any]
    sections = {s: tuple(made if c is clause else c for c in getattr(ruleset, s)) for s in SECTIONS}
    return replace(ruleset, **sections), made


def _with(part: Any, values: Values) -> Any:
    """A part of a clause with these values of options; what has none of them stays the very same."""
    if isinstance(part, Literal):
        return replace(part, value=values[part.option]) if part.option in values else part
    if isinstance(part, tuple):
        return tuple(_with(one, values) for one in part)
    if not is_dataclass(part) or isinstance(part, (Span, Row, type)):
        return part
    new = {f.name: _with(getattr(part, f.name), values) for f in fields(part) if f.init}
    return replace(part, **new)
