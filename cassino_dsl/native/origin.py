"""Where a build was found: one that `after(…)` has found may be the one that the play makes, which has no slot yet.

What any other build is stands in the state that is seen, also where it is not on the table there: a slot keeps what
it held for as long as anything can speak of it (the state before a play is given what the play has built).
"""

from __future__ import annotations

from cassino_dsl.native.printer import Env
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, Type, children
from cassino_dsl.ruleset.words import AFTER, BEFORE

_WITH_BUILDS = (Type.BUILD, Type.BUILDS, Type.ITEM, Type.ITEMS)


def ahead(e: Expr, env: Env) -> bool:
    """Whether a build of an item or a set of items may be the one that the play makes."""
    if isinstance(e, Name):
        return env.names[e.name].build in ("new", "ahead")
    if isinstance(e, Quantified):
        return ahead(e.source, env)
    if isinstance(e, Call) and e.row in (AFTER, BEFORE):
        return ahead(e.args[0], env.seen("after" if e.row is AFTER else "before"))
    parts = [part for part in children(e) if part.type in _WITH_BUILDS]
    return any(ahead(part, env) for part in parts) if parts else env.view == "after"


def found_in(source: Expr, env: Env) -> str:
    """What is known of a build found in a set."""
    return "ahead" if ahead(source, env) else "any"


def build_value(slot: str, env: Env, new: bool) -> str:
    """The C of the value that a build has announced, by the name of its slot; ``new``: it may be one yet to be made."""
    old = f"(i64){env.state}->build[{slot}].value"
    return f"({slot} == NEW ? f->value : {old})" if new else f"({old})"
