"""Which clauses of a ruleset neither an example nor a random game has exercised.

An action has to be legal and sensible somewhere, or be played, a preference to take a play away, an event to come to
pass, an award to be given; and every condition has to hold once and fail once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import decision_key, match_key
from cassino_dsl.examples.read import Example
from cassino_dsl.examples.recording import Clause, RecordingGame, Seen, conditions
from cassino_dsl.examples.run import run_example
from cassino_dsl.game import Game
from cassino_dsl.plan.make import make_plan
from cassino_dsl.players.random import random
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.ruleset.expr import Literal
from cassino_dsl.ruleset.model import Ruleset

SEED = 1


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was looked for and not found, as lines for people."""

    name: str
    clauses: int
    games: int
    missing: tuple[str, ...]

    def json(self) -> dict[str, Any]:
        return {"variant": self.name, "clauses": self.clauses, "games": self.games, "missing": list(self.missing)}

    def text(self) -> str:
        covered = self.clauses - len(self.missing)
        head = (
            f"{self.name}: {covered} of {self.clauses} clauses exercised by the examples and {self.games} random rounds"
        )
        return "\n".join([head, *(f"  {line}" for line in self.missing)])


def measure(ruleset: Ruleset, examples: Sequence[Example], games: int) -> Coverage:
    """Run the examples and so many random rounds (over all numbers of seats), and see what is left."""
    seen = Seen()
    recorders: dict[int, RecordingGame] = {}
    for example in examples:
        game = recorders.setdefault(id(example.game), RecordingGame(example.game, seen))
        run_example(replace(example, game=game))
    recording = RecordingGame(Game(ruleset), seen)
    for number, seats in enumerate(ruleset.seats):
        share = games // len(ruleset.seats) + (number < games % len(ruleset.seats))
        _play(recording.engine(seats), share)
    missing = list(_missing(ruleset, seen))
    laid = f" with {', '.join(ruleset.house_rules)}" if ruleset.house_rules else ""
    return Coverage(ruleset.name + laid, _count(ruleset), games, tuple(missing))


def _play(engine: Engine, rounds: int) -> None:
    """Random matches, until so many rounds have been played."""
    match = played = 0
    while played < rounds:
        key = match_key(SEED, match)
        match += 1
        decisions = 0
        try:
            state = engine.new_match(key)
            while not state.match_over and played < rounds:
                before = state.round
                plays = engine.legal(state)
                chosen = random(engine, state, engine.decider(state), plays, decision_key(key, decisions))
                state = engine.play(state, chosen)
                decisions += 1
                played += state.round != before or state.match_over
        except RunFault:
            played += 1  # the fault is for `simulate` to tell


def _happenings(ruleset: Ruleset) -> list[tuple[Clause, str]]:
    return [
        *((("action", a.name), "is never legal") for a in ruleset.actions),
        *((("preference", p.name), "never takes a play away") for p in ruleset.preferences),
        *((("event", e.name), "never comes to pass") for e in ruleset.events),
        *((("award", a.name), "is never given") for a in ruleset.awards),
    ]


def _tested(ruleset: Ruleset) -> dict[Clause, None]:
    """The conditions that can go either way with some number of seats."""
    plans = [make_plan(ruleset, seats) for seats in ruleset.seats]
    return {clause: None for p in plans for clause, expr in conditions(p) if not isinstance(expr, Literal)}


def _count(ruleset: Ruleset) -> int:
    return len(_happenings(ruleset)) + len(_tested(ruleset))


def _missing(ruleset: Ruleset, seen: Seen) -> list[str]:
    found = []
    for (kind, name), what in _happenings(ruleset):
        if (kind, name) not in seen.happened:
            legal = kind == "action" and name in seen.legal
            found.append(f"{kind} `{name}` {'is never sensible where it is legal' if legal else what}")
    for clause in _tested(ruleset):
        said = seen.said.get(clause, set())
        if len(said) < 2:
            what = "is never asked" if not said else f"is always {str(next(iter(said))).lower()}"
            found.append(f"{clause[0]} `{clause[1]}` {what}")
    return found
