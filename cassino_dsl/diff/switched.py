"""Which options switch a clause off: those without whose values it could do something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from cassino_dsl.ruleset.expr import Literal, walk
from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.ruleset.within import exprs_in

MOST = 6  # options of one clause that are tried in every combination
Values = Mapping[str, bool]


def switched_off(ruleset: Ruleset, clause: Any, idle: Callable[[Ruleset], bool]) -> list[str]:
    """The settings that switch an idle clause off, as `NAME=VALUE`. An option that is yes or no counts where, with some
    values of the others, the clause does something once this one is changed, and nothing before; any other option
    counts always. ``idle``: whether it does nothing in a ruleset with other values."""
    found = {literal.option: literal.value for literal in _options(clause)}
    asked = {name: value for name, value in found.items() if isinstance(value, bool)}
    named = sorted(found)
    if 1 < len(asked) <= MOST:
        off = {values: idle(_set(ruleset, dict(zip(asked, values, strict=True)))) for values in _all(asked)}
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


def _options(clause: Any) -> Iterator[Literal]:
    """The values of options in a clause."""
    return (e for whole in exprs_in(clause) for e in walk(whole) if isinstance(e, Literal) and e.option)


def _set(ruleset: Ruleset, values: Values) -> Ruleset:
    """A ruleset with these values of options."""
    return replace(ruleset, options=tuple(replace(o, value=values.get(o.name, o.value)) for o in ruleset.options))
