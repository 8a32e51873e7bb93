"""What a grown ruleset has, as far as its expressions may speak of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cassino_dsl.check.scope import BUILT, CARD, CHOICE, DONE, MOVER, OFFERS, ONE_CARD, PLAY, SIDE, STATE, STATIC
from cassino_dsl.ruleset.types import Type

__all__ = [
    "BUILT",
    "CARD",
    "CHOICE",
    "DONE",
    "MOVER",
    "OFFERS",
    "ONE_CARD",
    "PLAY",
    "SIDE",
    "STATE",
    "STATIC",
    "Place",
    "World",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: what the place offers, which words it bars, the names bound around it."""

    offers: frozenset[str]
    names: tuple[tuple[str, Type], ...] = ()
    barred: frozenset[str] = frozenset()

    def bind(self, name: str, type: Type) -> Place:
        return replace(self, names=(*self.names, (name, type)))


@dataclass(slots=True)
class World:
    """Filled slot by slot while a ruleset grows: later slots speak of what earlier ones declared."""

    faces: tuple[str, ...] = ()  # those that are written rank and suit
    extras: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    size: int = 52
    seats: tuple[int, ...] = (2,)
    options: dict[str, Type] = field(default_factory=dict)
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of options that are words
    memory: dict[str, tuple[str, Type]] = field(default_factory=dict)  # name: (of, type)
    zones: dict[str, tuple[str, bool]] = field(
        default_factory=lambda: {"aside": ("match", False)}
    )  # name: (of, captured)
    terms: dict[str, tuple[tuple[Type, ...], Type, str]] = field(default_factory=dict)  # params, result, needs
    actions: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()  # those beside `play`
    parts: dict[str, Type] = field(default_factory=dict)  # of all actions, by name: what they take

    @property
    def court(self) -> tuple[str, ...]:
        """The ranks that are letters: a bare number is a rank only beside another."""
        return tuple(r for r in self.ranks if r.isalpha())
