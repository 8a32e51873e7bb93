"""Rulebooks: every clause in force has its sentence, in words a player knows, with no piece of the language left."""

from __future__ import annotations

import dataclasses
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cassino_dsl import load as worded
from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.book.describe.clauses_in_force import resolved
from cassino_dsl.book.describe.effects import WHEN
from cassino_dsl.book.describe.english import plain, title
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.describe.scoring import award_title
from cassino_dsl.book.describe.table import TableFacts
from cassino_dsl.language.compose.library import shipped_variants
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.words import EFFECT_ROWS, EVENTS
from cassino_dsl.language.targets import open_target
from tests.describe.said import said
from tests.describe.unworded import load, unworded
from tests.grown.document import load as read
from tests.grown.document import write
from tests.grown.rulesets import grow_ruleset
from tests.shipped import ruleset as ruleset_of
from tests.table.tables import CONFORMANCE, SETS

CHOSEN = (  # with options and house rules that change many clauses
    ("scopa", (), {"fewest": True, "napola": True, "last_card": True}),
    ("cassino", ("count-out",), {}),
    ("cassino-wikipedia", ("michigan",), {"duty": 2}),
    ("partnership-cassino", ("for-partners",), {}),
    ("zwicker", ("three-jokers",), {}),
    ("italian-cassino", (), {"insist": True}),
    ("escoba", ("soplo",), {}),
    ("cuarenta", (), {"four": "eight", "nineteen": True, "sums_run": False}),
)


@cache
def shipped(name: str) -> Ruleset:
    return unworded(ruleset_of(name))


@cache
def text_of(name: str) -> str:
    return rulebook(shipped(name))


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(12)
def test_every_rulebook_tells_its_examples(name: str) -> None:
    """As who asks for it reads it, with the worked examples of the file: they may name seats and their builds."""
    target = open_target(name, None, (), ())
    text = rulebook(ruleset_of(name), "markdown", told(target))
    assert "## " in text
    assert "of None" not in text


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(3)
def test_every_clause_in_force_has_its_sentence(name: str) -> None:
    text, clauses = text_of(name), resolved(shipped(name))
    for action in clauses.actions:
        assert f"### {title(action.name)}" in text
    table = TableFacts(clauses)
    events = [e for e in clauses.events if not all(table.is_told_by_name(x) for x in e.effects)]
    for clause in (*clauses.rules, *clauses.preferences, *events):
        assert re.search(rf"(?i)\*\*{re.escape(plain(clause.name))}\.\*\*\s+\S", text), clause.name
    for award in clauses.awards:
        assert f"| {award_title(award)} |" in text
    for effect in clauses.effects():
        if effect.op == "award":  # by its name, too, where more than that is given there, or elsewhere
            assert f"(*{plain(table.award_word(effect.name))}*)" in text
            assert " at once, in play: see **" in text


LEFT_OVER = {
    "an identifier": r"\w_\w",
    "a letter for a thing": r"(?<!['’*])\b[b-zB-HJ-Z]\b(?!\*)",
    "what is folded away": r"\b(when|if|while|only) (yes|no[.,;]|always|never)\b|\bNone\b|\bTrue\b|\bFalse\b",
    "a gap": r"\(\)|  |\{|\}|: \.|, \.| ,",
    "bad English": r"\b(the the|a a|an? the|an? all|(?<!for )you is|you has)\b",
}


def flaws(ruleset: Ruleset) -> list[str]:
    """What should stand in no rulebook; what the program says need not be short, but has to be sound."""
    text = "\n".join(line.lstrip() for line in said(ruleset))
    found = [f"{what}: {m.group()}" for what, left in LEFT_OVER.items() for m in re.finditer(left, text)]
    return found


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(3)
def test_no_piece_of_the_language_is_left(name: str) -> None:
    assert flaws(shipped(name)) == []
    assert flaws(worded(name).ruleset) == []  # nor beside its author's words


@pytest.mark.parametrize(("name", "rules", "options"), CHOSEN, ids=[f"{n} {' '.join(r)}" for n, r, _ in CHOSEN])
def test_options_and_house_rules(name: str, rules: tuple[str, ...], options: dict[str, object]) -> None:
    ruleset = load(name, rules, **options).ruleset
    text = rulebook(ruleset)
    assert "\n".join(said(ruleset)) != "\n".join(said(shipped(name)))
    for rule in ruleset.laid:
        assert f"**{plain(rule.title)}.** {plain(rule.about)}" in text
    assert flaws(ruleset) == []


def test_the_first_row_of_values_wins() -> None:
    mulle = text_of("mulle")
    assert "| The ten of diamonds | 16 | 10 |" in mulle


