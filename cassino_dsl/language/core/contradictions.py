"""What can never be, or never be otherwise, as the normal form knows it: conditions that no position changes, and
actions of which no play is legal because one clause forbids what another demands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from cassino_dsl.language.core.forms import Forms
from cassino_dsl.language.core.logic import (
    FALSE,
    AllOf,
    AnyOf,
    Atom,
    Cond,
    Range,
    Within,
    both,
    common,
    never_negative,
    others,
)
from cassino_dsl.language.core.normal import Env, Normalizer
from cassino_dsl.language.core.passes import PASSES
from cassino_dsl.language.core.sets import APART
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan, PlannedAction
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Name, Quantified, children, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.operators import EQ, HOW_MANY, LT, PLUS, UNION
from cassino_dsl.language.ruleset.simplify import Facts
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import SETS_OF_ITEMS, Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import exprs_in, has_option
from cassino_dsl.language.ruleset.words import COUNT

MOST_FORMS = 50_000  # that are looked at, after unfolding: of a larger ruleset less is known
MOST_TRIED = 200  # ways through the alternatives of one action's conditions
_BEFORE_FORMS = PASSES[: next(at for at, step in enumerate(PASSES) if step.name == "forms")]


def check_contradictions(ruleset: Ruleset, report: Report, file: str) -> None:
    """Report what a file says that can never be, or is always so. What options decide is left alone, and so is an
    action that a single rule forbids: that is meant."""
    pack = ruleset.pack
    faces, actions = tuple(f.text for f in pack.faces), tuple(a.name for a in ruleset.actions)
    form = Judging(pack, faces, actions, Facts(pack))
    _check_actions(ruleset, form, report, file)
    _check_conditions(ruleset, form, report, file)


# ---- conditions that no position changes


def _check_conditions(ruleset: Ruleset, form: Judging, report: Report, file: str) -> None:
    terms, told = term_table(ruleset.terms), _told(report)
    left = MOST_FORMS
    before, now = _judged(file, form.pack, form.actions), dict[_Judged, list[Verdict]]()
    for whole in exprs_in(ruleset):
        if whole.span.file != file:
            continue
        unfolded = Unfolder(terms).expr(whole)  # which numbers its names from one: the same text is the same expression
        parts = list(walk(unfolded))
        left -= len(parts)
        if left <= 0:
            break
        key = (unfolded, tuple((e.maybe, e.written, e.asks if isinstance(e, Call) else ()) for e in parts))
        now[key] = before[key] if key in before else list(_settled(unfolded, form))
        for at, holds in now[key]:
            part = parts[at]
            if part.span.within(whole.span) and not any(part.span.overlaps(span) for span in told):
                told.append(part.span)
                message = f"this condition {'always' if holds else 'never'} holds"
                help = "remove it, or say what it should depend on"
                report.add(Code.CONSTANT_CONDITION, part.span, message, help=help)
    before.clear()
    before.update(now)


Verdict = tuple[int, bool]  # a condition, by its place on a walk through the expression, and whether it always holds
_Judged = tuple[Expr, tuple[object, ...]]  # an expression, with what is no part of its equality


@lru_cache(maxsize=8)
def _judged(file: str, pack: Pack, actions: tuple[str, ...]) -> dict[_Judged, list[Verdict]]:
    """What came of the expressions of a file when it was last looked at: while somebody writes in it, most stay."""
    return {}


def _told(report: Report) -> list[Span]:
    """Where it has been said that something never comes to pass, or always does."""
    codes = (Code.CONSTANT_CONDITION, Code.ACTION_NEVER_PLAYED)
    return [d.span for d in report.diagnostics if d.code in codes and d.span is not None]


@dataclass(frozen=True)
class Judging(Normalizer):
    """Makes normal forms, and remembers what came of the conditions that are ``asked``, by their identity."""

    asked: dict[int, Cond | None] = field(default_factory=dict, compare=False, repr=False)

    def condition(self, expr: Expr, env: Env) -> Cond:
        found = super().condition(expr, env)
        # where something is put in the place of a name, this is another question
        if id(expr) in self.asked and all(isinstance(e, Name) for e in env.values()):
            self.asked[id(expr)] = found
        return found


def _settled(whole: Expr, form: Judging) -> Iterator[Verdict]:
    """The conditions within an expression that always hold, or never; of such within others the innermost."""
    conditions = [e for e in walk(whole) if e.type is Type.BOOL and isinstance(e, Call | Quantified)]
    form.asked.clear()
    form.asked.update((id(e), None) for e in conditions)
    for expr in conditions:  # from the outside inwards: mostly the form of the outer asks for all within
        if form.asked[id(expr)] is None:
            form.condition(expr, {})
    verdicts = {at: _holds(cond, form.pack.size) for at, cond in form.asked.items() if cond is not None}
    settled = {at for at, holds in verdicts.items() if holds is not None}
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


def _holds(cond: Cond, cards: int) -> bool | None:
    """Whether a condition always holds or never does; None where that depends. ``cards``: how many the pack has."""
    if isinstance(cond, AllOf | AnyOf):
        strong = isinstance(cond, AnyOf)
        parts = [_holds(part, cards) for part in cond.parts]
        return strong if strong in parts else None if None in parts else not strong
    if isinstance(cond, Within):
        possible = (_reach(cond.number, cards),)
        if not common(cond.ranges, possible):
            return False
        return True if not common(others(cond.ranges), possible) else None
    if isinstance(cond, Atom) and isinstance(cond.expr, Call) and cond.expr.row in (LT, EQ):
        compared = _compared(cond.expr, cards)
        return compared if compared is None else compared is cond.holds
    return None


def _compared(call: Call, cards: int) -> bool | None:
    """Whether one number is always, or never, less than another, or equal to it."""
    if call.args[0].type is not Type.INT:
        return None
    (low, high), (first, last) = (_reach(number, cards) for number in call.args)
    below = high is not None and first is not None and high < first
    above = low is not None and last is not None and (low > last or (call.row is LT and low == last))
    return False if above or (below and call.row is EQ) else True if below else None


def _reach(number: Expr, cards: int) -> Range:
    """The least and the most that a number can be, as far as they are known."""
    if isinstance(number, Literal):
        return int(number.value or 0), int(number.value or 0)
    if isinstance(number, Call) and number.row.of_a_moment:
        return _reach(number.args[0], cards)
    if isinstance(number, Call) and number.row is PLUS:
        (low, high), (first, last) = (_reach(part, cards) for part in number.args)
        most = None if high is None or last is None else high + last
        least = None if low is None or first is None else low + first
        return least, cards if most is not None and _apart(number) else most
    if not never_negative(number):
        return None, None
    counted = _counted(number)
    if counted is None:
        return 0, None
    # beside the cards of now, builds of another moment may be counted
    mixed = any(isinstance(e, Call) and (e.row is UNION or e.row.of_a_moment) for e in walk(counted))
    return 0, 3 * cards if mixed else cards


def _counted(number: Expr) -> Expr | None:
    """The cards or builds that a number counts."""
    counts = isinstance(number, Call) and number.row is COUNT
    source = number.args[0] if isinstance(number, Call) and counts else None
    if isinstance(number, Quantified) and number.row is HOW_MANY:
        source = number.source
    return source if source is not None and source.type in SETS_OF_ITEMS else None


def _apart(total: Call) -> bool:
    """Whether a sum counts what lies in several zones, no card in two of them."""
    parts: list[Expr] = [total]
    for part in parts:
        parts += part.args if isinstance(part, Call) and part.row is PLUS else ()
    zones = [_counted(p) for p in parts if not (isinstance(p, Call) and p.row is PLUS)]
    rows = {zone.row for zone in zones if isinstance(zone, Call) and zone.row in APART}
    return len(rows) == len(zones)


# ---- actions of which no play is legal


@dataclass(frozen=True, slots=True)
class _Clause:
    """What a play has to satisfy, with who says so."""

    said: str
    span: Span
    cond: Cond
    chosen: bool
    rule: bool


def _check_actions(ruleset: Ruleset, form: Judging, report: Report, file: str) -> None:
    dead = _dead(ruleset, ruleset.seats[0], form)
    for seats in ruleset.seats[1:] if dead else ():
        others = _dead(ruleset, seats, form)
        dead = {name: clauses for name, clauses in dead.items() if name in others}
    alike: dict[tuple[Span, ...], list[str]] = {}
    for name, clauses in dead.items():
        mine = any(c.span.file == file for c in clauses)
        if mine and not any(c.chosen for c in clauses) and not (len(clauses) == 1 and clauses[0].rule):
            alike.setdefault(tuple(c.span for c in clauses), []).append(name)
    for names in alike.values():
        _report(names, dead[names[0]], report, file)
    if len(dead) == len(ruleset.actions) and not alike:
        clauses = list({c.span: c for found in dead.values() for c in found if c.rule}.values())
        if any(c.span.file == file for c in clauses) and not any(c.chosen for c in clauses):
            _report([], clauses, report, file)


def _report(actions: list[str], clauses: list[_Clause], report: Report, file: str) -> None:
    *before, last = sorted(clauses, key=lambda c: c.span.file == file)
    if actions:
        names = ", ".join(f"`{name}`" for name in actions)
        subject, code = f"action{'s' if len(actions) > 1 else ''} {names}", Code.ACTION_NEVER_PLAYED
    else:
        subject, code = "no action", Code.NOTHING_PLAYED
    demand = f"{' and '.join(c.said for c in before)} demand{'s' if len(before) == 1 else ''}"
    why = f"{last.said} forbids what {demand}" if before else "nothing satisfies its condition"
    message = f"{subject} can {'never' if actions else 'ever'} be played: {why}"
    places = tuple((c.span, f"{c.said} says this") for c in before)
    help = "say when each of them is to hold, or remove one" if before else "say when it may be played, or remove it"
    report.add(code, last.span, message, help=help, others=places)


def _dead(ruleset: Ruleset, seats: int, form: Judging) -> dict[str, list[_Clause]]:
    """The actions of which no play can be legal, with the fewest clauses that see to it."""
    plan = _conditions_alone(make_plan(ruleset, seats))
    for step in _BEFORE_FORMS:
        plan = step.run(plan)
    if sum(1 for a in plan.actions for whole in exprs_in(a) for _ in walk(whole)) > MOST_FORMS:
        return {}
    found = {}
    for action in plan.declared:
        clauses = _clauses(ruleset, action, form)
        if _impossible(clauses, form.pack.size):
            for clause in clauses[::-1]:
                rest = [c for c in clauses if c is not clause]
                clauses = rest if _impossible(rest, form.pack.size) else clauses
            found[action.name] = clauses
    return found


def _conditions_alone(plan: Plan) -> Plan:
    """The plan with nothing but what is asked of a whole play, and what that may speak of."""
    actions = tuple(
        replace(
            a,
            parts=tuple(replace(p, target=None, run=None, tests=()) for p in a.parts),
            priced=(),
            effects=(),
            sensible=None,
            seen=None,
        )
        for a in plan.actions
    )
    return replace(plan, actions=actions, preferences=(), events={}, memory={}, awards=(), checks=(), visible={})


def _clauses(ruleset: Ruleset, action: PlannedAction, form: Judging) -> list[_Clause]:
    written = {rule.name: rule for rule in ruleset.rules}
    env, _ = Forms(form).lets(action)
    found = []
    where = action.played_where
    for name, expr, clause in (
        *([("", where, action.action.played.where)] if where is not None else []),
        *((t.rule, t.expr, t.clause) for t in action.tests),
    ):
        rule = written.get(name) if name else None
        said, span = (f"rule `{name}`", rule.span) if rule else (f"action `{action.name}`", expr.span)
        chosen = clause is not None and has_option(Unfolder(term_table(ruleset.terms)).expr(clause))
        found.append(_Clause(said, span, form.condition(expr, env), chosen, rule is not None))
    return found


def _impossible(clauses: list[_Clause], cards: int) -> bool:
    return _Search(cards).impossible(both(c.cond for c in clauses))


class _Search:
    """Looks for a way through the alternatives of a condition, for so many steps."""

    def __init__(self, cards: int) -> None:
        self.cards, self.left = cards, MOST_TRIED

    def impossible(self, cond: Cond) -> bool:
        """Whether a condition never holds, whichever of its alternatives is chosen; no, where that takes too long."""
        self.left -= 1
        if cond == FALSE or _holds(cond, self.cards) is False:
            return True
        either = next((p for p in cond.parts if isinstance(p, AnyOf)), None) if isinstance(cond, AllOf) else None
        if either is None or not isinstance(cond, AllOf) or self.left < 0:
            return False
        rest = [p for p in cond.parts if p is not either]
        return all(self.impossible(both((*rest, way))) for way in either.parts)
