"""Both engines meet the limits of searching in the same positions, however they go about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.engine.native.engine import NativeEngine
from cassino_dsl.engine.reference import limits
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.search import subsets
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.run_fault import RunFault
from tests.native.compare import needs_compiler, quick_engine, ruleset_of

HEAD = """\
dsl: 1
title: Limits
pack: french
seats: 2
deal: {hand: 4, table: 14, refill: 0}
values: {any: 1}
awards: {cards: {points: count(pile)}}
match: {rounds: 1}
actions:
  trail: {play: card, to: table}
"""
TAKE = "  take: {{play: card, take: {{groups: {}}}, to: pile}}\n"
GROUPS = """\
  take:
    play: card
    take: {{a: "one group g of {} where 7 in total(g)", b: "one group h of {} where 7 in total(h)"}}
    to: pile
"""
NOT_SEARCHED = {
    "nothing to take from": TAKE.format("some groups g of loose where run(g), build: one b in builds"),
    "all of it first": TAKE.format("any c in loose, whole: all c in loose, rest: one c in loose"),
    "many groups, and no others": GROUPS.format("loose", "{c in loose | rank(c) = A}"),
    "no others, and many groups": GROUPS.format("{c in loose | rank(c) = A}", "loose"),
    # both engines ask a condition as early as what it speaks of is known: each part that `and` joins by itself
    "a binding that a condition refuses": """\
  take:
    play: card
    let: {v: "{1..2}", w: seats}
    take: {groups: some groups g of loose where run(g)}
    to: pile
    when: v < 2 and side(w) = us and v > 1
""",
}
SEARCHED = TAKE.format("some groups g of loose where run(g), card: one c in loose")


@needs_compiler
@pytest.mark.parametrize("take", NOT_SEARCHED.values(), ids=NOT_SEARCHED)
def test_what_comes_to_nothing_is_not_searched(take: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PLAYS", 20)
    ruleset = ruleset_of(tmp_path, HEAD + take)
    native = quick_engine(ruleset, 2)
    for plan in (make_plan(ruleset, 2), core_of(ruleset, 2)):
        engine = Engine(plan)
        state = engine.new_match(match_key(1, 1))
        assert len(native.legal(state)) == len(engine.legal(state)) == 4


def test_what_is_searched_meets_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PLAYS", 20)
    ruleset = ruleset_of(tmp_path, HEAD + SEARCHED)
    for plan in (make_plan(ruleset, 2), core_of(ruleset, 2)):
        with pytest.raises(RunFault, match="more than 20 plays"):
            Engine(plan).new_match(match_key(1, 1))


HOPELESS = """\
  take:
    play: card
    let: {v: "{40}"}
    take:
      tried: one group g of loose where count(c in g | rank(c) = A) = 2
      total: some groups h of loose where v in total(h)
    to: pile
"""


@needs_compiler
def test_subsets_are_tried_before_totals_that_stand_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a total that no cards here can make: a fault does not hang on how well groups are searched for."""
    monkeypatch.setattr(limits, "MAX_ENUMERATED", 10)
    ruleset = ruleset_of(tmp_path, HEAD + HOPELESS)
    engine = Engine(make_plan(ruleset, 2))
    with pytest.raises(RunFault, match="all subsets of 14 items"):
        engine.new_match(match_key(1, 1))
    monkeypatch.setattr(limits, "MAX_ENUMERATED", 18)
    state = engine.new_match(match_key(1, 1))
    monkeypatch.setattr(limits, "MAX_ENUMERATED", 10)
    with pytest.raises(RunFault, match="all subsets of 14 items"):
        quick_engine(ruleset, 2).legal(state)


BOUNDED = """\
options: {few: {is: int, default: 2, from: 1, to: 9}}
terms: {small(g): "count(g) in {1, 2}"}
"""
# what says of a group how many members it has at most, and how many those are of fourteen cards that pass
FEW = {
    "count(g) = 3": (3, 364),
    "2 <= count(g) and 4 > count(g)": (3, 455),
    "not (count(g) > few) and count(g) != 1": (2, 91),
    "small(g)": (2, 105),
    "(count(g) = 1 or count(g) = 13) and count(g) * 2 < 20": (1, 14),
    "count(g) > 12": (None, 15),
    "count(c in g | suit(c) != clubs) < 1 and count(g) != 2": (None, None),
}


