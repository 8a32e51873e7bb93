"""Who looks one play ahead makes only the plays that can change what the round would bring: which these are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.tables import leads
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.core.passes import core_of
from tests.native.compare import assert_identical, needs_compiler, ruleset_of

HEAD = "dsl: 1\ntitle: Mine\nextends: scopa\n"
TRAILED = "events: {mine: {on: trailed, do: sweeps(us) += 1}}\n"


@pytest.mark.parametrize(
    ("text", "counts", "asked"),
    [
        ("", "1, 0, 0", 0),  # of capture, trail, and the end of a turn
        (TRAILED, "1, 1, 0", 0),
        ("events: {mine: {on: trailed, do: last_capturer := me}}\n", "1, 0, 0", 0),
        ("events: {mine: {on: played, when: kind = trail, do: sweeps(us) += 1}}\n", "1, 1, 0", 0),
        ("events: {mine: {on: passed, do: sweeps(side(me)) += 1}}\n", "1, 0, 1", 0),
        ("events: {mine: {on: trailed, do: award 1 to us as mine}}\n", "1, 1, 0", 0),
        ("actions: {trail: {do: sweeps(us) += 1}}\n", "1, 1, 0", 0),
        ("actions: {trail: {to: pile}}\n", "1, 1, 0", 0),
        ("awards: {mine: {points: count(loose)}}\n", "1, 1, 1", 0),
        ("match: {winner: count(loose)}\n", "1, 1, 1", 0),
        ("events: {mine: {on: trailed, do: win us}}\n", "1, 1, 0", 0),
        ("awards: {mine: {points: points(us)}}\n", "1, 0, 0", 1),
        ("memory: {laid: {of: side, is: int}}\nevents: {mine: {on: trailed, do: laid(us) += 1}}\n", "1, 1, 0", 0),
    ],
)
def test_which_plays_count(text: str, counts: str, asked: int, tmp_path: Path) -> None:
    said = leads(core_of(ruleset_of(tmp_path, HEAD + text), 2))
    assert f"COUNTS[] = {{{counts}}}" in said
    assert f"AWARDS_ASK_POINTS {asked}\n" in said


def test_what_the_c_chooses_by_is_defined_before() -> None:
    text, defined, asked = unit(core_of(load("scopa").ruleset, 2)), set(), []
    for word, names in re.findall(r"^ *# *(define|if|elif) +(.+)", text, re.M):
        found = re.findall(r"[A-Za-z_]\w*", names)
        asked += [name for name in found if word != "define" and name not in {*defined, "defined"}]
        defined.update(found[:1] if word == "define" else ())
    assert "AWARDS_ASK_POINTS" in defined
    assert [name for name in asked if not name.startswith("_")] == []


@needs_compiler
@pytest.mark.ci
@pytest.mark.parametrize(
    "text",
    [
        TRAILED,
        "awards: {mine: {points: 2 * count(loose)}}\n",
        "awards: {mine: {points: points(us)}}\n",
        "awards: {mine: {points: -9 * points(us)}}\n",
        "match: {winner: -abs(6 - score(us))}\n",
        "match: {winner: count(loose)}\n",
        "events: {mine: {on: trailed, when: count(pile) > 9, do: win us}}\n",
    ],
)
def test_greedy_sees_what_such_plays_bring(text: str, tmp_path: Path) -> None:
    assert_identical(ruleset_of(tmp_path, HEAD + text), 2, 10, "round", "greedy")
