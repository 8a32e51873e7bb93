"""What is proposed where somebody writes: most of the time in the middle of what can't be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from editor.marked import HERE, at_mark

from cassino_dsl.analysis.examples.expectations import KEYS, SEEN
from cassino_dsl.faces.editor.completion import complete
from cassino_dsl.faces.editor.kinds import KINDS
from cassino_dsl.faces.editor.shapes import words_beside
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.visible import owner_of, words_of
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import CLAUSES, Either, Fields, Named, Shape, Text
from tests.beside import beside

CASES = beside(__file__, "completions.yaml")


def text_of(case: dict[str, Any]) -> str:
    text = str(case["text"])
    return text if text.startswith("dsl") or text == "‸" else f"dsl: 1\nextends: cassino\n{text}"


@pytest.mark.parametrize("case", CASES, ids=[repr(case["text"])[-40:] for case in CASES])
def test_proposals(case: dict[str, Any]) -> None:
    analysis, at = at_mark(text_of(case))
    found = complete(analysis, at)
    labels = [one.label for one in found]
    assert labels[: len(case.get("first", ()))] == case.get("first", [])
    assert case.get("inserts", inserts := [one.insert for one in found]) == inserts
    assert [name for name in case.get("has", ()) if name not in labels] == []
    assert [name for name in case.get("not", ()) if name in labels] == []
    assert all(one.start <= at <= one.end for one in found)
    clauses = [one.label for one in found if one.kind != "snippet"]
    assert len(clauses) == len(set(clauses)), "one entry for each word"


def test_what_is_taken_reads() -> None:
    """The first proposals at the end of a rule, put there, make a rule that reads."""
    text = "dsl: 1\nextends: cassino\nrules:\n  x: kind = trail implies rank(card) != ‸\n"
    analysis, at = at_mark(text)
    for one in complete(analysis, at)[:13]:
        changed = analysis.text[: one.start] + one.insert + analysis.text[one.end :]
        assert not at_mark(changed[: one.start] + "‸" + changed[one.start :])[0].report.failed, one


def test_keys_open_what_they_stand_in() -> None:
    """Where keys are to stand as a value they come in braces; the first of a list of clauses brings its dash."""
    analysis, at = at_mark("dsl: 1\nextends: cassino\nmemory:\n  seen: ‸")
    assert complete(analysis, at)[0].insert == "{is: $1}"
    analysis, at = at_mark("dsl: 1\nextends: cassino\nexamples:\n  ‸")
    assert complete(analysis, at)[0].insert == "- name: "


def test_words_say_what_they_mean() -> None:
    analysis, at = at_mark("dsl: 1\nextends: cassino\nrules:\n  x: ‸\n")
    rank = next(one for one in complete(analysis, at) if one.label == "rank")
    assert rank.insert == "rank(${1:card})"
    assert rank.snippet
    assert "`rank(card) -> rank`" in rank.about


@pytest.mark.parametrize("base", ["cassino", "scopa"])
def test_snippets_read(base: str, tmp_path: Path) -> None:
    """A snippet that is taken can be laid over a variant without a word."""
    for section in ("events", "actions", "awards", "rules"):
        analysis, at = at_mark(f"dsl: 1\nextends: {base}\n{section}:\n  ‸")
        snippets = [one for one in complete(analysis, at) if one.kind == "snippet"]
        assert snippets
        for one in snippets:
            body = one.insert.replace("${1:", "").replace("}:", ":", 1).replace("\\}", "}").replace("\\$", "$")
            file = tmp_path / "mine.yaml"
            file.write_text(analysis.text[: one.start] + body + "\n", "utf-8")
            assert not [d.message for d in load_variant(str(file)).report.diagnostics], one


def test_a_game_is_written_of_what_is_proposed() -> None:
    """Who knows no word of the language finds whole files where nothing stands, and the usual clauses of a game."""
    for begun in ("", "# yaml-language-server: $schema=variant.schema.json\ndsl: 1\n"):
        analysis, at = at_mark(f"{begun}‸\n")
        files = [one for one in complete(analysis, at) if one.detail == "a file"]
        assert [one.label for one in files] == ["a small game", "a variant of another", "a house rule"]
        for one in files:
            text = begun + re.sub(r"\\([\\$}])", r"\1", one.insert)
            assert at_mark(f"{text}‸")[0].report.diagnostics == [], one
    text = "dsl: 1\ntitle: Mine\nmemory: {last_capturer: {is: seat}}\n"
    usual = ("actions", ["capture", "trail"]), ("awards", ["cards", "aces"]), ("events", ["last capture", "leftovers"])
    for section, names in usual:
        analysis, at = at_mark(f"{text}{section}:\n  ‸")
        assert [one.label for one in complete(analysis, at)][: len(names)] == names
    analysis, at = at_mark(f"{text}actions:\n  trail: {{play: card, to: table}}\n  ‸")
    assert "trail" not in [one.label for one in complete(analysis, at)]
    for laid in ("extends: cassino", "house: true"):  # what lies beneath has these already
        analysis, at = at_mark(f"dsl: 1\n{laid}\nawards:\n  ‸")
        assert [one.label for one in complete(analysis, at)].count("cards") == 1


def test_unsaved_bases_count() -> None:
    """A base that is open and not saved is read as it stands there."""
    base = HERE.with_name("house.yaml")
    text = "dsl: 1\nextends: house\nrules:\n  x: n‸\n"
    analysis, at = at_mark(text, texts={base: "dsl: 1\nextends: cassino\nterms:\n  new_here: count(hand)\n"})
    assert "new_here" in [one.label for one in complete(analysis, at)]


def test_files_beside_are_named() -> None:
    texts = {
        HERE.with_name("our-game.yaml"): "dsl: 1\nextends: cassino\n",
        HERE.with_name("our-rule.yaml"): "dsl: 1\nhouse: true\n",
        HERE.with_name("our-game.de.yaml"): "dsl: 1\ntext_of: our-game\n",
    }
    named = {}
    for key in ("extends", "with"):
        analysis, at = at_mark(f"dsl: 1\n{key}: ‸", texts=texts)
        named[key] = [one.label for one in complete(analysis, at) if one.detail == "beside this file"]
    assert named == {"extends": ["our-game"], "with": ["our-rule"]}


def test_parts_of_positions_are_those_that_are_compared() -> None:
    """What the table of keys says of `after` and `sees` is what examples can expect of them."""
    assert set(CLAUSES["AFTER"].names()) == set(KEYS)
    assert set(CLAUSES["SEEN"].names()) == set(SEEN)


def test_every_kind_of_the_table_is_known() -> None:
    """Kinds of texts and names that `grammar/shape.yaml` has in detail are such as proposals are made of."""
    known = {*KINDS, *STARTS, "text", "int", "bool", "word", "names", "identifier", "language"}
    assert {kind for clause in CLAUSES.values() for kind in _kinds(clause)} <= known


def test_words_of_sight_are_those_that_the_checker_knows() -> None:
    for key in CLAUSES["VISIBLE"].keys:
        owner = owner_of(key.name, ())
        assert set(words_beside(key.detail)) == set(words_of(key.name, owner)), key.name


def _kinds(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Text):
        yield "word" if shape.words else shape.reads
    elif isinstance(shape, Fields):
        yield shape.rest_names
        for below in (*(key.detail or key.shape for key in shape.keys), *([shape.rest] if shape.rest else ())):
            yield from _kinds(below)
    elif isinstance(shape, Either):
        yield from (*_kinds(shape.text), *_kinds(shape.other))
    else:
        yield from (*_kinds(shape.shape), *([shape.names] if isinstance(shape, Named) else ()))
