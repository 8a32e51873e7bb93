"""The public face of a ruleset: everything the command line does is a call here.

>>> from cassino_dsl import load
>>> game = load("traditional-cassino")
>>> [p["text"] for p in game.moves({"hand": "7c", "table": "3c 4d"})["plays"]]
['7c takes 3c 4d', '7c trails']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import MethodType
from typing import TYPE_CHECKING, Any

from cassino_dsl.language.diagnostics.cassino_error import CassinoError as CassinoError
from cassino_dsl.language.loading import Wish, whole_name
from cassino_dsl.match.basic_game import BasicGame
from cassino_dsl.match.engines import RulesetSource, check_seats

if TYPE_CHECKING:
    from cassino_dsl.analysis.diff import answer
    from cassino_dsl.analysis.simulate import answer as played
    from cassino_dsl.analysis.simulate import rounds


class _Later:
    """A method that stands in a file of `analysis/`, which is loaded once somebody asks for it: that takes a third of
    what it takes to load a game, and who deals, asks or learns never does."""

    def __init__(self, file: str, name: str) -> None:
        self.file, self.name = file, name

    def __get__(self, game: object, owner: type) -> Callable[..., Any]:
        method: Callable[..., Any] = getattr(import_module(f"cassino_dsl.analysis.{self.file}"), self.name)
        return method if game is None else MethodType(method, game)


class Game(BasicGame):
    """A game as ``load`` gives it: it is simulated, told as a table of rounds, compared with another, deals matches,
    and answers about positions, which are data as `cassino moves` reads it. ``steps``: how much work such an answer
    may be; one that would be more raises ``RunFault``. ``engine``: who answers; no answer depends on that. ``auto``
    begins with the reference, and goes on with the native one where enough is asked for it; ``remark`` hears once why
    it does not.
    """

    if TYPE_CHECKING:
        simulate = played.simulate
        records = rounds.records
        rounds = rounds.rounds
        diff = answer.diff
    else:
        simulate = _Later("simulate.answer", "simulate")
        rounds = _Later("simulate.rounds", "rounds")
        records = _Later("simulate.rounds", "records")
        diff = _Later("diff.answer", "diff")


def load(
    variant: str | Path,
    with_rules: str | Path | Iterable[str | Path] = (),
    seats: int | None = None,
    **options: object,
) -> Game:
    """A game: a shipped name (`"scopa"`), the path of a file, or its text, a string of several lines; with house rules
    laid on, which are named in the same ways, and options chosen. ``seats``: for a table of so many alone; else the
    game is for all numbers of seats that the variant allows, and where nobody says another, for the fewest.

    Raises ``CassinoError`` where a file has faults or an option is none or has no such value, ``NotFound`` where there
    is no such file, ``ValueError`` for a number of seats with which it is not played and arguments of another kind.
    """
    return load_for(("with_rules", "seats"), variant, with_rules, seats, options)


def load_for(
    known: tuple[str, ...],
    variant: str | Path,
    with_rules: str | Path | Iterable[str | Path],
    seats: int | None,
    options: Mapping[str, object],
) -> Game:
    """As ``load``, for a call that takes other arguments beside the variant's options: these are ``known``."""
    wish = Wish(variant, with_rules, options, known)
    ruleset = wish.ruleset()
    if seats is not None:
        ruleset = replace(ruleset, seats=(check_seats(ruleset, seats),))
    settings = tuple(f"{setting.key}={setting.value}" for setting in wish.settings)
    source = RulesetSource(whole_name(wish.variant), tuple(map(whole_name, wish.with_rules)), settings)
    return Game(ruleset, source=source)
