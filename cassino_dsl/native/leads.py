"""Which plays can change what a round would bring as it stands: players who look one play ahead need not make the
others."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.core.touch import reads_of_awards, writes_of
from cassino_dsl.native.tables import array
from cassino_dsl.plan.plan import Plan, PlannedAction
from cassino_dsl.ruleset.happenings import EVENT_OF_KIND
from cassino_dsl.ruleset.model import Effect, every
from cassino_dsl.ruleset.types import Type

_ASKED = frozenset({"points", "scores", "awards"})
# what no play changes but by where its cards go, and by effects
_LASTING = frozenset({"piles", "zones", "points", "scores", "leader", "round", "seat"})
_UNCOUNTED = ("", "hand", "table", "build", "stock", "bottom")  # where no card counts for such an award


def leads(plan: Plan) -> str:
    """For each action, and last for the end of a turn, whether such a play can change what the awards bring though its
    cards come from the hand and the table alone; whether awards ask what others have brought."""
    counts = [int(_counts(plan, a)) for a in plan.declared]
    done = int(_causes(plan, (e for event in plan.events.get("passed", ()) for e in event.effects)))
    asked = int(bool(reads_of_awards(plan) & _ASKED))
    return f"#define AWARDS_ASK_POINTS {asked}\n" + array("u8", "COUNTS", [*counts, done])


def _counts(plan: Plan, action: PlannedAction) -> bool:
    return action.to not in _UNCOUNTED or _causes(plan, _effects(plan, action))


def _effects(plan: Plan, action: PlannedAction) -> Iterator[Effect]:
    """All that making a play may cause."""
    yield from action.effects
    for _, price in action.priced:
        yield from price
    for on in (EVENT_OF_KIND.get(action.kind, ""), "played"):
        for event in plan.events.get(on, ()):
            yield from event.effects


def _causes(plan: Plan, effects: Iterator[Effect]) -> bool:
    """Whether effects may change what the awards bring, or be a fault: a number that is remembered has a limit."""
    asked = reads_of_awards(plan)
    read = {part for part in asked if not part.startswith("memory ")}
    if not read <= _LASTING or plan.ruleset.match.at_once:
        return True
    numbers = {f"memory {name}" for name, m in plan.memory.items() if m.memory.type is Type.INT}
    written = {part for effect in every(effects) for part in writes_of(effect)}
    return bool(written & (asked | numbers | {"everything"}))
