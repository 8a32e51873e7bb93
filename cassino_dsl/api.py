"""All names for Python users in one place. ``simulate``, ``rounds`` and ``diff`` are methods of games, too."""

from __future__ import annotations

from cassino_dsl.analysis.diff.answer import diff
from cassino_dsl.analysis.simulate.answer import simulate
from cassino_dsl.analysis.simulate.rounds import rounds
from cassino_dsl.game import CassinoError, Game, load
from cassino_dsl.language.compose.library import NotFound
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.match.game_position import GamePosition
from cassino_dsl.match.plays import GamePlay
from cassino_dsl.players.own import PlayerFault

__all__ = [
    "CassinoError",
    "Game",
    "GamePlay",
    "GamePosition",
    "NotFound",
    "PlayerFault",
    "RunFault",
    "diff",
    "load",
    "rounds",
    "simulate",
]
