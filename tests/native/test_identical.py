"""Both engines play the same games: the same plays in the same order, the same points, the same figures."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.game import CassinoError, Game
from cassino_dsl.pipeline import load_variant
from cassino_dsl.plan.make import make_plan
from cassino_dsl.simulate.engines import make_runner
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.runner import Task
from cassino_dsl.units.tally import tally_from_json
from tests.native.compare import (
    VARIANTS,
    assert_identical,
    house_rules,
    names,
    native_block,
    needs_compiler,
    quick_engine,
    supports,
)

pytestmark = needs_compiler

# one for each shape of game: builds, unions of ranks, no builds, acts in any number, two packs, a sweeper, jokers
SAMPLE = (
    "traditional-cassino",
    "cassino",
    "scopa",
    "african-cassino",
    "mulle",
    "tablanette",
    "zwicker",
    "pluck-cassino",
)


@pytest.mark.parametrize("name", [n for n in SAMPLE if n in names()])
@pytest.mark.share(2)
def test_rounds_are_the_same(name: str) -> None:
    ruleset = load(name).ruleset
    assert_identical(ruleset, ruleset.seats[0], 5)


@pytest.mark.parametrize("name", ["traditional-cassino", "scopa"])
def test_matches_and_greedy_players_are_the_same(name: str) -> None:
    ruleset = load(name).ruleset
    assert_identical(ruleset, 2, 2, "match")
    assert_identical(ruleset, 2, 2, "round", "greedy")


@pytest.mark.parametrize("name", names())
@pytest.mark.share(4)
def test_no_shipped_variant_needs_the_reference_engine(name: str) -> None:
    ruleset = load(name).ruleset
    for seats in ruleset.seats:
        assert supports(make_plan(ruleset, seats)) is None


def games_with_options(name: str) -> list[Game]:
    """The variant with each option at each other value, one at a time."""
    base = load(name)
    found = [base]
    for option in base.ruleset.options:
        if option.type == "bool":
            values: list[object] = [not option.value]
        elif option.type == "word":
            values = [c for c in option.choices if c != option.value]
        else:
            values = [v for v in (option.low, option.value + 1) if option.low <= v <= option.high and v != option.value]  # type: ignore[operator]
        for value in values:
            try:
                found.append(load(name, (), **{option.name: value}))
            except CassinoError:
                continue
    return found


def games_with_house_rules(name: str) -> list[Game]:
    """The variant with each house rule that fits it, alone and in pairs."""
    found: list[Game] = []
    fitting: list[str] = []
    for rule in house_rules():
        try:
            found.append(load(name, (rule,)))
        except CassinoError:
            continue
        fitting.append(rule)
    for pair in list(combinations(fitting, 2))[:6]:
        try:
            found.append(load(name, pair))
        except CassinoError:
            continue
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_options_and_house_rules_are_the_same(name: str) -> None:
    for game in [*games_with_options(name), *games_with_house_rules(name)]:
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
    file = tmp_path / "broken.yaml"
    file.write_text(text.replace("checks:\n", "checks:\n  never true: count(stock) > 60\n", 1))
    assert_identical(load(file).ruleset, 2, 2)
    fault = quick_engine(load(file).ruleset, 2).play(1, 0, 1, ("random", "random")).fault
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
    file = tmp_path / "sure.yaml"
    assert "\nrules:\n" in text
    file.write_text(text.replace("\nrules:\n", "\nrules:\n  sure: after(secured(us)) >= secured(us)\n", 1))
    assert supports(make_plan(load(file).ruleset, 2)) == "secured in after(…)"


LARGE = """\
dsl: 1
title: Large numbers
pack: french
seats: 4
deal: {hand: 4, table: 4, later: 0}
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
    file = tmp_path / "large.yaml"
    file.write_text(LARGE)
    ruleset = load(file).ruleset
    assert_identical(ruleset, 4, 3, faults=False)
    tally = native_block(Task(ruleset, 4, "round", ("random",) * 4, 1), 0, 3).tally
    assert max(tally.squares) > 2**64
    assert tally_from_json(tally.as_json(), layout_of(make_plan(ruleset, 4))) == tally
