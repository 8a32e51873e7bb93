"""The clauses of a core as nested data, with the keys of a variant file where a variant has them, and as text."""

from __future__ import annotations

from typing import Any

from cassino_dsl.language.core.constructors import conjunction
from cassino_dsl.language.plan import plan as planned
from cassino_dsl.language.ruleset.clause_text import print_effect, print_part, print_played, print_zone
from cassino_dsl.language.ruleset.document import yaml_lines
from cassino_dsl.language.ruleset.expr import Expr, Literal, print_expr
from cassino_dsl.language.ruleset.model import Award, Effect, Event, Part, Played, Preference
from cassino_dsl.language.ruleset.types import TOLD_WHERE_READ, Type

Data = dict[str, Any]


def said(expr: Expr | None) -> str:
    return "" if expr is None else print_expr(expr)


def present(**clauses: object) -> Data:
    """Only what is there: expressions as text. A name that is a word of Python ends in ``_``."""
    texts = {k.rstrip("_"): print_expr(v) if isinstance(v, Expr) else v for k, v in clauses.items()}
    return {k: v for k, v in texts.items() if v not in (None, "", {}, [])}


def text_of(data: Data) -> str:
    """A clause as text."""
    return "\n".join(yaml_lines(data))


# ---- what may be played


def action_data(action: planned.PlannedAction) -> Data:
    """What an action does. Groups that have a ``total`` are searched for by it; ``code`` tells decisions apart."""
    played = action.action.played
    priced = {str(i): price_data(p) for i, p in enumerate(action.priced)}
    return present(
        step=action.step,
        play=print_played(Played(played.source, played.least, played.most, action.played_where)),
        let={name: print_expr(source) for name, source in action.let},
        take={f"part{i}": part_words(p) for i, p in enumerate(action.parts)},
        total={f"part{i}": print_expr(p.target) for i, p in enumerate(action.parts) if p.target is not None},
        run={f"part{i}": print_expr(p.run) for i, p in enumerate(action.parts) if p.run is not None},
        to=print_zone(action.to, action.to_arg) if action.to else "",
        when=conjunction([t.expr for t in action.tests]) if action.tests else None,
        priced=priced,
        do=[print_effect(e) for e in action.effects],
        owes=action.owes,
        sensible=action.sensible,
        tells="true" if action.tells in TOLD_WHERE_READ else "",
        seen=action.seen,
        code=str(action.fingerprint or ""),
    )


def part_words(part: planned.PlannedPart) -> str:
    """What one part of an action takes, in the words of the grammar."""
    where = conjunction(part.tests) if part.tests else None
    bound = Part(
        name=part.name,
        quantity=part.quantity,
        groups=part.groups,
        variable=part.variable,
        variable_type=Type.POISON,
        source=part.source,
        where=where,
        with_card=part.with_card,
        span=part.source.span,
    )
    return print_part(bound)


def part_text(part: planned.PlannedPart) -> str:
    """What one part of an action takes, and the total by which it is searched for."""
    return text_of(present(take=part_words(part), total=part.target, run=part.run))


def price_data(priced: tuple[planned.Test, tuple[Effect, ...]]) -> Data:
    test, effects = priced
    return present(must=test.expr, price=[print_effect(e) for e in effects])


def preference_data(preference: Preference) -> Data:
    number = preference.number
    return present(
        prefer=preference.prefer,
        over=preference.over,
        least=None if preference.highest else number,
        most=number if preference.highest else None,
        among=preference.among,
        per="card" if preference.per_card else "turn",
    )


# ---- what follows


def event_data(event: Event) -> Data:
    when = None if isinstance(event.when, Literal) else event.when
    return present(on=event.on, when=when, do=[print_effect(e) for e in event.effects])


# ---- points


def award_data(award: Award, faces: tuple[str, ...]) -> Data:
    """A line of the scoring table; ``faces`` are the texts of all faces."""
    tie: object = award.tie if award.most is not None else ""
    if award.tie_points is not None:
        tie = {award.tie: print_expr(award.tie_points)}
    return present(
        points=award.points,
        most=award.most,
        each=None if award.each is None else ", ".join(faces[f] for f in sorted(award.each)),
        if_=award.condition,
        tie=tie,
        round=award.rounding,
    )
