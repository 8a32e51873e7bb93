"""An expression and its normal form have one value: in positions from play, also where numbers meet their bounds."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.moving import frame_of
from cassino_dsl.engine.reference.play import Frame
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.language.check.scope import CHOICE, Scope
from cassino_dsl.language.core.normal import Normalizer
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.expr import Call, Expr, Quantified, Type, print_expr, walk
from cassino_dsl.language.ruleset.operators import GROUP_QUANTIFIERS, TERMS
from cassino_dsl.language.ruleset.simplify import Facts
from tests.beside import beside
from tests.properties.expressions import grown, rich
from tests.properties.test_expressions import read, rich_draft

SCOPE = Scope(CHOICE)


@cache
def engine() -> Engine:
    return Engine(make_plan(rich(), 2))


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
    """What the text says; None where it has no meaning before a play is made, uses terms, or tries all groups."""
    expr, faults = read(rich_draft(), text, type, SCOPE)
    rows = {e.row for e in walk(expr) if isinstance(e, Call | Quantified)} if expr is not None else set()
    return None if faults or rows & {*TERMS, *GROUP_QUANTIFIERS} else expr


@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=150, deadline=None)
def test_a_form_has_the_value_of_what_it_is_made_from(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        type = rng.choice([Type.BOOL, Type.BOOL, Type.INT])
        expr = expression(grown(rng, type, rng.randint(1, 4), CHOICE), type)
        if expr is not None:
            form = form_of(expr)
            assert values(form) == values(expr), f"{print_expr(expr)}  is not  {print_expr(form)}"


# ---- one thing said in several ways, and things that only look alike

CASES = beside(__file__, "forms.yaml")


@pytest.mark.parametrize(("one", "other"), CASES["same"])
def test_one_thing_has_one_form(one: str, other: str) -> None:
    a, b = _both(one, other)
    assert print_expr(form_of(a)) == print_expr(form_of(b))
    assert values(a) == values(b)


@pytest.mark.parametrize(("one", "other"), CASES["different"])
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
