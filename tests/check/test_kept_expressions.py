"""A file that is loaded with another value of an option comes to what it comes to where nothing was read before."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.pipeline import Loaded, load_variant
from cassino_dsl.language.ruleset.document import word_of
from cassino_dsl.language.syntax import read_source

VARIANT = """\
dsl: 1
extends: scopa
options:
  many: {is: int, from: 0, to: 3, default: 1, about: how many}
  other: {is: bool, default: false, about: whether otherwise}
terms:
  idle: 3
  worth(c): many if suit(c) = coins else 0
  all_worth: sum(c in pile(us) | worth(c))
awards:
  worth: {points: 1, if: all_worth > 2}
  again: {points: 1, if: all_worth > 3 or other}
  odd: {points: 1, if: "count({c in pile(us) | suit(c) = coins}) > many and 1 = 1"}
"""
FAULTY = VARIANT + "  even: {points: 1, if: all_worths > 2}\nrules: {gone: removed}\n"
CHOICES = ("", "many=3", "many=0", "other=true", "", "many=3")


def _load(variant: str, chosen: str) -> Loaded:
    made = setting(chosen)
    return load_variant(variant, (), (made,) if made else ())


def _anew(variant: str, chosen: str) -> Loaded:
    """The same as its first reading."""
    read_source._kept.cache_clear()
    return _load(variant, chosen)


def _said(loaded: Loaded) -> list[tuple[str, str]]:
    return [(d.message, d.span.text if d.span else "") for d in loaded.report.diagnostics]


@pytest.mark.parametrize("text", [VARIANT, FAULTY])
def test_the_values_of_options_are_all_that_differs(text: str, tmp_path: Path) -> None:
    path = tmp_path / "worth.yaml"
    path.write_text(text, encoding="utf-8")
    again = [_load(str(path), chosen) for chosen in CHOICES]
    fresh = [_anew(str(path), chosen) for chosen in CHOICES]
    assert [one.ruleset for one in again] == [one.ruleset for one in fresh]
    assert list(map(_said, again)) == list(map(_said, fresh))
    assert all((one.ruleset is None) == (text is FAULTY) and _said(one) for one in fresh)


@pytest.mark.parametrize("variant", ["scopa", pytest.param("royal-cassino", marks=pytest.mark.ci)])
def test_of_shipped_variants(variant: str) -> None:
    ruleset = load_variant(variant).ruleset
    assert ruleset is not None
    choices = [f"{o.name}={word_of(v)}" for o in ruleset.options for v in (o.values[0], o.values[-1])]
    again = [_load(variant, chosen).ruleset for chosen in choices]
    assert again == [_anew(variant, chosen).ruleset for chosen in choices]
    assert None not in again


def test_what_no_option_decides_is_read_once() -> None:
    one, other = (_load("scopa", f"target={target}").ruleset for target in (16, 31))
    assert one is not None
    assert other is not None
    assert one.match.target != other.match.target
    assert all(a.points is b.points for a, b in zip(one.awards, other.awards, strict=True))
