"""Both engines play out the same rounds, and deal the same worlds anew."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.limits import STEPS
from cassino_dsl.engine.reference.observation_history import Sight
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.state import State
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.determinizations import ReferenceWorlds, Rollouts
from cassino_dsl.players.learned.policy import hidden
from cassino_dsl.players.learned.slots import RoundSeen
from cassino_dsl.players.native_worlds import NativeWorlds, learned_words
from cassino_dsl.players.play_out import ahead, most_cards, play_out, scored, settled
from cassino_dsl.players.tie_break import code
from tests.grown.document import load as load_document
from tests.grown.document import write
from tests.grown.rulesets import grow_ruleset
from tests.native.compare import names, needs_compiler, quick_engine
from tests.players.games import first_round, some_weights
from tests.shipped import ruleset as ruleset_of

pytestmark = needs_compiler

GROWN_STEPS = 3_000_000  # a grown ruleset may be too much for the reference
SAMPLE = ("traditional-cassino", "scopa", "african-cassino", "mulle", "stealing-bundles")


def hold(ruleset: Ruleset, seats: int, decisions: int, key: int = 5, steps: int = STEPS) -> int:
    """Compare both engines at some decisions of a round, each of a seat that has seen all before; how many."""
    engine = Engine(make_plan(ruleset, seats))
    engine.evaluate.steps.most = steps
    with engine.evaluate.steps.question():
        return compared(engine, quick_engine(ruleset, seats), decisions, key)


def compared(engine: Engine, native: NativeEngine, decisions: int, key: int) -> int:
    seats = engine.plan.seats
    weights = None if hidden(engine.plan) else some_weights(engine)
    words = learned_words(engine.plan.ruleset, seats, weights)
    reference, fast, held = ReferenceWorlds(engine, weights), NativeWorlds(native, words), 0
    shown = RoundSeen(engine.new_match(match_key(key, 0)))
    sights: list[Sight] = []
    for number, (before, play, after) in enumerate(islice(first_round(engine, key), 40)):
        sights = sights or [Sight(engine, seat, before) for seat in range(seats)]
        if number % (40 // decisions) == 0:
            codes = [code(engine.evaluate.tables, p) for p in engine.legal(before)][:3]
            sighting = sights[engine.decider(before)].position(before)
            near = replace(sighting, state=sighting.state.copy())
            near.state.scores = [n + 19 for n in near.state.scores]  # for some the match is over then
            trials = [Rollouts(seen, codes, number, 3, 2) for seen in (sighting, near)]
            if weights is not None:
                trials.append(Rollouts(sighting, codes, number, 3, 2, shown.cards))
            for trial in trials:
                assert fast.try_plays(trial) == reference.try_plays(trial)
            worths = [worlds.worths(sighting.state, codes, shown.cards) for worlds in (fast, reference)]
            assert worths[0] == worths[1]
            held += 1
        shown.follow(before, play, after)
        for sight in sights:
            sight.follow(before, play, after)
    return held


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.share(5)
def test_variants(name: str) -> None:
    ruleset = ruleset_of(name)
    assert hold(ruleset, ruleset.seats[-1], 3) >= 2


def best(engine: Engine, state: State, side: int, in_match: bool) -> int:
    """The lead (or the worth of the standing) that both sides come to, by looking at all that can follow."""
    plays = settled(engine, state)
    if not plays:
        done = scored(engine, state)
        return done.worth[side] if in_match else ahead(engine, done, side)
    ours = engine.plan.side_of[engine.decider(state)] == side
    return (max if ours else min)(best(engine, engine.step(state, play), side, in_match) for play in plays)


def test_rounds_are_played_out_by_captures_of_most_cards() -> None:
    made: list[tuple[list[Play], Play]] = []

    class Watched(Engine):
        def step(self, state: State, play: Play) -> State:
            made.append((self.legal(state), play))
            return super().step(state, play)

    for number in range(3):
        watched = Watched(make_plan(load("traditional-cassino").ruleset, 2))
        play_out(watched, watched.new_match(match_key(2, number)), most_cards(watched), number)
    chosen = [(plays, play) for plays, play in made if any(p.kind == "capture" for p in plays)]
    assert len(chosen) > 20
    for plays, play in chosen:
        assert play.kind == "capture"
        size = {p: len(p.cards) + len(p.taken()) for p in plays if p.kind == "capture"}
        assert size[play] == max(size.values())


@pytest.mark.parametrize("name", ["traditional-cassino", "scopa", "krypkasino"])
def test_endings_are_exact_on_both_engines(name: str) -> None:
    ruleset = ruleset_of(name)
    engine, held = Engine(make_plan(ruleset, 2)), 0
    reference, fast = ReferenceWorlds(engine), NativeWorlds(quick_engine(ruleset, 2))
    for key in range(4):
        for state, _, _ in first_round(engine, key):
            plays = engine.legal(state)
            if state.stock or sum(map(len, state.hands)) > 4 or len(plays) < 2:
                continue
            codes = [code(engine.evaluate.tables, p) for p in plays]
            side = engine.plan.side_of[engine.decider(state)]
            state.scores = [8, 9] if key % 2 else [19, 18]  # of 11 or 21 points
            for in_match in (False, True):
                wanted = [best(engine, engine.step(state.unaware(), p), side, in_match) for p in plays]
                for most in (10**6, 1, 5, 30, 100):
                    found = fast.solve(state, codes, most, in_match)
                    assert reference.solve(state, codes, most, in_match) == found
                    assert found == wanted or (found is None and most < 10**6)
            held += 1
    assert held > 5


@pytest.mark.ci
@pytest.mark.parametrize("name", names())
@pytest.mark.share(2)
def test_all_variants(name: str) -> None:
    ruleset = ruleset_of(name)
    for seats in ruleset.seats:
        assert hold(ruleset, seats, 8, 6) >= 4


FOUR = [pytest.param(first, 4, 1, marks=pytest.mark.ci) for first in range(0, 24, 4)]
FIFTY = [pytest.param(first, 50, 11, marks=pytest.mark.long) for first in range(100, 1100, 50)]


@pytest.mark.parametrize(("first", "count", "least"), FOUR + FIFTY)
def test_grown_rulesets(first: int, count: int, least: int) -> None:
    """Those that are refused or that one engine leaves to the other are not counted."""
    held = 0
    for number in range(first, first + count):
        ruleset = load_document(write(grow_ruleset(31, number))).ruleset
        if ruleset is None:
            continue
        try:
            held += hold(ruleset, ruleset.seats[0], 2, steps=GROWN_STEPS) > 0
        except (RunFault, Unsupported):
            continue
    assert held >= least
