"""The engines of a ruleset, which know where it came from: what all positions of one game share."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.cards import Pack
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.arguments import whole


@dataclass(frozen=True, slots=True)
class RulesetSource:
    """How a ruleset is asked for: a shipped name or a path, house rules laid on, options as `key=value`."""

    variant: str
    with_rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GamePack:
    """The cards of a game as texts, in pack order: suits, in each the ranks, then jokers. ``cards``: every card, twins
    as often as there are copies; ``ranks``: from low to high as the pack declares them; ``suits``: the letters in the
    texts of cards, with the names of the suits in this pack."""

    cards: tuple[str, ...]
    ranks: tuple[str, ...]
    suits: dict[str, str] = field(hash=False)


def pack_of(pack: Pack) -> GamePack:
    """A pack as texts."""
    cards = tuple(face.text for face in pack.faces for _ in range(pack.copies))
    return GamePack(cards, pack.ranks, {suit.letter: suit.name for suit in pack.suits})


def check_seats(ruleset: Ruleset, seats: object) -> int:
    """So many seats. Raises ``ValueError`` where a ruleset is not played with so many."""
    number = whole("seats", seats)
    if number not in ruleset.seats:
        numbers = " or ".join(map(str, ruleset.seats))
        raise ValueError(f"{ruleset.name} is not played with {number} seats, but with {numbers}")
    return number


def number_of_seat(engine: Engine, seat: object) -> int:
    """A seat, counted from 0. Raises ``ValueError`` where there is none."""
    number = whole("seat", seat, -inf)
    if not 1 <= number <= engine.plan.seats:
        raise ValueError(f"there is no seat {number}: seats go from 1 to {engine.plan.seats}")
    return number - 1


class Engines:
    """The reference engines of a ruleset by number of seats; each is ``made`` when it is asked for. ``steps``: how much
    work an answer may be. Equal where the rulesets are; they can be pickled."""

    def __init__(self, ruleset: Ruleset, steps: int = STEPS, source: RulesetSource | None = None) -> None:
        self.ruleset, self.steps = ruleset, steps
        self.source = source or RulesetSource(ruleset.name)
        self.made: dict[int, Engine] = {}

    def __call__(self, seats: int | None = None) -> Engine:
        """The engine for a number of seats (default: the fewest); raises ``ValueError`` where there is none."""
        seats = self.ruleset.seats[0] if seats is None else check_seats(self.ruleset, seats)
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
