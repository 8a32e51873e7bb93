"""The legal plays of a decision as rows of numbers (int8), and the order in which they are numbered.

A row tells of a play what the seat that decides sees of it. The plays are in the order of `legal()` of a position: by
the declared action (ending a turn early comes last), the faces played, the faces taken, value and decision; faces are
compared as lists in pack order, a list that ends first comes first. Cards that the seat does not see are left out, so
the number of a play depends on nothing that its seat does not see, nor on the engine. Plays that are alike in all that
(which move cards that the seat does not see) come by their lots (docs/random.md) for the decision of the round.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import seen_in_play
from cassino_dsl.engine.reference.play import DONE, Play
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.text import text_of_written
from cassino_dsl.engine.reference.visibility import Telling
from cassino_dsl.language.ruleset.flat_row import Blocks
from cassino_dsl.players.plays_seen import in_seen_order, knowledge_of, written_seen

PlaysBefore = tuple[tuple[int, ...], ...]  # as a seat saw them, the oldest first
Numbers = npt.NDArray[np.int8]
LOW, HIGH = -128, 127  # what int8 holds
HISTORY = 64  # plays that are remembered one by one: more than most rounds have
KINDS = ("capture", "build", "trail", "other")


@dataclass(frozen=True)
class PlayBlocks(Blocks):
    """What stands where in the row of a play, each number an int8 (above 127: 127).

    - ``action``: a 1 at the declared action of which it is, in the order of the file; at the last place, where it ends
      a turn early
    - ``played``: of each face in pack order, how many cards leave the hand; ``taken``: how many are captured or go
      into the build. Cards that the seat does not see are left out
    - ``value``: announced of a build; ``decision``: of a play of kind other, as its code has it (docs/random.md)
    - ``kind``: a 1 at capture, build, trail or other
    - ``played cards``, ``taken cards``: how many, seen or not; ``taken builds``: how many builds are among the items
    """

    faces: int
    actions: int

    @cached_property
    def blocks(self) -> tuple[tuple[str, int], ...]:
        return (
            ("action", self.actions + 1),
            ("played", self.faces),
            ("taken", self.faces),
            ("value", 1),
            ("decision", 1),
            ("kind", len(KINDS)),
            ("played cards", 1),
            ("taken cards", 1),
            ("taken builds", 1),
        )


class PlayRows:
    """Numbers the plays of one plan, and makes their rows."""

    def __init__(self, engine: Engine) -> None:
        pack, self.engine, self.plan = engine.plan.ruleset.pack, engine, engine.plan
        self.tables, self.copies, self.faces = engine.evaluate.tables, pack.copies, len(pack.faces)
        self.blocks = PlayBlocks(self.faces, len(self.plan.actions))

    def order(self, state: State, plays: Sequence[Play], sees: Set[int]) -> tuple[list[Play], Numbers]:
        """The plays in their order, and their rows (plays x width). ``sees``: the cards that the seat sees now."""
        found = in_seen_order(self.tables, state, plays, sees)
        return found, self.rows(found, sees)

    def rows(self, plays: Sequence[Play], sees: Set[int], known: Telling = Telling.ALL) -> Numbers:
        """The rows of plays (plays x width), for who sees these cards and knows so much of what they decide."""
        rows = np.zeros((len(plays), self.blocks.width), np.int8)
        for row, play in zip(rows, plays, strict=True):
            self._fill(row, play, sees, known)
        return rows

    def _fill(self, row: Numbers, play: Play, sees: Set[int], known: Telling) -> None:
        at, taken = self.blocks.offsets, play.taken()
        if known is not Telling.NOTHING:
            row[at["action"] + (len(self.plan.actions) if play is DONE else play.action.index)] = 1
        for block, cards in (("played", play.cards), ("taken", taken)):
            for card in cards:
                if card in sees:
                    row[at[block] + card // self.copies] += 1
        row[at["value"]] = told(play.value)
        row[at["decision"]] = told(play.decision) if known is Telling.ALL else 0
        row[at["kind"] + KINDS.index(play.kind)] = 1
        row[at["played cards"]] = told(len(play.cards))
        row[at["taken cards"]] = told(len(taken))
        row[at["taken builds"]] = sum(isinstance(item, Build) for item in play.items)

    def seen(self, was: State, play: Play, played: State, seat: int) -> tuple[int, ...]:
        """A play that was made, as a seat (from 0) saw it: who made it (1: itself, 2: the next …), and its row."""
        knowledge = knowledge_of(self.engine)
        sees = seen_in_play(knowledge, seat, was, play, played)
        who = (self.engine.decider(was) - seat) % self.plan.seats + 1
        return who, *self.rows([play], sees, knowledge.told(was, seat, play))[0].tolist()

    @property
    def labels(self) -> tuple[str, ...]:
        """What each number of a row tells, in words."""
        faces = [face.text for face in self.plan.ruleset.pack.faces]
        members = {"action": [*(a.name for a in self.plan.actions), "done"], "kind": [*KINDS]}
        members |= {"played": faces, "taken": faces}
        blocks = (name for name, _ in self.blocks.blocks)
        parts = ([f"{name}: {one}" for one in members[name]] if name in members else [name] for name in blocks)
        return tuple(chain.from_iterable(parts))

    def text(self, play: Play, sees: Set[int]) -> str:
        """A play in words, as the seat sees it: `?` stands for a card that it does not see."""
        return text_of_written(written_seen(self.tables, play, sees))


def told(number: int) -> int:
    """A number as int8 tells it."""
    return max(LOW, min(HIGH, number))
