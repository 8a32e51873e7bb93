"""When an author's text holds at a table: as long as its clause is the one that it was written for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.clauses import ClausesInForce
from cassino_dsl.language.ruleset.model import Ruleset
from tests.beside import beside

GAME = """\
dsl: 1
title: A game
pack: french
seats: 2..4
deal:
  hand: hand
  table: 4
  refill: min(hand, count(stock) div count(seats))
  text: Each player gets {hand} cards. {table} lie on the table.
values: {A: 1, 2..10: pips, "J, Q, K": none}
options:
  hand: {is: int, default: 4, from: 1, to: 4, text: how many cards are dealt}
  target: {is: int, default: 21, from: 1, to: 99, about: points that win}
  most: {is: int, default: 3, from: 1, to: 9, text: the limit of a group}
  alone: {is: bool, default: false, text: courts go alone}
  third: {is: word, default: none, choices: [none, low, high], text: threes}
memory:
  sweeps: {of: side, is: int, text: Note each sweep.}
terms:
  court(c): {is: "rank(c) in {J, Q, K}", text: "A *court card* is a jack, a queen or a king."}
  enough(g): {is: count(g) <= most, text: 'A group has at most {most} cards.'}
actions:
  capture:
    about: a card takes a group
    text: Your card takes one group that adds up to it.
    play: card
    let:
      v: value(card, hand)
    take: {group: {is: one group g of loose where v in total(g) and enough(g), text: one group}}
    to: pile
  pair:
    text: A jack, a queen or a king takes one card of its rank.
    play: card where court(card)
    take: {like: one c in loose where rank(c) = rank(card)}
    to: pile
  trail: {play: card, to: table, text: Otherwise you lay a card down.}
rules:
  small groups: {must: kind = capture implies count(taken) <= 3, text: You never take more than three cards.}
  courts alone: {must: alone and court(card) implies count(taken) <= 1, text: A court card takes one card alone.}
  threes: {must: "third = none or rank(card) != 3 or third = low and kind = trail", text: Threes take nothing.}
preferences:
  take: {prefer: kind = capture, over: kind = trail, text: "Who can *capture* or *pair*, must."}
events:
  sweep: {on: captured, when: count(table) = 0, do: sweeps(us) += 1, text: Clearing the table is a sweep.}
awards:
  cards: {points: 3, most: count(pile), text: "{points} points for the most cards"}
  aces: {each: A, points: 1, text: for each ace}
  sweeps: {points: sweeps(us), about: one for each sweep}
match: {target: target, text: 'The first side with {target} points wins.'}
text:
  cards: The usual pack.
  seats: From two to four.
  turn: Play one card.
  round: Until all is played.
  builds: There are none.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def ruleset(folder: Path, patch: str = "", *settings: str, house: bool = False) -> Ruleset:
    file = folder / "game.yaml"
    rules: tuple[str, ...] = ()
    if house:
        (folder / "rule.yaml").write_text(f"dsl: 1\nhouse: true\nover: game\n{patch}", encoding="utf-8")
        rules = (str(folder / "rule.yaml"),)
    elif patch:
        file = folder / "mine.yaml"
        file.write_text(f"dsl: 1\nextends: game\n{patch}", encoding="utf-8")
    made = [s for text in settings if (s := setting(text)) is not None]
    loaded = load_variant(str(file), rules, tuple(made))
    assert loaded.ruleset is not None, [d.message for d in loaded.report.diagnostics]
    return loaded.ruleset


def silent(found: Ruleset) -> set[str]:
    """The places whose texts do not hold, of clauses that are in force."""
    texts, clauses = Texts(found), ClausesInForce(found, found.chosen)
    told = {t.place for t in found.texts if t.kind == "text" and not clauses.is_off(t.place)}
    return {place for place in told if clauses.at(place) is not None and texts.at(place) is None}


