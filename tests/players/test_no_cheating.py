"""No player can cheat: where all that a seat saw is the same, its decision is, whatever the hidden cards are.

A round is played, and dealt once more with cards exchanged that the seat has not seen so far. As long as each play
can be made again and the seat sees the same, it must decide the same. What it saw is taken from the states themselves.
"""

from __future__ import annotations

import math
import random as chance
from collections.abc import Iterator
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.printer import Unsupported
from cassino_dsl.engine.reference.observation_history import seen_of
from cassino_dsl.engine.reference.play import DONE
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.state import Build, State
from cassino_dsl.engine.reference.visibility import Knowledge
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.players.agents import SeatedPlayers
from cassino_dsl.players.determinizations import ReferenceWorlds
from cassino_dsl.players.learned.policy import hidden
from cassino_dsl.players.plays_seen import written_seen
from cassino_dsl.players.tie_break import code
from tests.grown.seen_apart import seen_apart
from tests.native.compare import VARIANTS, needs_compiler
from tests.players.games import Table, first_round, table

pytestmark = needs_compiler

MECHANISMS = Path(__file__).parents[1] / "conformance" / "mechanisms"
# piles face down, their tops open, the bottom of the stock open, cards face down on the table, hidden memory
GAMES = (
    "traditional-cassino",
    "scopa",
    "stealing-bundles",
    "tablic",
    "39-face-down.yaml",
    "39-hidden-information.yaml",
)
LEARNED = sorted(file.stem for file in (VARIANTS / "learned").glob("*.json"))
SHARE = 2  # of the games, each so many-th is played in the default run
DECISIONS = 300  # in the default run, over its games and all players
GROWN_STEPS = 1_000_000


def game(name: str) -> Ruleset:
    return load(MECHANISMS / name if name.endswith(".yaml") else name).ruleset


def shown(at: Table, state: State, seat: int) -> object:
    """All that a seat sees of a position."""
    engine, tables = at.engine, at.engine.evaluate.tables
    known = Knowledge(engine.evaluate).of(state, seat)
    plays, sees = engine.legal(state) if engine.decider(state) == seat else [], seen_of(state, known)
    own = {written_seen(tables, p, sees) for p in plays}
    memory = {}
    for name, owners in known.memory.items():
        value, of_match = state.memory[name], engine.plan.memory[name].of == "match"
        memory[name] = [value if of_match else value[owner] for owner in owners]
    return (
        known.zones, memory, [(b.value, b.groups) for b in state.builds], state.scores, state.points,
        engine.decider(state), own,
    )  # fmt: skip


def never_seen(at: Table, key: int, seat: int, until: int) -> list[int]:
    """The cards that the seat has not seen in so many plays."""
    engine, seen = at.engine, set[int]()
    states = [state for _, _, state in first_round(engine, key)][:until]
    plays = [play for _, play, _ in first_round(engine, key)][:until]
    for state in [engine.new_match(match_key(key, 0)), *states]:
        for rows in Knowledge(engine.evaluate).of(state, seat).zones.values():
            seen |= {card for row in rows for card in row if card is not None}
        seen |= {card for build in state.builds for card in build.cards}
    for play in plays:
        seen |= {*play.cards, *play.taken()} if play is not DONE else set()
    return [card for card in range(engine.plan.ruleset.pack.size) if card not in seen]


def decisions(at: Table, player: str, key: int, exchanged: dict[int, int]) -> Iterator[tuple[object, int]]:
    """At each play of the round of the ``key``, made again with cards exchanged: what a seat sees, and what the
    player at that seat would play (0 where it has no choice). It ends where a play cannot be made."""
    engine, seat = at.engine, key % at.engine.plan.seats
    tables = engine.evaluate.tables
    engine.instead = {}
    made = [code(tables, play) for _, play, _ in first_round(engine, key)]
    engine.instead = exchanged
    state = engine.new_match(match_key(key, 0))
    players = SeatedPlayers(engine, (player,) * engine.plan.seats, key, state, at.worlds, at.weights)
    for wanted in made:
        if state.match_over or state.round > 1:
            return
        plays = engine.legal(state)
        mine = engine.decider(state) == seat and len(plays) > 1
        chosen = code(tables, players.choose(state, plays)) if mine else 0
        yield shown(at, state, seat), chosen
        play = next((p for p in plays if code(tables, p) == wanted), None)
        if play is None:
            return
        before, state = state, engine.play(state, play)
        players.played(before, play, state)


