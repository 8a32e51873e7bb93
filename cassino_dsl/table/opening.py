"""How a match is opened: what was wished for, the game loaded, everybody seated; or a saved match gone on with."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.compose.library import is_path
from cassino_dsl.game import Game
from cassino_dsl.players.names import seat_players
from cassino_dsl.table.opponents import open_table, player_of_level
from cassino_dsl.table.saved import SavedGame, resume, saved_game
from cassino_dsl.table.table import PERSON, GameTable, NotPossible, TableSource

Remark = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Opening:
    """The wishes for a match. ``persons``: the seats (from 1) where persons sit; ``against``: who sits at the others,
    in place of a ``level``; ``seed``: of the cards, by chance where none is given; ``file``: where the match is kept.
    """

    load: Callable[[TableSource], Game]
    persons: tuple[int, ...] = (1,)
    seats: int | None = None
    level: int = 2
    against: str | None = None
    seed: int | None = None
    file: Path | None = None
    with_rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    def table(self, variant: str, remark: Remark) -> GameTable:
        """A new match. Raises ``NotPossible`` where the wishes don't go together, or the file is somebody else's."""
        self.saved()
        game = self.load(TableSource(variant, self.with_rules, self.settings))  # messages call files as they were named
        source = TableSource(_whole(variant), tuple(map(_whole, self.with_rules)), self.settings)
        allowed = game.ruleset.seats
        seats = self.seats or next((n for n in allowed if n >= max(self.persons)), allowed[0])
        if seats not in allowed:
            numbers = ", ".join(map(str, allowed))
            raise NotPossible(f"`{game.ruleset.name}` is played with {numbers} seats, not {seats}")
        if max(self.persons) > seats:
            raise NotPossible(f"there are {seats} seats: --seat goes from 1 to {seats}")
        try:
            name = self.against or player_of_level(self.level, game, seats, remark)
            players = seat_players((name,), seats)
            mixed = [PERSON if seat in self.persons else name for seat, name in enumerate(players, 1)]
            seed = secrets.randbits(64) if self.seed is None else self.seed
            return open_table(game, mixed, seed, source, remark)
        except ValueError as fault:
            raise NotPossible(str(fault)) from fault

    def saved(self) -> SavedGame | None:
        """The match that can be gone on with, if there is one."""
        return saved_game(self.file)

    def resumed(self, remark: Remark) -> GameTable:
        """The match that was stopped, where it was left."""
        saved = self.saved()
        if saved is None:
            raise NotPossible("there is no game to go on with" + (f" in {self.file}" if self.file else ""))
        return resume(saved, self.load, remark)


def _whole(name: str) -> str:
    """The name of a shipped file, or the whole path of another, so that it is found from anywhere."""
    return str(Path(name).resolve()) if is_path(name) else name
