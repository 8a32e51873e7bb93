"""Both engines play the same games: the same plays in the same order, the same points, the same figures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import combinations
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.simulate.engines import make_runner
from cassino_dsl.analysis.simulate.reference_runner import ReferenceRunner
from cassino_dsl.analysis.units.runner import Task, Unit
from cassino_dsl.engine.layout import tally_from_json
from cassino_dsl.game import CassinoError, Game
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.plan.make import make_plan
from tests.native.compare import (
    VARIANTS,
    assert_identical,
    house_rules,
    names,
    native_block,
    needs_compiler,
    quick_engine,
    ruleset_of,
    supports,
)

pytestmark = needs_compiler


@pytest.mark.parametrize("name", ["traditional-cassino", "scopa"])
def test_matches_and_greedy_players_are_the_same(name: str) -> None:
    ruleset = load(name).ruleset
    assert_identical(ruleset, 2, 2, "match")
    assert_identical(ruleset, 2, 2, "round", "greedy")


@pytest.mark.parametrize("name", names())
@pytest.mark.share(5)
def test_no_shipped_variant_needs_the_reference_engine(name: str) -> None:
    ruleset = load(name).ruleset
    for seats in ruleset.seats:
        assert supports(make_plan(ruleset, seats)) is None


def games_of(name: str) -> Iterator[Game]:
    """The variant, with each option at each other value, and with each house rule that fits it, alone and in pairs."""

    def games(rules: tuple[str, ...] = (), **options: object) -> list[Game]:
        with suppress(CassinoError):
            return [load(name, rules, **options)]
        return []

    for option in load(name).ruleset.options:
        values: Iterable[object] = option.choices
        if option.type == "bool":
            values = (True, False)
        elif option.type != "word":
            values = {option.low, min(option.high, option.value + 1)}  # type: ignore[operator]
        for value in values:
            yield from games(**{option.name: value})
    fitting = [rule for rule in house_rules() if games((rule,))]
    for rules in ((), *((rule,) for rule in fitting), *list(combinations(fitting, 2))[:6]):
        yield from games(rules)


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_options_and_house_rules_are_the_same(name: str) -> None:
    for game in games_of(name):
        for seats in game.ruleset.seats[:2]:
            assert_identical(game.ruleset, seats, 20)
            assert_identical(game.ruleset, seats, 1, "match")


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_many_rounds_are_the_same(name: str) -> None:
    """More than 100,000 rounds over all variants and numbers of seats."""
    ruleset = load(name).ruleset
    for seats in ruleset.seats:
        assert_identical(ruleset, seats, 1_500, seed=7, quick=False)
        assert_identical(ruleset, seats, 20, "match", seed=8, quick=False)
        assert_identical(ruleset, seats, 20, "round", "greedy", seed=9, quick=False)


def test_faults_are_the_same(tmp_path: Path) -> None:
    text = (VARIANTS / "traditional-cassino.yaml").read_text()
    assert "checks:\n" in text
    ruleset = ruleset_of(tmp_path, text.replace("checks:\n", "checks:\n  never true: count(stock) > 60\n", 1))
    assert_identical(ruleset, 2, 2)
    fault = quick_engine(ruleset, 2).play(1, 0, 1, ("random", "random")).fault
    assert "never true" in str(fault)


def test_what_the_c_cannot_do_has_a_name(tmp_path: Path) -> None:
    """Each extra card is a rank of its own, and a set of ranks is one of 64 bits."""
    extras = ", ".join(f"X{i}" for i in range(52))
    file = tmp_path / "ranks.yaml"
    file.write_text(
        f"dsl: 1\ntitle: Ranks\nseats: 2\npack: {{base: french, extras: [{extras}]}}\ndeal: {{hand: 4, table: 8}}\n"
        f'values: {{A..K: 1, "{extras}": 2}}\nactions:\n  trail: {{play: card, to: table}}\n'
        "awards:\n  cards: {most: count(pile), points: 1}\nmatch: {rounds: 1, tie: draw}\n"
    )
    loaded = load_variant(str(file))
    assert loaded.ruleset is not None, [d.message for d in loaded.report.diagnostics]
    assert supports(make_plan(loaded.ruleset, 2)) == "more than 64 ranks"
    runner, engine, remark = make_runner(Task(loaded.ruleset, 2, "round", ("random", "random"), 1), "auto")
    assert engine == "reference"
    assert remark == "played on the reference engine; the native one cannot: more than 64 ranks"
    assert runner.block(0, 1).fault is None


def test_what_a_pile_will_be_sure_of_is_left_to_the_reference(tmp_path: Path) -> None:
    text = (VARIANTS / "traditional-cassino.yaml").read_text()
    assert "\nrules:\n" in text
    text = text.replace("\nrules:\n", "\nrules:\n  sure: after(secured(us)) >= secured(us)\n", 1)
    assert supports(make_plan(ruleset_of(tmp_path, text), 2)) == "secured in after(…)"


LARGE = """\
dsl: 1
title: Large numbers
pack: french
seats: 4
deal: {hand: 4, table: 4, refill: 0}
values: {any: 1}
actions:
  trail: {play: card, to: table}
