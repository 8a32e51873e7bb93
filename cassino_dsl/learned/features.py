"""What is learned of a ruleset: features by name, made from its own clauses; each is a sum of slots.

A card counts by its rank, its suit, and by what it alone would bring each award: points, or a number of what the award
is for the most of. So `gained spades` is how many spades a play captures, in whatever words the award asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.state import State
from cassino_dsl.learned.slots import slots_of
from cassino_dsl.plan.plan import PlannedAward

Feature = tuple[tuple[int, int], ...]  # slots, and how often each counts
_CARDS = ("gained", "left", "kept", "built")
MOST = 1_000  # that a card counts for an award


def features_of(engine: Engine) -> dict[str, Feature]:
    """The features of a plan by name, in a fixed order."""
    return dict(_features(engine))


def _features(engine: Engine) -> Iterator[tuple[str, Feature]]:
    plan = engine.plan
    slots, tables = slots_of(plan), engine.evaluate.tables
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


def _counted(engine: Engine, award: PlannedAward, pile: list[int]) -> int:
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
