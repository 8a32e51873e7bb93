"""How a match is opened: what was wished for, the game loaded, everybody seated; and matches that were stopped: kept as
records, and gone on with."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_state_path

from cassino_dsl.analysis.simulate.checkpoint import write_whole
from cassino_dsl.language.loading import whole_name
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.match.record import Record, fingerprint, read_record
from cassino_dsl.players.names import seat_players
from cassino_dsl.table.opponents import Remark, open_table, player_of_level
from cassino_dsl.table.table import PERSON, GameTable, NotPossible, TableSource

VARIABLE = "CASSINO_STATE_DIR"
LARGEST = 20_000_000  # bytes


def state_folder() -> Path:
    """Where matches are kept: CASSINO_STATE_DIR, else the folder that the system gives a program for its state."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else user_state_path("cassino-dsl", appauthor=False)


def last_game() -> Path:
    """Where the last match is kept that was stopped."""
    return state_folder() / "last-game.json"


def save(table: GameTable, file: Path | None = None) -> Path | None:
    """Keep a match, in the place of the last one where no ``file`` is named; one that is over is not kept there. Raises
    ``OSError`` where that can't be."""
    path = file or last_game()
    if file is None and _put_aside(table) is None and table.over:
        path.unlink(missing_ok=True)
    if table.over and file is None:
        return None
    if file is None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, json.dumps(table.record(), ensure_ascii=False) + "\n")
    return path


def stop(table: GameTable, file: Path | None = None) -> str:
    """Keep a match that is not over, and say how to go on with it, and with another that was kept before."""
    before = _put_aside(table) if file is None else None
    path = save(table, file)
    words = "" if file is None else f" --file {file}"
    said = f"stopped; `cassino play --resume{words}` goes on" if path else "stopped"
    return said if before is None else f"{said}\nthe match kept before, for --file:\n{before}"


def _put_aside(table: GameTable) -> Path | None:
    """Where another match than this lies now that was kept as the last one: nothing that was kept is lost."""
    path = last_game()
    try:
        kept = saved_game(path)
    except NotPossible:
        return None
    if kept is None or kept.record.seed == table.seed:
        return None
    return path.replace(path.with_name(f"stopped-{kept.record.seed}.json"))


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A match that was stopped, as it lies in a file."""

    record: Record

    @property
    def source(self) -> TableSource:
        return TableSource(self.record.variant, self.record.with_rules, self.record.settings)

    @property
    def text(self) -> str:
        """What it is, in a line: `scopa, round 3`."""
        rules = "".join(f" with {name}" for name in self.source.with_rules)
        return f"{self.source.variant}{rules}, round {len(self.record.rounds)}"


def saved_game(file: Path | None = None) -> SavedGame | None:
    """The match that was stopped last, or that of a file; None where there is none. Raises ``NotPossible`` where the
    file holds something else."""
    path = file or last_game()
    try:
        with path.open("rb") as opened:
            data = json.loads(opened.read(LARGEST))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as fault:
        raise NotPossible(f"{path} holds no saved game: it is no JSON") from fault
    try:
        record = read_record(data)
    except ValueError as fault:
        raise NotPossible(f"{path} holds no saved game: {fault}") from fault
    if (record.unit, record.match, record.winner) != ("match", 0, None) or PERSON not in record.players:
        raise NotPossible(f"{path} holds no saved game: no match of persons that goes on")
    return SavedGame(record)


def resume(
    saved: SavedGame,
    load: Callable[[TableSource], BasicGame],
    remark: Remark = lambda text: None,
    against: str | None = None,
) -> GameTable:
    """The table of a saved match, where it was left; raises ``NotPossible`` where its rules are not what they were.
    ``against``: a player of one's own that the match has, named again: no file has code run."""
    game, seats = load(saved.source), saved.record.seats
    players = tuple(against if against is not None and name == against else name for name in saved.record.players)
    if seats not in game.ruleset.seats or fingerprint(game.ruleset, seats) != saved.record.ruleset:
        raise NotPossible(f"the rules of `{saved.source.variant}` have changed since the game was saved")
    try:
        table = open_table(game, players, saved.record.seed, saved.source, remark)
    except ValueError as fault:
        raise NotPossible(f"the saved game cannot be gone on with: {fault}") from fault
    table.go_on(saved.record.plays)
    return table


@dataclass(frozen=True, slots=True)
class Opening:
    """The wishes for a match. ``persons``: the seats (from 1) where persons sit; ``against``: who sits at the others,
    in place of a ``level``; ``seed``: of the cards, by chance where none is given; ``file``: where the match is kept.
    """

    load: Callable[[TableSource], BasicGame]
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
        source = TableSource(whole_name(variant), tuple(map(whole_name, self.with_rules)), self.settings)
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
        return resume(saved, self.load, remark, self.against)
