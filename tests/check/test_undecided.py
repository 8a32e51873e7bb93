"""Names of `let` that nobody can choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagnostics.scenes import load_text

FILE = """\
dsl: 1
extends: cassino
seats: 3
memory: {trump: {is: suit}, victim: {is: seat}, number: {is: int}, wish: {is: rank}}
turn: base | say
actions:
  said: {step: say, play: none, do: number := 0}
  chosen: ACTION
"""
NONE = "step: say, play: none"


def said(folder: Path, action: str) -> list[str]:
    found = load_text(folder, FILE.replace("ACTION", f"{{{action}}}"))
    assert not [d for d in found if d.code.severity == "error"]
    return [d.message.split("`")[1] for d in found if d.code.slug == "nothing-chosen"]


@pytest.mark.parametrize(
    ("action", "names"),
    [
        (f"{NONE}, let: {{s: suits}}, do: trump := s", ["s"]),
        (f"{NONE}, let: {{b: builds}}, do: number := value(b)", ["b"]),
        (f"{NONE}, let: {{x: seats, n: '{{1..3}}'}}, do: (victim := x; number := n)", ["n"]),
        (f"{NONE}, let: {{s: suits}}, when: s != trump, do: trump := s", ["s"]),
        ("play: card, to: table, let: {x: seats}, do: victim := x", ["x"]),
        ("play: card, to: table, let: {n: '{1, 2}'}, do: number := n", ["n"]),
    ],
)
def test_what_tells_no_plays_apart_is_no_choice(action: str, names: list[str], tmp_path: Path) -> None:
    assert said(tmp_path, action) == names


@pytest.mark.parametrize(
    "action",
    [
        f"{NONE}, let: {{x: seats}}, do: victim := x",
        f"{NONE}, let: {{n: '{{1..3}}'}}, do: number := n",
        f"{NONE}, let: {{x: '{{leader}}'}}, do: victim := x",
        f"{NONE}, let: {{s: suits}}, when: known(trump)",
        "play: card, to: table, let: {s: suits}, when: s = suit(card), do: trump := s",
        "play: card, to: table, let: {v: 'value(card, hand)'}, do: number := v",
        "play: card, to: pile, let: {r: ranks}, take: {all: all c in loose where rank(c) = r}, do: wish := r",
        "play: card, to: pile, let: {r: ranks, s: 'ranks - {r}'}, take: {t: 'all d in loose where rank(d) = s'}, "
        "do: wish := r",
    ],
)
def test_what_the_play_tells_or_nothing_reads_is_left_alone(action: str, tmp_path: Path) -> None:
    assert said(tmp_path, action) == []
