"""Numbers in C: sets of them are one word where none can hold a number past 63, and what cards count for is asked of
all cards at once; both change no game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.engine.native.translation_unit import unit
from cassino_dsl.language.core.passes import core_of
from tests.native.compare import assert_identical, needs_compiler, ruleset_of

TEXT = """\
dsl: 1
title: Numbers
pack: french
seats: 2
deal: {{hand: 4, table: 4}}
values: {{A..10: pips, J: 5, Q: 7, K: {king}}}
terms:
  price(c): {{"As, Ah": 9000000, "2c, 3c, 4c": 7000000, "Kd": -3}}
  worst(c): {{"As": -2, "Ah, Ad": -1, any: -7}}
actions:
  take:
    play: card
    let: {{w: "value(card, hand)", v: "value(kept, hand)", t: "{sum}"}}
    take:
      base: one group g of loose where t in total(g) and count(g) <= 2
      more: any groups g of loose where {total}
    to: pile
  build:
    play: card
    let: {{v: "value(kept, hand)", w: "value(card, hand)"}}
    take: {{join: all b in builds where value(b) = v, base: one c in loose where v - w in value(c)}}
    to: build v
  trail: {{play: card, to: table}}
awards:
  many: {{points: "1 if 2 * count(pile) in {{70, count(pile) + 40, 128, 130}} else 0"}}
  dear: {{points: "sum(c in pile | 1000 * price(c)) div 9000000"}}
  best: {{points: "max(c in pile | price(c)) div 1000000 + min(c in pile | worst(c)) + max(c in pile | worst(c))"}}
match: {{rounds: 2}}
"""
KINGS = {  # what a king counts for, the total that is asked for, that of the other groups: is one word enough?
    "a sum at the limit": (31, "{v + w, v - w}", "t - v in total(g)", True),
    "a sum past it": (32, "{v + w, v - w}", "t - v in total(g)", False),
    "less than it": (40, "{v - w, v - 1}", "11 - v in total(g)", True),
    "more than nothing known": (20, "{v + count(loose)}", "v in total(g)", False),
    "twice past it": (60, "{v, v + 60}", "v in total(g)", False),
    "all that lies there, of which a little is asked": (60, "{v, w}", "v in total(g) and 31 not in total(loose)", True),
    "all that lies there, of which more is asked": (60, "{v, w}", "v in total(g) and 64 not in total(loose)", False),
    "a number that was announced": (31, "{v, w}", "v in total(g) and not any(b in builds | 7 in {value(b)})", True),
}


@pytest.mark.share(2)
@needs_compiler
@pytest.mark.parametrize(("king", "sum", "total", "narrow"), list(KINGS.values()), ids=list(KINGS))
def test_numbers_are_the_same_in_one_word(king: int, sum: str, total: str, narrow: bool, tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, TEXT.format(king=king, sum=sum, total=total))
    assert f"#define NARROW {int(narrow)}" in unit(core_of(ruleset, 2))
    assert_identical(ruleset, 2, 4, "match", faults=False)


BOUND = """\
dsl: 1
pack: french
seats: 2
deal: {hand: 6, table: 4, refill: 0}
values: {any: "{1, 14}"}
actions:
  name_a_total: {play: stock card, let: {u: "total(hand, build)"}, to: hand, step: first}
  trail: {play: card, to: table}
turn: first? play
awards: {}
match: {rounds: 1, tie: draw}
"""


@needs_compiler
def test_a_name_may_stand_for_a_total(tmp_path: Path) -> None:
    """Six cards come to as much as 84, seven to 98."""
    ruleset = ruleset_of(tmp_path, BOUND)
    assert "#define NARROW 0" in unit(core_of(ruleset, 2))
    assert_identical(ruleset, 2, 4, "match", faults=False)


def test_shipped_variants_have_small_numbers() -> None:
    some = "cassino traditional-cassino royal-cassino scopa african-cassino mulle pasur escoba buckeye"
    for ruleset in (load(name).ruleset for name in some.split()):
        assert "#define NARROW 1" in unit(core_of(ruleset, ruleset.seats[0])), ruleset.name
