"""The worked positions and the rulings of the rules page (``worked.yaml``), for the games that the enumerator plays."""

import re
from typing import Any

import pytest

from tests.beside import beside

from . import GAMES, Play, Position, apply, from_position, plays

NAMES = {"S0": "cassino", "S1": "traditional-cassino", "ROYAL": "royal-cassino", "CASUAL": "casual-cassino"}
WORKED: dict[str, dict[str, Any]] = beside(__file__, "worked.yaml")
CASES = [(name, NAMES.get(word, word)) for name, case in WORKED.items() for word in case["games"].split()]
ASKED = {"plays", "kinds", "legal", "illegal", "takes", "builds", "after"}
_PLAY = re.compile(r"(?P<card>\w+) (?:trails|takes (?P<take>.+)|builds (?P<value>\d+) with (?P<base>.+))")
_BUILD = re.compile(r"(?P<value>\d+) of (?P<groups>.+) by (?P<owner>\d)")


def play(text: str) -> Play:
    found = _PLAY.fullmatch(text)
    assert found, text
    kind = "build" if found["base"] else "capture" if found["take"] else "trail"
    taken = tuple(sorted((found["base"] or found["take"] or "").split()))
    return Play(kind, (found["card"],), taken, int(found["value"]) if found["value"] else None)


def build(text: str) -> dict[str, Any]:
    found = _BUILD.fullmatch(text)
    assert found, text
    return {**found.groupdict(), "groups": found["groups"].split(", ")}


def position(case: dict[str, Any]) -> Position:
    builds = [build(text) for text in case.get("lying", ())]
    return {"hands": {1: case["hand"]}, "table": case.get("table", ""), "builds": builds}


@pytest.mark.parametrize(("name", "game"), CASES)
def test_what_is_legal(name: str, game: str) -> None:
    case = WORKED[name]
    state = from_position(position(case))
    legal = plays(GAMES[game], state)
    assert ASKED & case.keys()
    assert legal >= set(map(play, case.get("legal", ())))
    assert not legal & set(map(play, case.get("illegal", ())))
    if "plays" in case:
        assert legal == set(map(play, case["plays"]))
    if "kinds" in case:
        assert {p.kind for p in legal} == set(case["kinds"])
    for card, sets in case.get("takes", {}).items():
        found = {frozenset(p.taken) for p in legal if p.kind == "capture" and p.played == (card,)}
        assert found == {frozenset(text.split()) for text in sets}
    for card, by_value in case.get("builds", {}).items():
        built = {(p.value, frozenset(p.taken)) for p in legal if p.kind == "build" and p.played == (card,)}
        assert built == {(value, frozenset(text.split())) for value, texts in by_value.items() for text in texts}
    for made, (value, groups, owner) in case.get("after", {}).items():
        (one,) = apply(GAMES[game], state, play(made)).builds
        assert (one.value, len(one.groups), one.owner) == (value, groups, owner)
