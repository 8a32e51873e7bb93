"""Random players and players who have learned may disagree about a change, and that is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.diff.diff import Wanted, compare
from cassino_dsl.analysis.diff.measured_effect import Disagreement, Others, disagreements
from cassino_dsl.analysis.diff.report import verdict
from cassino_dsl.analysis.simulate.paired import Figure
from tests.native.compare import needs_compiler


def figure(low: float, high: float, real: bool, name: str = "leader") -> Figure:
    middle = (low + high) / 2
    return Figure("win rate", name, True, 0.5, 0.5 + middle, low, high, 100, 50, 0.5, "", (), 0.01 if real else 1.0)


@pytest.mark.parametrize(
    ("chosen", "others", "disagree"),
    [
        (figure(0.1, 0.2, True), figure(-0.2, -0.1, True), True),
        (figure(0.1, 0.2, True), figure(-0.05, 0.05, False), True),
        (figure(-0.05, 0.05, False), figure(0.1, 0.2, True), True),
        (figure(0.1, 0.2, True), figure(0.3, 0.4, True), False),  # the same way
        (figure(0.1, 0.2, True), figure(0.15, 0.4, True), False),
        (figure(0.1, 0.2, True), figure(-0.1, 0.15, False), False),  # that is not shown
        (figure(-0.3, -0.2, False), figure(0.1, 0.2, False), False),
        (figure(0.1, 0.2, True), figure(-0.2, -0.1, True, "another"), False),
    ],
)
def test_who_disagrees(chosen: Figure, others: Figure, disagree: bool) -> None:
    assert bool(disagreements((chosen,), (others,))) is disagree


@needs_compiler
def test_others_are_asked_and_heard() -> None:
    a, b = load("cassino").ruleset, load("cassino", sweeps=True).ruleset
    found = compare(a, b, Wanted(witness=False, games=60))
    assert found.others is not None
    assert found.others.effect.players == ("learned", "learned")
    assert found.as_json()["effect"]["others"]["players"] == ["learned", "learned"]
    again = compare(a, b, Wanted(witness=False, games=40, players=("learned",)))
    assert again.others is not None
    assert again.others.effect.players == ("random", "random")
    assert "`learned` plays by what it has learned of another form of this ruleset" in again.remarks
    pair = Disagreement(figure(0.1, 0.2, True), figure(-0.2, -0.1, True))
    told = replace(found, others=Others(found.others.effect, (pair,)))
    said = "Players who are all learned disagree: leader (+15.0 pp here, -15.0 pp there); so say 60 matches of theirs."
    assert verdict(told)[-1] == said
    assert said not in verdict(replace(found, others=Others(found.others.effect, ())))


@needs_compiler
def test_nobody_else_is_asked_where_players_differ() -> None:
    a, b = load("cassino").ruleset, load("cassino", sweeps=True).ruleset
    assert compare(a, b, Wanted(witness=False, games=20, players=("greedy", "random"))).others is None
