"""Positions from play: random matches of both rulesets, from the same seeds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, product

from cassino_dsl.diff.pair import Data, Pair, Player
from cassino_dsl.engine.mix import decision_key, match_key
from cassino_dsl.engine.state import State
from cassino_dsl.players.random import random
from cassino_dsl.ruleset.errors import RunFault


def decisions(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """Every position of the first rounds of matches in which a seat has to decide."""
    for match in range(games):
        for player in (pair.a, pair.b):
            for state in first_round(player, match_key(seed, match))[:-1]:
                yield pair.common(player.data(state))


def finished(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """The end of the first round of matches, before it is scored."""
    for match in range(games):
        for player in (pair.a, pair.b):
            states = first_round(player, match_key(seed, match))
            if len(states) > 1:
                data = pair.common(player.data(states[-1]))
                # what was awarded in play belongs to the ruleset that played
                yield {k: v for k, v in data.items() if k not in ("points", "round_over")}


def raced(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """The same rounds, where one of the two rulesets is a race, with such scores that the first two sides reach the
    target in them, each with any of its awards: who gets there first depends on the order of the awards."""
    if not any(player.engine.plan.ruleset.match.counting == "race" for player in (pair.a, pair.b)):
        return
    for data in finished(pair, games, seed):
        plain = {k: v for k, v in data.items() if k != "scores"}
        both = pair.read(plain)
        scored = pair.a.score(both[0].state) if both is not None else None
        if scored is None or scored.target is None or len(scored.totals) < 2:
            continue
        before = [{scored.target - n for n in accumulate(row[s] for row in scored.awards.values())} for s in (0, 1)]
        for scores in product(*(sorted(n for n in numbers if n >= 0) for numbers in before)):
            yield {**plain, "scores": {str(s + 1): n for s, n in enumerate(scores) if n}}


def shuffles(pair: Pair, games: int, seed: int) -> Iterator[Data]:
    """Packs before the first deal, of the cards that both have: rank by rank, first to the table; then shuffled."""
    known = set(pair.b.tables.text)
    texts = [t for t in pair.a.tables.text if t in known]
    ranks = list(dict.fromkeys(pair.a.tables.rank))
    to_table = _slots(pair, texts)
    for start in range(len(ranks)):
        order = [*ranks[start:], *ranks[:start]]
        by_rank = sorted(texts, key=lambda t, o=order: o.index(_rank(pair, t)))  # type: ignore[misc]
        yield _pack(pair, by_rank)
        cards = iter(by_rank)
        stock = dict(zip(to_table, cards, strict=False))
        yield _pack(pair, [stock[i] if i in stock else next(cards) for i in range(len(texts))])
    for match in range(games):
        state = pair.a.engine.new_match(match_key(seed, match))
        pair.a.engine.shuffle(state)
        yield _pack(pair, [t for c in reversed(state.stock) if (t := pair.a.tables.text[c]) in known])


def _slots(pair: Pair, texts: list[str]) -> list[int]:
    """Which cards of the stock the first deal lays on the table, counted from the next one."""
    position = pair.a.read(_pack(pair, texts))
    dealt = pair.a.deal(position).state.loose if position is not None else []
    on_table = {pair.a.tables.text[c] for c in dealt}
    return [i for i, text in enumerate(texts) if text in on_table]


def _rank(pair: Pair, text: str) -> str:
    return pair.a.tables.rank[pair.a.tables.first_of[text]]


def _pack(pair: Pair, cards: list[str]) -> Data:
    hands = {str(s + 1): "" for s in range(pair.seats)}
    return {"seats": pair.seats, "hands": hands, "stock": " ".join(cards), "deals": 0}


def first_round(player: Player, key: int) -> list[State]:
    """The states of a first round at which a seat has to decide, and the last one; played once for each key."""
    if key not in player.rounds:
        player.rounds[key] = list(_states(player, key))
    return player.rounds[key]


def _states(player: Player, key: int) -> Iterator[State]:
    engine = player.engine
    try:
        state = engine.new_match(key)
        yield state
        number = 0
        while not (state.match_over or state.round_over) and state.round == 1:
            plays = engine.legal(state)
            if not plays:
                return
            play = random(engine, state, engine.decider(state), plays, decision_key(key, number))
            state = engine.settle(engine.step(state, play))
            yield state
            number += 1
    except RunFault:
        return  # what play shows of the ruleset alone is `simulate`'s business
