"""Who looks on and sits nowhere: sees what every seat sees, and no more."""

from __future__ import annotations

from operator import attrgetter

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.visibility import Knowledge, Known, Row, Telling

_MUCH = attrgetter("value")
ONLOOKER = 0  # in place of the number of a seat, which begin with 1


class CommonKnowledge(Knowledge):
    """What every seat knows."""

    def of(self, state: State, seat: int) -> Known:
        """What all seats know of a state, whoever asks."""
        return _common([super(CommonKnowledge, self).of(state, one) for one in range(self.plan.seats)])

    def told(self, state: State, seat: int, play: Play) -> Telling:
        """How much all seats are told, whoever asks."""
        return min((super(CommonKnowledge, self).told(state, one, play) for one in range(self.plan.seats)), key=_MUCH)


class OnlookerSight(Sight):
    """The sight of nobody's seat."""

    def __init__(self, engine: Engine, state: State) -> None:
        super().__init__(engine, ONLOOKER - 1, state, CommonKnowledge(engine.evaluate))


def _common(known: list[Known]) -> Known:
    """What all of these know."""
    first, *others = known

    def common(zone: str, owner: int) -> Row:
        rows = [one.zones[zone][owner] for one in known]
        return tuple(cards[0] if len(set(cards)) == 1 else None for cards in zip(*rows, strict=True))

    return Known(
        {zone: tuple(common(zone, owner) for owner in range(len(rows))) for zone, rows in first.zones.items()},
        {name: owners.intersection(*(o.memory[name] for o in others)) for name, owners in first.memory.items()},
        tuple(names.intersection(*(o.builds[at] for o in others)) for at, names in enumerate(first.builds)),
    )
