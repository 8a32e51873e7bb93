"""Where a rulebook says what: duties and examples beside what they bind or show, events at their moment."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl.book.authors_texts import Texts
from cassino_dsl.book.describe.agreed_options import option_rows
from cassino_dsl.book.describe.clauses_in_force import resolved
from cassino_dsl.book.describe.rulebook import rulebook, sections
from cassino_dsl.book.describe.rules import bound_by, in_any_order
from cassino_dsl.book.describe.told_plays import Way, WhatIsTaken
from cassino_dsl.language.ruleset.model import Ruleset
from tests.describe.unworded import load


def ruleset_of(base: str, clauses: str = "", folder: Path | None = None, **options: object) -> Ruleset:
    if folder is None:
        return load(base, **options).ruleset
    file = folder / "game.yaml"
    file.write_text(f"dsl: 1\nextends: {base}\n{clauses}", encoding="utf-8")
    return load(str(file)).ruleset


def section(ruleset: Ruleset, heading: str, **more: object) -> str:
    return "\n".join(dict(sections(ruleset, **more))[heading])  # type: ignore[arg-type]


def test_a_duty_stands_with_the_action_that_it_binds() -> None:
    turn = section(ruleset_of("scopa"), "A turn")
    capture, trail = turn.index("### Capture"), turn.index("### Trail")
    assert capture < turn.index("**A single card before a sum.**") < trail
    assert trail < turn.index("**A card that can capture must.**")
    assert "What you must do" not in rulebook(ruleset_of("scopa"))


def test_what_binds_several_actions_has_a_section() -> None:
    duties = section(ruleset_of("traditional-cassino"), "What you must do")
    assert "**The card is kept.**" in duties
    assert "Duty after building" not in duties  # it binds trailing alone


def test_an_order_is_said_where_it_makes_a_difference(tmp_path: Path) -> None:
    ruleset = ruleset_of("scopa")
    assert in_any_order(resolved(ruleset))
    hindering = "preferences: {trail kings: {prefer: kind = trail and rank(card) = K, over: kind = capture}}\n"
    mixed = resolved(ruleset_of("scopa", hindering, tmp_path))
    assert not in_any_order(mixed)
    assert bound_by(mixed.preferences[0], mixed) is not None
    assert "each of these chooses only among the plays that those above it allow" in rulebook(mixed)
    assert "each is asked of the plays" not in rulebook(ruleset)


def test_an_example_stands_with_the_action_that_it_shows() -> None:
    kings = {"name": "kings", "table": "Kc", "hand": "Ks", "expect": {"captures": {"Ks": ["Kc"]}}}
    kings["shown"] = {"captures": {"Ks": [Way("capture", "pair", ("Ks",), WhatIsTaken(("Kc",), (), ()), None)]}}
    kings["actions"] = ["pair"]
    scored = {"name": "aces", "piles": {"1": "As"}, "expect": {"awards": {"aces": {"1": "1"}}}}
    turn = section(ruleset_of("pasur"), "A turn", examples=[kings, scored])
    assert turn.index("### Pair") < turn.index("Example: Kings.") < turn.index("### Capture")
    assert "Example: Aces." in section(ruleset_of("pasur"), "Scoring", examples=[kings, scored])


def test_captures_by_other_names_are_called_so() -> None:
    assert "Here to *capture* means **Pair** or **Capture**." in rulebook(ruleset_of("traditional-cassino"))
    assert "*capture*" not in rulebook(ruleset_of("scopa"))


def test_points_of_one_side_alone() -> None:
    assert "nobody has points for cards: the leader's side, if" in section(ruleset_of("cuarenta"), "Scoring")


def test_an_example_of_awards_that_are_not_played_is_left_out() -> None:
    assert "re bello" not in section(ruleset_of("scopa"), "Scoring").lower()


POOL = """
dsl: 1
title: Pool
about: A game of stakes.
source: nobody
pack: french
seats: 3, 4
deal: {hand: 4, table: 4, refill: 0}
values: {any: none}
options:
  most: {is: int, default: 20, from: 5, to: 100, about: points to play for}
  least: {is: int, default: 20, from: 5, about: points to begin with}
actions:
  capture: {play: card, take: {mates: any c in loose where rank(c) = rank(card)}, to: pile}
  trail: {play: card, to: table}