def test_all_hold_in_the_game_that_they_were_written_for(folder: Path) -> None:
    found = ruleset(folder)
    assert silent(found) == set()
    assert Texts(found).at("deal") == "Each player gets four cards. Four lie on the table."
    assert Texts(found).at("match") == "The first side with 21 points wins."


PATCHES: dict[str, dict[str, Any]] = beside(__file__, "patches.yaml")


@pytest.mark.share(4)
@pytest.mark.parametrize("house", [False, True], ids=["extended", "laid over"])
@pytest.mark.parametrize("patch", PATCHES)
def test_a_text_holds_as_long_as_its_clause_is_the_same(patch: str, house: bool, folder: Path) -> None:
    assert silent(ruleset(folder, PATCHES[patch]["laid"], house=house)) == {*PATCHES[patch]["silent"]}


SETTINGS: dict[str, set[str]] = {
    "target=31": set(),
    "hand=2": {"round"},
    "most=2": {"actions.capture", "actions.capture.take.group"},  # which do not print it; the term does
    "alone=true": set(),
    "third=low": set(),
    "third=high": {"rules.threes"},
}


@pytest.mark.parametrize("choice", SETTINGS)
def test_options_are_put_in_and_what_is_printed_may_differ(choice: str, folder: Path) -> None:
    found = ruleset(folder, "", choice)
    assert silent(found) == SETTINGS[choice]
    if choice == "target=31":
        assert Texts(found).at("match") == "The first side with 31 points wins."
    if choice == "hand=2":
        assert Texts(found).at("deal") == "Each player gets two cards. Four lie on the table."


@pytest.mark.parametrize(
    "action",
    [
        "play: card where solo(card), take: {like: one c in loose where suit(c) = suit(card)}",
        "play: card, take: {like: one c in loose where solo(c)}",
        "play: card, take: {like: one c in loose where suit(c) = suit(card)}, when: lone",
    ],
)
def test_an_option_that_switches_an_action_on_through_a_term_is_found(action: str, folder: Path) -> None:
    terms = "terms: {solo(c): alone and rank(c) = K, lone: alone}"
    patch = f"{terms}\nactions: {{king: {{{action}, to: pile, text: A king takes a suit.}}}}"
    assert Texts(ruleset(folder, patch, "alone=true")).at("actions.king") == "A king takes a suit."
    off = ruleset(folder, patch)
    assert "king" not in ClausesInForce(off, off.chosen).actions


def test_a_number_of_seats_decides_what_is_printed(folder: Path) -> None:
    by_seats = "deal: {hand: 4 if count(seats) = 2 else 3}"
    assert silent(ruleset(folder, by_seats)) == {"deal", "round", "options.hand"}
    assert Texts(ruleset(folder, f"{by_seats}\nseats: 3\ntext: {{seats: Three.}}")).at("seats") == "Three."


def test_a_house_rule_brings_the_text_of_what_it_changes(folder: Path) -> None:
    found = ruleset(
        folder,
        "awards: {cards: {points: 1, tie: split, round: down, text: '{points} point for most, or half'}}\n"
        "rules: {no aces: {must: rank(card) != A, text: Aces stay in hand.}}\n",
        house=True,
    )
    assert silent(found) == set()
    assert Texts(found).at("awards.cards") == "One point for most, or half"
    assert Texts(found).at("rules.no aces") == "Aces stay in hand."


def test_the_text_of_a_house_rule_holds_over_another_game_as_far_as_that_says_the_same(folder: Path) -> None:
    (folder / "other.yaml").write_text(
        "dsl: 1\nextends: game\nterms: {court(c): 'rank(c) in {Q, K}'}\n", encoding="utf-8"
    )
    rule = folder / "rule.yaml"
    rule.write_text(
        "dsl: 1\nhouse: true\nover: game\nrules:\n"
        "  no courts: {must: not court(card), text: No courts.}\n"
        "  few: {must: count(taken) < 5, text: Never five.}\n",
        encoding="utf-8",
    )
    found = load_variant(str(folder / "other.yaml"), (str(rule),)).ruleset
    assert found is not None
    texts = Texts(found)
    assert texts.at("rules.no courts") is None
    assert texts.at("rules.few") == "Never five."


