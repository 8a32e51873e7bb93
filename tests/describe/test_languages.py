"""Rulebooks in other languages: whole, or not at all, with the places named that have no text there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.languages.language import LANGUAGES, Language
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.targets import open_target

SHIPPED = sorted(path.name.split(".")[:2] for path in folder("variants").glob("*.??.yaml"))


def load(variant: str, *settings: str, rules: tuple[str, ...] = ()) -> Ruleset:
    made = tuple(one for text in settings if (one := setting(text)) is not None)
    found = load_variant(variant, rules, made).ruleset
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "language"), SHIPPED)
def test_what_is_shipped_in_a_language_is_whole(name: str, language: str) -> None:
    ruleset = load(name)
    texts = Texts(ruleset, language)
    book = rulebook(ruleset, texts=texts)
    assert texts.missing() == []
    english = {*rulebook(ruleset).splitlines()} - {f"# {ruleset.title}"}
    source = " ".join(ruleset.source.split())
    same = [line for line in book.splitlines() if line in english and line != source and re.search("[a-z]", line)]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    assert Language(language).words.keys() == Language("en").words.keys()


GAME = "dsl: 1\nextends: scopa\n"
ITALIAN = """\
dsl: 1
text_of: mine
title: Mia
about: Una scopa.
awards:
  cards: {called: Le carte, text: la maggioranza}
match: {text: 'Vince chi ha {target} punti, o {7d} o {J}.'}
"""


def write(folder: Path, game: str = GAME, italian: str = ITALIAN) -> str:
    (folder / "mine.yaml").write_text(game, encoding="utf-8")
    (folder / "mine.it.yaml").write_text(italian, encoding="utf-8")
    return str(folder / "mine.yaml")


def test_texts_lie_beside_each_file_and_hold_as_in_english(tmp_path: Path) -> None:
    file = write(tmp_path)
    texts = Texts(load(file, "target=3"), "it")
    assert texts.title("mine", "") == "Mia"
    assert texts.at("match") == "Vince chi ha tre punti, o sette di denari o fante."
    assert texts.name("awards.cards", "Cards") == "Le carte"
    assert texts.at("awards.coins") is not None  # of scopa.it.yaml
    assert Texts(load(file), "de").at("match") is None
    rule = tmp_path / "rule.yaml"
    rule.write_text("dsl: 1\nhouse: true\nover: mine\nmatch: {winner: lowest}\n", encoding="utf-8")
    changed = Texts(load(file, rules=(str(rule),)), "it")
    assert changed.at("match") is None
    assert changed.at("awards.cards") == "la maggioranza"


def test_an_inline_text_of_a_language_is_read_without_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(GAME + "match: {text: {en: to {{}}, it: a 11}}\n".replace("{{}}", "11"))
    texts = Texts(load(str(tmp_path / "mine.yaml")), "it")
    assert texts.at("match") == "a 11"


def test_a_card_that_a_text_names_has_to_be_the_same_in_any_language(tmp_path: Path) -> None:
    file = write(tmp_path, italian="dsl: 1\ntext_of: mine\nawards: {settebello: {text: il sette di denari o un re}}\n")
    rule = tmp_path / "rule.yaml"
    rule.write_text("dsl: 1\nhouse: true\nover: mine\nvalues: {K: 13}\n", encoding="utf-8")
    assert Texts(load(file), "it").at("awards.settebello") == "il sette di denari o un re"
    assert "un re" not in (Texts(load(file, rules=(str(rule),)), "it").at("awards.settebello") or "")


FAULTS = {
    "dsl: 1\ntext_of: mine\nawards: {gold: {text: X}}\n": "text-of-nothing",
    "dsl: 1\ntext_of: mine\nawards: {gold: {called: X}}\n": "text-of-nothing",
    "dsl: 1\ntext_of: mine\nawards: {cards: {points: 3}}\n": "unknown-key",
    "dsl: 1\ntext_of: mine\nawards: {cards: {text: [X]}}\n": "wrong-node",
    "dsl: 1\ntext_of: mine\nmatch: {text: '{point}'}\n": "text-placeholder",
    "dsl: 1\ntext_of: mine\nmatch: {text: '# X'}\n": "text-markdown",
    "dsl: 1\ntext_of: scopa\nmatch: {text: X}\n": "text-of-another",
    "text_of: mine\nmatch: {text: X}\n": "dsl-version",
    "dsl: 1\ntext_of: mine\nmatch: {text: {X\n": "yaml-syntax",
}


@pytest.mark.parametrize("italian", FAULTS)
def test_a_file_of_texts_is_validated(italian: str, tmp_path: Path) -> None:
    write(tmp_path, italian=italian)
    found = open_target(str(tmp_path / "mine.it.yaml"), None, (), ()).report.diagnostics
    assert [d.code.slug for d in found] == [FAULTS[italian]]


def test_a_faulty_file_of_texts_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    for italian in FAULTS:
        ruleset = load(write(tmp_path, italian=italian))
        assert rulebook(ruleset, texts=Texts(ruleset, "it")).startswith("# ")


def test_what_is_amiss_in_a_file_of_texts_is_known_and_its_places_are_named_as_in_the_file(tmp_path: Path) -> None:
    for italian in FAULTS:
        ruleset = load(write(tmp_path, italian=italian))
        assert FAULTS[italian] in [d.code.slug for d in Texts(ruleset, "it").findings]
    ruleset = load(write(tmp_path, game=GAME + "about: Mine.\n", italian="dsl: 1\ntext_of: mine\n"))
    texts = Texts(ruleset, "it")
    rulebook(ruleset, texts=texts)
    assert {"title", "about"} <= set(texts.missing())
    assert not any("files" in place for place in texts.missing())
    assert not Texts(load("scopa"), "it").findings
