"""`after` and `before` go inwards, to what can differ between the two moments.

Sets stay whole, with what goes through them. What an expression makes of its arguments is the same at any moment
where its row reads nothing of the position; what it
reads itself stays beneath the word if the row says that it may differ: a play moves cards and makes builds, and from
before a play to after it anything of the position may have changed.
"""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, with_children
from cassino_dsl.language.ruleset.row import MOVED, Row
from cassino_dsl.language.ruleset.within import calls_in
from cassino_dsl.language.ruleset.words import AFTER, BEFORE

# of the play and of who plays: the same before and after
_LASTING = frozenset({"seat", "card", "taken", "announced", "kind"})


def inwards(expr: Expr) -> Expr:
    """The expression with both words moved as far in as they go."""
    if isinstance(expr, Call) and expr.row in (AFTER, BEFORE):
        return at_moment(expr, inwards(expr.args[0]))
    return with_children(expr, inwards)


def at_moment(word: Call, inner: Expr) -> Expr:
    """What ``after`` or ``before`` makes of an expression."""
    if isinstance(inner, Literal | Name) or not _differs(inner, word.row):
        return inner
    if isinstance(inner, Call) and inner.row is word.row:
        return inner
    if isinstance(inner, Call) and not (inner.row.reads or inner.row.ordered or inner.row.each or inner.asks):
        return with_children(inner, lambda e: at_moment(word, e))
    return replace(word, type=inner.type, args=(inner,))


def _differs(expr: Expr, word: Row) -> bool:
    """Whether anything in the expression may be another at the other moment."""
    reads = {part for call in calls_in(expr) for part in call.row.reads}
    return bool(reads & MOVED if word is AFTER else reads - _LASTING)
