"""What an editor is answered: values without types of any protocol. All places are offsets in characters of a text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Characters ``start`` to ``end`` of a file."""

    path: Path
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand at the cursor: ``insert`` in place of the characters ``start`` to ``end``; where it is a
    ``snippet``, `${1:…}` in it are places to fill in. ``order``: by this they are listed, the likeliest first.
    ``kind``: one of `key`, `word`, `function`, `operator`, `event`, `effect`, `name`, `term`, `memory`, `zone`,
    `option`, `value`, `card`, `file`, `snippet`. ``about`` is Markdown."""

    label: str
    kind: str
    detail: str
    about: str
    insert: str
    start: int
    end: int
    order: int = 0
    snippet: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    """Markdown about the characters ``start`` to ``end``."""

    about: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Signature:
    """How a call is written; ``parameters``: where each stands in ``label``; ``active``: which one is being written."""

    label: str
    about: str
    parameters: tuple[tuple[int, int], ...]
    active: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """A clause of a file: all of it from ``start`` to ``end``, its name from ``name_start`` to ``name_end``.
    ``kind``: `section`, `option`, `term`, `effect`, `memory`, `zone`, `action`, `rule`, `event`, `award` …"""

    name: str
    kind: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    inside: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """A word of an expression, by what it means: `keyword`, `operator`, `function`, `number`, `card`, `name` (bound),
    `parameter`, `term`, `memory`, `zone`, `option`, `part`, `value` (a rank, a suit, a kind …), `effect`, `key`."""

    start: int
    end: int
    kind: str
    declares: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """Characters that name a file."""

    start: int
    end: int
    path: Path


@dataclass(frozen=True, slots=True)
class Inlay:
    """A text to be shown behind the character at ``at``; ``kind``: `type` or `cost`."""

    at: int
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class FileEdit:
    """What to write in place of characters of a file."""

    path: Path
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a name can't be changed."""

    reason: str
