"""Play-outs, for players that search: a round played to its end, the checks of the variant left out."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import decision_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.players.learned.policy import Policy
from cassino_dsl.players.learned.slots import RoundSeen
from cassino_dsl.players.policies import lead, learned, random, reward
from cassino_dsl.players.tie_break import lowest_lot


@dataclass(frozen=True, slots=True)
class PlayOut:
    """What came of one: the points of the round, the new standing and what that is worth (``reward``) by side, who has
    won the match, and whether it is over.

    Played out by lot, a match is worth the lead, though it be over: who will have won it is too uncertain to count for
    more (who searched so was weaker). Played exactly, it is worth what it is.
    """

    points: tuple[int, ...]
    scores: tuple[int, ...]
    worth: tuple[int, ...]
    winner: int | None
    over: bool


Choose = Callable[[State, list[Play], int], Play]  # of the legal plays of a decision, and the key of the decision


def most_cards(engine: Engine) -> Choose:
    """Who plays rounds out by captures of most cards, and by lot among those."""

    def wants(play: Play) -> int:
        return len(play.cards) + len(play.taken()) if play.kind == "capture" else 0

    def choose(state: State, plays: list[Play], decision: int) -> Play:
        if len(plays) > 1:
            plays = engine.lister.sensible(state, engine.decider(state), plays)
            most = max(map(wants, plays))
            plays = [p for p in plays if wants(p) == most]
        return lowest_lot(engine.evaluate.tables, plays, decision)

    return choose


ASTRAY = 4


class AsLearned:
    """Who plays a round out as all would who have learned, but one decision in ``ASTRAY`` by lot: else a world that is
    played out again, as all are for who sees all cards, would tell nothing new. ``shown``: the cards that all have seen
    in the round before the last ``play``, which was made in the state ``before``."""

    def __init__(self, engine: Engine, policy: Policy, shown: Set[int], before: State, play: Play) -> None:
        self.engine, self.policy = engine, policy
        self.seen = RoundSeen(before)
        self.seen.cards |= shown
        self.last = before, play

    def __call__(self, state: State, plays: list[Play], decision: int) -> Play:
        self.seen.follow(*self.last, state)
        if decision % ASTRAY:
            play = learned(self.policy, self.engine, state, plays, decision, self.seen.cards)
        else:
            play = random(self.engine, state, self.engine.decider(state), plays, decision)
        self.last = state, play
        return play


def play_out(engine: Engine, state: State, choose: Choose, key: int) -> PlayOut:
    """Play a round out, with plays and chance that come from a key of their own. Changes ``state``."""
    decisions = 0
    state.key = key
    while plays := settled(engine, state):
        play = choose(state, plays, decision_key(key, decisions))
        decisions += 1
        state = engine.step(state, play)
    return scored(engine, state, exact=False)


def scored(engine: Engine, state: State, exact: bool = True) -> PlayOut:
    """What came of a round that is over. Changes ``state``."""
    standing = engine.finish(state, checked=False)
    over = exact and standing.over
    sides, lowest, numbers = range(engine.plan.sides), _lowest_wins(engine), engine.scorer.compared(state)
    points = tuple(sum(row[s] for row in standing.awards.values()) for s in sides)
    worth = tuple(reward(numbers, s, lowest, over, standing.winner, standing.target) for s in sides)
    return PlayOut(points, tuple(standing.scores), worth, standing.winner, standing.over)


def ahead(engine: Engine, done: PlayOut, side: int) -> int:
    """How far a side is ahead in points of the round."""
    return lead(done.points, side, _lowest_wins(engine))


def _lowest_wins(engine: Engine) -> bool:
    return engine.plan.ruleset.match.winner == "lowest"


def settled(engine: Engine, state: State) -> list[Play]:
    """The legal plays of the next decision of the round, also where it is dealt anew. Changes ``state``."""
    while True:
        plays = engine.legal(engine.settle(state))
        if plays or not state.redeal or state.round_over:
            return plays
        engine.lay_out(state)