@needs_compiler
@pytest.mark.parametrize("where", FEW)
def test_of_groups_only_those_are_tried_that_are_small_enough(where: str, tmp_path: Path) -> None:
    most, number = FEW[where]
    take = f'  take: {{play: all cards, take: {{g: "one group g of loose where {where}"}}, to: pile}}\n'
    ruleset = ruleset_of(tmp_path, BOUNDED + HEAD + take)
    for plan in (make_plan(ruleset, 2), core_of(ruleset, 2)):
        engine, (part,) = Engine(plan), next(a for a in plan.actions if a.name == "take").parts
        assert part.most == most
        plays = taken_by_both(engine, quick_engine(ruleset, 2))
        assert number in (None, len(plays))


def taken_by_both(engine: Engine, native: NativeEngine) -> list[int]:
    """What legal plays take, as bits of cards."""
    state = engine.new_match(match_key(1, 1))
    taken = sorted(play.taken for play in native.legal(state) if play.taken)
    assert taken == sorted(mask for play in engine.legal(state) if (mask := sum(1 << c for c in play.taken())))
    return taken


@pytest.mark.parametrize("most", [None, 1, 2, 5, 6])
def test_subsets_come_in_one_order(most: int | None) -> None:
    every = [n for n in range(1, 1 << 6) if most is None or n.bit_count() <= most]
    assert list(subsets(6, most)) == every


@needs_compiler
def test_small_groups_of_a_full_table(tmp_path: Path) -> None:
    """Of thirty cards all groups of three are tried, and of eight there are too many."""
    head, few = HEAD.replace("table: 14", "table: 30"), "one group g of loose where count(g) <= 3"
    ruleset = ruleset_of(tmp_path, head + TAKE.format(few))
    assert len(taken_by_both(Engine(make_plan(ruleset, 2)), quick_engine(ruleset, 2))) == 4 * (30 + 435 + 4060)
    many = ruleset_of(tmp_path, head + TAKE.format(few.replace("<= 3", "<= 8")))
    with pytest.raises(RunFault, match="all subsets of 30 items; the limit is 19"):
        Engine(make_plan(many, 2)).new_match(match_key(1, 1))
    state = Engine(make_plan(ruleset, 2)).new_match(match_key(1, 1))
    with pytest.raises(RunFault, match="all subsets of 30 items; the limit is 19"):
        quick_engine(many, 2).legal(state)


LATE = """\
  take: {play: card, take: {groups: any groups g of loose where 1 in total(g)}, to: pile}
rules:
  of the card alone: kind = capture implies after(card in cards(8d))
"""


@needs_compiler
def test_a_condition_after_the_play_is_asked_of_plays_that_were_searched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the card alone decides it: no engine is spared a limit because it asked that earlier."""
    ruleset = ruleset_of(tmp_path, HEAD + LATE)
    engine, native = Engine(make_plan(ruleset, 2)), quick_engine(ruleset, 2)
    state = engine.new_match(match_key(1, 1))
    assert len(native.legal(state)) == len(engine.legal(state)) == 4
    monkeypatch.setattr(limits, "MAX_PLAYS", 20)
    quick_engine.cache_clear()  # the limits stand in the C
    native = quick_engine(ruleset, 2)
    state.plays = None  # as listed above
    for legal in (engine.legal, native.legal):
        with pytest.raises(RunFault, match="more than 20 plays"):
            legal(state)


@needs_compiler
def test_what_an_award_brings_has_the_limit_of_scores(tmp_path: Path) -> None:
    ruleset = ruleset_of(tmp_path, HEAD.replace("points: count(pile)", "points: 10 ^ 12"))
    said = "the points of `cards`, or the score with them, went past the limit of 1,000,000,000"
    engine = Engine(make_plan(ruleset, 2))
    for score in (quick_engine(ruleset, 2).score, engine.finish):
        with pytest.raises(RunFault, match=said):
            score(engine.new_match(match_key(1, 1)))
