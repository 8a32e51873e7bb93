"""What Python users give to calls: each thing held against what it can be, with a message that says what is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import TypeVar

from cassino_dsl.language.diagnostics.cassino_error import WrongArgument
from cassino_dsl.language.diagnostics.diagnostic import did_you_mean

Word = TypeVar("Word", bound=str)
LARGEST_SEED = 2**64 - 1


def number_in(given: object) -> int | None:
    """The whole number that a thing is, of Python or NumPy; None where it is none: nothing is rounded, and True is no
    number."""
    if isinstance(given, bool):
        return None
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def whole(name: str, given: object, least: float = 0, most: int | None = None) -> int:
    """A whole number. Raises ``ValueError`` for what is none, and for one that is too small or too large."""
    number = number_in(given)
    if number is None:
        raise WrongArgument(f"`{name}` is a whole number, not {given!r:.60}")
    if number < least or (most is not None and number > most):
        bounds = f"from {least} on" if most is None else f"from {least} to {most}"
        raise ValueError(f"`{name}` is a whole number {bounds}, not {number}")
    return number


def seed(given: object) -> int:
    """A seed, below 2⁶⁴."""
    return whole("seed", given, 0, LARGEST_SEED)


def one_of(name: str, given: object, words: Sequence[Word]) -> Word:
    """One of some words. Raises ``ValueError`` that names the nearest."""
    for word in words:
        if word == given:
            return word
    listed = ", ".join(f"`{word}`" for word in words)
    meant = did_you_mean(given, [*words]) if isinstance(given, str) else None
    raise ValueError(f"`{name}` is one of {listed}, not {given!r:.60}{f'; {meant}' if meant else ''}")


def flag(name: str, given: object) -> bool:
    """True or False. Raises ``ValueError`` for all else."""
    if given is not True and given is not False:
        raise WrongArgument(f"`{name}` is True or False, not {given!r:.60}")
    return given


def position_data(given: object) -> None:
    """Raises ``ValueError`` for what is no position."""
    if not isinstance(given, Mapping):
        raise WrongArgument(f'a position is an object such as {{"hand": "7c", "table": "3c 4d"}}, not {given!r:.60}')
