"""Rulebooks: every clause of every shipped variant is in words, with no piece of the language left."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from cassino_dsl import load
from cassino_dsl.compose.library import shipped_variants
from cassino_dsl.describe.rulebook import rulebook


@pytest.mark.parametrize("name", shipped_variants())
def test_markdown_speaks_of_every_clause(name: str) -> None:
    ruleset = load(name).ruleset
    text = rulebook(ruleset)
    assert text.startswith("# ")
    for section in ("## Players and cards", "## The deal", "## A turn", "## Scoring", "## The match"):
        assert section in text
    for action in ruleset.actions:
        assert f"### {action.name.replace('_', ' ').capitalize()}" in text
    for rule in ruleset.rules:
        assert rule.name.split()[-1] in text
    for seats in ruleset.seats:
        assert f"| {seats} |" in text
    assert not re.search(r"`[a-z_]+\(", text), "a call is shown as it is written"


@pytest.mark.parametrize("name", shipped_variants())
def test_html_is_well_formed(name: str) -> None:
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag not in ("meta", "br", "hr"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    page = rulebook(load(name).ruleset, "html")
    Checker().feed(page)
    assert not open_tags
    assert "<h2>Scoring</h2>" in page


def test_options_that_are_off_leave_no_trace() -> None:
    text = rulebook(load("scopa").ruleset)
    assert "fewest cards" not in text.split("## Options")[0]
    assert "fewest cards" in rulebook(load("scopa", fewest=True).ruleset).split("## Options")[0]


def test_hostile_text_stays_text() -> None:
    import dataclasses

    ruleset = dataclasses.replace(load("cassino").ruleset, title="<script>alert(1)</script> *x* | y")
    assert "<script>" not in rulebook(ruleset, "html")


def test_examples_are_told() -> None:
    example = {"name": "a seven", "table": "3c 4d", "hand": "7s", "expect": {"captures": {"7s": ["3c 4d"]}}}
    text = rulebook(load("cassino").ruleset, "markdown", [example])
    assert "On the table: 3c 4d. In the hand: 7s. 7s takes 3c 4d." in text
