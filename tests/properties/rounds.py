"""Rounds of every shipped variant, played at random on the reference engine, one decision at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from cassino_dsl.engine.position.position import Position
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.scoring import Standing
from cassino_dsl.engine.reference.state import State
from cassino_dsl.game import CassinoError, Game, load
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from cassino_dsl.language.plan.make import make_plan

MOST_DECISIONS = 400  # looked at in one round


def mixed(house: str) -> Iterator[Game]:
    """A house rule over every variant that it fits. Where to begin depends on its name, so that house rules
    are not all tried over the same variant."""
    names = shipped_variants()
    start = shipped_house_rules().index(house) * 7
    for i in range(len(names)):
        try:
            yield load(names[(start + i) % len(names)], (house,))
        except CassinoError:
            continue


class Watching(Engine):
    """An engine that keeps what every round came to."""

    def __init__(self, ruleset_game: Game, seats: int) -> None:
        super().__init__(make_plan(ruleset_game.ruleset, seats))
        self.rounds: list[tuple[State, Standing]] = []

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        self.rounds.append((state.copy(), standing))


@dataclass(frozen=True)
class Decision:
    """A state in which a seat has to decide, its legal plays, and the one that is chosen."""

    state: State
    plays: list[Play]
    chosen: Play


def first_round(engine: Engine, seed: int) -> Iterator[Decision]:
    """The decisions of the first round of a match. A play is chosen by the seed, not by the engine's own lots."""
    rng = random.Random(seed)
    state = engine.new_match(seed)
    for _ in range(MOST_DECISIONS):
        if state.match_over or state.round > 1:
            return
        plays = sorted(engine.legal(state), key=lambda p: (p.kind, p.name, p.cards, p.taken(), p.value, p.decision))
        chosen = rng.choice(plays)
        yield Decision(state, plays, chosen)
        state = engine.play(state, chosen)


def known(engine: Engine, state: State) -> Position:
    """The state as a position in which every card has its place."""
    return Position(engine, state, frozenset(range(engine.plan.seats)), "listed")
