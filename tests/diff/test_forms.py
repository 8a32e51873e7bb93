"""The algebra beneath the normal form: it never makes two different conditions or numbers one."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cassino_dsl.diff.linear import below_zero, linear, plus, zero
from cassino_dsl.diff.logic import FALSE, TRUE, Form, both, choose, either, negation, oneof

WHOLE = ("x", "y", "z")
ATOMS: list[Form] = [("name", "p"), ("name", "q")]
NUMBERS: list[Form] = [("name", "m"), ("count", ("hand",), TRUE)]
WORLDS = [
    {"p": p, "q": q, "of": of, "m": m, "count": n}
    for p in (False, True)
    for q in (False, True)
    for of in WHOLE
    for m in (-2, 0, 1, 3)
    for n in (0, 1, 2)
]


def numbers() -> st.SearchStrategy[tuple[Form, Any]]:
    """Forms of numbers, each with its value in a world."""
    leaves = st.sampled_from(
        [
            (NUMBERS[0], lambda w: w["m"]),
            (NUMBERS[1], lambda w: w["count"]),
            (("lit", 2), lambda w: 2),
            (("lit", -1), lambda w: -1),
        ]
    )

    def grow(inner: Any) -> Any:
        return st.builds(
            lambda a, b, k: (plus(a[0], b[0], k), lambda w: a[1](w) + k * b[1](w)),
            inner,
            inner,
            st.integers(-2, 2),
        )

    return st.recursive(leaves, grow, max_leaves=4)


def conditions() -> st.SearchStrategy[tuple[Form, Any]]:
    """Forms of conditions, each with its truth in a world."""
    choices = st.sets(st.sampled_from(WHOLE)).map(
        lambda some: (oneof(("name", "c"), some, WHOLE), lambda w: w["of"] in some)
    )
    atoms = st.sampled_from([(ATOMS[0], lambda w: w["p"]), (ATOMS[1], lambda w: w["q"])])
    compared = numbers().flatmap(
        lambda n: st.sampled_from(
            [(below_zero(n[0]), lambda w: n[1](w) < 0), (zero(n[0]), lambda w: n[1](w) == 0)],
        )
    )

    def grow(inner: Any) -> Any:
        return st.one_of(
            st.builds(lambda a, b: (both((a[0], b[0])), lambda w: a[1](w) and b[1](w)), inner, inner),
            st.builds(lambda a, b: (either((a[0], b[0])), lambda w: a[1](w) or b[1](w)), inner, inner),
            inner.map(lambda a: (negation(a[0]), lambda w: not a[1](w))),
            st.builds(
                lambda t, a, b: (choose(t[0], a[0], b[0], True), lambda w: a[1](w) if t[1](w) else b[1](w)),
                inner,
                inner,
                inner,
            ),
        )

    return st.recursive(st.one_of(atoms, choices, compared), grow, max_leaves=8)


def truth(form: Form, world: dict[str, Any]) -> Any:
    """The value of a form in a world, straight from what its operators mean."""
    op = form[0]
    if form in (TRUE, FALSE):
        return form == TRUE
    if op == "and":
        return all(truth(f, world) for f in form[1:])
    if op == "or":
        return any(truth(f, world) for f in form[1:])
    if op == "not":
        return not truth(form[1], world)
    if op == "oneof":
        return world["of"] in form[2]
    if op == "within":
        value = truth(form[1], world)
        return any((low is None or value >= low) and (high is None or value <= high) for low, high in form[2])
    if op in ("below_zero", "zero"):
        value = truth(form[1], world)
        return value < 0 if op == "below_zero" else value == 0
    if op == "linear":
        return form[1] + sum(times * truth(term, world) for term, times in form[2])
    if op == "lit":
        return form[1]
    return world[form[1]] if op == "name" else world["count"]


@given(conditions())
def test_a_condition_keeps_its_meaning(case: tuple[Form, Any]) -> None:
    form, meant = case
    for world in WORLDS:
        assert bool(truth(form, world)) == bool(meant(world)), (form, world)


@given(numbers())
def test_a_number_keeps_its_value(case: tuple[Form, Any]) -> None:
    form, meant = case
    for world in WORLDS:
        assert truth(form, world) == meant(world), (form, world)


@given(conditions())
def test_twice_no_is_yes(case: tuple[Form, Any]) -> None:
    assert negation(negation(case[0])) == case[0]


def test_counts_of_faces_are_one_count() -> None:
    def count(*faces: str) -> Form:
        return ("count", ("pile",), oneof(("var", 0), faces, WHOLE))

    assert plus(count("x"), count("y")) == count("x", "y")
    assert plus(plus(count("x"), count("y")), count("z")) == ("count", ("pile",), TRUE)
    assert plus(count("x", "y"), count("y", "z")) == linear(0, {count("x", "z"): 1, count("y"): 2})
    assert plus(count("x"), count("x"), -1) == ("lit", 0)
