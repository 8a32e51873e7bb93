"""Fishing card games as text files.

``load`` gives a ``Game``, which is all that most programs need. ``cassino_dsl.api`` has all other names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cassino_dsl.game import CassinoError, Game, load

__all__ = ["CassinoError", "Game", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # imported when asked for, so that `cassino --help` starts at once
    if name in __all__:
        from cassino_dsl import game

        return getattr(game, name)
    raise AttributeError(name)
