"""Who looks on and sits nowhere: sees what every seat sees, and no more."""

from __future__ import annotations

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.knowledge import Knowledge, Known, Row
from cassino_dsl.engine.sight import Sight
from cassino_dsl.engine.state import State

ONLOOKER = 0  # in place of the number of a seat, which begin with 1


class CommonKnowledge(Knowledge):
    """What every seat knows."""

    def of(self, state: State, seat: int) -> Known:
        """What all seats know of a state, whoever asks."""
        return _common([super(CommonKnowledge, self).of(state, one) for one in range(self.plan.seats)])


class OnlookerSight(Sight):
    """The sight of nobody's seat."""

    def __init__(self, engine: Engine, state: State) -> None:
        super().__init__(engine, ONLOOKER - 1, state, CommonKnowledge(engine.evaluate))


def _common(known: list[Known]) -> Known:
    """What all of these know."""
    first, *others = known
    return Known(
        {
            zone: tuple(_row(rows[owner], [o.zones[zone][owner] for o in others]) for owner in range(len(rows)))
            for zone, rows in first.zones.items()
        },
        {name: owners.intersection(*(o.memory[name] for o in others)) for name, owners in first.memory.items()},
        tuple(names.intersection(*(o.builds[at] for o in others)) for at, names in enumerate(first.builds)),
    )


def _row(row: Row, others: list[Row]) -> Row:
    return tuple(card if all(other[at] == card for other in others) else None for at, card in enumerate(row))
