"""How the player `learned` chooses: the play whose slots weigh most; and what is learned of a ruleset: features by
name, made from its own clauses, each a sum of slots.

A card counts by its rank, its suit, and by what it alone would bring each award: points, or a number of what the award
is for the most of. So `gained spades` is how many spades a play captures, in whatever words the award asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Frame, Play
from cassino_dsl.engine.reference.rng import signed
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.expr import Expr
from cassino_dsl.language.ruleset.model import Award
from cassino_dsl.language.ruleset.visible import OWNER, of_zone
from cassino_dsl.players.learned.slots import Counter
from cassino_dsl.players.learned.weights import Weights

Feature = tuple[tuple[int, int], ...]  # slots, and how often each counts
_CARDS = ("gained", "left", "kept", "built")
MOST = 1_000  # that a card counts for an award


def features_of(engine: Engine) -> dict[str, Feature]:
    """The features of a plan by name, in a fixed order."""
    return dict(_features(engine))


def _features(engine: Engine) -> Iterator[tuple[str, Feature]]:
    plan = engine.plan
    slots, tables = Counter(plan, engine.evaluate.tables).slots, engine.evaluate.tables
    cards = range(slots.cards)
    classes = [(f"rank {rank}", {c: 1 for c in cards if tables.rank[c] == rank}) for rank in dict.fromkeys(tables.rank)]
    suits = [suit for suit in dict.fromkeys(tables.suit) if suit]
    classes += [(f"suit {suit}", {c: 1 for c in cards if tables.suit[c] == suit}) for suit in suits]
    classes += [(f"award {name}", worth) for name, worth in worth_for_awards(engine).items() if worth]
    for block in _CARDS:
        for name, worth in classes:
            yield f"{block} {name}", tuple((slots.offsets[block] + card, times) for card, times in worth.items())
    for action in plan.declared:
        yield f"action {action.name}", ((slots.offsets["action"] + action.index, 1),)
    yield "action done", ((slots.offsets["action"] + slots.actions, 1),)
    for block, width in slots.blocks:
        if block not in (*_CARDS, "action"):
            for i in range(width):
                yield f"{block} {i}" if width > 1 else block, ((slots.offsets[block] + i, 1),)


def worth_for_awards(engine: Engine) -> dict[str, dict[int, int]]:
    """By award, what each card alone in a pile would bring its side: points, or of what the award is for the most
    of."""
    found: dict[str, dict[int, int]] = {}
    for award in engine.plan.awards:
        nothing = _counted(engine, award, [])
        alone = {card: _counted(engine, award, [card]) - nothing for card in range(engine.plan.ruleset.pack.size)}
        found[award.name] = {card: max(-MOST, min(MOST, n)) for card, n in alone.items() if n}
    return found


def _counted(engine: Engine, award: Award, pile: list[int]) -> int:
    """What an award counts where these cards lie in the pile of the first side, and nothing else anywhere."""
    state = State.empty(engine.plan)
    state.memory = engine.fresh_memory(state)
    state.piles[0] = pile
    if award.most is None:
        return engine.scorer.award(award, state)[0]
    return int(engine.evaluate(award.most)(Frame(engine.scorer.seen(state), -1, 0)))


def weighed(features: dict[str, Feature], weights: dict[str, int], width: int) -> list[int]:
    """The weight of every slot. What a ruleset does not have is left out, and what was not learned weighs nothing."""
    found = [0] * width
    for name, slots in features.items():
        for slot, times in slots:
            found[slot] += weights.get(name, 0) * times
    return found


_SEEN = {"table": ("all",), "hands": ("own", "all")}  # what a seat has to see for its plays to be counted


def hidden(plan: Plan) -> bool:
    """Whether a seat may not see its own hand and the whole table: then nothing can be learned."""
    return any(zone in plan.visible and not _usual(zone, plan.visible[zone]) for zone in _SEEN)


def _usual(zone: str, condition: Expr) -> bool:
    return any(of_zone(zone, OWNER[zone], word, condition.span) == condition for word in _SEEN[zone])


class Policy:
    """What was learned, ready to weigh the plays of one plan. ``engine``: of the ruleset as it is written, whose words
    the features are named by."""

    def __init__(self, engine: Engine, weights: Weights) -> None:
        self.counter = Counter(engine.plan, engine.evaluate.tables)
        slots = self.counter.slots
        self.weights = weighed(features_of(engine), dict(weights.weights), slots.width)
        self.lead = self.weights[slots.offsets["lead"]]

    def worth(
        self, state: State, seat: int, plays: Sequence[Play], shown: Iterable[int], leads: Sequence[int]
    ) -> list[int]:
        """What each play is worth. ``leads``: by how much its side is ahead after each; ``shown``: what all have seen
        in the round."""
        counts = self.counter.count(state, seat, plays, shown)
        return [
            sum(self.weights[slot] for slot in slots) + self.lead * lead
            for slots, lead in zip(counts, leads, strict=True)
        ]

    def words(self) -> list[int]:
        """What the native engine has to know."""
        counter = self.counter
        return [*counter.value, *map(signed, counter.numbers), *counter.rank, *self.weights]
