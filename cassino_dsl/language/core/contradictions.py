"""What can never be, or never be otherwise, as the normal form knows it: conditions that no position changes, actions
of which no play is legal because one clause forbids what another demands, and two builds of one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cassino_dsl.language.check.cost import largest_sets
from cassino_dsl.language.core.forms import Forms
from cassino_dsl.language.core.logic import FALSE, AllOf, AnyOf, Cond, both
from cassino_dsl.language.core.passes import PASSES, core_of
from cassino_dsl.language.core.settled import MOST_FORMS, Judging, check_conditions, holds
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan, PlannedAction
from cassino_dsl.language.ruleset.expr import Name, print_expr, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.simplify import Facts
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import exprs_in, has_option

MOST_TRIED = 200  # ways through the alternatives of one action's conditions
_BEFORE_FORMS = PASSES[: next(at for at, step in enumerate(PASSES) if step.name == "forms")]


def check_contradictions(ruleset: Ruleset, report: Report, file: str) -> None:
    """Report what a file says that can never be, or is always so. What options decide is left alone, and so is an
    action that a single rule forbids: that is meant."""
    pack = ruleset.pack
    faces, actions = tuple(f.text for f in pack.faces), tuple(a.name for a in ruleset.actions)
    form = Judging(pack, faces, actions, Facts(pack), most=largest_sets(pack, max(ruleset.seats), len(actions)))
    _check_actions(ruleset, form, report, file)
    check_conditions(ruleset, form, report, file)


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
        if _impossible(clauses, form.most):
            for clause in clauses[::-1]:
                rest = [c for c in clauses if c is not clause]
                clauses = rest if _impossible(rest, form.most) else clauses
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


def _impossible(clauses: list[_Clause], most: Mapping[Type, int]) -> bool:
    return _Search(most).impossible(both(c.cond for c in clauses))


class _Search:
    """Looks for a way through the alternatives of a condition, for so many steps."""

    def __init__(self, most: Mapping[Type, int]) -> None:
        self.most, self.left = most, MOST_TRIED

    def impossible(self, cond: Cond) -> bool:
        """Whether a condition never holds, whichever of its alternatives is chosen; no, where that takes too long."""
        self.left -= 1
        if cond == FALSE or holds(cond, self.most) is False:
            return True
        either = next((p for p in cond.parts if isinstance(p, AnyOf)), None) if isinstance(cond, AllOf) else None
        if either is None or not isinstance(cond, AllOf) or self.left < 0:
            return False
        rest = [p for p in cond.parts if p is not either]
        return all(self.impossible(both((*rest, way))) for way in either.parts)


# ---- two builds of one value


def one_of_a_value(ruleset: Ruleset, seats: int) -> bool:
    """Whether no game comes to two builds of one value, as far as the text of the core shows: whoever builds takes
    those that have it already (or the one, where there are no two), or may not build where one has it."""
    return all(map(_built_alone, (a for a in core_of(ruleset, seats).actions if a.to == "build")))


def _built_alone(action: PlannedAction) -> bool:
    value = action.to_arg
    if not isinstance(value, Name):
        return False
    has_it = f"{value.name} - value({{}}) = 0".format
    taken = {p.quantity: [*map(print_expr, p.tests)] for p in action.parts if print_expr(p.source) == "builds"}
    beside = f"not any(v1 in builds | {has_it('v1')})"
    return (
        taken.get("all") == [has_it("item")]
        or has_it("item") in taken.get("one", ())
        or any(print_expr(test.expr) == beside for test in action.tests)
    )
