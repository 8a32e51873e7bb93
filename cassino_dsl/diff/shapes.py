"""Builds of small positions without their faces, and exchanges of whole suits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cassino_dsl.ruleset.expr import Type

Cards = tuple[int, ...]  # classes of cards, by their numbers, with repeats


@dataclass(frozen=True, slots=True, order=True)
class Shape:
    """A build without its faces: what matters of it where cards of one class are alike. Cards that it remembers are
    classes, too."""

    size: int
    value: int
    groups: tuple[Cards, ...]
    memory: tuple[tuple[str, Any], ...]

    @property
    def cards(self) -> Cards:
        return tuple(c for g in self.groups for c in g)

    @property
    def key(self) -> tuple[int, tuple[Cards, ...], str]:
        return self.value, self.groups, repr(self.memory)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Suits that change places: what becomes of each class of cards and of each suit. ``types``: what memory of builds
    holds, by its name."""

    classes: tuple[int, ...]
    suits: Mapping[str, str]
    types: Mapping[str, Type]
    made: dict[Shape, Shape] = field(default_factory=dict)

    def cards(self, cards: Cards) -> Cards:
        return tuple(self.classes[c] for c in cards)

    def shape(self, shape: Shape) -> Shape:
        """The same build in the other suits."""
        if shape not in self.made:
            groups = tuple(sorted(tuple(sorted(self.cards(g))) for g in shape.groups))
            memory = tuple((name, self._remembered(name, value)) for name, value in shape.memory)
            self.made[shape] = replace(shape, groups=groups, memory=memory)
        return self.made[shape]

    def _remembered(self, name: str, value: Any) -> Any:
        type = self.types[name]
        if type is Type.CARDS:
            return self.cards(value)
        if value is None or type not in (Type.CARD, Type.SUIT):
            return value
        return self.classes[value] if type is Type.CARD else self.suits[value]


def sets_of_builds(shapes: Sequence[Shape], room: int, start: int = 0) -> Iterator[tuple[Shape, ...]]:
    """All sets of these builds with so many cards at most."""
    yield ()
    for i in range(start, len(shapes)):
        if shapes[i].size <= room:
            for rest in sets_of_builds(shapes, room - shapes[i].size, i):
                yield (shapes[i], *rest)
