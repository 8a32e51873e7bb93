"""What environments tell: the slots of an observation, the rows of plays and their order, the number of actions."""

from __future__ import annotations

import random as chance

import numpy as np
import pytest

from cassino_dsl import load
from cassino_dsl.engine.reference.observation_history import seen_of
from cassino_dsl.engine.reference.rng import decision_key
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.env.episode import Episode, EpisodeRules
from cassino_dsl.env.rows import MEASURED, USUAL, most_plays_of
from cassino_dsl.match.observation import Observations, SlotKind
from cassino_dsl.match.play_rows import LOW, Numbers, PlayRows, told
from cassino_dsl.players.plays_seen import seen_by_decider
from cassino_dsl.players.tie_break import lowest_lot
from tests.native.compare import names
from tests.shipped import ruleset as ruleset_of

POSITION = {
    "hands": {1: "7c 3s", 2: "Kd 2c"},
    "turn": 1,
    "dealer": 2,
    "table": "3c 4d",
    "builds": [{"value": 9, "groups": ["4h 5d", "9s"], "owner": 2}],
    "piles": {1: "Ac As", 2: ""},
    "scores": {1: 130, 2: 4},
    "memory": {"sweeps": {1: 0, 2: 1}, "last_capturer": 1},
}


def by_name(observations: Observations, row: Numbers) -> dict[str, object]:
    """What stands in the slots of a row, faces as texts."""
    faces = [face.text for face in observations.plan.ruleset.pack.faces]
    found: dict[str, object] = {}
    for slot in observations.slots:
        numbers = row[slot.offset : slot.offset + slot.length].tolist()
        if slot.length == len(faces):
            found[slot.name] = " ".join(text for text, n in zip(faces, numbers, strict=True) for _ in range(n))
        else:
            found[slot.name] = numbers[0] if slot.length == 1 else numbers
    return found


def test_slots_tell_what_the_seat_sees() -> None:
    game = load("traditional-cassino")
    position = game.position(POSITION)
    observations = Observations(position.engine, most_builds=2)
    seen = seen_of(position.state, observations.knowledge.of(position.state, 1))
    row = observations.observe(position.state, 1, seen)
    assert row.shape == (observations.width,)
    assert row.dtype == np.int8
    told = by_name(observations, row)
    expected = {
        "hands 0 faces": "2c Kd", "hands 0 cards": 2, "hands 1 cards": 2, "piles 0 cards": 0, "piles 1 cards": 2,
        "table faces": "3c 4d", "table top": 30 - 13, "table cards": 2, "seen": "2c 3c 4d 5d Kd 4h 9s", "builds": 1,
        "build 0 faces": "5d 4h 9s", "build 0 value": 9, "build 0 groups": 2, "build 0 owner": 1,
        "build 1 faces": "", "build 1 value": 0, "sweeps 0": 1, "sweeps 1": 0, "last_capturer": 2,
        "score 0": 4, "score 1": 127, "decides": 2, "dealer": 1, "asked": 0,
    }  # fmt: skip
    assert {name: told[name] for name in expected} == expected
    assert "hands 1 faces" not in told  # which is never seen


@pytest.mark.share(6)
@pytest.mark.parametrize("name", names())
def test_slots_stand_one_after_the_other_and_have_names_of_their_own(name: str) -> None:
    ruleset = ruleset_of(name)
    for seats in ruleset.seats:
        rules = EpisodeRules(name, seats=seats)
        observations, labels = rules.observations, rules.plays.labels
        assert len({*labels}) == len(labels) == rules.plays.blocks.width
        slots = observations.slots
        assert len({slot.name for slot in slots}) == len(slots)
        assert len({*observations.labels}) == len(observations.labels) == observations.width
        assert [slot.offset for slot in slots[1:]] == [slot.offset + slot.length for slot in slots[:-1]]
        assert {slot.kind for slot in slots} <= set(SlotKind)


def test_large_numbers() -> None:
    assert [told(n) for n in (-1000, -128, 0, 127, 128)] == [LOW, -128, 0, 127, 127]


@pytest.mark.parametrize("name", ["traditional-cassino", "mulle", "pluck-cassino"])
def test_plays_have_the_numbers_of_the_public_order_whoever_lists_them(name: str) -> None:
    rules = EpisodeRules(name)
    episode, mixed = Episode(rules, 5), chance.Random(1)
    for _ in range(30):
        if episode.over:
            break
        texts = [play_text(rules.engine.evaluate.tables, play) for play in episode.plays]
        legal = [*rules.engine.legal(episode.state)]
        mixed.shuffle(legal)
        sees = seen_by_decider(rules.engine, episode.state, legal)
        again, rows = PlayRows(rules.engine).order(episode.state, legal, sees)
        assert again == episode.plays
        assert (rows == episode.rows).all()
        assert episode.texts() == texts  # these variants hide nothing of a play
        assert len(np.unique(rows, axis=0)) == len(rows)
        episode.make(mixed.randrange(len(texts)))


