"""An author's own words for sentences of the rulebook: they hold as long as the rule does, and not a day longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.choices import try_choices
from cassino_dsl.describe.rulebook import rulebook, wording_without_place, words_in_force
from cassino_dsl.describe.ruleset_text import ruleset_yaml
from cassino_dsl.describe.wording import Reworded
from cassino_dsl.ruleset.model import Wording
from cassino_dsl.ruleset.span import Source
from cassino_dsl.ruleset.wording import brings_facts
from cassino_dsl.targets import open_target

PLACE = Source("x.yaml", "").whole()


def reworded(lines: list[str], **words: str | list[str]) -> list[str]:
    return of(lines, {key.replace("_", " "): value for key, value in words.items()})


def of(lines: list[str], words: dict[str, str | list[str]]) -> list[str]:
    said = [Wording(k, tuple(v) if isinstance(v, list) else (v,), PLACE) for k, v in words.items()]
    return Reworded(said).lines(lines)


def test_whole_sentences_are_replaced_and_nothing_else() -> None:
    lines = ["One. Two three. Four.", "* **Name.** Two three.", "1. Two three.", "Not Two three.", "Two three. five"]
    assert of(lines, {"Two three.": "2."}) == [
        "One. 2. Four.", "* **Name.** 2.", "1. 2.", "Not Two three.", "2. five",
    ]  # fmt: skip
    assert of(["One. Two."], {"One.": "A.", "One. Two.": "B."}) == ["B."]
    assert of(["One. Two.", "* One. Two."], {"One.": ""}) == ["Two.", "* Two."]
    assert of(["One two."], {"One": "x", "two.": "y"}) == ["One two."]


def test_what_is_left_empty_is_left_out_with_its_heading() -> None:
    lines = ["### Gone", "", "A.", "", "* **B.** C.", "", "### Kept", "", "D. A."]
    assert [line for line in of(lines, {"A.": "", "C.": ""}) if line] == ["### Kept", "D."]


def test_cells_of_tables_are_replaced_whole() -> None:
    assert of(["| a | most of it | b \\| c |"], {"most of it": "all", "b": "x"}) == ["| a | all | b \\| c |"]
    assert of(["| a | most |"], {"a": ["1", "2"]}) == ["| 1 2 | most |"]


def test_rows_may_be_replaced_as_a_whole() -> None:
    rows = ["| a | b \\| c |", "| a | x |"]
    assert of(["|---|---|", *rows], {"x": "y"}) == ["|---|---|", rows[0], "| a | y |"]
    assert of(rows, {"| a | b \\| c |": "| 1 | *2* |", "a": "z"}) == ["| 1 | *2* |", "| z | x |"]


def test_a_line_may_become_a_table() -> None:
    table = ["| way | card |", "|---|---|", "| **A** | *b* <c> |"]
    assert of(["* **A**: b.", "C."], {"**A**: b.": table}) == [
        "", "| way | card |", "| --- | --- |", "| **A** | *b* \\<c\\> |", "", "C.",
    ]  # fmt: skip


def test_headings_have_words_of_their_own(tmp_path: Path) -> None:
    assert of(["### Increase", "", "x."], {"Increase": "Raise"}) == ["### Raise", "", "x."]
    (tmp_path / "family.yaml").write_text(SCOPA + '  "The deal": Dealing\n', encoding="utf-8")
    book = rulebook(load(str(tmp_path / "family.yaml")).ruleset, "markdown")
    assert "\n## Dealing\n" in book
    assert "## The deal" not in book


def test_a_list_is_lines_under_each_other() -> None:
    assert of(["* A. B."], {"A. B.": ["C:", "* d", "* e"]}) == ["* C:", "  * d", "  * e"]


def test_what_follows_a_list_is_no_part_of_its_last_line() -> None:
    assert of(["A. B."], {"A.": ["C:", "* d"]}) == ["C:", "", "* d", "", "B."]
    assert of(["* A. B."], {"A.": ["C:", "* d"]}) == ["* C:", "  * d", "", "  B."]


def test_words_are_put_in_once() -> None:
    """What replaces a sentence is not looked at again: nothing grows."""
    assert reworded(["A."], **{"A.": "B. B.", "B.": "A. A."}) == ["B. B."]


def test_words_of_a_file_are_text() -> None:
    assert of(["A."], {"A.": "<b>x</b> [y](z) *so* `code`"}) == ["\\<b\\>x\\</b\\> \\[y\\](z) *so* \\`code\\`"]


def test_examples_keep_their_words() -> None:
    assert of(["> A.", "A."], {"A.": "B."}) == ["> A.", "B."]


SCOPA = """\
dsl: 1
extends: scopa
title: Family Scopa
wording:
  "In a tie for *Cards*, *Coins* or *Primiera*, nobody gets those points.": "If two are level, nobody scores."
