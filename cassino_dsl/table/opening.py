"""How a match is opened: what was wished for, the game loaded, everybody seated; and matches that were stopped: kept as
records, and gone on with."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from platformdirs import user_state_path

from cassino_dsl.analysis.simulate.checkpoint import write_whole
from cassino_dsl.analysis.simulate.engines import recalled, weights_for, worlds_for
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.native.engine import native_engine
from cassino_dsl.language.loading import whole_name
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.match.record import Record, fingerprint, read_record
from cassino_dsl.players.determinizations import Worlds
from cassino_dsl.players.learned.weights import LEARNED, BadWeights
from cassino_dsl.players.names import acting, search_of, seat_players
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.table.table import PERSON, GameTable, NotPossible, TableSource

# ---- who plays against persons: players by name or by level, and the engine that those who search ask
# each answers within two seconds, the last by the clock
LEVELS = ("random", "greedy", LEARNED, "search:200", "search:1500ms")
Remark = Callable[[str], object]
PATIENCE = 3  # seconds that a hint waits for the native engine, before it only looks a play ahead


def seated(
    sitting: Sequence[str], game: BasicGame, remark: Remark = lambda text: None, engine: EngineName = "auto"
) -> list[str]:
    """The players of a sitting: at each seat a person, or the number of a level."""
    seats = len(sitting)
    return [who if who == PERSON else player_of_level(int(who), game, seats, remark, engine) for who in sitting]


def player_of_level(level: int, game: BasicGame, seats: int, remark: Remark, engine: EngineName = "auto") -> str:
    """The player of a level (from 1). Without the native engine a search would take minutes: then it is the strongest
    who need not search, and that is remarked."""
    name = LEVELS[level - 1]
    weights = weights_for(game.ruleset, seats)[0] if level > LEVELS.index(LEARNED) else None
    (player,) = acting((name,), weights)
    if search_of(player) is None:
        return name
    worlds, reason = worlds_for(game.ruleset, seats, (player,), engine)
    if worlds is not None:
        return name
    instead = "greedy" if weights is None else LEARNED
    remark(f"{reason}: level {level} plays as level {LEVELS.index(instead) + 1} does")
    return instead


def open_table(
    game: BasicGame,
    players: Sequence[str],
    seed: int,
    source: TableSource,
    remark: Remark = lambda text: None,
    engine: EngineName = "auto",
) -> GameTable:
    """A table at which all sit; what there is to remark of how they play is remarked. Where the ``engine`` is the
    reference, nothing is searched for hints."""
    names = tuple(name for name in players if name != PERSON)
    weights, learned = recalled(game.ruleset, len(players), names)
    worlds, said = worlds_for(game.ruleset, len(players), acting(names, weights), engine, weights)
    for text in filter(None, (learned, said)):
        remark(text)
    searching = _Searching(game, len(players), worlds)
    searching.asked |= engine == "reference"
    return GameTable(game, players, seed, source, worlds, searching, weights)


class _Searching:
    """What hints are searched with: the native engine, made in the background once a hint has been asked for. Until
    it is there they look a play ahead."""

    def __init__(self, game: BasicGame, seats: int, worlds: Worlds | None) -> None:
        self.game, self.seats, self.worlds = game, seats, worlds
        self.asked = worlds is not None
        self.made: Thread | None = None

    def __call__(self) -> Worlds | None:
        if not self.asked:
            self.asked = True
            self._take(waits=False)
            if self.worlds is None:
                self.made = Thread(target=self._take, daemon=True)
                self.made.start()
        if self.made is not None:
            self.made.join(PATIENCE)
        return self.worlds

    def _take(self, waits: bool = True) -> None:
        engine, _ = native_engine(self.game.ruleset, self.seats, waits)
        if engine is not None:
            weights = None
            with suppress(BadWeights):  # a file of one's own that is damaged: then hints go without
                weights, _ = weights_for(self.game.ruleset, self.seats)
            self.worlds = NativeWorlds(engine, learned_words(self.game.ruleset, self.seats, weights))


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
