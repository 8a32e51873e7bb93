"""The rows of events (what may come to pass) and of effects (what may be done about it), from ``words.yaml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cassino_dsl.language.ruleset.row import PARAMS, TABLE, Param

# what a change is about: the points, the match, the deal, what may be played; of ``memory``, whatever reads it; of
# ``chance``, what it decides next; of what only holds effects (``held``), those
Touch = Literal["scoring", "match", "deal", "legality", "memory", "chance", "held"]


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event: ``offers`` names what an expression may speak of then; ``touches``: what a change of what follows is
    about, unless that says more; ``kinds`` are the kinds of play that it follows (none: it follows no play, or any);
    ``over``: whether nothing is played between it and the next round."""

    name: str
    offers: str
    touches: Touch
    about: str
    kinds: tuple[str, ...] = ()
    over: bool = False


EVENT_ROWS: tuple[EventRow, ...] = tuple(
    EventRow(name, **{**said, "kinds": tuple(said.get("kinds", ()))}) for name, said in TABLE["events"].items()
)
OFFERED = {
    "state": "the position",
    "side": "`us`",
    "mover": "`me`",
    "done": "`me`, the play, `before(…)`",
    "built": "`me`, the play, `before(…)`, `built`",
}
EVENTS: tuple[str, ...] = tuple(row.name for row in EVENT_ROWS)
EVENT_OF_KIND: dict[str, str] = {kind: row.name for row in EVENT_ROWS for kind in row.kinds}
EVENT: dict[str, EventRow] = {row.name: row for row in EVENT_ROWS}


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One effect: how it is written, the types of its expressions (an owner of memory or of a zone stands beside
    them), what it touches, what it changes, its phrase for people (``{name}``, ``{zone}``, ``{body}``, ``{other}``
    beside the expressions) and its line of documentation. With nothing in the place of any expression it does nothing.

    ``writes``: ``memory``, ``points``, ``cards``, ``deal`` (what is dealt), ``turns`` (who plays on), ``round`` and
    ``match`` (whether they go on), ``chance`` (how much it has decided); none for those that only hold others.
    ``binds``: whether it gives a name to members of its set, which it goes through in order. ``adds``: whether it adds
    to what was there, or takes from it. ``word``: where it is explained, if that is not how it begins. ``prints``: how
    it is printed (with ``{pattern}`` beside those of the phrase), if not as ``form`` says.
    """

    op: str
    form: str
    params: tuple[Param, ...]
    touches: Touch
    writes: frozenset[str]
    phrase: str
    about: str
    binds: bool = False
    adds: bool = False
    word: str = ""
    prints: str = ""

    @property
    def remembers(self) -> bool:
        """Whether it sets memory, and nothing else."""
        return self.touches == "memory"

    @property
    def holds(self) -> bool:
        """Whether it does nothing but what it holds does."""
        return self.touches == "held"


def _effect(op: str, said: dict[str, Any]) -> EffectRow:
    params = tuple(PARAMS[param] for param in said.get("params", ()))
    return EffectRow(op, **{**said, "params": params, "writes": frozenset(said.get("writes", "").split())})


EFFECT_ROWS: tuple[EffectRow, ...] = tuple(_effect(op, said) for op, said in TABLE["effects"].items())
EFFECT: dict[str, EffectRow] = {row.op: row for row in EFFECT_ROWS}
