"""Printing an expression and reading it again gives the same expression, whatever the expression."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassino_dsl.language.check.actions import kinds_of_one_card
from cassino_dsl.language.check.check_context import Draft
from cassino_dsl.language.check.expressions import read_expression
from cassino_dsl.language.check.memory import read_memory_types
from cassino_dsl.language.check.pack import read_pack
from cassino_dsl.language.check.scope import Scope
from cassino_dsl.language.check.scoring import award_names
from cassino_dsl.language.check.terms import read_sources
from cassino_dsl.language.check.zones import read_zones
from cassino_dsl.language.compose.compose import compose
from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.expr import Call, Expr, Name, Quantified, Type, print_expr, walk
from cassino_dsl.language.ruleset.model import KINDS, Ruleset
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.parser import WRITTEN, parse
from cassino_dsl.language.syntax.tree import Scalar
from tests.properties.expressions import OFFERS, RICH, grown

TYPES = [Type.BOOL, Type.INT, Type.CARD, Type.CARDS, Type.BUILD, Type.ITEMS, Type.RANK, Type.SEAT, Type.VALUES]


def draft_of(variant: str, report: Report) -> Draft:
    """What the checker knows of a variant before it reads an expression."""
    composed = compose(variant, (), (), report)
    assert composed is not None
    draft = Draft(composed, report, read_pack(composed.tree.get("pack"), report))
    draft.options = {o.name: o for o in composed.options}
    draft.seats = (2,)
    draft.action_names = tuple(key.text for key, _ in draft.section("actions") or ())
    draft.award_names = award_names(draft)
    read_memory_types(draft)
    read_sources(draft)
    read_zones(draft)
    return draft


@cache
def rich_draft() -> Draft:
    """A variant with memory, options and terms of every type."""
    report = Report()
    draft = draft_of(str(RICH), report)
    assert not report.failed
    return draft


def read(draft: Draft, text: str, type: Type, scope: Scope) -> tuple[Expr | None, list[str]]:
    """The typed expression of a text, and what is wrong with it."""
    draft.report = report = Report()
    source = Source("text", text)
    span = Span(source, 0, len(text))
    expr = read_expression(draft, Scalar(text, span, span), scope, type)
    return expr, [d.message for d in report.diagnostics if d.severity == "error"]


def text_and_type(seed: int) -> tuple[str, Type]:
    rng = random.Random(seed)
    type = rng.choice(TYPES)
    return grown(rng, type, rng.randint(1, 6)), type


def prints_and_reads(seed: int) -> Expr | None:
    text, type = text_and_type(seed)
    draft, scope = rich_draft(), Scope(OFFERS)
    if len(text) > WRITTEN.length:
        return None
    expr, faults = read(draft, text, type, scope)
    assert not faults, f"{text}: {faults}"
    assert expr is not None
    printed = print_expr(expr)
    again, faults = read(draft, printed, type, scope)
    assert not faults, f"{text} is printed as {printed}: {faults}"
    assert again == expr, f"{text} is printed as {printed}"
    assert again is not None
    assert print_expr(again) == printed
    assert len(printed) <= len(text) + 2  # no brackets that the text did without
    return expr


@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=300, deadline=None)
def test_print_and_read(seed: int) -> None:
    prints_and_reads(seed)


@pytest.mark.parametrize("rest", ["", " and true", " and (true and true)", " and true and false"])
def test_what_always_holds_of_groups_is_printed_too(rest: str) -> None:
    text = f"count(group g of loose | 18 in total(g){rest})"
    expr, _ = read(rich_draft(), text, Type.INT, Scope(OFFERS))
    assert expr is not None
    assert read(rich_draft(), print_expr(expr), Type.INT, Scope(OFFERS))[0] == expr


@pytest.mark.long
def test_print_and_read_many() -> None:
    for seed in range(50_000):
        prints_and_reads(seed)


@pytest.mark.ci
def test_the_grower_knows_every_form() -> None:
    """The generated expressions reach (nearly) every function and form, so that the property means something."""
    seen: Counter[str] = Counter()
    for seed in range(1_500):
        expr = prints_and_reads(seed)
        for part in walk(expr) if expr is not None else ():
            if isinstance(part, Call):
                seen[part.row.word] += 1
            elif isinstance(part, Quantified):
                seen[f"{part.row.word}(…|…)"] += 1
            elif isinstance(part, Name):
                seen["a name"] += 1
    for form in (
        "and or implies not if eq ne lt le gt ge in not_in plus minus times div mod negative set range term memory "
        "count known or_else before after value total cards groups rank suit pips rival_tops earned secured"
    ).split():
        assert seen[form], form
    for operator in "any all count sum max min first filter".split():
        assert seen[f"{operator}(…|…)"], operator
    assert seen["a name"]


# ---- the expressions of the shipped variants


def rule_texts(ruleset: Ruleset) -> list[Expr]:
    found = [rule.must for rule in ruleset.rules] + [check.must for check in ruleset.checks]
    found += [e for p in ruleset.preferences for e in (p.prefer, p.over, p.among) if e is not None]
    return found


@pytest.mark.parametrize("variant", shipped_variants())
@pytest.mark.share(2)
def test_rules_of_the_shipped_variants(variant: str) -> None:
    ruleset = load_variant(variant).ruleset
    assert ruleset is not None
    draft = draft_of(variant, Report())
    scope = Scope(OFFERS).of_plays(kinds_of_one_card(draft), KINDS)
    for expr in rule_texts(ruleset):
        again, faults = read(draft, print_expr(expr), Type.BOOL, scope)
        assert not faults
        assert again == expr


# ---- every text has one reading, however many brackets and blanks it has


@given(seed=st.integers(0, 2**64 - 1), blanks=st.lists(st.sampled_from([" ", "  ", "\n   ", "\t"]), min_size=1))
@settings(max_examples=50, deadline=None)
def test_blanks_mean_nothing(seed: int, blanks: list[str]) -> None:
    text, type = text_and_type(seed)
    words = text.split(" ")
    spread = "".join(w + blanks[i % len(blanks)] for i, w in enumerate(words))
    if len(spread) <= WRITTEN.length:
        draft = rich_draft()
        assert read(draft, spread, type, Scope(OFFERS))[0] == read(draft, text, type, Scope(OFFERS))[0]


@given(text=st.text(alphabet="(){}|,.=<>+-*:; \n01AJKasd10d\u00b2é\"'", max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("expression", "effect", "part", "pattern", "selector", "numbers", "binding", "played", "target"):
        report = Report()
        source = Source("text", text)
        span = Span(source, 0, len(text))
        ast = parse(start, Scalar(text, span, span), report)
        assert (ast is None) == report.failed
        for diagnostic in report.diagnostics:
            assert diagnostic.span is not None
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
