"""Rules, preferences, events and checks: the named clauses that stand outside the actions."""

from __future__ import annotations

from cassino_dsl.check.draft import Draft, field_text
from cassino_dsl.check.effects import read_effects
from cassino_dsl.check.expressions import read_expression
from cassino_dsl.check.scope import CHOICE, DONE, OFFERS, STATE, Scope
from cassino_dsl.diagnostics.codes import structure
from cassino_dsl.ruleset.expr import Type
from cassino_dsl.ruleset.happenings import EVENT
from cassino_dsl.ruleset.model import KINDS, Check, Event, Preference, Rule
from cassino_dsl.syntax.tree import Mapping


def read_rules(draft: Draft) -> tuple[Rule, ...]:
    found = []
    parts = draft.part_types
    choice, done = (Scope(offers, parts=parts).of_plays(draft.one_card, KINDS) for offers in (CHOICE, DONE))
    for key, node in draft.section("rules") or ():
        body = node if isinstance(node, Mapping) else None
        must = read_expression(draft, body.get("must") if body else node, choice, Type.BOOL)
        if must is not None:
            price = read_effects(draft, body.get("price") if body else None, done)
            about = field_text(body, "about") if body else ""
            found.append(Rule(key.text, must, price, about, key.span))
    return tuple(found)


def read_preferences(draft: Draft) -> tuple[Preference, ...]:
    found = []
    for key, body in draft.section("preferences") or ():
        if not isinstance(body, Mapping):
            continue
        scope = Scope(CHOICE).of_plays(draft.one_card, KINDS)
        prefer, over, least, most, among = (
            read_expression(draft, body.get(name), scope, type)
            for name, type in (
                ("prefer", Type.BOOL),
                ("over", Type.BOOL),
                ("least", Type.INT),
                ("most", Type.INT),
                ("among", Type.BOOL),
            )
        )
        forms = [name for name in ("prefer", "least", "most") if body.get(name) is not None]
        if len(forms) != 1 and not draft.faulty(body):
            draft.report.add(
                structure.MissingKey,
                key.span,
                f"preference `{key.text}` has to say exactly one of `prefer`, `least` and `most`",
                help="`prefer: …` with `over: …`, or `least: number` with `among: …`",
            )
        if len(forms) != 1:
            continue
        _idle(draft, body, forms[0])
        found.append(
            Preference(
                key.text,
                prefer,
                over,
                least or most,
                most is not None,
                among,
                field_text(body, "per", "turn") == "card",
                key.span,
            )
        )
    return tuple(found)


def _idle(draft: Draft, body: Mapping, form: str) -> None:
    """A warning where a file says beside one form of a preference what only the other has. What it leaves of a base's
    form is no fault of the file's."""
    word, meant = ("among", "over") if form == "prefer" else ("over", "among")
    idle, said = body.key(word), body.key(form)
    if idle is None or said is None or idle.span.source is not said.span.source or draft.faulty(body):
        return
    whose = "`least` and `most`" if form == "prefer" else "`prefer`"
    also = f"; `{meant}` is there" if body.get(meant) is not None else ""
    draft.report.add(
        structure.WithoutEffect,
        idle.span,
        f"`{word}` does nothing beside `{form}`: it belongs to {whose}",
        help=f"leave it out{also}" if also else f"did you mean `{meant}`?",
    )


def read_events(draft: Draft) -> tuple[Event, ...]:
    found = []
    for key, body in draft.section("events") or ():
        if not isinstance(body, Mapping):
            continue
        on = field_text(body, "on")
        row = EVENT.get(on, EVENT["built"])
        scope = Scope(OFFERS[row.offers]).of_plays(draft.one_card, row.kinds or KINDS)
        when = read_expression(draft, body.get("when"), scope, Type.BOOL)
        effects = read_effects(draft, body.get("do"), scope)
        found.append(Event(key.text, on, when, effects, field_text(body, "about"), key.span))
    return tuple(found)


def read_checks(draft: Draft) -> tuple[Check, ...]:
    found = []
    for key, node in draft.section("checks") or ():
        must = read_expression(draft, node, Scope(STATE), Type.BOOL)
        if must is not None:
            found.append(Check(key.text, must, key.span))
    return tuple(found)
