"""Plays that are called by their action, as in the rulebook: the help is a play that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.book.why.plays_by_action import called_by_action
from cassino_dsl.book.why.why import why
from cassino_dsl.engine.reference.text import read_play
from cassino_dsl.game import CassinoError, load
from cassino_dsl.language.compose.library import shipped_variants
from tests.shipped import ruleset as ruleset_of


@pytest.mark.parametrize(
    ("text", "message", "meant"),
    [
        ("trail Ks", "“Trail” is a trail", "Ks trails"),
        ("Trail Ks Kd", "“Trail” is a trail", "Kd Ks trails"),
        ("pair Ks takes Kd", "“Pair” is a capture", "Ks takes Kd"),
        ("pair Ks Kd", "“Pair” is a capture", None),
        ("Pair", "“Pair” is a capture", None),
        ("build 2s takes 7c 9", "“Build” is a build", None),
        ("build 2s 9", "“Build” is a build", None),
        ("capture all of it", "“Capture” is a capture", None),
    ],
)
def test_by_an_action_of_cassino(text: str, message: str, meant: str | None) -> None:
    game = load("cassino")
    with pytest.raises(CassinoError) as raised:
        game.apply({"hand": "Ks 2s", "table": "Kd 7c"}, text)
    (found,) = raised.value.diagnostics
    assert (found.code.slug, found.message) == ("bad-play", f"{message}, and written by its cards")
    assert found.help is not None
    assert (f"write `{meant}` instead" == found.help) if meant else found.help.startswith("write it as `")
    proposed = re.findall(r"`(.*?)`", found.help)
    assert all(read_play(text, game.ruleset.pack) for text in proposed)


def test_an_object_is_told_the_same() -> None:
    with pytest.raises(CassinoError, match="“Trail” is a trail, and written by its cards"):
        load("cassino").apply({"hand": "Ks", "table": "Kd"}, {"kind": "other", "play": ["Ks"], "action": "trail"})


@pytest.mark.parametrize("text", ["Ks trails", "builds 9 with 7c", "take 7c", "done", "pairing Ks", "nosuch Ks"])
def test_what_is_no_action_of_the_game(text: str) -> None:
    assert called_by_action(load("cassino").ruleset, text) is None  # whatever is played is a play, or no such action


def test_every_action_that_ships_is_known_by_its_title() -> None:
    for name in shipped_variants():
        ruleset = ruleset_of(name)
        others = {a.name for a in ruleset.actions if a.kind == "other"}
        for action in ruleset.actions:
            said = action.name.replace("_", " ").capitalize()
            found = called_by_action(ruleset, f"{said} 3c")
            assert found is not None
            assert (f"`{action.name}" in found.help) == (action.name in others)
            assert called_by_action(ruleset, f"{action.name} 3c") is None or action.name not in others


BID = """\
dsl: 1
title: Bid
pack: french
seats: 2
deal: {hand: 4, table: 4}
values: {any: 1}
turn: bid? play
memory: {bet: {of: seat, is: int}}
actions:
  bid: {step: bid, play: none, let: {n: "{0..3}"}, do: bet(me) := n}
  trail: {play: card, to: table}
awards: {cards: {points: count(pile)}}
match: {rounds: 1}
"""


@pytest.mark.parametrize(
    "play", ["bid", "bid 0", {"kind": "other", "action": "bid"}, {"kind": "other", "action": "bid", "value": 0}]
)
def test_a_number_that_is_chosen_may_be_0(play: str | dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "bid.yaml").write_text(BID)
    game = load(tmp_path / "bid.yaml")
    position = {"hand": "Ks 2s", "table": "Kd 7c", "memory": {"bet": {1: 2}}}
    assert game.apply(position, play)["position"]["memory"]["bet"]["1"] == 0
    assert game.apply(position, "bid 1")["position"]["memory"]["bet"]["1"] == 1


ZOO = """dsl: 1
pack: {suits: none, extras: {Ape: 1, Cow: 2, Bear: 2}, names: {Cow: cow, Ape: {one: grey ape, short: ga}}}
seats: 2
values: {any: none}
deal: {hand: 2, table: 1}
actions:
  pair: {play: card, take: {like: one c in loose where rank(c) = rank(card)}, to: pile}
  lay: {play: card, to: table}
awards: {}
match: {rounds: 1, tie: draw}
"""


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("cow takes cow", "Cow1 takes Cow2"),
        ("take Cow2 with cow", "Cow1 takes Cow2"),
        ("ape trails", "Ape trails"),
        ("bear trails", "`bear trails` may be `Bear1 trails` or `Bear2 trails`"),
        ("cow foo cow", "plays are written as `Ape takes Bear2`, "),
    ],
)
def test_a_play_is_read_as_at_a_table(typed: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "zoo.yaml").write_text(ZOO)
    game, position = load(tmp_path / "zoo.yaml"), {"hand": "Cow1 Ape Bear1 Bear2", "table": "Cow2"}
    if "`" in said:
        with pytest.raises(CassinoError, match=said):
            game.apply(position, typed)
    else:
        assert game.apply(position, typed) == game.apply(position, said)
    with pytest.raises(CassinoError, match="Bear1 may not take Cow2"):  # a reason for what was meant
        game.apply(position, "bear takes cow")


def test_a_card_of_a_pack_without_suits_is_asked_for_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "zoo.yaml").write_text(ZOO)
    game = load(tmp_path / "zoo.yaml")
    play = game.written_play({"kind": "trail", "play": ["Bear"]})
    reason = why(game.position({"hand": "Ape Bear1 Bear2", "table": "Cow2"}), play)["reason"]
    assert reason.startswith("It is not said which Bear is meant: write Bear1 or Bear2")
