"""Which terms and named effects a rulebook keeps as words of the game, said once: those that are long and used more
than once."""

from __future__ import annotations

from collections import Counter

from cassino_dsl.describe.english import adjective
from cassino_dsl.describe.faces import faces_that
from cassino_dsl.describe.numbers import worth_rows
from cassino_dsl.describe.resolved import mentions, resolved
from cassino_dsl.describe.runs import is_whole
from cassino_dsl.ruleset.expr import Call, Type, walk
from cassino_dsl.ruleset.model import Effect, Ruleset, Term, every
from cassino_dsl.ruleset.operators import TERMS
from cassino_dsl.ruleset.unfold import Unfolder, term_table
from cassino_dsl.ruleset.within import calls_in

_LONG = 20  # forms in the body of a term, with all terms in it written out
_OFTEN, _MIDDLING = 3, 9  # what is used so often is kept also where it is only so long
_MANY = 3  # effects of a named effect
_KEPT = frozenset({Type.BOOL, Type.INT, Type.CARDS, Type.BUILDS, Type.ITEMS, Type.SEATS, Type.SIDES})
Key = tuple[str, tuple[Type, ...]]


def in_words(ruleset: Ruleset) -> Ruleset:
    """The ruleset resolved, with those terms and named effects left that make words."""
    kept = {_key(t): size for t in ruleset.terms if (size := _size(t, ruleset)) >= _MIDDLING}
    named = _named(resolved(ruleset, (), {e.name for e in ruleset.effects() if e.op == "perform"}))
    while kept:
        whole = resolved(ruleset, frozenset(kept), named)
        used = _uses(whole)
        seldom = {key for key, size in kept.items() if used[key] < (2 if size >= _LONG else _OFTEN)}
        if not seldom:
            return whole
        kept = {key: size for key, size in kept.items() if key not in seldom}
    return resolved(ruleset, (), named)


def _named(ruleset: Ruleset) -> set[str]:
    performed = [e for e in ruleset.effects() if e.op == "perform"]
    used = Counter(e.name for e in performed)
    return {e.name for e in performed if used[e.name] > 1 and sum(1 for _ in every(e.body)) >= _MANY}


def words_for_effects(ruleset: Ruleset) -> list[Effect]:
    """The named effects that are kept, each once."""
    return list({e.name: e for e in ruleset.effects() if e.op == "perform"}.values())


def _key(term: Term) -> Key:
    return term.name, tuple(type for _, type in term.params)


def _size(term: Term, ruleset: Ruleset) -> int:
    """How long a term is that can be a word; 0 for one that can't."""
    if term.body.type not in _KEPT or (len(term.params) > 1 and not _is_of_two(term)):
        return 0
    body = Unfolder(term_table(ruleset.terms)).expr(term.body)
    asks_whose = any(e.row.needs in ("side", "mover") for e in calls_in(body))
    if asks_whose and mentions(ruleset.awards, lambda call: call.row in TERMS):
        return 0  # points are counted for any side, all else is said of yours
    if worth_rows(body) is not None or _is_of_faces(term, ruleset) or is_whole(body):
        return 0
    size = sum(1 for _ in walk(body))
    an_adjective = term.body.type is not Type.BOOL or term.name.startswith("has_") or " " not in adjective(term.name)
    return size if an_adjective or size >= _LONG else 0


def _is_of_two(term: Term) -> bool:
    """Whether its name can be said of two things: `is_low` of a player, with a number."""
    return len(term.params) == 2 and term.body.type is Type.BOOL and term.name.startswith("is_")


def _is_of_faces(term: Term, ruleset: Ruleset) -> bool:
    """Whether it asks only what a card is: then the cards are named."""
    if len(term.params) != 1 or term.body.type is not Type.BOOL:
        return False
    return faces_that(term.body, term.params[0][0], ruleset) is not None


def _uses(ruleset: Ruleset) -> Counter[Key]:
    found: Counter[Key] = Counter()

    def count(call: Call) -> bool:
        if call.row in TERMS:
            found[call.name, tuple(a.type for a in call.args)] += 1
        return False

    mentions(ruleset, count)
    return found
