"""Who looks one play ahead makes only the plays that can change what the round would bring: which these are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.core.passes import core_of
from cassino_dsl.native.leads import leads
from tests.native.compare import assert_identical, needs_compiler

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
        ("awards: {mine: {points: points(us)}}\n", "1, 0, 0", 1),
        ("memory: {laid: {of: side, is: int}}\nevents: {mine: {on: trailed, do: laid(us) += 1}}\n", "1, 1, 0", 0),
    ],
)
def test_which_plays_count(text: str, counts: str, asked: int, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + text)
    said = leads(core_of(load(file).ruleset, 2))
    assert f"COUNTS[] = {{{counts}}}" in said
    assert f"AWARDS_ASK_POINTS {asked}\n" in said


@needs_compiler
@pytest.mark.ci
@pytest.mark.parametrize(
    "text",
    [
        TRAILED,
        "awards: {mine: {points: 2 * count(loose)}}\n",
        "awards: {mine: {points: points(us)}}\n",
    ],
)
def test_greedy_sees_what_such_plays_bring(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + text)
    assert_identical(load(file).ruleset, 2, 10, "round", "greedy")
