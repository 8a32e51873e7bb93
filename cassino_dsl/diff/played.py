"""Positions from play: random matches of both rulesets, from the same seeds."""

from __future__ import annotations

from collections.abc import Iterator

from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.engine.mix import decision_key, match_key
from cassino_dsl.engine.state import State
from cassino_dsl.players.random import random
from cassino_dsl.ruleset.errors import RunFault


def decisions(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """Every position of the first rounds of matches in which a seat has to decide."""
    for match in range(games):
        for player in (pair.a, pair.b):
            for state, _ in first_round(player, match_key(seed, match)):
                yield pair.common(player.data(state))


def finished(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """The end of the first round of matches, before it is scored."""
    for match in range(games):
        for player in (pair.a, pair.b):
            states = [after for _, after in first_round(player, match_key(seed, match))]
            if states:
                data = pair.common(player.data(states[-1]))
                # what was awarded in play belongs to the ruleset that played
                yield {k: v for k, v in data.items() if k not in ("points", "round_over")}


def shuffles(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """Shuffled packs before the first deal, of the cards that both packs have."""
    known = set(pair.b.tables.text)
    for match in range(games):
        state = pair.a.engine.new_match(match_key(seed, match))
        pair.a.engine.shuffle(state, match_key(seed, match))
        stock = " ".join(t for c in reversed(state.stock) if (t := pair.a.tables.text[c]) in known)
        yield {
            "seats": pair.seats,
            "hands": {str(s + 1): "" for s in range(pair.seats)},
            "stock": stock,
            "deals": 0,
        }


def first_round(player: Player, key: int) -> Iterator[tuple[State, State]]:
    """The decisions of a first round, each with the state that its play leads to."""
    engine = player.engine
    try:
        state = engine.new_match(key)
        number = 0
        while not (state.match_over or state.round_over) and state.round == 1:
            plays = engine.legal(state)
            if not plays:
                return
            play = random(engine, state, engine.decider(state), plays, decision_key(key, number))
            following = engine.settle(engine.step(state, play))
            yield state, following
            state = following
            number += 1
    except RunFault:
        return  # what play shows of the ruleset alone is `simulate`'s business
