"""The data file of what was learned: whole numbers by the names of features, and the ruleset that they were fitted to.

The weights of a variant lie in the folder `learned` beside its file, `learned/scopa.json`. Where there are none, those
of the nearest variant that it extends are taken. Files come from strangers: whatever is wrong with one is said.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cassino_dsl.language.compose.library import called, leads_out
from cassino_dsl.language.ruleset.model import Ruleset

LEARNED = "learned"  # the player
FORMAT = 1
FOLDER = "learned"
MOST_BYTES = 64 * 1024
MOST_WEIGHTS = 2_000
MOST_TEXT = 200
LARGEST = 10**6  # weight
POINT = 1_000  # what a point weighs
FINE = 100  # parts of a point in which is counted what a play comes to


class BadWeights(Exception):
    """A file of weights that is none; the message says what is wrong and how to mend it."""


@dataclass(frozen=True, slots=True)
class Weights:
    """``ruleset``: the hash of what they were fitted to, by games between so many ``seats``; ``variant`` is its name.
    ``games`` and ``seed`` say with which rounds."""

    variant: str
    ruleset: str
    seats: int
    games: int
    seed: int
    weights: tuple[tuple[str, int], ...]

    def as_json(self) -> dict[str, Any]:
        return {"learned": FORMAT, **asdict(self), "weights": dict(self.weights)}


def text_of(weights: Weights) -> str:
    """The file of weights."""
    return json.dumps(weights.as_json(), ensure_ascii=False, indent=0, separators=(",", ":")) + "\n"


def find_weights(ruleset: Ruleset) -> Weights | None:
    """The weights of a variant, or of the nearest that it extends; None where there are none. Raises ``BadWeights``."""
    for file in map(Path, ruleset.files):
        path = file.parent / FOLDER / f"{file.stem}.json"
        if path.is_file() and not leads_out(path, file.parent):
            return read_weights(path)
    return None


def read_weights(path: Path) -> Weights:
    """Read a file of weights; raises ``BadWeights``."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES // 1024} KiB")
        return _weights(json.loads(data))
    except (ValueError, KeyError, TypeError, RecursionError, OSError) as fault:
        said = "it is nested too deep" if isinstance(fault, RecursionError) else _said(fault)
        raise BadWeights(
            f"{called(path)}: no weights of the player `learned`: {said}; delete the file, or let `cassino train` "
            "write it anew"
        ) from fault


def _said(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return f"`{str(fault.args[0])[:40]}` is missing"
    if isinstance(fault, OSError):
        return fault.strerror or "it cannot be read"
    return str(fault)[:120]


def _weights(data: Any) -> Weights:
    if not isinstance(data, dict):
        raise ValueError("it holds no object")
    if data["learned"] != FORMAT:
        raise ValueError("another version of the program has written it")
    weights = data["weights"]
    if not isinstance(weights, dict) or len(weights) > MOST_WEIGHTS:
        raise ValueError(f"`weights` is no object of at most {MOST_WEIGHTS:,} numbers")
    found = tuple((_text(name, "a name"), _number(n, name, -LARGEST, LARGEST)) for name, n in weights.items())
    return Weights(
        _text(data["variant"], "`variant`"),
        _text(data["ruleset"], "`ruleset`"),
        _number(data["seats"], "seats", 1, 100),
        _number(data["games"], "games", 0, 10**12),
        _number(data["seed"], "seed", 0, 2**64 - 1),
        found,
    )


def _text(text: object, what: str) -> str:
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise ValueError(f"{what} is no text of at most {MOST_TEXT} characters")
    return text


def _number(number: object, what: str, least: int, most: int) -> int:
    if type(number) is not int or not least <= number <= most:
        raise ValueError(f"`{what[:40]}` is no whole number from {least:,} to {most:,}")
    return number
