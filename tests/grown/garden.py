"""What every slot of a ruleset is grown with: dice, the world so far, and the grower of expressions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml

from cassino_dsl.language.ruleset.types import Type
from tests.grown.expressions import Grower
from tests.grown.world import Place, World

Tree = dict[str, Any]  # a YAML mapping: names to texts, lists or mappings
X = TypeVar("X")
SKELETONS: Tree = yaml.load((Path(__file__).parent / "skeletons.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)


class Garden:
    """Dice and the world of one ruleset."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.world = World()
        self.grower = Grower(rng, self.world)

    def maybe(self, chance: float = 0.5) -> bool:
        return self.rng.random() < chance

    def one(self, choices: Sequence[X]) -> X:
        return self.rng.choice(choices)

    def some(self, choices: Sequence[X], low: int, high: int) -> list[X]:
        """Several different ones, in a random order."""
        return self.rng.sample(choices, min(len(choices), self.rng.randint(low, high)))

    def expr(self, type: Type, place: Place, depth: int | None = None, sure: bool = True) -> str:
        """An expression: mostly small, so that games stay quick and faults small."""
        depth = self.one([1, 1, 2, 2, 3]) if depth is None else depth
        return self.grower.grow(type, place, depth, sure)
