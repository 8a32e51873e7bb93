"""Sets that are put together: in the order in which they are written where that matters, else in one fixed order."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, print_expr
from cassino_dsl.language.ruleset.operators import RANGE, SET, UNION
from cassino_dsl.language.ruleset.simplify import members_of
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import ROW, ROWS

# nothing is in two of these: each is one part of a position
APART = frozenset(row for row in ROWS if row.moved and len(row.reads) == 1 and not row.params)
MAX_RANGE = 64  # longer ranges of numbers stay ranges


def put_together(whole: Call, ordered: bool) -> Expr:
    """A set or union, each member once; where nobody asks for their order, in that of their texts."""
    parts = list(dict.fromkeys(_flat(whole)))
    if not ordered:
        parts = _as_table(sorted(parts, key=print_expr))
    return replace(whole, args=tuple(parts)) if whole.row is SET else _joined(whole, parts)


def _flat(whole: Call) -> list[Expr]:
    """The parts of a set or of unions; nothing is no member of a set."""
    found: list[Expr] = []
    for part in whole.args:
        if whole.row is SET and isinstance(part, Literal) and part.value is None:
            continue
        found += _flat(part) if isinstance(part, Call) and part.row is UNION and whole.row is UNION else [part]
    return found


def _as_table(parts: list[Expr]) -> list[Expr]:
    """The loose cards and the builds are the table."""
    zones = [p for p in parts if isinstance(p, Call) and p.row in (ROW["loose"], ROW["builds"])]
    if len(zones) < 2:
        return parts
    return [Call(Type.ITEMS, ROW["table"], (), zones[0].span), *(p for p in parts if p not in zones)]


def _joined(whole: Call, parts: list[Expr]) -> Expr:
    first, *more = parts
    for part in more:
        types = {first.type, part.type}
        type = first.type if len(types) == 1 else Type.ITEMS
        first = Call(type, UNION, (first, part), whole.span)
    return first


def members_written_out(whole: Call, pack: Pack) -> list[Literal] | None:
    """The members of a set of literals, ranges written out; None where it is not one."""
    members = list(members_of(whole, pack))
    literals = [m for m in members if isinstance(m, Literal)]
    return literals if len(literals) == len(members) and not any(map(_is_long, whole.args)) else None


def _is_long(arg: Expr) -> bool:
    """Whether a member that is written out is a long range."""
    if not (isinstance(arg, Call) and arg.row is RANGE):
        return False
    low, high = (int(a.value or 0) for a in arg.args if isinstance(a, Literal))
    return high - low > MAX_RANGE