def test_one_line_accounts_stand_under_the_same_guard(folder: Path) -> None:
    texts = Texts(ruleset(folder, "awards: {sweeps: {points: 2 * sweeps(us)}}"))
    assert texts.about("awards.sweeps") == ""
    assert texts.about("actions.capture") == "a card takes a group"
    assert texts.about("actions.nothing") == ""
    assert Texts(ruleset(folder)).about("awards.sweeps") == "one for each sweep"


def test_of_several_texts_the_nearest_that_holds_is_said(folder: Path) -> None:
    mine = "match: {winner: lowest, text: Lowest wins.}"
    assert Texts(ruleset(folder, mine)).at("match") == "Lowest wins."
    rule = folder / "rule.yaml"
    rule.write_text("dsl: 1\nhouse: true\nover: game\nmatch: {winner: highest}\n", encoding="utf-8")
    back = load_variant(str(folder / "mine.yaml"), (str(rule),)).ruleset
    assert back is not None
    assert Texts(back).at("match") == "The first side with 21 points wins."


def test_an_option_is_told_where_what_it_is_for_is_the_same(folder: Path) -> None:
    assert "options.target" not in silent(ruleset(folder, "match: {target: 11}"))
    texts = Texts(ruleset(folder, "match: {target: 11}"))
    assert texts.about("options.target") == ""  # nothing reads it any more
    assert Texts(ruleset(folder, "", "target=31")).about("options.target") == "points that win"


def test_a_key_that_is_printed_frees_no_option_elsewhere_in_the_clause(folder: Path) -> None:
    def game(only: str) -> str:
        award = f"points: '1 if half else 2', text: '{{points}} for all', {only}"
        return f"options: {{half: {{is: bool, default: false}}}}\nawards: {{alone: {{{award}}}}}"

    late = game("if: not half or count(pile) > 9")
    assert Texts(ruleset(folder, late)).at("awards.alone") == "Two for all"
    assert Texts(ruleset(folder, late, "half=true")).at("awards.alone") is None
    assert Texts(ruleset(folder, game("if: count(pile) > 9"), "half=true")).at("awards.alone") == "One for all"


def test_what_has_been_asked_for_in_vain_is_missing(folder: Path) -> None:
    texts = Texts(ruleset(folder, "match: {winner: lowest}"))
    for place in ("match", "deal", "events.sweep", "awards.sweeps", "actions.pair.take.like"):
        texts.at(place)
    assert texts.missing() == ["match", "awards.sweeps"]


def test_cards_and_numbers_are_printed_as_books_print_them(folder: Path) -> None:
    said = "match: {target: 21, text: '{7d}, {spades}. {13} and {2}.'}"
    (folder / "game.yaml").write_text(GAME.partition("match:")[0] + said, encoding="utf-8")
    assert Texts(ruleset(folder)).at("match") == "Seven of diamonds, spades. 13 and two."


def test_a_changed_ruleset_is_another_game_than_its_file(folder: Path) -> None:
    found = ruleset(folder)
    awards = tuple(replace(a, tie="split") if a.name == "cards" else a for a in found.awards)
    assert silent(replace(found, awards=awards)) == {"awards.cards"}


@pytest.mark.parametrize("text", ["{" * 9000, "{a" * 4000, "{{" * 4000, "}" * 9000, "{1}" * 3000, "*" * 9000])
def test_strange_texts_take_no_time_and_break_nothing(text: str, folder: Path) -> None:
    texts = Texts(ruleset(folder, f'awards: {{cards: {{text: "{text}"}}}}'))
    assert texts.at("awards.cards") is not None or "{1}" in text or "{a" in text