def test_a_row_tells_a_play() -> None:
    episode = Episode(EpisodeRules("traditional-cassino"), 1)
    at, faces = episode.rules.plays.blocks.offsets, [f.text for f in episode.rules.ruleset.pack.faces]
    for play, row, text in zip(episode.plays, episode.rows, episode.texts(), strict=True):
        played = [faces[i] for i in range(52) if row[at["played"] + i]]
        taken = [faces[i] for i in range(52) if row[at["taken"] + i]]
        assert text.startswith(" ".join(played))
        assert text.endswith(" ".join(taken) or "trails")
        assert row[at["played cards"]] == len(played)
        assert row[at["taken cards"]] == len(taken)
        assert row[at["kind"] : at["kind"] + 4].sum() == row[at["action"] : at["played"]].sum() == 1
        assert row[at["value"]] == play.value


def test_numbers_of_actions() -> None:
    xeri = load("xeri").ruleset
    assert most_plays_of(xeri, 2) == 13  # six cards take or trail, or a turn ends
    # four cards trail, match one of four of their rank, steal from one of two sides; or a turn ends
    assert most_plays_of(load("stealing-bundles").ruleset, 2) == 4 + 4 * 4 + 4 * 2 + 1
    assert most_plays_of(load("scopa").ruleset, 2) == MEASURED["scopa"]
    for options in ({}, {"target": 21}, {"napola": True}, {"fewest": True}):
        assert EpisodeRules("scopa", **options).most_plays == MEASURED["scopa"]
    assert EpisodeRules("scopa", ["scopa-a-quindici"]).most_plays == USUAL
    assert EpisodeRules("dsl: 1\nextends: scopa\n").most_plays == USUAL
    assert EpisodeRules("scopa", most_plays=7).most_plays == 7
    assert set(MEASURED) <= set(names())


@pytest.mark.parametrize("name", ["xeri", "koi-koi", "stealing-bundles"])
def test_what_was_proven_holds(name: str) -> None:
    rules, lots = EpisodeRules(name, unit="match"), chance.Random(1)
    assert rules.most_plays not in (USUAL, *MEASURED.values())
    episode = Episode(rules, 3)
    for _ in range(60):
        if episode.over:
            break
        assert (episode.left_out, len(episode.plays) <= rules.most_plays) == (0, True)
        episode.make(lots.randrange(len(episode.plays)))


def test_of_too_many_plays_so_many_are_told() -> None:
    """Who plays at random among them plays as who plays at random among all."""
    rules, few = EpisodeRules("traditional-cassino"), EpisodeRules("traditional-cassino", most_plays=5)
    episode, cut, left_out = Episode(rules, 1), Episode(few, 1), 0
    while not episode.over:
        texts, told = episode.texts(), cut.texts()
        assert told == [text for text in texts if text in told]
        assert len(told) == min(5, len(texts)) == cut.mask().sum()
        assert cut.left_out == len(texts) - len(told)
        left_out += cut.left_out
        key = decision_key(episode.state.key or 0, episode.state.decisions)
        play = lowest_lot(rules.plays.tables, [*episode.plays], key)
        episode.make(episode.plays.index(play))
        cut.make(told.index(texts[texts.index(play_text(rules.plays.tables, play))]))
    assert cut.over
    assert left_out
    assert not episode.mask().any()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"unit": "game"}, "`unit` is one of `round`, `match`, not 'game'"),
        ({"most_plays": 0}, "`most_plays` is a whole number from 1 to 65536, not 0"),
        ({"most_plays": "many"}, "`most_plays` is a whole number, not 'many'"),
        ({"most_builds": -1}, "`most_builds` is a whole number from 0 to 65536, not -1"),
        ({"seats": 7}, "scopa is not played with 7 seats"),
    ],
)
def test_wrong_options(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        EpisodeRules("scopa", **wrong)  # type: ignore[arg-type]


def test_an_episode_goes_as_simulations_do() -> None:
    """The last of a match is worth 1 to the winner, and the round what it has brought."""
    rules = EpisodeRules("scopa", unit="match")
    episode = Episode(rules, 4)
    while not episode.over:
        episode.make(0)
    assert sorted(episode.rewards) == [-1, 1]
    assert episode.rewards[episode.state.winner or 0] == 1
    with pytest.raises(ValueError, match="the episode is over"):
        episode.make(0)
    single = Episode(EpisodeRules("scopa"), 4)
    while not single.over:
        single.make(0)
    with pytest.raises(ValueError, match="the episode is over"):
        single.make(0)
    assert sum(single.rewards) == 0
