"""How the player `learned` chooses: the play whose slots weigh most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.state import State
from cassino_dsl.learned.features import features_of, weighed
from cassino_dsl.learned.slots import Counter
from cassino_dsl.learned.weights import Weights
from cassino_dsl.plan.plan import Plan
from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.visible import OWNER, of_zone

_SEEN = {"table": ("all",), "hands": ("own", "all")}  # what a seat has to see for its plays to be counted


def hidden(plan: Plan) -> bool:
    """Whether a seat may not see its own hand and the whole table: then nothing can be learned."""
    return any(zone in plan.visible and not _usual(zone, plan.visible[zone]) for zone in _SEEN)


def _usual(zone: str, condition: Expr) -> bool:
    return any(of_zone(zone, OWNER[zone], word, condition.span) == condition for word in _SEEN[zone])


class Policy:
    """What was learned, ready to weigh the plays of one plan. ``engine``: of the ruleset as it is written, whose words
    the features are named by."""

    def __init__(self, engine: Engine, weights: Weights) -> None:
        self.counter = Counter(engine.plan, engine.evaluate.tables)
        slots = self.counter.slots
        self.weights = weighed(features_of(engine), dict(weights.weights), slots.width)
        self.lead = self.weights[slots.offsets["lead"]]

    def worth(
        self, state: State, seat: int, plays: Sequence[Play], shown: Iterable[int], leads: Sequence[int]
    ) -> list[int]:
        """What each play is worth. ``leads``: by how much its side is ahead after each; ``shown``: what all have seen
        in the round."""
        counts = self.counter.count(state, seat, plays, shown)
        return [
            sum(self.weights[slot] for slot in slots) + self.lead * lead
            for slots, lead in zip(counts, leads, strict=True)
        ]

    def words(self) -> list[int]:
        """What the native engine has to know."""
        counter = self.counter
        return [*counter.value, *map(_signed, counter.numbers), *counter.rank, *self.weights]


def _signed(word: int) -> int:
    return word - 2**64 if word >> 63 else word
