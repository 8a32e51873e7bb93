"""Fishing card games as text files.

``load`` gives a ``Game`` that answers questions about positions; ``simulate`` and ``diff`` measure and
compare rulesets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cassino_dsl.diff.api import diff
    from cassino_dsl.game import CassinoError, Game, load

__all__ = ["CassinoError", "Game", "diff", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # imported when asked for, so that `cassino --help` starts at once
    if name == "diff":
        from importlib import import_module

        return import_module("cassino_dsl.diff")  # a package that can be called
    if name in __all__:
        from cassino_dsl import game

        return getattr(game, name)
    raise AttributeError(name)
