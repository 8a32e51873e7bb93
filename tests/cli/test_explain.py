"""`cassino explain`: codes, and words of the language."""

from __future__ import annotations

from cli.conftest import Cassino


def test_a_word_of_the_language(cassino: Cassino) -> None:
    ran = cassino("explain", "matched")
    assert ran.code == 0
    assert "matched(x in S | …) -> yes or no   (quantifier)" in ran.out
    assert "whether every member can be given a card of its set" in ran.out
    assert "for example, in variants/" in ran.out


def test_all_meanings_of_a_word(cassino: Cassino) -> None:
    answer = cassino("explain", "points", "--format", "json").json
    assert {m["kind"] for m in answer["meanings"]} == {"function", "key"}
    assert {"kind", "form", "about", "where", "example", "place"} == set(answer["meanings"][0])


def test_events_effects_operators_and_keys(cassino: Cassino) -> None:
    assert "on: turn over   (event)" in cassino("explain", "turn over").out
    assert "do: shuffle ZONE   (effect)" in cassino("explain", "shuffle").out
    assert "if A, then B" in cassino("explain", "implies").out
    assert "actions.NAME.owes   (key)" in cassino("explain", "owes").out


def test_forms_of_what_is_played_and_taken(cassino: Cassino) -> None:
    assert "play: all cards   (form)\n  the whole hand" in cassino("explain", "all cards").out
    assert "take: maximal groups g of S where C   (form)" in cassino("explain", "maximal groups").out
    assert "to: build N   (form)" in cassino("explain", "build").out


def test_codes_stay(cassino: Cassino) -> None:
    assert "CAS012 unknown-card (error)" in cassino("explain", "unknown-card").out
    assert set(cassino("explain", "CAS012", "--format", "json").json) >= {"code", "name", "severity", "text"}


def test_what_is_neither_gets_a_proposal(cassino: Cassino) -> None:
    for word, near in (("mached", "matched"), ("unknown-crad", "unknown-card"), ("turn ovr", "turn over")):
        ran = cassino("explain", word)
        assert ran.code == 2
        assert f"did you mean `{near}`?" in ran.err


def test_without_a_word_all_are_listed(cassino: Cassino) -> None:
    out = cassino("explain").out
    assert "CAS012" in out
    assert "quantifiers: any, all, count" in out
    assert "effects: :=" in out