"""


@pytest.mark.parametrize(
    ("change", "holds"), [("", True), ("awards: {cards: {tie: {each: 1}}}\n", False), ("match: {target: 21}\n", True)]
)
def test_as_soon_as_the_rule_is_another_it_is_told_in_the_words_of_the_program(
    change: str, holds: bool, tmp_path: Path
) -> None:
    file = tmp_path / "family.yaml"
    file.write_text(SCOPA + change, encoding="utf-8")
    ruleset = load(str(file)).ruleset
    assert ("If two are level, nobody scores." in rulebook(ruleset)) is holds
    assert (not {w for w in wording_without_place(ruleset) if w.span.file == str(file)}) is holds


def test_words_without_place_are_found(tmp_path: Path) -> None:
    file = tmp_path / "family.yaml"
    file.write_text(SCOPA + '  "No such sentence.": "Gone."\n', encoding="utf-8")
    target = open_target(str(file), None, (), ())
    assert target.loaded.ruleset is not None
    try_choices(target, target.loaded.ruleset, target.report)
    assert [(d.code.slug, d.span and d.span.text) for d in target.report.diagnostics] == [
        ("never-reached", '"No such sentence."')
    ]


def test_words_are_written_out_with_the_ruleset(tmp_path: Path) -> None:
    file = tmp_path / "family.yaml"
    file.write_text(SCOPA + '  "A *b*: “c” \'d\'.": [E, "* f: g"]\n', encoding="utf-8")
    ruleset = load(str(file)).ruleset
    again = tmp_path / "again.yaml"
    again.write_text(ruleset_yaml(ruleset), encoding="utf-8")
    pairs = [{w.said: w.better for w in words_in_force(r)} for r in (ruleset, load(str(again)).ruleset)]
    assert pairs[0] == pairs[1]
    assert set(pairs[0]) == {w.said for w in ruleset.wording}


def test_a_house_rule_brings_its_own_words_and_replaces_those_beneath(tmp_path: Path) -> None:
    (tmp_path / "family.yaml").write_text(SCOPA, encoding="utf-8")
    words = SCOPA.replace("extends: scopa", "house: true").replace("nobody scores", "it is void")
    (tmp_path / "void.yaml").write_text(words, encoding="utf-8")
    loaded = load(str(tmp_path / "family.yaml"), [str(tmp_path / "void.yaml")])
    assert "If two are level, it is void." in rulebook(loaded.ruleset)


LOTS, SIX, MANY = (
    "Draw lots for the first dealer.",
    "There are six deals; draw lots for the first dealer.",
    "There are many deals; draw lots for the first dealer.",
)
ABOVE = "dsl: 1\nextends: family\n"


@pytest.mark.parametrize(
    ("rules", "options", "change", "same"),
    [
        ([], {}, "", True),
        ([], {"target": 16}, "", True),
        (["asso-pigliatutto"], {}, "", True),
        ([], {}, "about: x\nrules: {no aces: card != As}\n", True),
        ([], {}, "about: x\nawards: {cards: {points: 2}}\n", True),
        ([], {}, "deal: {hand: 1}\n", False),
        ([], {}, "seats: 2\n", False),
    ],
)
def test_words_that_say_more_hold_where_what_they_speak_of_is_the_same(
    rules: list[str], options: dict[str, int], change: str, same: bool, tmp_path: Path
) -> None:
    """Three cards to each of two players, six times: not where another number is dealt."""
    (tmp_path / "above.yaml").write_text(ABOVE + change, encoding="utf-8")
    for better, more in ((SIX, False), (MANY, True)):
        (tmp_path / "family.yaml").write_text(SCOPA + f'  "{LOTS}": {better}\n', encoding="utf-8")
        name = "above" if change else "family"
        assert (better in rulebook(load(str(tmp_path / f"{name}.yaml"), rules, **options).ruleset)) is (same or more)


def test_words_that_name_another_action_fall_with_it(tmp_path: Path) -> None:
    """What stands with one action and names another holds as long as both are the same."""
    said = "It stays on the table; you may do this even if it could take something."
    words = SCOPA.replace("scopa", "cassino") + f'  "{said}": Lay it down. If you would rather take, see *Capture*.\n'
    (tmp_path / "family.yaml").write_text(words, encoding="utf-8")
    for change, same in (
        ("actions: {capture: {play: card where rank(card) != 2}}", False),
        ("match: {target: 5}", True),
    ):
        (tmp_path / "above.yaml").write_text(f"{ABOVE}{change}\n", encoding="utf-8")
        assert ("see *Capture*" in rulebook(load(str(tmp_path / "above.yaml")).ruleset)) is same


def test_words_that_name_cards_fall_with_what_cards_count(tmp_path: Path) -> None:
    """Court cards take no part in sums, until the king counts thirteen: then this is no longer said of one way only."""
    said = "With a jack, queen or king you may take only one or three cards or builds at once."
    for better in ("One king or three.", "One or three here."):
        words = SCOPA.replace("scopa", "cassino") + f'  "{said}": {better}\n'
        (tmp_path / "family.yaml").write_text(words, encoding="utf-8")
        assert better in rulebook(load(str(tmp_path / "family.yaml")).ruleset)
        for change, stands in (("match: {target: 5}", True), ("values: {K: 13}", False)):
            (tmp_path / "above.yaml").write_text(f"{ABOVE}{change}\n", encoding="utf-8")
            assert (better in rulebook(load(str(tmp_path / "above.yaml")).ruleset)) is stands


def test_a_sentence_left_out_comes_back_where_its_section_is_another(tmp_path: Path) -> None:
    said = "After each round the points are added to the score."
    (tmp_path / "family.yaml").write_text(SCOPA + f'  "{said}": ""\n', encoding="utf-8")
    assert said not in rulebook(load(str(tmp_path / "family.yaml")).ruleset)
    for change, same in (("rules: {no aces: card != As}", True), ("match: {target: 5}", False)):
        (tmp_path / "above.yaml").write_text(f"{ABOVE}{change}\n", encoding="utf-8")
        assert (said not in rulebook(load(str(tmp_path / "above.yaml")).ruleset)) is same


def test_where_the_nearest_words_fall_those_beneath_hold(tmp_path: Path) -> None:
    (tmp_path / "family.yaml").write_text(SCOPA + f'  "{LOTS}": {MANY}\n', encoding="utf-8")
    (tmp_path / "above.yaml").write_text(ABOVE + f'wording:\n  "{LOTS}": {SIX}\n', encoding="utf-8")
    (tmp_path / "top.yaml").write_text("dsl: 1\nextends: above\ndeal: {hand: 1}\n", encoding="utf-8")
    assert SIX in rulebook(load(str(tmp_path / "above.yaml")).ruleset)
    book = rulebook(load(str(tmp_path / "top.yaml")).ruleset)
    assert MANY in book
    assert SIX not in book


def test_words_of_a_base_may_be_removed(tmp_path: Path) -> None:
    (tmp_path / "family.yaml").write_text(SCOPA, encoding="utf-8")
    key = SCOPA.split('"')[1]
    (tmp_path / "above.yaml").write_text(ABOVE + f'wording: {{"{key}": removed}}\n', encoding="utf-8")
    assert "If two are level" not in rulebook(load(str(tmp_path / "above.yaml")).ruleset)
    (tmp_path / "above.yaml").write_text(ABOVE + 'wording: {"No such.": removed}\n', encoding="utf-8")
    found = open_target(str(tmp_path / "above.yaml"), None, (), ()).report.diagnostics
    assert [d.code.slug for d in found] == ["nothing-to-remove"]


@pytest.mark.parametrize(
    ("said", "better", "brings"),
    [
        ("A card is taken.", "One card is taken.", False),
        ("A card is taken.", "Take two cards.", True),
        ("two cards", "both cards, two of them", False),
        ("all kings", "the king", False),
        ("all cards", "the knaves", True),
        ("all cards", "the coins", True),
        ("all cards", "all, by *Capture*", True),
        ("by **Capture**", "all, by *Capture*", False),
        ("all cards", "capture all", False),
        ("up to 11", "up to eleven", False),
        ("up to 11", "up to twelve", True),
        ("all cards", "", True),
        ("a king takes one or three", "one or three", True),
        ("by *Capture*, with a king", "with a king", False),
        ("all cards", "* all *at once*\n* by *Capture*", True),
    ],
)
def test_facts(said: str, better: str, brings: bool) -> None:
    scopa = load("scopa").ruleset
    assert brings_facts(said, [better], scopa.pack, [a.name for a in scopa.actions]) is brings