awards:
  much: {points: 1000 * 999999}
  less: {points: 1 - 1000 * 999999 if us = side(leader) else 0 - 1000 * 999999}
match: {rounds: 1, tie: draw}
"""


def test_the_squares_of_large_numbers_are_exact(tmp_path: Path) -> None:
    """They do not fit into a word, and are what intervals are made of; what is written of them is read again."""
    ruleset = ruleset_of(tmp_path, LARGE)
    assert_identical(ruleset, 4, 3, faults=False)
    tally = native_block(Task(ruleset, 4, "round", ("random",) * 4, 1), 0, 3).tally
    assert max(tally.squares) > 2**64
    assert tally_from_json(json.loads(json.dumps(asdict(tally)))) == tally


# ---- ends that come up rarely

STUCK = Path(__file__).parents[1] / "simulate" / "stuck.yaml"


@pytest.mark.parametrize(("unit", "seats"), [("round", 2), ("match", 3)])
def test_stuck_rounds_are_the_same(unit: Unit, seats: int) -> None:
    ruleset = load(STUCK).ruleset
    assert_identical(ruleset, seats, 60, unit, faults=False)
    reference = ReferenceRunner(Task(ruleset, seats, unit, ("random",) * seats, 1))
    block = native_block(reference.task, 0, 60)
    stuck = block.tally.sums[reference.layout.column("stuck")]
    assert 0 < stuck < block.tally.sums[reference.layout.column("rounds")]
    column = reference.layout.column("stuck")
    first = next(u for u, row in enumerate(block.rows or ()) if row[column])
    assert block.tally.first_stuck == first
    later = native_block(reference.task, first + 1, 20).tally.first_stuck
    assert later is not None
    assert later > first


def test_passing_by_choice_ends_a_round_too(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, STUCK.read_text() + "turn: play?\n")
    assert_identical(ruleset, 2, 40, faults=False)
    runner = ReferenceRunner(Task(ruleset, 2, "round", ("random",) * 2, 1))
    assert runner.block(0, 40).tally.sums[runner.layout.column("stuck")] > 20


WON = """
dsl: 1
extends: cassino
events:
  three of a kind: {on: hands dealt, when: round > 1, do: for s in sides do if s = side(leader) then win s}
"""


def test_a_match_won_at_the_deal_counts(tmp_path: Path) -> None:
    """A match that an effect wins while a later round is dealt is won: that round is scored and counted like any."""
    ruleset = ruleset_of(tmp_path, WON)
    assert_identical(ruleset, 2, 10, "match", faults=False)
    runner = ReferenceRunner(Task(ruleset, 2, "match", ("random",) * 2, 1))
    block = runner.block(0, 5, records=True)
    wins = runner.layout.column("wins")
    assert sum(block.tally.sums[wins : wins + 2]) + block.tally.sums[runner.layout.column("ties")] == 5
    assert all(record["winner"] == 2 for record in block.records or ())
