"""A naive enumerator of plays, written from the rules alone, to check the engines against.

It shares no code with `cassino_dsl` and never imports it. Every subset of the table is tried;
clarity goes before speed.
"""

from .core import Game, Play, apply, deal, perft, play_of, plays
from .games import GAMES
from .positions import POSITIONS
from .state import Build, Position, State, from_position, to_position

__all__ = [
    "GAMES",
    "POSITIONS",
    "Build",
    "Game",
    "Play",
    "Position",
    "State",
    "apply",
    "deal",
    "from_position",
    "perft",
    "play_of",
    "plays",
    "to_position",
]