def test_what_memory_decides_of_values_is_said_beside_them() -> None:
    book = rulebook(load(str(CONFORMANCE / "values" / "by-memory.yaml")).ruleset)
    assert (
        "| Sevens | 1 to 10, as you like, if the card is the card noted as “matta”; otherwise what it shows |" in book
    )
    book = rulebook(load(str(CONFORMANCE / "values" / "zero.yaml")).ruleset)
    assert "| The joker Fool | 0: goes with any sum |" in book
    book = rulebook(load(SETS).ruleset)
    assert "* The **makers** of a build: when you make or change a build, this is you and all players" in book


@pytest.mark.parametrize("name", shipped_variants())
@pytest.mark.share(6)
def test_html_is_well_formed(name: str) -> None:
    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag not in ("meta", "br", "hr"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    page = rulebook(shipped(name), "html")
    Checker().feed(page)
    assert not open_tags
    assert "<h2>Scoring</h2>" in page


def test_hostile_text_stays_text() -> None:
    ruleset = dataclasses.replace(load("cassino").ruleset, title="<script>alert(1)</script> *x* | y")
    assert "<script>" not in rulebook(ruleset, "html")


def test_who_may_lay_down_the_whole_hand_can_always_play() -> None:
    book = rulebook(shipped("papillon"))
    assert "you are passed over" in book
    assert "keep your cards" not in book


def test_every_event_and_effect_is_spoken_of() -> None:
    """Each has words of its own or those of its row; nothing falls back to its name."""
    assert set(WHEN) == set(EVENTS)
    assert all(row.phrase for row in EFFECT_ROWS)


def grown(numbers: range) -> None:
    for number in numbers:
        ruleset = read(write(grow_ruleset(5, number))).ruleset
        if ruleset is not None:
            assert rulebook(ruleset).startswith("# Grown"), number


def test_rulesets_that_nobody_wrote_have_rulebooks() -> None:
    grown(range(6))


@pytest.mark.ci
def test_more_rulesets_that_nobody_wrote() -> None:
    grown(range(6, 150))


NEWCOMER = """
dsl: 1
title: Newcomer
pack: {base: french, ranks: A 2 3}
values: {A: 1, 2: VALUE}
seats: 2..4
deal: {hand: 2, table: 2, refill: 0}
memory:
  moon: {is: suit}
  asleep: {of: seat, is: bool}
  pledge: {of: seat, is: int}
actions:
  take: {play: card, let: {v: "value(card, hand)"}, take: {set: GROUP}, to: pile}
  trail: {play: card, to: table}
  sleep: {play: none, do: asleep(me) := true; pledge(me) := 2}
rules:
  waits: kind != other implies WAITS
  sleeps: kind = other implies not asleep(me)
events:
  moon: {on: layout dealt, do: moon := suit(bottom(loose))}
awards:
  kept: {points: "sum(s in seats | pledge(s) if side(s) = us and asleep(s) else 0)"}
match: {rounds: 2 * count(seats), tie: draw}
"""


def newcomer(
    folder: Path,
    value: str = "4 if suit(c) = moon else 2",
    group: str = '"one group g of loose where run(g + {card}) and v > 0"',
    waits: str = "not asleep(me)",
) -> str:
    file = folder / "newcomer.yaml"
    said = NEWCOMER.replace("VALUE", value).replace("GROUP", group).replace("WAITS", waits)
    file.write_text(said, encoding="utf-8")
    ruleset = load(str(file)).ruleset
    assert flaws(ruleset) == []
    return rulebook(ruleset)


def test_a_set_is_a_sum_and_a_card_several_numbers_only_where_they_are(tmp_path: Path) -> None:
    book = newcomer(tmp_path)
    assert "A *set* is one card, or several together." in book
    assert "counts for several numbers" not in book  # each time it counts for one
    book = newcomer(tmp_path, '"{2, 4} if suit(c) = moon else 2"', "one group g of loose where v in total(g)")
    assert "A *set* is one card, or several whose values are added up." in book
    assert "A card on the table that counts for several numbers" in book
    assert "If the card played counts for several numbers" in book


def test_kinds_of_plays_are_told_by_what_there_is(tmp_path: Path) -> None:
    free = "may do this even if the card could capture something"
    book = newcomer(tmp_path)
    assert "If you do not use **Sleep**, a play is allowed only if you are not marked “asleep”." in book
    assert "You may not use **Sleep** if you are marked “asleep”." in book
    assert f"But for what follows, you {free}" in book
    assert f"\nYou {free}" not in newcomer(tmp_path, waits="rank(card) = A")
    assert free not in newcomer(tmp_path, waits="count(taken) > 0")


def test_numbers_of_seats_and_of_the_own_seat_alone(tmp_path: Path) -> None:
    book = newcomer(tmp_path)
    rounds = "four rounds (six with three players, eight with four players)"
    assert f"A match is {rounds}; " in book
    assert f"The match is over if then {rounds} have been played; " in book
    assert "| the number “pledge” of the player if the player is marked “asleep”, otherwise 0 |" in book
