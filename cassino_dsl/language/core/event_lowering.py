"""What happens after plays of one kind alone is told by the event of that kind.

`on: played, when: kind = capture` is `on: captured`, which comes just before it: where nothing stands between that
reads or writes what the event does.
"""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.core.clause_order import disturb
from cassino_dsl.language.core.constructors import conjunction
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, conjuncts
from cassino_dsl.language.ruleset.model import Event
from cassino_dsl.language.ruleset.operators import EQ
from cassino_dsl.language.ruleset.words import EVENT_OF_KIND, ROW

PLAYED = "played"
_KIND = ROW["kind"]


def at_their_kind(plan: Plan) -> Plan:
    """The plan with events of plays at the earliest moment that is theirs."""
    stay: list[Event] = []
    events = dict(plan.events)
    for event in plan.events[PLAYED]:
        made = of_one_kind(event)
        if made is event or any(disturb(event, before) for before in stay):
            stay.append(event)
        else:
            events[made.on] = (*events[made.on], made)
    return replace(plan, events={**events, PLAYED: tuple(stay)})


def of_one_kind(event: Event) -> Event:
    """The event at the moment of the one kind of plays that it asks for, if there is one."""
    tests = list(conjuncts(event.when)) if event.on == PLAYED and event.when is not None else []
    kinds = {kind: test for test in tests if (kind := _kind(test)) in EVENT_OF_KIND}
    if len(kinds) != 1:
        return event
    ((kind, asked),) = kinds.items()
    left = [t for t in tests if t != asked]
    when = conjunction(left) if left else None
    return replace(event, on=EVENT_OF_KIND[kind], when=when)


def _kind(test: Expr) -> str:
    """The kind of plays for which a condition in its form holds."""
    if not (isinstance(test, Call) and test.row is EQ):
        return ""
    for one, other in (test.args, test.args[::-1]):
        if isinstance(one, Call) and one.row is _KIND and isinstance(other, Literal):
            return str(other.value)
    return ""
