"""Which terms a rulebook keeps as words of the game, said once: those that are long and used more than once."""

from __future__ import annotations

from collections import Counter

from cassino_dsl.describe.resolved import mentions, resolved
from cassino_dsl.ruleset.expr import Call, Expr, Type, walk
from cassino_dsl.ruleset.model import Ruleset, Term
from cassino_dsl.ruleset.operators import IF, TERMS
from cassino_dsl.ruleset.unfold import Unfolder, term_table

_LONG = 20  # forms in the body of a term, with all terms in it written out
_KEPT = frozenset({Type.BOOL, Type.INT, Type.CARDS, Type.BUILDS, Type.ITEMS, Type.SEATS, Type.SIDES})
Key = tuple[str, tuple[Type, ...]]


def in_words(ruleset: Ruleset) -> Ruleset:
    """The ruleset resolved, with those terms left that its clauses and other such terms use more than once."""
    kept = {_key(t) for t in ruleset.terms if _is_long(t, ruleset)}
    while kept:
        whole = resolved(ruleset, frozenset(kept))
        used = _uses(whole)
        seldom = {key for key in kept if used[key] < 2}
        if not seldom:
            return whole
        kept -= seldom
    return resolved(ruleset)


def _key(term: Term) -> Key:
    return term.name, tuple(type for _, type in term.params)


def _is_long(term: Term, ruleset: Ruleset) -> bool:
    if term.body.type not in _KEPT or len(term.params) > 1 or _is_table(term.body):
        return False
    body = Unfolder(term_table(ruleset.terms)).expr(term.body)
    asks_whose = any(isinstance(e, Call) and e.row.needs in ("side", "mover") for e in walk(body))
    if asks_whose and mentions(ruleset.awards, lambda call: call.row in TERMS):
        return False  # points are counted for any side, all else is said of yours
    return sum(1 for _ in walk(body)) >= _LONG


def _is_table(body: Expr) -> bool:
    return isinstance(body, Call) and body.row is IF and body.type is Type.INT


def _uses(ruleset: Ruleset) -> Counter[Key]:
    found: Counter[Key] = Counter()

    def count(call: Call) -> bool:
        if call.row in TERMS:
            found[call.name, tuple(a.type for a in call.args)] += 1
        return False

    mentions(ruleset, count)
    return found
