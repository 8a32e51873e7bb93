"""Positions from play: random matches of both rulesets, from the same seeds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, product

from cassino_dsl.analysis.diff.product_game import Data, Pair, Player
from cassino_dsl.engine.reference.rng import decision_key, match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.policies import random


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
    """Packs before the first deal, of the cards that both have: rank by rank, first to the table; so many of a rank to
    the table and no more; so many of them there and the others next in the stock, where what comes in their place is of
    the same rank; then shuffled."""
    tables, known = pair.a.tables, set(pair.b.tables.text)
    texts = [t for t in tables.text if t in known]
    position = pair.a.read(_pack(pair, texts))
    state = pair.a.deal(position).state if position is not None else None
    laid = {tables.text[c] for c in state.loose} if state is not None else set()
    first = len(texts) - len(state.stock) if state is not None else 0  # of the cards that are not dealt
    to_table = [i for i, text in enumerate(texts) if text in laid]  # counted from the next card of the stock
    ranks = list(dict.fromkeys(tables.rank))
    by_rank = sorted(texts, key=lambda t: ranks.index(tables.rank[tables.first_of[t]]))
    fewer, behind = [], []
    for rank in ranks:
        start = next((i for i, t in enumerate(by_rank) if tables.rank[tables.first_of[t]] == rank), 0)
        order = [*by_rank[start:], *by_rank[:start]]
        yield _pack(pair, order)
        own = [t for t in order if tables.rank[tables.first_of[t]] == rank]
        for number in range(len(own), 0, -1):
            found = _pack(pair, _laid(to_table, [*own[:number], *order[len(own) :], *own[number:]]))
            if number == len(own):
                yield found
            else:
                fewer.append(found)
                places = [i for i in to_table if i < first][:number] + list(range(first, len(texts)))
                behind.append(_pack(pair, _laid(places[: len(own)], order)))
    yield from (*fewer, *behind)
    for match in range(games):
        state = pair.a.engine.new_match(match_key(seed, match))
        pair.a.engine.shuffle(state)
        yield _pack(pair, [t for c in reversed(state.stock) if (t := tables.text[c]) in known])


def _laid(places: list[int], cards: list[str]) -> list[str]:
    """These cards, the first of them in these places, as far as they go."""
    waiting = iter(cards)
    placed = dict(zip(places, waiting, strict=False))
    return [placed[i] if i in placed else next(waiting) for i in range(len(cards))]


def _pack(pair: Pair, cards: list[str]) -> Data:
    hands = {str(s + 1): "" for s in range(pair.seats)}
    return {"seats": pair.seats, "hands": hands, "stock": " ".join(cards), "deals": 0}


def dealt(pair: Pair) -> set[tuple[int, int]]:
    """How many deals there have been and how many cards are left in the stock, as the deals of a round leave it,
    whoever leads, and in the course of some rounds that are played."""
    found = set[tuple[int, int]]()
    for player in (pair.a, pair.b):
        found |= {(s.deals, len(s.stock)) for n in range(2) for s in first_round(player, match_key(1, n))[:-1]}
        for leader in range(pair.seats):
            state = player.engine.new_match(0)
            state.leader = leader
            player.engine.start_round(state)
            for _ in range(player.engine.plan.ruleset.pack.size):  # no round has more deals than cards
                found.add((state.deals, len(state.stock)))
                state.hands = [[] for _ in state.hands]
                if not state.stock or not player.engine.deal(state):
                    break
    return found


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
