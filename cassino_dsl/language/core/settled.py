"""Conditions that no position changes: what always holds, or never does, as the normal form knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from cassino_dsl.language.check.cost import most_members
from cassino_dsl.language.core.logic import (
    AllOf,
    AnyOf,
    Atom,
    Cond,
    OneOf,
    Range,
    Within,
    common,
    never_negative,
    others,
)
from cassino_dsl.language.core.normal import Env, Normalizer
from cassino_dsl.language.core.sets import APART
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, children, walk
from cassino_dsl.language.ruleset.model import Ruleset, Term
from cassino_dsl.language.ruleset.operators import EQ, HOW_MANY, IN, LT, PLUS, TERMS, UNION
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS, Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import exprs_in, has_option
from cassino_dsl.language.ruleset.words import ACTION, CARD, CARD_OR_NOTHING, COUNT, EVENT, KIND, ROW

_TAKEN, _CARDS_OF = ROW["taken"], ROW["cards(items)"]
MOST_FORMS = 50_000  # that are looked at, after unfolding: of a larger ruleset less is known


def check_conditions(ruleset: Ruleset, form: Judging, report: Report, file: str) -> None:
    """Report those that a file says. What options decide is left alone."""
    terms, told = term_table(ruleset.terms), _told(report)
    left, marks = MOST_FORMS, dict[_Use, int]()
    before = _judged(file, form.pack, form.actions, form.most[Type.SEATS])
    now = dict[_Judged, tuple[int, list[_Verdict]]]()
    for whole, plays in ((e, plays) for clauses, plays in _by_plays(ruleset) for e in exprs_in(clauses)):
        if whole.span.file != file:
            continue
        key = (whole, _beside(whole, terms, marks), tuple(plays.items()))
        known, parts = before.get(key), list[Expr]()
        if known is None or known[1]:
            unfolded = Unfolder(terms).expr(whole)
            parts = list(walk(unfolded))
        left -= known[0] if known else len(parts)
        if left <= 0:
            break
        now[key] = known or (len(parts), list(_settled(unfolded, form, plays)))
        for at, always in now[key][1]:
            part = parts[at]
            if part.span.within(whole.span) and not any(part.span.overlaps(span) for span in told):
                told.append(part.span)
                message = f"this condition {'always' if always else 'never'} holds"
                help = "remove it, or say what it should depend on"
                report.add(Code.CONSTANT_CONDITION, part.span, message, help=help)
    before.clear()
    before.update(now)


_Verdict = tuple[int, bool]  # a condition, by its place on a walk through the expression, and whether it always holds
_Judged = tuple[Expr, object, object]  # an expression, what is no part of its equality, and of which plays it speaks
_Use = tuple[str, tuple[Type, ...]]  # a term, and the types that it is given


@lru_cache(maxsize=8)
def _judged(file: str, pack: Pack, actions: tuple[str, ...], seats: int) -> dict[_Judged, tuple[int, list[_Verdict]]]:
    """How large the expressions of a file were when it was last looked at, and what came of them: while somebody writes
    in it, most stay."""
    return {}


def _beside(expr: Expr, terms: Mapping[_Use, Term], marks: dict[_Use, int]) -> tuple[object, ...]:
    """What else an expression depends on, part by part; ``marks``: what is known of the terms that it calls."""
    found: list[object] = []
    for part in walk(expr):
        found.append((part.maybe, part.written, part.asks if isinstance(part, Call) else ()))
        if not (isinstance(part, Call) and part.row in TERMS):
            continue
        use = part.name, tuple(a.type for a in part.args)
        if use in terms and use not in marks:
            marks[use] = hash((terms[use].params, terms[use].body, _beside(terms[use].body, terms, marks)))
        found.append(marks.get(use))
    return tuple(found)


_Plays = Mapping[Row, frozenset[str]]  # the kinds, and the names of actions, that a play which is spoken of may have


def _by_plays(ruleset: Ruleset) -> Iterator[tuple[object, _Plays]]:
    """All clauses, with what is known of the play that they speak of."""
    yield replace(ruleset, actions=(), events=()), {}
    for action in ruleset.actions:
        yield action, {KIND: frozenset((action.kind,)), ACTION: frozenset((action.name,))}
    for event in ruleset.events:
        kinds = frozenset(EVENT[event.on].kinds)
        names = frozenset(a.name for a in ruleset.actions if a.kind in kinds)
        yield event, {KIND: kinds, ACTION: names} if names else {}


def _told(report: Report) -> list[Span]:
    """Where it has been said that something never comes to pass, or always does."""
    codes = (Code.CONSTANT_CONDITION, Code.ACTION_NEVER_PLAYED)
    return [d.span for d in report.diagnostics if d.code in codes and d.span is not None]


@dataclass(frozen=True)
class Judging(Normalizer):
    """Makes normal forms, and remembers what came of the conditions that are ``asked``, by their identity; ``most``:
    how many members a set of each type has at most."""

    most: Mapping[Type, int] = field(default_factory=dict, compare=False, repr=False)
    asked: dict[int, Cond | None] = field(default_factory=dict, compare=False, repr=False)

    def condition(self, expr: Expr, env: Env) -> Cond:
        found = super().condition(expr, env)
        # where something is put in the place of a name, this is another question
        if id(expr) in self.asked and all(isinstance(e, Name) for e in env.values()):
            self.asked[id(expr)] = found
        return found


def _settled(whole: Expr, form: Judging, plays: _Plays) -> Iterator[_Verdict]:
    """The conditions within an expression that always hold, or never, of such ``plays``; of such within others the
    innermost."""
    conditions = [e for e in walk(whole) if e.type is Type.BOOL and isinstance(e, Call | Quantified)]
    form.asked.clear()
    form.asked.update((id(e), None) for e in conditions)
    for expr in conditions:  # from the outside inwards: mostly the form of the outer asks for all within
        if form.asked[id(expr)] is None:
            form.condition(expr, {})
    verdicts = {at: holds(cond, form.most, plays) for at, cond in form.asked.items() if cond is not None}
    settled = {at for at, verdict in verdicts.items() if verdict is not None}
    found: list[Expr] = []

    def look(expr: Expr) -> bool:
        """Whether a condition within is settled; the innermost are noted."""
        inner = sum(map(look, children(expr))) > 0
        if not inner and id(expr) in settled:
            found.append(expr)
        return inner or id(expr) in settled

    look(whole)
    inside = {id(e): at for at, e in enumerate(walk(whole))}
    yield from ((inside[id(e)], verdicts[id(e)] is True) for e in found if not has_option(e))


def holds(cond: Cond, most: Mapping[Type, int], plays: _Plays = MappingProxyType({})) -> bool | None:
    """Whether a condition always holds or never does; None where that depends; ``most``: as above."""
    if isinstance(cond, AllOf | AnyOf):
        strong = isinstance(cond, AnyOf)
        parts = [holds(part, most, plays) for part in cond.parts]
        return strong if strong in parts else None if None in parts else not strong
    if isinstance(cond, Within):
        possible = (_reach(cond.number, most),)
        if not common(cond.ranges, possible):
            return False
        return True if not common(others(cond.ranges), possible) else None
    if isinstance(cond, OneOf) and isinstance(cond.subject, Call) and cond.subject.row in plays:
        possible_words = plays[cond.subject.row]
        fits = possible_words.intersection(cond.members)
        return False if not fits else True if fits == possible_words else None
    if isinstance(cond, Atom) and isinstance(cond.expr, Call) and cond.expr.row is IN and _is_played(cond.expr.args[0]):
        return not cond.holds if _is_taken(cond.expr.args[1]) else None
    if isinstance(cond, Atom) and isinstance(cond.expr, Call) and cond.expr.row in (LT, EQ):
        compared = _compared(cond.expr, most)
        return compared if compared is None else compared is cond.holds
    return None


def _is_played(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.row in (CARD, CARD_OR_NOTHING)


def _is_taken(expr: Expr) -> bool:
    """Whether these are items of the table that a play takes, or the cards of them: the card played is none."""
    return isinstance(expr, Call) and (expr.row is _TAKEN or (expr.row is _CARDS_OF and _is_taken(expr.args[0])))


def _compared(call: Call, most: Mapping[Type, int]) -> bool | None:
    """Whether one number is always, or never, less than another, or equal to it."""
    if call.args[0].type is not Type.INT:
        return None
    (low, high), (first, last) = (_reach(number, most) for number in call.args)
    below = high is not None and first is not None and high < first
    above = low is not None and last is not None and (low > last or (call.row is LT and low == last))
    return False if above or (below and call.row is EQ) else True if below else None


def _reach(number: Expr, most: Mapping[Type, int]) -> Range:
    """The least and the most that a number can be, as far as they are known."""
    if isinstance(number, Literal):
        return int(number.value or 0), int(number.value or 0)
    if isinstance(number, Call) and number.row.of_a_moment:
        return _reach(number.args[0], most)
    if isinstance(number, Call) and number.row is PLUS:
        (low, high), (first, last) = (_reach(part, most) for part in number.args)
        top = None if high is None or last is None else high + last
        least = None if low is None or first is None else low + first
        return least, most[Type.CARDS] if top is not None and _apart(number) else top
    if not never_negative(number):
        return None, None
    counted = _counted(number)
    if counted is None:
        return 0, None
    if counted.type not in SETS_OF_ITEMS:
        return 0, most_members(counted, most)
    # beside the cards of now, builds of another moment may be counted
    mixed = any(isinstance(e, Call) and (e.row is UNION or e.row.of_a_moment) for e in walk(counted))
    return 0, (3 if mixed else 1) * most[Type.CARDS]


def _counted(number: Expr) -> Expr | None:
    """The set whose members a number counts."""
    counts = isinstance(number, Call) and number.row is COUNT
    source = number.args[0] if isinstance(number, Call) and counts else None
    if isinstance(number, Quantified) and number.row is HOW_MANY:
        source = number.source
    return source


def _apart(total: Call) -> bool:
    """Whether a sum counts what lies in several zones, no card in two of them."""
    parts: list[Expr] = [total]
    for part in parts:
        parts += part.args if isinstance(part, Call) and part.row is PLUS else ()
    zones = [_counted(p) for p in parts if not (isinstance(p, Call) and p.row is PLUS)]
    rows = {zone.row for zone in zones if isinstance(zone, Call) and zone.row in APART}
    return len(rows) == len(zones)