awards: {}
match: {rounds: 2 * count(seats), tie: draw}
events:
  everybody pays:
    on: hands dealt
    do: for s in seats - {dealer} do award -(least if s = leader else most) to side(s) as stake
  enough: {on: captured, when: count(taken) > 3, do: award -count(taken) to us as stake; end round}
  a card: {on: trailed, do: "for s in seats - {me} do award 1 to side(s) as gift"}
"""


def pool(folder: Path) -> Ruleset:
    file = folder / "pool.yaml"
    file.write_text(POOL, encoding="utf-8")
    return load(str(file)).ruleset


def test_every_bound_of_a_number_is_told(tmp_path: Path) -> None:
    agreed = section(pool(tmp_path), "What else may be agreed")
    assert "| Points to play for | 20 | 5 to 100 |" in agreed
    assert "| Points to begin with | 20 | any number from 5 on |" in agreed


def test_what_a_capture_alone_is_worth_is_named_where_cards_go_to_a_pile_without_one() -> None:
    told = "This is no capture: nothing happens that happens when you capture."
    assert told in section(ruleset_of("scopa"), "The end of a round")


def test_french_cards_may_stand_for_others() -> None:
    cards = section(ruleset_of("escoba"), "The cards")
    assert "You can use an ordinary pack of 52 cards without eights, nines and tens: clubs for batons" in cards
    assert "jacks for knaves and queens for horses." in cards
    assert "French" not in section(ruleset_of("cassino"), "The cards")


STACKED = {
    "name": "on top of a card",
    "table": "8c",
    "hand": "5h",
    "expect": {"plays": ["5h trails", "5h builds 13 with 8c"]},
    "actions": ["stack", "trail"],
    "shown": {"plays": {"5h": [Way("build", "stack", ("5h",), WhatIsTaken(("8c",), (), ()), 13)]}},
}


def test_only_options_that_something_asks_are_offered() -> None:
    def offered(ruleset: Ruleset) -> set[str]:
        return {name for name, *_ in option_rows(ruleset, Texts(ruleset))}

    assert "for_cards" in offered(ruleset_of("zwicker"))
    assert "for_cards" not in offered(load("zwicker", ["three-jokers"]).ruleset)


def test_that_one_may_trail_where_one_could_capture_is_said_where_nothing_forbids_it(tmp_path: Path) -> None:
    free = "even if the card could capture something"
    assert free in section(ruleset_of("cassino"), "A turn")
    assert free not in section(ruleset_of("scopa"), "A turn")  # a card that can capture must
    wish = "preferences: {first: {prefer: kind = capture, over: kind = trail}}"
    assert free not in section(ruleset_of("cassino", wish, tmp_path), "A turn")
    rule = "rules: {never: kind = trail implies %s}"
    told = section(ruleset_of("cassino", rule % "count(hand) > 1", tmp_path), "A turn")
    assert f"But for what follows, you may do this {free}" in told
    like = "not any(c in loose | rank(c) = rank(card))"  # it may forbid just what could capture
    assert free not in section(ruleset_of("cassino", rule % like, tmp_path), "A turn")
    for where, said in (("rank(card) != K", True), (like, False)):
        trail = f"actions: {{trail: {{play: card where {where}}}}}"
        assert (free in section(ruleset_of("cassino", trail, tmp_path), "A turn")) is said


def test_nobody_is_told_to_pass_where_a_card_can_always_be_laid(tmp_path: Path) -> None:
    passing = "you pass and keep your cards"
    assert passing not in rulebook(ruleset_of("scopone"))
    for clauses in (
        "turn: play play",  # the second finds no card in the end
        "rules: {never: kind = trail implies count(loose) < 30}",
    ):
        assert passing in rulebook(ruleset_of("scopone", clauses, tmp_path)), clauses


def test_the_aim_prints_no_number_that_decides() -> None:
    assert "10000" not in section(ruleset_of("portuguese-cassino"), "")


def test_what_ends_a_match_besides_is_told_apart(tmp_path: Path) -> None:
    over = "match: {over: any(s in sides | score(s) > 5) and round > 2}"
    assert "or (" in section(ruleset_of("scopa", over, tmp_path), "The match")