def changed(at: Table, player: str, wanted: int, rounds: int = 1_000_000) -> tuple[int, int]:
    """Of so many decisions (or as many as there are in so many rounds), how many change with cards that the seat could
    not see, and how many they are."""
    held = other = key = 0
    while held < wanted and key < rounds:
        key += 1
        at.engine.instead = {}
        length = sum(1 for _ in first_round(at.engine, key))
        until = chance.Random(key).randrange(max(1, length))
        hidden = never_seen(at, key, key % at.engine.plan.seats, until)
        mixed = chance.Random(key).sample(hidden, len(hidden))
        there = decisions(at, player, key, dict(zip(hidden, mixed, strict=True)))
        pairs = zip(range(until + 1), decisions(at, player, key, {}), there, strict=False)
        for _, (sight, chosen), (sight_there, chosen_there) in pairs:
            if sight != sight_there:
                break
            if chosen:
                held += 1
                other += chosen != chosen_there
    return other, held


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.share(SHARE)
def test_what_it_cannot_see_changes_nothing(name: str) -> None:
    ruleset = game(name)
    at = table(ruleset, ruleset.seats[0])
    players = ("flat:20", "search:40", *(() if hidden(at.engine.plan) else ("learned",)))
    wanted = math.ceil(DECISIONS / len(GAMES[::SHARE]) / len(players))
    for player in players:
        other, held = changed(at, player, wanted)
        assert held >= wanted
        assert not other


def test_who_has_learned_does_not_play_where_cards_lie_face_down() -> None:
    assert [name for name in GAMES if hidden(table(game(name), game(name).seats[0]).engine.plan)] == [
        "39-face-down.yaml"
    ]


@pytest.mark.ci
@pytest.mark.parametrize("name", LEARNED)
def test_who_has_learned_sees_no_more_in_any_base(name: str) -> None:
    ruleset = load(name).ruleset
    assert not changed(table(ruleset, ruleset.seats[0]), "learned", 20)[0]


def test_who_cheats_is_found() -> None:
    assert changed(table(game("traditional-cassino"), 2), "cheat:40", 20)[0] > 0


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_many_grown_rulesets(first: int) -> None:
    """In which seats see what others do not."""
    all_held = 0
    for number, ruleset in seen_apart(37, range(first, first + 50)):
        try:
            at = table(ruleset, ruleset.seats[0])
            at.engine.evaluate.steps.most = GROWN_STEPS
            with at.engine.evaluate.steps.question():
                other, held = changed(at, "search:8", 6, 6)
        except (RunFault, Unsupported):
            continue
        assert not other, number
        all_held += held
    assert all_held > 20


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_in_many_decisions(name: str) -> None:
    ruleset = game(name)
    for seats in ruleset.seats[:2]:
        other, held = changed(table(ruleset, seats), "search:40", 10_000 // len(GAMES))
        assert held >= 10_000 // len(GAMES)
        assert not other


SECRET = """
dsl: 1
pack: french
values: {any: none}
seats: 2
deal: {hand: 4, table: 4}
memory:
  secret: {of: seat, is: rank, seen: own}
  marks: {of: build, is: rank, seen: none}
actions:
  guess: {step: guess, play: none, let: {r: ranks}, do: if secret(next(me)) = r then award 4 to us else award -2 to us}
  mark: {step: guess, play: none, let: {r: ranks}, do: award 5 * count(b in builds | marks(b) = r) to us}
  build: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: build 5}
  trail: {play: card, to: table}
events: {on layout: {on: layout dealt, do: ask from(leader) to guess}}
awards: {cards: {most: count(pile), points: 1}}
match: {rounds: 1, tie: draw}
"""


@pytest.mark.parametrize("player", ["greedy", "flat:4"])
def test_who_looks_ahead_does_not_know_hidden_memory(player: str) -> None:
    ruleset = load(SECRET).ruleset
    at = table(ruleset, 2)
    for worlds in (at.worlds, ReferenceWorlds(at.engine)):
        chosen = set()
        for rank in ("2", "J", "K"):
            state = at.engine.new_match(match_key(1, 0))
            state.memory["secret"] = [rank, rank]
            cards = tuple(state.stock[:2])
            del state.stock[:2]
            state.builds = [Build(5, (cards,), {"marks": rank}, 0)]
            players = SeatedPlayers(at.engine, (player,) * 2, 1, state, worlds)
            chosen.add(code(at.engine.evaluate.tables, players.choose(state, at.engine.legal(state))))
        assert len(chosen) == 1
