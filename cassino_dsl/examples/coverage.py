"""Which clauses of a ruleset neither an example nor a random game has exercised.

An action has to be legal and sensible somewhere, or be played, a preference to take a play away, an event to come to
pass, an award to be given; and every condition has to hold once and fail once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
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
MOST = 500  # random rounds that are played where nobody says how many
PATIENCE = 64  # … and after so many in a row that show nothing new, no more are


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was looked for and not found, as lines for people. ``games``: random rounds that were played."""

    name: str
    clauses: int
    games: int
    missing: tuple[str, ...]

    @property
    def percent(self) -> float:
        """How much of the ruleset was exercised."""
        return 100 * (1 - len(self.missing) / self.clauses) if self.clauses else 100.0

    def json(self) -> dict[str, Any]:
        return {"variant": self.name, "clauses": self.clauses, "games": self.games, "missing": list(self.missing)}

    def text(self) -> str:
        covered = self.clauses - len(self.missing)
        rounds = f"{self.games} random round{'' if self.games == 1 else 's'}"
        head = f"{self.name}: {covered} of {self.clauses} clauses exercised by the examples and {rounds}"
        return "\n".join([head, *(f"  {line}" for line in self.missing)])


def measure(ruleset: Ruleset, examples: Sequence[Example], games: int | None = None) -> Coverage:
    """Run the examples and random rounds, with each number of seats in turn, and see what is left.

    ``games`` is how many rounds are played, fewer only if nothing is left. Without it a clause that rarely matters may
    be missed: then rounds end when they have shown nothing new for a while.
    """
    seen = Seen()
    recorders: dict[int, RecordingGame] = {}
    for example in examples:
        game = recorders.setdefault(id(example.game), RecordingGame(example.game, seen))
        run_example(replace(example, game=game))
    recording = RecordingGame(Game(ruleset), seen)
    rounds = [_rounds(recording.engine(seats)) for seats in ruleset.seats]
    happenings, tested = _happenings(ruleset), _tested(ruleset)
    missing = _missing(happenings, tested, seen)
    played = quiet = 0
    while missing and played < (MOST if games is None else games) and (games is not None or quiet < PATIENCE):
        before = seen.size
        next(rounds[played % len(rounds)])
        played += 1
        quiet += 1
        if seen.size > before:
            quiet, missing = 0, _missing(happenings, tested, seen)
    laid = f" with {', '.join(ruleset.house_rules)}" if ruleset.house_rules else ""
    return Coverage(ruleset.name + laid, len(happenings) + len(tested), played, tuple(missing))


def _rounds(engine: Engine) -> Iterator[None]:
    """Plays random matches for ever; says so after every round."""
    for match in count():
        key = match_key(SEED, match)
        decisions = 0
        try:
            state = engine.new_match(key)
            while not state.match_over:
                before = state.round
                plays = engine.legal(state)
                chosen = random(engine, state, engine.decider(state), plays, decision_key(key, decisions))
                state = engine.play(state, chosen)
                decisions += 1
                if state.round != before or state.match_over:
                    yield
        except RunFault:
            yield  # the fault is for `simulate` to tell


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


def _missing(happenings: list[tuple[Clause, str]], tested: dict[Clause, None], seen: Seen) -> list[str]:
    found = []
    for (kind, name), what in happenings:
        if (kind, name) not in seen.happened:
            legal = kind == "action" and name in seen.legal
            found.append(f"{kind} `{name}` {'is never sensible where it is legal' if legal else what}")
    for clause in tested:
        said = seen.said.get(clause, set())
        if len(said) < 2:
            what = "is never asked" if not said else f"is always {str(next(iter(said))).lower()}"
            found.append(f"{clause[0]} `{clause[1]}` {what}")
    return found
