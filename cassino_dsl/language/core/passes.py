"""The passes that make the normal form, in order: each changes only what the sentence beside it justifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from cassino_dsl.language.core.clause_order import in_fixed_order
from cassino_dsl.language.core.constructors import NOWHERE
from cassino_dsl.language.core.dead_clauses import without_idle
from cassino_dsl.language.core.event_lowering import at_their_kind
from cassino_dsl.language.core.forms import put_into_forms
from cassino_dsl.language.core.push_after_inwards import inwards
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.plan.plan import Plan, PlannedAction, PlannedPart
from cassino_dsl.language.ruleset.cards import PLACES
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, with_children
from cassino_dsl.language.ruleset.model import Effect, Ruleset
from cassino_dsl.language.ruleset.operators import AS, PART, SET
from cassino_dsl.language.ruleset.simplify import Facts, simplify
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import mapped
from cassino_dsl.language.ruleset.words import CARD, CARD_OR_NOTHING, ROW

_IN_PLACES = tuple(ROW[name] for name in ("value(card, place)", "value(cards, place)", "total(cards, place)"))
# what these are where nothing is ever built
_WITHOUT_BUILDS = {
    ROW["table"]: Call(Type.CARDS, ROW["loose"], (), NOWHERE),
    ROW["builds"]: Call(Type.BUILDS, SET, (), NOWHERE),
}


@dataclass(frozen=True, slots=True)
class Pass:
    """One step from the plan to its normal form. ``because``: why no game can tell."""

    name: str
    because: str
    run: Callable[[Plan], Plan]


def unfold_terms(plan: Plan) -> Plan:
    unfold = Unfolder(term_table(plan.ruleset.terms))
    return mapped(mapped(plan, unfold.effect, Effect), unfold.expr)


def put_in_what_is_known(plan: Plan) -> Plan:
    facts = Facts.at_table(plan.ruleset, plan.seats, plan.ruleset.chosen)

    def known(action: PlannedAction) -> PlannedAction:
        here = facts.in_action(action.action)
        single = action.action.played.single
        parts = {p.name: (label, p.source.type) for p, label in labels(action).items()}

        def change(expr: Expr) -> Expr:
            expr = _with_one_card(expr) if single else expr
            return simplify(_with_parts(expr, parts), here)

        return mapped(action, change)

    rest = mapped(replace(plan, actions=()), lambda expr: simplify(_with_parts(expr, {}), facts))
    return relabelled(replace(rest, actions=tuple(map(known, plan.actions))))


def labels(action: PlannedAction) -> dict[PlannedPart, str]:
    """What the core calls the parts of an action: the names of their places, once they stand in order."""
    return {part: f"part{i}" for i, part in enumerate(sorted(action.parts, key=lambda p: p.make))}


def relabelled(plan: Plan) -> Plan:
    """The plan with its parts called as the core calls them."""
    return replace(
        plan,
        actions=tuple(replace(a, parts=tuple(replace(p, label=labels(a)[p]) for p in a.parts)) for a in plan.actions),
    )


def _with_parts(expr: Expr, parts: Mapping[str, tuple[str, Type]]) -> Expr:
    """The expression with the parts of one action called as the core calls them; a part that the action does not have
    takes nothing."""
    if not isinstance(expr, Call) or expr.row is not PART:
        return with_children(expr, lambda e: _with_parts(e, parts))
    if expr.name not in parts:
        return Call(expr.type, SET, (), expr.span)
    label, type = parts[expr.name]
    made = Call(type, PART, (), expr.span, label)
    return made if type is expr.type else Call(expr.type, AS[expr.type], (made,), expr.span)


def _with_one_card(expr: Expr) -> Expr:
    """In an action that plays one card, that card is never nothing."""
    if isinstance(expr, Call) and expr.row is CARD_OR_NOTHING:
        return replace(expr, row=CARD)
    return with_children(expr, _with_one_card)


def as_one(plan: Plan) -> Plan:
    """The plan with one word for what is the same at this table: for all places, and for seats where there are two."""
    anywhere = all(plan.values[place] == plan.values[PLACES[0]] for place in PLACES)

    def change(expr: Expr) -> Expr:
        expr = with_children(expr, change)
        if not isinstance(expr, Call):
            return expr
        if anywhere and expr.row in _IN_PLACES:
            return replace(expr, args=(expr.args[0], Literal(Type.PLACE, PLACES[0], expr.span)))
        leads = [arg for arg in expr.args if isinstance(arg, Call) and arg.row is ROW["leader"]]
        if plan.seats == 2 and (expr.row is ROW["dealer"] or (expr.row is ROW["previous(seat)"] and leads)):
            return replace(expr, row=ROW["next(seat)"], args=(replace(expr, row=ROW["leader"], args=()),))
        return expr

    return mapped(plan, change)


def without_builds(plan: Plan) -> Plan:
    """The plan with neither builds nor a table that may hold some, where no action makes any."""

    def change(expr: Expr) -> Expr:
        instead = _WITHOUT_BUILDS.get(expr.row) if isinstance(expr, Call) else None
        return with_children(expr, change) if instead is None else replace(instead, span=expr.span)

    return plan if any(action.kind == "build" for action in plan.actions) else mapped(plan, change)


PASSES: tuple[Pass, ...] = (
    Pass(
        "terms",
        "the call of a term, or of a named effect, is its body with the arguments in place of the parameters",
        unfold_terms,
    ),
    Pass(
        "known",
        "the number of seats, the values of options, and the kind and name of an action never change in a game; no "
        "expression can fail, so what a constant decides may be left out; a part that an action lacks takes nothing",
        put_in_what_is_known,
    ),
    Pass(
        "alike",
        "where every card counts the same in all places, nothing depends on the place that is asked about; of two "
        "seats, the one that does not lead has dealt, and comes before the leader and after",
        as_one,
    ),
    Pass("unbuilt", "where no action builds, there are no builds, and the table is its loose cards", without_builds),
    Pass(
        "moments",
        "what reads nothing that a play changes is the same before and after it",
        lambda plan: mapped(plan, inwards),
    ),
    Pass(
        "forms",
        "equal values everywhere: the laws of conditions and choices, of whole numbers within their bounds and of "
        "sets, and the values of an expression on one card worked out for each face; names of what is bound are "
        "nobody's business",
        put_into_forms,
    ),
    Pass(
        "kinds",
        "the event of a kind of plays comes just before `played`, in the same position; what stands between could tell "
        "only by what it reads or writes",
        at_their_kind,
    ),
    Pass("idle", "a test that always holds refuses nothing; what never does anything is not there", without_idle),
    Pass(
        "order",
        "clauses change places where neither reads or writes what the other writes, and no play is listed by both",
        in_fixed_order,
    ),
)


def normal_form(plan: Plan) -> Plan:
    """The core: the plan after all passes. It is a plan again, over fewer words, and plays the same games."""
    for step in PASSES:
        plan = step.run(plan)
    return plan


@lru_cache(maxsize=64)
def core_of(ruleset: Ruleset, seats: int) -> Plan:
    """The core of a ruleset for a number of seats."""
    return normal_form(make_plan(ruleset, seats))
