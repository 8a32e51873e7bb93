"""What has no meaning is refused where it stands: types that do not go together, and numbers that may be nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cassino_dsl.check.scope import BUILT, CHOICE, Scope
from cassino_dsl.pipeline import load_variant
from cassino_dsl.ruleset.types import Type
from tests.properties.test_expressions import read, rich_draft

SCOPE = Scope(CHOICE | BUILT)
PARTS = {"taken_first": Type.CARDS, "taken_next": Type.CARDS}  # of a play
REFUSED = [
    ("2c in {2c, rank(card)}", "this is a rank, in a set of"),
    ("hand = table", "cards cannot be compared with items"),
    ("builds = hand", "builds cannot be compared with cards"),
    ("{1, 2} = 1", "set of numbers cannot be compared with a number"),
    ("n_seat(one_seat) in {1, 2}", "this number may be nothing, and a number is needed here"),
    ("n_seat(one_seat) > 0", "this number may be nothing, and a number is needed here"),
    ("n_build(first(i in table | true)) > 0", "this number may be nothing, and a number is needed here"),
    ("any(i in table | n_build(i) > 0)", "this number may be nothing, and a number is needed here"),
    ("groups(first(i in table | true)) > 0", "this number may be nothing, and a number is needed here"),
    ("value(built) > 0", "this number may be nothing, and a number is needed here"),
    ("matched(b in builds | value(b) = 7)", "this is yes or no, and cards is needed"),
    ("any(g in {2} | total(hand) + g = 15)", "a set of numbers and a number make no sum"),
    ("any(g in {2} | 15 = g + total(hand))", "a set of numbers and a number make no sum"),
    ("total(hand) + {2} = 15", "set of numbers cannot be compared with a number"),
    ("matched(b in builds | table)", "this is items, and cards is needed"),
    ("between(n_seat(one_seat), 1) > 0", "this number may be nothing, and a number is needed here"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_does_not_fit_is_refused(text: str, message: str) -> None:
    _, faults = read(rich_draft(), text, Type.BOOL, SCOPE)
    assert [f[: len(message)] for f in faults] == [message]


TAKEN = [
    "n_seat(one_seat) = 1",
    "or_else(n_seat(one_seat), 0) in {1, 2}",
    "all(b in builds | n_build(b) > 0 and value(b) > 1 and groups(b) > 0)",
    "any(i in {first(c in loose | true)} + builds | i in table)",
    "one_seat = none",
    "matched(b in builds | {c in hand | matched(n in value(c, hand) | kept)})",
    "any(c in hand | matched(b in builds | hand - {c}))",
    "any(c in hand | value(c, hand) + value(c, table) = value(c, pile) - value(c, hand))",
    "any(c in hand | value(c, hand) + total(loose) != total(loose))",
    "K in {2..3, 2} or (K if one_seat = leader else A) not in {2, 3}",
    "(K if one_seat = leader else A) = (2 if one_seat = leader else 3)",
    "taken_first = taken_next and taken_first != taken_first",
]


@pytest.mark.parametrize("text", TAKEN)
def test_what_fits_is_taken(text: str) -> None:
    _, faults = read(rich_draft(), text, Type.BOOL, replace(SCOPE, parts=PARTS))
    assert faults == []


@pytest.mark.parametrize(
    "calls", ["of(leader) > of(somebody)", "of(somebody) < of(leader)", "of(somebody) = 1 and of(somebody) > 0"]
)
def test_a_term_is_checked_for_what_it_is_called_with(calls: str, tmp_path: Path) -> None:
    """A number that is there for one argument may be nothing for another."""
    file = tmp_path / "variant.yaml"
    file.write_text(
        "dsl: 1\nextends: cassino\nmemory: {somebody: {is: seat}, n: {is: int, of: seat}}\n"
        f'terms: {{of(s): n(s)}}\nrules: {{r: "{calls}"}}\n',
        encoding="utf-8",
    )
    found = load_variant(str(file)).report.diagnostics
    said = [d.span.text for d in found if d.severity == "error" and d.span]
    assert said == ["of(somebody)"]
