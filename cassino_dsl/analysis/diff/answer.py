"""The comparison of two games for Python: what the command prints as JSON, and its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from cassino_dsl.analysis.diff.diff import Difference, Wanted, compare
from cassino_dsl.analysis.diff.page import DifferenceReport
from cassino_dsl.analysis.simulate.answer import frame
from cassino_dsl.analysis.simulate.report.text import text
from cassino_dsl.book.pages.html_page import framed
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.match.arguments import flag, one_of, whole
from cassino_dsl.match.arguments import seed as check_seed
from cassino_dsl.match.basic_game import BasicGame, of_game
from cassino_dsl.players.names import seat_players
from cassino_dsl.players.own import Players, given_players

MOST_PROVED = 6  # cards on the table
COLUMNS = ("group", "figure", "a", "b", "difference", "low", "high", "real")  # of the table of an effect


class Comparison(dict[str, Any]):
    """What a comparison has found: the object that ``cassino diff --format json`` prints, and views of it. As text it
    is the report that the command prints."""

    def __init__(self, found: Difference) -> None:
        super().__init__(found.as_json())
        self.found = found

    def __reduce__(self) -> tuple[type[Comparison], tuple[Difference]]:
        return Comparison, (self.found,)

    def __repr__(self) -> str:
        found, many = self.found, len(self.found.changes)
        return f"<Comparison of {found.a.name} and {found.b.name}: {many} change{'' if many == 1 else 's'}>"

    def __str__(self) -> str:
        return text(DifferenceReport(self.found).report()).rstrip()

    def _repr_html_(self) -> str:
        return framed(DifferenceReport(self.found).as_page()[0])

    def to_frame(self, library: str = "pandas") -> Any:
        """Every figure of the effect as a row: ``group``, ``figure``, its value for ``a`` and for ``b``, the
        ``difference`` and its interval, ``low`` to ``high``, and whether it is ``real``; as a table of pandas, polars
        or pyarrow. Raises ``ImportError`` where that is missing, ``ValueError`` where no effect was measured."""
        effect = self["effect"]
        if effect is None:
            raise ValueError("no effect was measured, which needs `effect=True` and rules that differ in play")
        rows = [{**one, "figure": one["name"], **_ends(one["interval"])} for one in effect["figures"]]
        return frame({name: [row[name] for row in rows] for name in COLUMNS}, library)


def _ends(interval: Sequence[float] | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def diff(
    a: BasicGame,
    b: BasicGame,
    games: int | None = None,
    seed: int = 1,
    seats: int | None = None,
    players: Players = "random",
    engine: EngineName = "auto",
    prove: int = 0,
    witness: bool = True,
    effect: bool = True,
) -> Comparison:
    """Compare two games: changes clause by clause, a position that shows a difference, and its effect in play; the
    answer has the keys of `cassino diff --format json`.

    - ``witness``: whether a position is looked for; ``prove``: legality is decided for all positions with up to so many
      cards on the table (0: not)
    - ``effect``: whether both are played and their figures compared: ``games`` matches each (by default as many as go
      in a few seconds), with the same deals of the ``seed``, ``players`` and ``engine`` as of ``simulate``
    - ``seats``: by default the fewest that both are played with

    Raises ``ValueError`` for other arguments, ``PlayerFault`` where a player of one's own fails.

    >>> from cassino_dsl import load
    >>> answer = load("scopa").diff(load("scopa", target=21), effect=False)
    >>> [change["text"] for change in answer["changes"]], answer["witness"]["about"]
    (['target: 11 → 21'], 'end')
    """
    shared = [n for n in of_game(a).ruleset.seats if n in of_game(b).ruleset.seats]
    one_of("engine", engine, get_args(EngineName))
    seed, prove = check_seed(seed), whole("prove", prove, 0, MOST_PROVED)
    games = None if games is None else whole("games", games, 1)
    seats = None if seats is None else whole("seats", seats)
    if seats is not None and seats not in shared:
        raise ValueError(f"{a.ruleset.name} and {b.ruleset.name} are not both played with {seats} seats")
    number = seats or (shared[0] if shared else 2)
    names = seat_players(given_players(players), number)
    wanted = Wanted(
        witness=flag("witness", witness),
        effect=flag("effect", effect),
        prove=prove,
        games=games,
        seed=seed,
        seats=seats,
        players=names,
        engine=engine,
    )
    return Comparison(compare(a.ruleset, b.ruleset, wanted))
