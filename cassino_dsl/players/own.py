"""Players of one's own: Python code of whoever runs the program, under a name.

Only two make one: the command line, of a word `module:function` (``named_player``), and a call from Python, of the
callable itself (``given_players``). The same text by itself, wherever it was read, is the name of no player: so no
record, no folder of results, no variant and no request has code run.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from cassino_dsl.language.diagnostics.diagnostic import did_you_mean

if TYPE_CHECKING:  # who names players plays nothing yet
    from cassino_dsl.engine.reference.game import Engine
    from cassino_dsl.engine.reference.play import Play
    from cassino_dsl.engine.reference.state import State

_WORD = r"[^\W\d]\w*"
_NAMED = re.compile(rf"{_WORD}(?:\.{_WORD})*:{_WORD}(?:\.{_WORD})*")
WHAT = "a function `(view, legal)`, or what has `choose(view, legal)`"
LONGEST = 300  # characters of what an exception says


class Chooses(Protocol):
    """Has perhaps `begin(seed, seat)` and `end(points, winner)`, too."""

    def choose(self, view: dict[str, Any], legal: list[dict[str, Any]], /) -> Any: ...


class OtherForm(ABC):
    """A player that is shown decisions in another form than `(view, legal)`, and answers with the number of a play in
    that. ``policy``: what is asked, as of other players a function, an object or a class."""

    policy: Any

    @abstractmethod
    def shown(
        self, engine: Engine, state: State, legal: Sequence[Play], seen: Set[int]
    ) -> tuple[list[Play], tuple[Any, ...]]:
        """The plays as it numbers them, and what it is given; ``seen``: the cards that its seat has seen in the
        round."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {_called(self)}>"


# a play is answered by its number among the legal ones, by its text, or as one of these objects
GivenPlayer = str | Callable[[dict[str, Any], list[dict[str, Any]]], Any] | Chooses | type[Chooses] | OtherForm
Players = GivenPlayer | Sequence[GivenPlayer]


class NoPlayer(ValueError):
    """What was named or given is no player of one's own; the message says why."""


class OwnPlayer(str):
    """The name of a player of one's own, with what plays: a function, an object, or a class of which each seat of each
    unit gets an object; or one of these in another form. ``imported``: whether its name says where it is found, in
    other processes too."""

    plays: Any
    imported: bool

    def __new__(cls, name: str, plays: Any, imported: bool = False) -> OwnPlayer:
        player = super().__new__(cls, name)
        player.plays, player.imported = plays, imported
        return player

    def __reduce__(self) -> tuple[Any, ...]:
        return (named_player, (str(self),)) if self.imported else (OwnPlayer, (str(self), self.plays))

    def __deepcopy__(self, memo: object) -> OwnPlayer:
        return self

    def apart(self, memo: dict[int, Any]) -> OwnPlayer:
        """The same of a copy: an object that plays is copied with it."""
        return OwnPlayer(str(self), deepcopy(self.plays, memo), self.imported)


def asked_of(plays: Any) -> Any:
    """The function, object or class of a player, whatever it is shown."""
    return plays.policy if isinstance(plays, OtherForm) else plays


def names_code(name: str) -> bool:
    """Whether a word has the form `module:function`."""
    return _NAMED.fullmatch(name) is not None


def named_player(name: str) -> OwnPlayer:
    """The player that `module:function` names: the module is looked for in the current folder and on Python's path.
    Raises ``NoPlayer``. This runs code: only for words that the owner of the command line has typed."""
    module, _, path = name.partition(":")
    found: Any = _imported(module)
    for word in path.split("."):
        if not hasattr(found, word):
            meant = did_you_mean(word, [one for one in dir(found) if _is_player(getattr(found, one, None))])
            raise NoPlayer(f"`{name}`: there is no `{word}` in `{module}`{f'; {meant}' if meant else ''}")
        found = getattr(found, word)
    if not _is_player(found):
        raise NoPlayer(f"`{name}` is no player: that is {WHAT}")
    return OwnPlayer(name, found, imported=True)


