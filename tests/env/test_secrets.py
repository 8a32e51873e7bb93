"""What a seat may not see is not in what an environment tells: an episode is played, and dealt once more with cards
exchanged that the seat has not seen so far. As long as the plays can be made again and the seat sees the same (which is
taken from the states themselves), all that it is told stays the same, byte by byte."""

from __future__ import annotations

import random as chance
from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest

from cassino_dsl import load
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.observation_history import seen_of
from cassino_dsl.engine.reference.play import DONE
from cassino_dsl.engine.reference.state import State
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.engine.reference.visibility import Knowledge
from cassino_dsl.env import RowPlayer
from cassino_dsl.env.episode import Episode, EpisodeRules
from cassino_dsl.match.game_position import plays_before
from cassino_dsl.match.observation import Observations
from cassino_dsl.match.play_rows import Numbers
from cassino_dsl.players.agents import OwnSeat
from cassino_dsl.players.own import OwnPlayer
from tests.native.compare import names
from tests.players.test_no_cheating import shown
from tests.table.tables import WHISPERS, alike, file_of, otherwise
from tests.table.test_secrets import HAPPENING, OPEN


class Looking:
    """Keeps what it was shown last."""

    def choose(self, *shown: Numbers) -> int:
        self.shown = shown
        return 0


class Stacked(Engine):
    """Deals some cards in place of others."""

    instead: Mapping[int, int]

    def shuffle(self, state: State) -> None:
        super().shuffle(state)
        state.stock = [self.instead.get(card, card) for card in state.stock]


def rules_of(name: str, instead: Mapping[int, int]) -> EpisodeRules:
    game = load(file_of(name))
    game.engines.made[game.ruleset.seats[0]] = engine = Stacked(game.engine().plan)
    engine.instead = instead
    return EpisodeRules(game)


def told(episode: Episode, player: OwnSeat) -> dict[str, object]:
    """All that seat 1 is told; and a player of rows is told the same."""
    decides = episode.decider == 0
    if decides:
        player.choose(episode.state, episode.rules.engine.legal(episode.state))
        observation, features, mask = player.asked.shown
        assert observation.tobytes() == episode.observe(0).tobytes()
        assert features[mask != 0].tobytes() == episode.rows.tobytes()
        assert (mask.tobytes(), features[mask == 0].any()) == (episode.mask().tobytes(), False)
    return {
        "observation": episode.observe(0).tobytes(),
        "mask": episode.mask().tobytes() if decides else b"",
        "features": episode.rows.tobytes() if decides else b"",
        "plays": episode.texts() if decides else [],
        "decider": episode.decider,
    }


def course(rules: EpisodeRules, seed: int, plays: list[str]) -> Iterator[tuple[object, dict[str, object]]]:
    """What the seat sees, and what it is told, after each of these plays, as far as they can be made."""
    episode, tables = Episode(rules, seed), rules.engine.evaluate.tables
    player = OwnSeat(rules.engine, OwnPlayer("test:looking", RowPlayer(Looking)), 0, 0, episode.state)
    for wanted in plays:
        yield shown(rules, episode.state, 0), told(episode, player)  # type: ignore[arg-type]
        texts = [play_text(tables, play) for play in episode.plays]
        if wanted not in texts:
            return
        before = episode.state
        player.played(before, episode.make(texts.index(wanted)), episode.state)


def never_seen(rules: EpisodeRules, seed: int, mixed: chance.Random, until: int) -> tuple[list[int], list[str]]:
    """The cards that the seat has not seen in so many decisions, and the plays that were made."""
    episode, knowledge = Episode(rules, seed), Knowledge(rules.engine.evaluate)
    seen, plays = seen_of(episode.state, knowledge.of(episode.state, 0)), list[str]()
    while len(plays) < until and not episode.over:
        number = mixed.randrange(len(episode.plays))
        play = episode.plays[number]
        plays.append(play_text(rules.engine.evaluate.tables, play))
        played = rules.engine.step(episode.state, play)
        episode.make(number)
        for state in (played, episode.state):
            seen |= seen_of(state, knowledge.of(state, 0))
        if play is not DONE:
            seen |= {*play.cards, *play.taken()}
    return [card for card in range(rules.ruleset.pack.size) if card not in seen], plays


def held(name: str, seed: int, until: int) -> int:
    """How many times the seat was told the same with hidden cards exchanged; each time it must."""
    mixed, rules = chance.Random(seed), rules_of(name, {})
    hidden, plays = never_seen(rules, seed, mixed, until)
    other = mixed.sample(hidden, len(hidden))
    there = list(course(rules, seed, plays))
    exchanged = list(course(rules_of(name, dict(zip(hidden, other, strict=True))), seed, plays))
    same = alike(there, exchanged)
    return same if hidden != other else 0


@pytest.mark.share(16)
@pytest.mark.parametrize("name", [*names(), *OPEN, *HAPPENING])
def test_all_that_a_seat_is_told_is_the_same(name: str) -> None:
    assert sum(held(name, seed, 10) for seed in range(1, 7)) >= 6


def test_what_others_decide_in_secret_is_told_to_no_seat() -> None:
    """The observation, the rows of plays, and what OpenSpiel is told of the plays so far."""
    rules, number = rules_of(WHISPERS, {}), 0
    for seed in (1, 2, 3):
        _, plays = never_seen(rules, seed, chance.Random(seed), 10)
        positions = [load(WHISPERS).deal(seed)]
        for text in plays:
            positions.append(positions[-1].play(text))
        made = [(was.state, now.made) for was, now in pairwise(positions) if now.made is not None]
        knowledge = rules.observations.knowledge
        others = otherwise(rules.engine, made, knowledge, 0, chance.Random(seed))
        same = alike(course(rules, seed, plays), course(rules, seed, others))
        there = positions[0]
        for text in others[: same - 1]:
            there = there.play(text)
        here = positions[same - 1]
        assert plays_before(there, 0) == plays_before(here, 0)
        number += same if others != plays else 0
    assert number >= 20


def test_who_tells_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An observation that tells the next card of the stock is not the same."""
    whole = Observations.observe

    def telling(self: Observations, state: State, seat: int, seen: set[int]) -> Numbers:
        row = whole(self, state, seat, seen)
        row[0] = state.stock[-1] if state.stock else 0
        return row

    monkeypatch.setattr(Observations, "observe", telling)
    with pytest.raises(AssertionError):
        _ = [held("scopa", seed, 4) for seed in range(1, 4)]
