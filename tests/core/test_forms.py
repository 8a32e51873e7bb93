"""An expression and its normal form have one value: in positions from play, also where numbers meet their bounds."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassino_dsl import load
from cassino_dsl.check.scope import CHOICE, Scope
from cassino_dsl.core.normal import Normalizer
from cassino_dsl.engine.ahead import frame_of
from cassino_dsl.engine.frame import Frame
from cassino_dsl.engine.game import Engine
from cassino_dsl.engine.mix import match_key
from cassino_dsl.plan.make import make_plan
from cassino_dsl.ruleset.expr import Call, Expr, Type, print_expr, walk
from cassino_dsl.ruleset.operators import TERMS
from cassino_dsl.ruleset.simplify import Facts
from tests.properties import expressions
from tests.properties.expressions import Grower
from tests.properties.test_expressions import read, rich_draft

SCOPE = Scope(CHOICE)


@cache
def engine() -> Engine:
    rich = Path(expressions.__file__).parent / "rich.yaml"
    return Engine(make_plan(load(rich).ruleset, 2))


@cache
def frames() -> list[Frame]:
    """Plays about to be made in positions from play, with much and little in memory."""
    rng, found = random.Random(7), []
    for unit in range(8):
        key = match_key(1, unit)
        state: Any = engine().new_match(key)
        for _ in range(12):
            plays = engine().legal(state)
            seen = state.copy()
            for name in ("n_match", "n_side", "n_seat"):
                many = rng.choice([0, 1, 3, -2, 10**9, -(10**9)])
                seen.memory[name] = many if name == "n_match" else [many, rng.choice([0, 2, 10**9])]
            seen.memory["flag"] = rng.random() < 0.5
            seen.memory["one_seat"] = rng.choice([None, 0, 1])
            seen.memory["one_rank"] = rng.choice([None, "7", "K"])
            play = rng.choice(plays)
            if seen.builds and play.kind == "trail":
                seen.zones, seen.loose = {**seen.zones, "aside": [seen.loose]}, []  # builds alone on the table
            found.append(frame_of(engine().evaluate, seen, play))
            state = engine().play(state, rng.choice(plays))
    return found


def form_of(expr: Expr) -> Expr:
    plan = engine().plan
    pack = plan.ruleset.pack
    faces = tuple(f.text for f in pack.faces)
    return Normalizer(pack, faces, tuple(a.name for a in plan.actions), Facts(pack))(expr)


def values(expr: Expr) -> list[Any]:
    worked = engine().evaluate(expr)
    return [worked(f) for f in frames()]


def expression(text: str, type: Type) -> Expr | None:
    """What the text says; None where it has no meaning before a play is made, or uses terms."""
    expr, faults = read(rich_draft(), text, type, SCOPE)
    if faults or expr is None or any(isinstance(e, Call) and e.row in TERMS for e in walk(expr)):
        return None
    return expr


@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=150, deadline=None)
def test_a_form_has_the_value_of_what_it_is_made_from(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        type = rng.choice([Type.BOOL, Type.BOOL, Type.INT])
        expr = expression(Grower(rng).grow(type, rng.randint(1, 4)), type)
        if expr is not None:
            form = form_of(expr)
            assert values(form) == values(expr), f"{print_expr(expr)}  is not  {print_expr(form)}"


# ---- one thing said in several ways, and things that only look alike

SAME = [
    ("count(loose) > 1", "not count(loose) in {0, 1}"),
    (
        "2 * count(c in hand | c = 10d) + count(c in hand | rank(c) = A)",
        "sum(c in hand | 2 if c = 10d else pips(c) div 1 if rank(c) = A else 0)",
    ),
    ("n_match + 3 - count(hand) < 5", "2 > n_match - count(hand)"),
    ("all(b in builds | n_build(b) = 1)", "not any(b in builds | n_build(b) != 1)"),
    ("after(count(hand) + round)", "round + after(count(hand))"),
    (
        "matched(b in {b in builds | value(b) > 3 and groups(b) = 1} | hand + loose)",
        "matched(x in {y in {z in builds | groups(z) = 1} | not value(y) <= 3} | loose + hand)",
    ),
    ("flag and quick implies n_match > 0", "n_match >= 1 or not flag"),
]
DIFFERENT = [
    ("any(i in table | i = i)", "any(i in loose | true)"),
    ("9999999 * n_match - 9999999 * n_seat(me)", "9999999 * (n_match - n_seat(me))"),
    ("(n_match * 9999999) * 2 - n_match * 9999999", "n_match * 9999999"),
    ("sum(s in seats | 9999999 * n_seat(s))", "9999999 * sum(s in seats | n_seat(s))"),
    ("first(c in hand + loose | true) = 7c", "first(c in loose + hand | true) = 7c"),
    ("count(after(loose)) > 3", "count(loose) > 3"),
    ("count(hand) > count(loose)", "count(hand) >= count(loose)"),
    ("600 * n_match + 600 * n_match + 300 * n_match - 300 * n_match", "600 * n_match + 600 * n_match"),
    ("count(c in loose + loose | true)", "2 * count(loose)"),
    ("first(r in {K, Q} | true) = K", "first(r in {Q, K} | true) = K"),
    ("all(i in taken | rank(i) not in {J, Q, K})", "all(i in taken | rank(i) in {A..10})"),
    ("all(i in table | known(colour(i)))", "true"),
    ("rank(top(loose + hand)) = A", "rank(top(hand + loose)) = A"),
    ("not one_rank in {A..10}", "one_rank in {J..K}"),
    ("matched(n in {1..3} | loose)", "all(n in {1..3} | any(c in loose | true))"),
    ("matched(c in loose | hand)", "not matched(c in loose | hand)"),
    ("first(c in hand | false) = first(c in loose | false)", "true"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_thing_has_one_form(one: str, other: str) -> None:
    a, b = _both(one, other)
    assert print_expr(form_of(a)) == print_expr(form_of(b))
    assert values(a) == values(b)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_differs_somewhere_has_two_forms(one: str, other: str) -> None:
    a, b = _both(one, other)
    assert values(a) != values(b)
    assert print_expr(form_of(a)) != print_expr(form_of(b))
    assert values(form_of(a)) == values(a)
    assert values(form_of(b)) == values(b)


def _both(*texts: str) -> list[Expr]:
    """Two conditions, or two numbers: a text that is no condition is read as a number."""
    found = []
    for text in texts:
        expr = expression(text, Type.BOOL) or expression(text, Type.INT)
        assert expr is not None, text
        found.append(expr)
    return found
