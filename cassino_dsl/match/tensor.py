"""What a seat knows of a position as one row of numbers: what it is told of it, as in all environments; of each place,
which cards it knows to lie there, also those that it saw go there; and the last plays, each as a row."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from cassino_dsl.engine.reference.determinize import rows
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.match.observation import observations_of
from cassino_dsl.match.play_rows import HISTORY, Numbers, PlayRows, PlaysBefore

Tensor = npt.NDArray[np.float32]


class Tensors:
    """Makes the rows of one plan; ``labels``: what each number of a row tells, in words."""

    def __init__(self, engine: Engine) -> None:
        self.plan, self.plays, self.observations = engine.plan, PlayRows(engine), observations_of(engine)
        self.copies, self.faces = engine.plan.ruleset.pack.copies, engine.plan.ruleset.pack.faces
        self.places = [place for place, _ in rows(State.empty(engine.plan))]
        self.width = self.observations.width + len(self.places) * len(self.faces)  # of all but the plays

    @property
    def labels(self) -> tuple[str, ...]:
        known = (
            f"{key}{'' if self.observations.owners[key] is None else f' {owner}'} known: {face.text}"
            for key, owner in self.places
            for face in self.faces
        )
        plays = (f"play -{ago}: {label}" for ago in range(1, HISTORY + 1) for label in ("seat", *self.plays.labels))
        return (*self.observations.labels, *known, *plays)

    def row(self, observation: Numbers, sight: Sight, plays: PlaysBefore) -> Tensor:
        """What a seat knows that is told this of a position, and has seen these plays."""
        known = Counter((place, card // self.copies) for card, place in sight.where.items())
        places = [(key, self._owner(key, after, sight.seat)) for key, after in self.places]
        lying = [known[place, face] for place in places for face in range(len(self.faces))]
        last = np.array(plays[::-1], np.float32).ravel()
        rest = np.zeros(HISTORY * (1 + self.plays.blocks.width) - len(last), np.float32)
        return np.concatenate([observation, np.array(lying, np.float32), last, rest], dtype=np.float32)

    def _owner(self, key: str, after: int, seat: int) -> int:
        """Whose place it is that is so far from the one that looks on."""
        of = self.observations.owners[key]
        if of is Type.SEAT:
            return (seat + after) % self.plan.seats
        return (self.plan.side_of[seat] + after) % self.plan.sides if of is Type.SIDE else 0
