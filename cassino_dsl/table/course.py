"""The course of a match, decision by decision: what a play did, who passed after it, which rounds ended."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.play import Play
from cassino_dsl.engine.scoring import Standing
from cassino_dsl.engine.state import State


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnd:
    """A round that is over: its number and leader, the state in which it was scored, and what it brought."""

    number: int
    leader: int
    state: State
    standing: Standing
    stuck: bool


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """One decision. ``played``: the state as the play left it, before anything else followed; ``passed``: the seats
    that passed after it; ``rounds``: those that ended; ``after``: the next decision, or the end of the match."""

    before: State
    play: Play
    played: State
    passed: tuple[int, ...]
    rounds: tuple[RoundEnd, ...]
    after: State


class Course(Engine):
    """The engine of one table: plays, and keeps what came of each play until the next."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.plan, engine.evaluate)
        self.passed: list[int] = []
        self.rounds: list[RoundEnd] = []

    def begin(self, key: int) -> tuple[State, tuple[int, ...], tuple[RoundEnd, ...]]:
        """The first decision of a match, with the seats that passed and the rounds that ended before it."""
        self.passed, self.rounds = [], []
        state = self.new_match(key)
        return state, tuple(self.passed), tuple(self.rounds)

    def follow(self, before: State, play: Play) -> Decision:
        """Make a play and go on to the next decision."""
        self.passed, self.rounds = [], []
        played = self.step(before, play)
        after = self.advance(played.copy())
        return Decision(before, play, played, tuple(self.passed), tuple(self.rounds), after)

    def on_pass(self, state: State) -> None:
        self.passed.append(state.seat)

    def on_round(self, state: State, standing: Standing, stuck: bool) -> None:
        self.rounds.append(RoundEnd(state.round, state.leader, state.copy(), standing, stuck))