def _imported(name: str) -> ModuleType:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)  # last: no file here takes the place of what the program itself may still load
    try:
        found = import_module(name)
    except (Exception, SystemExit) as fault:
        if isinstance(fault, ModuleNotFoundError) and fault.name and f"{name}.".startswith(f"{fault.name}."):
            raise NoPlayer(f"there is no module `{fault.name}` in this folder or on Python's path") from fault
        raise NoPlayer(f"`{name}` cannot be loaded: {told(fault)}{place_of(fault, None)}") from fault
    path = Path(here, *name.split("."))
    mine = [file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()]
    if mine and not (found.__file__ and mine[0].samefile(found.__file__)):
        raise NoPlayer(f"`{name}` is the name of another module of Python: call {mine[0].name} something else")
    return found


def _is_player(what: Any) -> bool:
    return isinstance(what, OtherForm) or is_asked(what)


def is_asked(what: Any) -> bool:
    """Whether it can be asked for a choice: it has `choose`, or is called."""
    if hasattr(what, "choose"):
        return callable(what.choose)
    return any("__call__" in one.__dict__ for one in what.__mro__) if isinstance(what, type) else callable(what)


def given_players(players: Players) -> tuple[str, ...]:
    """The names of players as a call from Python gives them: a name, a player of one's own, or several of these. Two of
    one's own that are called alike are told apart by a number. Raises ``TypeError`` for what is neither."""
    one = isinstance(players, str) or _is_player(players)
    if not one and not isinstance(players, Iterable):
        raise TypeError(f"players are names or players of one's own ({WHAT}), not {players!r}")
    found: list[str] = []
    several: Iterable[Any] = (players,) if one else players  # type: ignore[assignment]
    for player in several:
        if isinstance(player, str):
            found.append(player)
            continue
        if not _is_player(player):
            raise TypeError(f"a player is a name, {WHAT}, not {player!r}")
        known = next((p for p in found if isinstance(p, OwnPlayer) and p.plays is player), None)
        found.append(known or OwnPlayer(_free(_called(player), found), player))
    return tuple(found)


def _called(player: Any) -> str:
    asked = asked_of(player)
    of = asked if hasattr(asked, "__qualname__") else type(asked)
    return f"{of.__module__}:{of.__qualname__}"


def _free(name: str, taken: list[str]) -> str:
    number = 1
    while (found := name if number == 1 else f"{name} {number}") in taken:
        number += 1
    return found


# ---- what went wrong in code of one's own


class PlayerFault(Exception):
    """A player of one's own has raised an exception, or has answered with no legal play. ``seat``: from 1;
    ``position``: all of it, as JSON that `cassino moves` reads; ``error``: the player's own exception; ``seed``,
    ``unit`` and ``where`` (both in words): of a simulation."""

    def __init__(
        self, player: str, seat: int, said: str, position: Mapping[str, Any], error: BaseException | None = None
    ) -> None:
        super().__init__(player, seat, said, position, error)
        self.player, self.seat, self.said, self.position, self.error = player, seat, said, position, error
        self.seed, self.unit, self.where, self.help = 0, 0, "", ""

    def __str__(self) -> str:
        return f"{self.headline}\nposition: {self.position_text}"

    @property
    def headline(self) -> str:
        """What happened, without the position."""
        where = f", {self.where}" if self.where else ""
        return f"player `{self.player}`, seat {self.seat}{where}: {self.said}"

    @property
    def position_text(self) -> str:
        return json.dumps(self.position, ensure_ascii=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """From a process that played: with the player's exception, where that can be sent."""
        error = None
        with suppress(Exception):
            error = pickle.loads(pickle.dumps(self.error))
        more = {name: getattr(self, name) for name in ("seed", "unit", "where", "help")}
        return PlayerFault, (self.player, self.seat, self.said, dict(self.position), error), more


def told(fault: BaseException) -> str:
    """The last line of what Python says of an exception."""
    try:
        text = " ".join(str(fault).split())[:LONGEST]
    except Exception:
        text = ""
    return f"{type(fault).__name__}: {text}" if text else type(fault).__name__


def place_of(fault: BaseException, file: str | None) -> str:
    """Where it happened, in brackets: in a file if that had a part in it, else where it was raised. Empty if nobody can
    say."""
    if isinstance(fault, SyntaxError) and fault.filename:
        return f" ({_short(fault.filename)}:{fault.lineno})"
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(fault.__traceback__)
    frames = [frame for frame in frames if frame.filename == file] or frames
    ours = str(Path(__file__).parent)
    if not frames or frames[-1].filename.startswith(ours):
        return ""
    return f" ({_short(frames[-1].filename)}:{frames[-1].lineno}, in {frames[-1].name})"


def _short(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
