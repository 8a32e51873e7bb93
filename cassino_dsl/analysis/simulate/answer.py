"""A simulation as a call of Python: its answer, and tables of pandas, polars and pyarrow (the extra ``data``)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, get_args

from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.report.plots import paint
from cassino_dsl.analysis.simulate.report.simulation import SimulationReport, cells_of
from cassino_dsl.analysis.simulate.report.text import csv_numbers, text
from cassino_dsl.analysis.simulate.run import run
from cassino_dsl.analysis.simulate.spec import Spec, read_width
from cassino_dsl.analysis.units.runner import Unit
from cassino_dsl.book.pages.html_page import framed
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.language.compose.options import selected
from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.arguments import flag, one_of, whole
from cassino_dsl.match.arguments import seed as check_seed
from cassino_dsl.match.basic_game import BasicGame, of_game
from cassino_dsl.match.engines import check_seats
from cassino_dsl.players.names import seat_players
from cassino_dsl.players.own import Players, given_players

LIBRARIES = ("pandas", "polars", "pyarrow")
MISSING = "tables need {}: `pip install 'cassino-dsl[data]'`"
Columns = Mapping[str, Sequence[Any]]


def module_of(name: str) -> Any:
    """The module of a library. Raises ``ValueError`` for one that is none of these, and ``ImportError`` with what to do
    where it is not installed."""
    try:
        return import_module(one_of("library", name, LIBRARIES))
    except ImportError as fault:
        raise ImportError(MISSING.format(name)) from fault


def frame(columns: Columns, made_by: str = "pandas") -> Any:
    """A ``DataFrame`` of pandas or polars, or a ``Table`` of pyarrow. None is what the library has for nothing; whole
    numbers stay whole numbers beside it."""
    module = module_of(made_by)
    if made_by == "pyarrow":
        return module.table(dict(columns))
    if made_by == "polars":
        return module.DataFrame(dict(columns))
    found = module.DataFrame(dict(columns))
    gaps = {name: "Int64" for name, column in columns.items() if None in column and _whole(column)}
    return found.astype(gaps) if gaps else found


def _whole(column: Sequence[Any]) -> bool:
    return all(value is None or type(value) is int for value in column)


class Simulation(dict[str, Any]):
    """What a simulation has found: the object that ``cassino simulate --format json`` prints, and views of it. As text
    it is the first screen of the report."""

    def __repr__(self) -> str:
        many = "" if self["games"] == 1 else "es" if self["unit"] == "match" else "s"
        return f"<Simulation of {self['variant']}: {self['games']:,} {self['unit']}{many}, seed {self['seed']}>"

    def __str__(self) -> str:
        return text(SimulationReport([self]).report(), full=False).rstrip()

    def _repr_html_(self) -> str:
        return framed(SimulationReport([self]).as_page()[0])

    def to_frame(self, library: str = "pandas") -> Any:
        """Every figure as a row: ``group``, ``who``, ``figure``, ``value`` and its interval, ``low`` to ``high``, where
        it has one; as a table of pandas, polars or pyarrow. Raises ``ImportError`` where that is missing."""
        return frame(csv_numbers(cells_of(self)), library)

    def plot(self, name: str = "order", axes: Any = None) -> Any:
        """Plot the rounds won by ``order`` of play, the matches won by ``sides``, the points of ``awards``, the length
        in ``plays`` or ``rounds``: on axes of matplotlib, or on new ones, which are given back. Raises ``ImportError``
        without matplotlib, ``ValueError`` where a simulation has no such plot."""
        return paint(self, name, axes)


def simulate(
    game: BasicGame,
    games: int = 1_000,
    seed: int | None = None,
    seats: int | None = None,
    players: Players = "random",
    unit: Unit = "match",
    engine: EngineName = "auto",
    jobs: int | None = None,
    until: str = "",
    rotate: bool = True,
) -> Simulation:
    """Play many matches (or rounds) of a game and measure them; the answer has the keys of `cassino simulate --format
    json`.

    - ``games``: how many units (``unit``: `match` or `round`); ``seed``: by chance where none is given; ``seats``: by
      default the fewest
    - ``players``: a name as `cassino simulate --players` takes it (`random`, `greedy`, …), a player of one's own (a
      function that is given the view of its seat and the legal plays, or what has such a ``choose``), or a list with
      one of them for each seat; ``rotate``: whether these change seats from unit to unit
    - ``until``: a width such as `0.5%` or `0.05`: stops before it has played all ``games``, once all intervals of who
      wins are as narrow
    - ``engine``: `auto`, `native` or `reference`, with the same figures; ``jobs``: how many processes or threads
      play (default: what the machine has). What a player of one's own remembers stays in the process where it played:
      with ``jobs=1`` that is this one

    Raises ``PlayerFault`` where a player of one's own fails, ``ValueError`` for other arguments.

    >>> from cassino_dsl import load
    >>> answer = load("scopa").simulate(games=10, seed=1)
    >>> answer["games"], sum(side["wins"] for side in answer["sides"]) + answer["ties"]
    (10, 10)
    """
    spec = spec_of(game, games, seed, seats, players, unit, rotate)
    spec = replace(spec, until=_width(until))
    check_hands(engine, jobs)
    return Simulation(simulation(run(spec, game.ruleset, engine, jobs)))


def _width(until: str) -> str:
    """The width that is to be reached; raises ``ValueError`` for what is none."""
    if not isinstance(until, str):
        raise WrongArgument(f"`until` is a width such as `0.5%` or `0.05`, as a text, not {until!r:.60}")
    if until:
        try:
            read_width(until)
        except ValueError as fault:
            raise ValueError(f"`until` is a width such as `0.5%` or `0.05`, not {until!r:.60}") from fault
    return until


def check_hands(engine: EngineName, jobs: int | None) -> None:
    """Raises ``ValueError`` where a call names nobody who could play."""
    one_of("engine", engine, get_args(EngineName))
    if jobs is not None:
        whole("jobs", jobs, 1)


def spec_of(
    game: BasicGame, games: int, seed: int | None, seats: int | None, players: Players, unit: Unit, rotate: bool
) -> Spec:
    """What a call plays, with everything left open filled in; raises ``ValueError``."""
    ruleset = of_game(game).ruleset
    seats = min(ruleset.seats) if seats is None else check_seats(ruleset, seats)
    names = seat_players(given_players(players), seats)
    with_rules, settings = words_of(ruleset)
    seed = secrets.randbits(64) if seed is None else check_seed(seed)
    games, unit, rotate = whole("games", games, 1), one_of("unit", unit, get_args(Unit)), flag("rotate", rotate)
    return Spec(ruleset.name, with_rules, settings, seats, unit, names, seed, games, rotate=rotate)


def words_of(ruleset: Ruleset) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The house rules and settings that give a ruleset, as a command line would say them."""
    chosen = {name for option in ruleset.options for name in selected(option)}
    settings = [f"{o.name}={word_of(o.value)}" for o in ruleset.options if o.value != o.default]
    return tuple(name for name in ruleset.house_rules if name not in chosen), tuple(settings)
