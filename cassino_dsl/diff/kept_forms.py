"""Normal forms that are worked out once for all that say the same: both rulesets, and every number of seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cassino_dsl.core.forms_of_calls import Env
from cassino_dsl.core.normal import Normalizer
from cassino_dsl.ruleset.cards import Pack
from cassino_dsl.ruleset.expr import Expr, Name, walk
from cassino_dsl.ruleset.simplify import Facts

MOST = 20_000  # forms that are kept


@dataclass(frozen=True)
class KeptForms(Normalizer):
    """A normalizer that knows what it has made. Where a form stands is not kept: it is for texts alone."""

    made: dict[Any, Expr] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, expr: Expr, env: Env | None = None, ordered: bool = True) -> Expr:
        bound = tuple((name, _whole(value)) for name, value in sorted((env or {}).items()))
        key = (_whole(expr), bound, ordered)
        found = self.made.get(key)
        if found is None:
            if len(self.made) >= MOST:
                self.made.clear()
            found = self.made[key] = super().__call__(expr, env, ordered)
        return found


def _whole(expr: Expr) -> tuple[Expr, tuple[tuple[bool, bool], ...]]:
    """An expression with what names may be, which is no part of its being equal to others."""
    return expr, tuple((e.maybe, e.written) for e in walk(expr) if isinstance(e, Name))


@lru_cache(maxsize=4)
def kept_forms(pack: Pack, faces: tuple[str, ...], actions: tuple[str, ...]) -> KeptForms:
    """The forms of a pack, with the names of the actions that they may speak of."""
    return KeptForms(pack, faces, actions, Facts(pack))
