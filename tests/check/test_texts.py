"""Texts at clauses: where they may stand, what is read from them, and how those of several files go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl.language.compose.library import is_shipped
from cassino_dsl.language.pipeline import Loaded, load_variant
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.texts import Slot
from tests.beside import beside

EXTENDS = "dsl: 1\nextends: cassino\n"


def load(folder: Path, text: str, *with_rules: str) -> Loaded:
    file = folder / "mine.yaml"
    file.write_text(EXTENDS + text, encoding="utf-8")
    return load_variant(str(file), with_rules)


def ruleset_of(loaded: Loaded) -> Ruleset:
    assert not loaded.report.failed, [d.message for d in loaded.report.diagnostics]
    assert loaded.ruleset is not None
    return loaded.ruleset


def texts(ruleset: Ruleset, language: str = "en") -> dict[str, str]:
    """By place, the nearest text but for those of shipped files, with its placeholders as they are written."""
    found: dict[str, str] = {}
    for text in ruleset.texts:
        if text.kind == "text" and text.language == language and not is_shipped(Path(text.of)):
            said = "".join(f"<{p.text}>" if isinstance(p, Slot) else p for p in text.parts)
            found.setdefault(text.place, said)
    return found


PLACES = beside(__file__, "text_places.yaml")


@pytest.mark.parametrize("place", PLACES)
def test_a_text_may_stand_at_every_clause_and_changes_nothing_that_is_played(place: str, tmp_path: Path) -> None:
    with_text = ruleset_of(load(tmp_path, PLACES[place]))
    without = PLACES[place].replace(", text: X", "").replace("text: X", "")
    alone = "}}}" in without or "{}" in without or "text" in without  # what it says is its text alone
    rest = without if place.startswith("zones") or not alone else ""
    assert texts(with_text) == {place: "X"}
    assert with_text == ruleset_of(load(tmp_path, rest))


def test_parts_and_terms_in_the_mapping_form_are_what_they_are(tmp_path: Path) -> None:
    plain = """
terms: {low(c): "rank(c) in {2..4}", worth(c): {7d: 1, 2..4: 2}}
actions: {capture: {take: {groups: any groups g of loose where v in total(g) and count(g) < 4}}}
rules: {low: low(card) implies worth(card) < 3}
"""
    mapped = """
terms:
  low(c): {is: "rank(c) in {2..4}", text: a low card}
  worth(c): {is: {7d: 1, 2..4: 2}, text: what it is worth}
actions:
  capture: {take: {groups: {is: any groups g of loose where v in total(g) and count(g) < 4, text: small groups}}}
rules: {low: {must: low(card) implies worth(card) < 3}}
"""
    one, other = ruleset_of(load(tmp_path, plain)), ruleset_of(load(tmp_path, mapped))
    assert one == other
    assert texts(other) == {
        "terms.low": "a low card",
        "terms.worth": "what it is worth",
        "actions.capture.take.groups": "small groups",
    }


def test_a_term_with_a_text_may_have_its_rows_beside_it(tmp_path: Path) -> None:
    rule = "rules: {low: worth(card) < 3}\n"
    beside = ruleset_of(load(tmp_path, rule + "terms: {worth(c): {text: X, 7d: 1, 2..4: 2}}"))
    assert beside == ruleset_of(load(tmp_path, rule + "terms: {worth(c): {7d: 1, 2..4: 2}}"))


def test_a_house_rule_and_a_file_that_extends_add_to_the_texts_beneath(tmp_path: Path) -> None:
    (tmp_path / "under.yaml").write_text(
        EXTENDS + "match: {text: under}\ndeal: {text: 'under {hand}'}\ntext: {cards: under}\n", encoding="utf-8"
    )
    file = tmp_path / "over.yaml"
    file.write_text("dsl: 1\nextends: under\ndeal: {text: over, at_a_time: 1}\ntext: {turn: over}\n", encoding="utf-8")
    house = tmp_path / "rule.yaml"
    house.write_text(
        "dsl: 1\nhouse: true\nover: under\ndeal: {text: 'rule {table}'}\nmatch: {text: removed}\n", encoding="utf-8"
    )
    assert texts(ruleset_of(load_variant(str(file)))) == {
        "deal": "over",
        "turn": "over",
        "match": "under",
        "cards": "under",
    }
    laid = ruleset_of(load_variant(str(file), (str(house),)))
    assert texts(laid) == {"deal": "rule <table>", "turn": "over", "cards": "under"}
    assert [Path(text.of).stem for text in laid.texts if text.place == "deal" and text.kind == "text"][:3] == [
        "rule",
        "over",
        "under",
    ]
    assert {Path(text.over).stem for text in laid.texts if text.over} == {"under"}


def test_what_is_not_there_cannot_be_removed(tmp_path: Path) -> None:
    found = load(tmp_path, "text: {round: removed}\ndeal: {text: 'X {hand}'}").report.diagnostics
    assert [(d.code.slug, d.message) for d in found] == [("nothing-to-remove", "there is no text of `round` to remove")]


def test_a_text_has_a_version_for_each_language(tmp_path: Path) -> None:
    found = ruleset_of(load(tmp_path, "match: {text: {en: 'to {target}', it: 'a {target}'}}"))
    assert texts(found) == {"match": "to <target>"}
    assert texts(found, "it") == {"match": "a <target>"}


def test_placeholders_are_constants_of_the_clause_or_of_the_game(tmp_path: Path) -> None:
    said = "match: {text: '{target} {7d} {1 + 1} {{x}} {score(us)} {nonsense} {1 +} {'}"
    text = next(t for t in ruleset_of(load(tmp_path, said)).texts if t.place == "match" and t.kind == "text")
    known = {slot.text: (slot.key, slot.expr is not None) for slot in text.slots}
    assert known == {
        "target": ("target", True),
        "7d": ("", True),
        "1 + 1": ("", True),
        "score(us)": ("", False),
        "nonsense": ("", False),
        "1 +": ("", False),
    }
    assert text.said.endswith("{")
    assert "{x}" in text.said
    assert [slot.span.text for slot in text.slots] == [slot.text for slot in text.slots]
