"""The engines of a ruleset, which know where it came from: what all positions of one game share."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class RulesetSource:
    """How a ruleset is asked for: a shipped name or a path, house rules laid on, options as `key=value`."""

    variant: str
    with_rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


class Engines:
    """The reference engines of a ruleset by number of seats; each is ``made`` when it is asked for. ``steps``: how much
    work an answer may be. Equal where the rulesets are; they can be pickled."""

    def __init__(self, ruleset: Ruleset, steps: int = STEPS, source: RulesetSource | None = None) -> None:
        self.ruleset, self.steps = ruleset, steps
        self.source = source or RulesetSource(ruleset.name)
        self.made: dict[int, Engine] = {}

    def __call__(self, seats: int | None = None) -> Engine:
        """The engine for a number of seats (default: the fewest); raises ``ValueError`` where there is none."""
        allowed = self.ruleset.seats
        seats = allowed[0] if seats is None else seats
        if seats not in allowed:
            numbers = " or ".join(map(str, allowed))
            raise ValueError(f"{self.ruleset.name} is not played with {seats!r} seats, but with {numbers}")
        if seats not in self.made:
            self.made[seats] = Engine(make_plan(self.ruleset, seats))
        engine = self.made[seats]
        engine.evaluate.steps.most = self.steps
        return engine

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Engines) and other.ruleset == self.ruleset)

    def __hash__(self) -> int:
        return hash((self.ruleset.name, self.ruleset.seats))

    def __reduce__(self) -> tuple[type[Engines], tuple[Ruleset, int, RulesetSource]]:
        return Engines, (self.ruleset, self.steps, self.source)
