"""What an example looks at: the position after its play, and what the engine says about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cassino_dsl.engine.text import WrittenPlay, written
from cassino_dsl.game import Game
from cassino_dsl.position.position import Position, position_json


@dataclass(frozen=True)
class Outcome:
    """The answers to what expectations ask; each is worked out only when asked for."""

    game: Game
    position: Position

    @cached_property
    def plays(self) -> tuple[WrittenPlay, ...]:
        """The legal plays, as they are written."""
        tables = self.position.engine.evaluate.tables
        return tuple(written(tables, p) for p in self.game.plays(self.position))

    def refusal(self, play: WrittenPlay) -> str:
        """Why a play is not legal."""
        return "; ".join(d.message for d in self.game.refusal(self.position, play))

    @cached_property
    def data(self) -> dict[str, Any]:
        """The position as JSON."""
        return position_json(self.position)

    @cached_property
    def score(self) -> dict[str, Any]:
        """The answer of ``score``."""
        return self.game.score(self.position)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What an expectation wanted and what came. ``value``: what the file would have to say, as plain data; nothing
    where no other value would do."""

    expected: str
    found: str
    value: Any = None
