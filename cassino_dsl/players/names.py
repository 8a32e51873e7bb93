"""The players by name, as ``--players`` writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cassino_dsl.language.diagnostics.diagnostic import did_you_mean
from cassino_dsl.players.learned.weights import LEARNED, Weights
from cassino_dsl.players.own import OwnPlayer, names_code

INSTEAD = "flat:30"  # who plays for it where nothing was learned
# the names alone, so that nobody who only reads one loads who plays: `policies.SIMPLE`, `search.SEARCHES`
GLANCES = ("random", "greedy", LEARNED)  # who decides without a search
RECALLING = ("search", "cheat")  # who trusts what was learned
SOLVE = "solve"  # plays endings exactly, with so many positions for a decision, and all else as greedy
_SEARCHERS = ("flat", *RECALLING, SOLVE)
KINDS = (*GLANCES, *(f"{name}:" for name in _SEARCHERS), SOLVE)  # what names begin with, for completion
TIMED = "search"
MOST = 10**6
ENOUGH = 10_000  # positions for `solve` alone: most endings are shorter, and a round takes hardly longer for it
CLOCK = "`{}` plays by the clock: the same seed need not give the same games"

_SEARCHING = re.compile(rf"({'|'.join(_SEARCHERS)}):([1-9]\d{{0,6}})(ms)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: so many play-outs for all plays together, or, where ``timed``, milliseconds."""

    number: int
    timed: bool = False

    @property
    def play_outs(self) -> int:
        """How many play-outs that is, about."""
        return self.number * (100 if self.timed else 1)


def search_of(name: str) -> tuple[str, Budget] | None:
    """The search and its budget that a name asks for; None for players that do not search. Raises ``ValueError`` with
    what is wrong with a name."""
    if name in GLANCES or isinstance(name, OwnPlayer):
        return None
    if name == SOLVE:
        return SOLVE, Budget(ENOUGH)
    kind = name.partition(":")[0]
    if is_code(name):
        raise ValueError(
            f"`{name}` would be a player of one's own: only who starts a command can name one; Python is given the "
            "function itself"
        )
    if kind not in _SEARCHERS:
        known = ", ".join((*GLANCES, SOLVE, *(f"{search}:N" for search in _SEARCHERS)))
        meant = did_you_mean(kind, (*GLANCES, *_SEARCHERS))
        raise ValueError(f"there is no player `{name}`; there are {known}{f'; {meant}' if meant else ''}")
    found = _SEARCHING.fullmatch(name)
    if found is None or int(found[2]) > MOST or (found[3] and kind != TIMED):
        time = f", or a time such as `{TIMED}:50ms`" if kind == TIMED else ""
        spent = "positions" if kind == SOLVE else "play-outs"
        raise ValueError(
            f"player `{name}`: after the colon stands how many {spent} a decision may cost, from 1 to {MOST:,}, "
            f"as in `{kind}:100`{time}"
        )
    return kind, Budget(int(found[2]), bool(found[3]))


def is_code(name: str) -> bool:
    """Whether a word names a function, `module:function`, and no player of the program."""
    return names_code(name) and name.partition(":")[0] not in _SEARCHERS


def recalls(name: str) -> bool:
    """Whether a player asks what was learned."""
    search = search_of(name)
    return name == LEARNED if search is None else search[0] in RECALLING


def acting(names: tuple[str, ...], weights: Weights | None) -> tuple[str, ...]:
    """Who plays for those named: themselves, but where nothing was learned a search for who has learned."""
    return tuple(INSTEAD if name == LEARNED and weights is None else name for name in names)


def timed(names: tuple[str, ...]) -> str:
    """The first player that plays by the clock; empty where none does. Names of one's own are any texts, in answers and
    in results that are read."""
    return next((name for name in names if (found := _SEARCHING.fullmatch(name)) and found[3]), "")


def effort_of(name: str) -> int:
    """About how many play-outs a decision of a player costs."""
    search = search_of(name)
    return 0 if search is None else search[1].play_outs


def seat_players(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One name for every seat from the words of ``--players``; raises ``ValueError`` with what is wrong."""
    for name in names:
        search_of(name)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise ValueError(f"`players` names {len(names)} players for {seats} seats; name one, or one for each seat")
    return names
