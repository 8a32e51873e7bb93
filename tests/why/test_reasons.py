"""The one reason of `why`: judged by hand for plays of many games, and of a kind for every play that is not legal."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cassino_dsl.book.why.why import why
from cassino_dsl.game import Game, load

JUDGED = Path(__file__).parent / "judged.yaml"
_PLACE = re.compile(r"[^\s(]+\.yaml:\d+")
_LETTER = re.compile(r"(?<![\w“'’.-])(?!a\b)[a-z](?![\w'’.-])")  # a name that a clause binds


def sound(answer: dict[str, Any]) -> list[str]:
    """What is wrong with the reason of an answer of `why`."""
    reason, found = answer["reason"], []
    said = _PLACE.sub("", re.sub(r"“[^”]*”", "", reason))
    if not reason.endswith(".") or len(re.findall(r"[.!?](?:\s|$)", said)) > 2:
        found.append("not one or two sentences")
    if "_" in said or _LETTER.search(said):
        found.append("a name that nobody says")
    if len(reason.split()) > 75:
        found.append("too long")
    clauses = {c["clause"] for c in answer["conditions"]}
    places = {c["place"] for c in answer["conditions"]}
    if not answer["legal"]:
        if answer["clause"] not in clauses:
            found.append(f"no clause {answer['clause']}")
        if answer["place"] is not None and answer["place"] not in places:
            found.append(f"no clause stands at {answer['place']}")
    return found


@cache
def known(variant: str, laid: tuple[str, ...], options: tuple[tuple[str, object], ...]) -> Game:
    """A game that several cases ask."""
    return load(variant, laid, **dict(options))


def asked(case: dict[str, Any]) -> tuple[Game, dict[str, Any], str]:
    """The game of a case, its position, the text of its play."""
    case = {k: v for k, v in case.items() if k != "reason"}
    game = known(case.pop("variant"), tuple(case.pop("with", ())), tuple(case.pop("set", {}).items()))
    play = case.pop("play")
    plain = {k: {str(a): b for a, b in v.items()} if isinstance(v, dict) else v for k, v in case.items()}
    return game, plain, play


@cache
def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(JUDGED.read_text("utf-8"))
    return found


def test_many_games_are_judged() -> None:
    assert len(cases()) >= 40
    assert len({c["variant"] for c in cases()}) >= 12


@pytest.mark.parametrize("number", range(len(cases())))
def test_the_reason_is_the_one_that_was_judged(number: int) -> None:
    case = cases()[number]
    game, position, play = asked(case)
    answer = why(game.position(position), game.written_play(play))
    assert not answer["legal"]
    assert sound(answer) == []
    if os.environ.get("UPDATE_GOLDENS"):
        update(number, without_lines(answer["reason"]))
    else:
        assert without_lines(answer["reason"]) == case.get("reason")


def without_lines(reason: str) -> str:
    """A reason as it stays when its file grows a line."""
    return re.sub(r"(\.yaml):\d+", r"\1", reason)


def update(number: int, reason: str) -> None:
    """Write what is said now; to be judged again."""
    told = cases()
    told[number]["reason"] = reason
    head = "".join(line for line in JUDGED.read_text("utf-8").splitlines(True) if line.startswith("#"))
    JUDGED.write_text(head + yaml.safe_dump(told, sort_keys=False, width=118, allow_unicode=True), "utf-8")


def test_a_legal_play_names_its_action() -> None:
    game = load("cassino")
    answer = why(game.position({"hand": "9s", "table": "Ac 3d 5c"}), game.written_play("9s takes Ac 3d 5c"))
    assert answer["legal"]
    assert answer["reason"].startswith("9s may take Ac, 3d and 5c, by “Capture” (variants/cassino.yaml:")


def test_the_author_of_a_rule_leads(tmp_path: Path) -> None:
    file = tmp_path / "polite.yaml"
    file.write_text(
        "dsl: 1\nextends: cassino\nrules:\n"
        "  no aces first:\n    about: aces are kept for later\n"
        "    must: kind = trail implies rank(card) != A\n",
        "utf-8",
    )
    game = load(file)
    answer = why(game.position({"hand": "As 2c"}), game.written_play("As trails"))
    assert answer["reason"] == (
        f"Aces are kept for later. As may not be trailed: As is an ace (“no aces first”, {file}:6)."
    )
    assert sound(answer) == []


def test_legal_plays_that_are_near() -> None:
    game = load("scopa")
    answer = why(game.position({"hand": "7c 2d", "table": "3c 4d"}), game.written_play("7c trails"))
    assert answer["nearest"] == ["7c takes 3c 4d", "2d trails"]


LAMPS = """dsl: 1
pack: {base: french, copies: 2, extras: {X: 2}, names: {X: joker}}
values: {A: 1, 2..10: pips, "J, Q, K, X": none}
seats: 2
deal: {hand: 4, table: 4, refill: 1}
memory:
  oil: {of: seat, is: int, about: drops of oil}
  owner: {of: build, is: seat, on_build: me}
actions:
  court: {play: card where rank(card) = K, take: {like: one c in loose where rank(c) = rank(card)}, to: pile}
  flare: {play: card where rank(card) = K, take: {all: all c in loose}, to: pile, when: oil(me) >= 4, do: oil(me) -= 4}
  joke: {play: card, take: {one: one c in loose where rank(c) = X}, to: pile}
  capture:
    play: card
    let: {v: "value(card, hand)"}
    take: {g: one group g of table where v in total(g) and (count(g) = 1 or not any(b in builds | b in g))}
    to: pile
  build:
    play: card
    let: {w: "value(card, hand)", v: "value(kept, hand)"}
    take: {base: one group g with card of loose where v - w in total(g)}
    to: build v
  trail: {play: card, to: table}
rules:
  no two jokers: not (rank(card) = X and any(c in taken | rank(c) = X))
  keep: >
    kind = build implies
      after(matched(b in {b in builds | owner(b) = me} | {c in hand | value(b) in value(c, hand)}))
awards: {}
match: {rounds: 1, tie: draw}
"""


@pytest.mark.parametrize(
    ("hand", "table", "play", "reason"),
    [
        ("Ks 9s", "2c Kc 3d", "Ks takes 2c Kc 3d", "is 0, less than 4"),  # Court takes one, but for nothing
        ("2s 10c", "5c 3d", "2s builds 10 with 5c 3d", "no card in your hand that counts the value of the build of 7"),
        ("9c 5s", "2d", "9c takes 2d 4h 3h", "is 2, not 1, and the build of 7 is one of them"),
        ("X1 5s", "X1", "X1 takes X1", "may not take joker X1: joker X1 is a joker ("),
    ],
)
def test_the_reason_names_what_is_lacking(hand: str, table: str, play: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "lamps.yaml").write_text(LAMPS)
    game = load(tmp_path / "lamps.yaml")
    build = {"value": 7, "groups": ["4h 3h"], "owner": 1}
    position = game.position({"hand": hand, "table": table, "builds": [build]})
    assert reason in why(position, game.written_play(play, position))["reason"]
