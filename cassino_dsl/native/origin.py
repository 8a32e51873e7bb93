"""Where a build was found. A build stays what it was when it was found: one that `after(…)` has found may be the one
that the play makes, one that `before(…)` has found may be gone or raised by now."""

from __future__ import annotations

from cassino_dsl.native.printer import Env
from cassino_dsl.ruleset.expr import Call, Expr, Name, Quantified, Type, children
from cassino_dsl.ruleset.words import AFTER, BEFORE

_WITH_BUILDS = (Type.BUILD, Type.BUILDS, Type.ITEM, Type.ITEMS)


def origin(e: Expr, env: Env) -> str:
    """The view in which the builds of an item or a set of items were found. Of several that come together the one
    that knows them all: there is no new build before a play is made, and none that is gone while it is looked at."""
    if isinstance(e, Name):
        return env.names[e.name].view
    if isinstance(e, Quantified):
        return origin(e.source, env)
    if isinstance(e, Call) and e.row in (AFTER, BEFORE):
        return origin(e.args[0], env.seen("after" if e.row is AFTER else "before"))
    views = [origin(part, env) for part in children(e) if part.type in _WITH_BUILDS] or [env.view]
    return next((view for view in ("after", "before") if view in views), views[0])


def state_of(view: str) -> str:
    """The C expression for the state that a view sees."""
    return "f->before" if view == "before" else "S"


def build_value(slot: str, view: str) -> str:
    """The C of the value that a build has announced, by the name of its slot."""
    old = f"(i64){state_of(view)}->build[{slot}].value"
    return f"({slot} == NEW ? f->value : {old})" if view == "after" else f"({old})"
