"""Rounds as a table: a row for each side of each round, made from records, so that both engines and all players give
the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, TextIO

from cassino_dsl.analysis.simulate.answer import check_hands, frame, module_of, spec_of
from cassino_dsl.analysis.simulate.checkpoint import Checkpoint
from cassino_dsl.analysis.simulate.observe import leader
from cassino_dsl.analysis.simulate.report.text import csv_text
from cassino_dsl.analysis.simulate.run import run
from cassino_dsl.analysis.units.runner import Unit
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.players.own import Players

Row = tuple[Any, ...]
FIRST = ("match", "round", "side", "place", "player")  # then the points of each award
LAST = ("total", "score", "won", "winner")
BATCH = 10_000  # rows that are written at a time


class RoundRows:
    """The rows of the rounds of one ruleset with so many seats, by ``columns``, which ``rounds`` explains."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.plan, self.awards = make_plan(ruleset, seats), ruleset.award_names()
        self.lowest = ruleset.match.winner == "lowest"
        self.number: type[float] = float if ruleset.match.half_points else int  # a column is all of one kind
        taken = (*FIRST, *LAST)
        named = (f"award_{name}" if name in taken else name for name in self.awards)
        self.columns = (*FIRST, *named, *LAST)

    def of(self, record: Mapping[str, Any]) -> Iterator[Row]:
        """The rows of a record of a unit that was played to its end."""
        sides, played = self.plan.sides, record["rounds"]
        seats = [[s for s, of in enumerate(self.plan.side_of) if of == side] for side in range(sides)]
        players = [", ".join(dict.fromkeys(record["players"][seat] for seat in row)) for row in seats]
        for number, one in enumerate(played, 1):
            totals = [sum(row[side] for row in one["awards"].values()) for side in range(sides)]
            best = leader(totals, self.lowest)
            if len(played) == 1 and record["winner"] is not None:
                best = record["winner"] - 1  # who wins the match with its first round has won that, too
            winner = record["winner"] if record["unit"] == "match" else None if best is None else best + 1
            first = self.plan.side_of[one["leader"] - 1]
            for side in range(sides):
                points = [self.number(one["awards"].get(name, [0] * sides)[side]) for name in self.awards]
                place = (side - first) % sides + 1
                total, score = self.number(totals[side]), self.number(one["scores"][side])
                end = (total, score, best == side, winner)
                yield (record["match"], number, side + 1, place, players[side], *points, *end)


class RoundTable(BytesIO):
    """Takes the lines of records, as a file of records would, and hands the rows of their rounds on, many at a time."""

    def __init__(self, rows: RoundRows, hand_on: Callable[[list[Row]], object]) -> None:
        super().__init__()
        self.rows, self.hand_on = rows, hand_on
        self.kept: list[Row] = []

    def write(self, line: Any, /) -> int:
        self.kept += self.rows.of(json.loads(line))
        if len(self.kept) >= BATCH:
            self.flush()
        return len(line)

    def flush(self) -> None:
        if self.kept:
            self.hand_on(self.kept)
            self.kept = []

    def seekable(self) -> bool:
        return False


def rounds(
    game: BasicGame,
    games: int = 1_000,
    seed: int | None = None,
    seats: int | None = None,
    players: Players = "random",
    unit: Unit = "round",
    engine: EngineName = "auto",
    jobs: int | None = None,
    rotate: bool = True,
    library: str = "pandas",
) -> Any:
    """Play so many rounds (with ``unit="match"``: matches, with all their rounds) and give them as a table: a row for
    each side of each round. ``library``: pandas, polars or pyarrow; everything else is as of ``simulate``. Columns:

    - ``match`` the number of the unit, from 0; ``round`` in it, ``side``: from 1 (a seat, where there are no partners)
    - ``place`` of the side in the order of play: 1 leads; ``player`` who plays for it, unlike partners with a comma
    - one for each award: the points that it brought the side in this round
    - ``total`` their sum; ``score`` how the side then stands in the match; ``won`` whether it has won the round;
      ``winner`` the side that has won the match (of single rounds: the round), or None

    Raises ``ImportError`` where the library is missing, and what ``simulate`` raises.

    >>> from cassino_dsl import load
    >>> table = load("scopa").rounds(3, seed=1, library="pyarrow")
    >>> table.num_rows, table.column_names[:3]
    (6, ['match', 'round', 'side'])
    """
    module_of(library)  # before anything is played
    spec = spec_of(game, games, seed, seats, players, unit, rotate)
    check_hands(engine, jobs)
    kept: list[Row] = []
    rows = RoundRows(game.ruleset, spec.seats)
    run(spec, game.ruleset, engine, jobs, Checkpoint(spec, "", None, RoundTable(rows, kept.extend)))
    return frame({name: [row[at] for row in kept] for at, name in enumerate(rows.columns)}, library)


# ---- written to a file, as they come


def csv_rounds(rows: RoundRows, file: TextIO) -> RoundTable:
    """Writes a table of rounds as CSV."""
    file.write(csv_text(rows.columns, ()))
    return RoundTable(rows, lambda some: file.write(csv_text((), some)))


@contextmanager
def parquet_rounds(rows: RoundRows, path: Path) -> Iterator[RoundTable]:
    """Writes a table of rounds as Parquet, whole once the block has ended. Raises ``ImportError`` without pyarrow."""
    arrow, parquet = module_of("pyarrow"), import_module("pyarrow.parquet")
    points = arrow.float64() if rows.plan.ruleset.match.half_points else arrow.int64()
    kinds = {"player": arrow.string(), "won": arrow.bool_()}
    kinds |= dict.fromkeys(("match", "round", "side", "place", "winner"), arrow.int64())
    schema = arrow.schema([(name, kinds.get(name, points)) for name in rows.columns])
    with parquet.ParquetWriter(path, schema) as writer:

        def hand_on(some: list[Row]) -> None:
            columns = [[row[at] for row in some] for at in range(len(rows.columns))]
            writer.write_table(arrow.table(dict(zip(rows.columns, columns, strict=True)), schema))

        yield RoundTable(rows, hand_on)
