"""Environments for programs that learn to play: ``aec_env`` (PettingZoo), ``gym_env`` (Gymnasium), ``spiel_game``
(OpenSpiel) and ``vector_env`` (many games at once); and ``RowPlayer``: what has learned in them plays elsewhere.

The first three stand on a library of the extra ``env``, which is loaded with them: ``pip install 'cassino-dsl[env]'``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cassino_dsl.env.aec import aec_env
    from cassino_dsl.env.gym import gym_env
    from cassino_dsl.env.rows import RowPlayer
    from cassino_dsl.env.spiel import spiel_game
    from cassino_dsl.env.vector import vector_env

_FILES = {"RowPlayer": "rows", "aec_env": "aec", "gym_env": "gym", "spiel_game": "spiel", "vector_env": "vector"}

__all__ = ["RowPlayer", "aec_env", "gym_env", "spiel_game", "vector_env"]


def __getattr__(name: str) -> Any:
    if name not in _FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)
    except ModuleNotFoundError as fault:
        message = f"`{name}` needs the library {fault.name}: pip install 'cassino-dsl[env]'"
        raise ModuleNotFoundError(message, name=fault.name) from fault
