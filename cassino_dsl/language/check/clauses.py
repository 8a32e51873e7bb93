"""Rules, preferences, events and checks: the named clauses that stand outside the actions."""

from __future__ import annotations

from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.clause import WrittenClause, clauses
from cassino_dsl.language.check.effects import read_effects
from cassino_dsl.language.check.scope import CHOICE, DONE, OFFERS, STATE, Scope
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.remedy import suggest
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.ruleset.model import KINDS, Check, Event, Preference, Rule
from cassino_dsl.language.ruleset.words import EVENT


def read_rules(draft: Draft) -> tuple[Rule, ...]:
    found = []
    parts = draft.part_types
    choice, done = (Scope(offers, parts=parts).of_plays(draft.one_card, KINDS) for offers in (CHOICE, DONE))
    for clause in clauses(draft, "rules", "must"):
        must = clause.expr("must", choice, Type.BOOL)
        if must is not None:
            price = read_effects(draft, clause.body.get("price"), done)
            found.append(Rule(clause.name, must, price, clause.text("about"), clause.span))
    return tuple(found)


def read_preferences(draft: Draft) -> tuple[Preference, ...]:
    found = []
    scope = Scope(CHOICE).of_plays(draft.one_card, KINDS)
    for clause in clauses(draft, "preferences"):
        prefer, over = clause.expr("prefer", scope, Type.BOOL), clause.expr("over", scope, Type.BOOL)
        least, most = clause.expr("least", scope, Type.INT), clause.expr("most", scope, Type.INT)
        among = clause.expr("among", scope, Type.BOOL)
        forms = [name for name in ("prefer", "least", "most") if clause.has(name)]
        if len(forms) != 1:
            message = f"preference `{clause.name}` has to say exactly one of `prefer`, `least` and `most`"
            help = "`prefer: …` with `over: …`, or `least: number` with `among: …`"
            clause.fault(Code.MISSING_KEY, message, help)
            continue
        _idle(clause, forms[0])
        found.append(
            Preference(
                name=clause.name,
                prefer=prefer,
                over=over,
                number=least or most,
                highest=most is not None,
                among=among,
                per_card=clause.text("per") == "card",
                span=clause.span,
            )
        )
    return tuple(found)


def _idle(clause: WrittenClause, form: str) -> None:
    """A warning where a file says beside one form of a preference what only the other has. What it leaves of a base's
    form is no fault of the file's."""
    word, meant = ("among", "over") if form == "prefer" else ("over", "among")
    idle, said = clause.body.key(word), clause.body.key(form)
    if idle is None or said is None or idle.span.source is not said.span.source:
        return
    whose = "`least` and `most`" if form == "prefer" else "`prefer`"
    message = f"`{word}` does nothing beside `{form}`: it belongs to {whose}"
    help = f"leave it out; `{meant}` is there" if clause.has(meant) else suggest(meant)
    clause.fault(Code.WITHOUT_EFFECT, message, help, idle.span)


def read_events(draft: Draft) -> tuple[Event, ...]:
    found = []
    for clause in clauses(draft, "events"):
        on = clause.text("on")
        row = EVENT.get(on, EVENT["built"])
        scope = Scope(OFFERS[row.offers]).of_plays(draft.one_card, row.kinds or KINDS)
        when = clause.expr("when", scope, Type.BOOL)
        effects = read_effects(draft, clause.body.get("do"), scope)
        found.append(Event(clause.name, on, when, effects, clause.text("about"), clause.span))
    return tuple(found)


def read_checks(draft: Draft) -> tuple[Check, ...]:
    read = ((clause, clause.expr("must", STATE, Type.BOOL)) for clause in clauses(draft, "checks", "must"))
    return tuple(Check(clause.name, must, clause.span) for clause, must in read if must is not None)
