"""Rulebooks of games that are dealt, seen and paid in ways that no shipped game knows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from cassino_dsl.describe.ways import Way, WhatIsTaken, may
from tests.describe.said import said
from tests.describe.unworded import load


def told(folder: Path, base: str, clauses: str) -> str:
    file = folder / "told.yaml"
    file.write_text(f"dsl: 1\nextends: {base}\n{dedent(clauses)}", encoding="utf-8")
    return "\n".join(said(load(str(file)).ruleset))


def test_more_hands_that_an_effect_deals_are_not_denied(tmp_path: Path) -> None:
    once = "seats: 2\ndeal: {later: 0}\n"
    assert "the rest is the stock, and no more hands are dealt from it." in told(tmp_path, "cassino", once)
    more = "events: {more: {on: turn over, when: turns = 0, do: for s in seats do deal 4 to hand(s)}}\n"
    text = told(tmp_path, "cassino", once + more)
    assert "the rest is the stock." in text
    assert "no more hands" not in text
    assert "At the end of your turn, if this is the first turn of the round: for each player, four cards" in text


@pytest.mark.parametrize(
    ("seen", "so"),
    [
        ("top", "of the loose cards only the top one, which was laid last, is seen."),
        ("turns > 1", "a card that lies loose on the table if, and only if, the number of turns before this one is"),
    ],
)
def test_a_table_that_is_not_seen_is_not_dealt_face_up(seen: str, so: str, tmp_path: Path) -> None:
    text = told(tmp_path, "cassino", f"seats: 2\nvisible: {{table: {seen}}}\n")
    assert "four cards on the table" in text
    assert "face up" not in text
    assert so in text


def test_what_deals_have_in_common_is_said_once(tmp_path: Path) -> None:
    text = told(tmp_path, "cassino", "seats: 2..3\ndeal: {hand: 3, table: 4 if count(seats) = 2 else 7}\n")
    assert text.count("Whenever all hands are empty, three more to each player") == 1
    assert "With three players: three cards to each player and seven cards face up on the table. Whenever" in text


def test_a_french_pack_serves_only_where_it_has_all_cards(tmp_path: Path) -> None:
    french = "You can use an ordinary pack of 52 cards"
    assert french in told(tmp_path, "scopa", "")
    clauses = """
        pack: {base: italian, RANKS extras: [X1, X2]}
        seats: 2
        deal: {hand: 3, later: "min(3, count(stock) div 2)"}
        values: {any: 1}
    """
    jokers = told(tmp_path, "scopa", clauses.replace("RANKS", ""))
    assert f"{french} without eights, nines and tens with something for each joker:" in jokers
    assert french not in told(tmp_path, "scopa", clauses.replace("RANKS", "ranks: A 2 3 4 5 6 7 J C Q K,"))


def test_many_jokers_and_whole_suits_are_named_together(tmp_path: Path) -> None:
    clauses = """
        pack: {base: french, extras: [X1, X2, X3, X4, Fool]}
        seats: 2
        deal: {hand: 4, later: "min(4, count(stock) div 2)"}
        terms: {worth(c): {spades: 2, A: 1}}
        awards: {x: {points: sum(c in pile | worth(c))}}
    """
    text = told(tmp_path, "cassino", clauses)
    assert "Besides there are the jokers X1 to X4 and Fool." in text
    assert "A spade is worth 2; an ace 1; any other card nothing." in text


def test_two_players_are_told_apart(tmp_path: Path) -> None:
    clauses = """
        match:
          target: removed
          counting: totals
          over: "any(s in sides | any(o in sides | score(s) - score(o) >= 30))"
        options: {target: removed, count_out: removed}
        events:
          most:
            on: round over
            do: for s in sides do
              if all(o in sides | o = s or count(pile(s)) > count(pile(o))) then award 2 to s as most
          level:
            on: round over
            when: any(s in sides | any(o in sides | score(s) = score(o)))
            do: award 1 to us_of(leader) as level
        terms: {us_of(s): side(s)}
    """
    text = told(tmp_path, "cassino", clauses)
    assert "there are two players such that the one's score minus the other's score is at least 30" in text
    assert "if the number of cards in that player's pile is more than that of every other player" in text
    assert "two players such that the one's score is the other's score" not in text  # they may be one


def test_losses_and_counters_in_plain_words(tmp_path: Path) -> None:
    clauses = """
        memory: {pool: {is: int, called: {one: counter in the pool, many: counters in the pool}}}
        events:
          stakes:
            on: layout dealt
            do: (for s in seats do award (-3 if s = dealer else -2) to side(s) as stakes; pool += 4)
          won: {on: captured, when: pool > 9, do: pool := 0}
    """
    text = told(tmp_path, "cassino", clauses)
    assert "that player loses 2 points (3 if that player is the dealer)" in text
    assert "The counters in the pool go up by 4." in text
    assert "the counters in the pool become 0." in text


def test_the_rank_below_is_said_like_the_rank_above(tmp_path: Path) -> None:
    clauses = """
        actions:
          step_down:
            play: card
            take: {lower: one c in loose where order(rank(c)) = order(rank(card)) - 1}
            to: pile
            before: trail
    """
    assert "take one loose card of the rank next below the card played" in told(tmp_path, "cassino", clauses)


def test_hands_are_dealt_from_what_comes_back_to_the_stock(tmp_path: Path) -> None:
    clauses = """
        seats: 2
        deal: {hand: 24, later: "min(24, count(stock) div count(seats))"}
        memory: {games: {is: int}}
        events:
          again:
            on: deal over
            when: games < 2
            do: (for s in sides do move pile(s) to bottom(stock); games += 1)
    """
    again = "If all hands are empty and there are cards in the stock again, each player gets so many: "
    assert again in told(tmp_path, "cassino", clauses)
    assert again not in told(tmp_path, "cassino", "seats: 2\n")


def test_an_event_on_plays_of_an_action_names_it(tmp_path: Path) -> None:
    clauses = """
        memory: {offers: {is: int, about: how often}}
        actions:
          offer: {step: say, play: none, do: offers += 1}
          beg: {step: say, play: none, when: offers > 2}
        turn: say? base
        events:
          heard: {on: played, when: action = offer and round mod 2 = 1, do: award 1 to us as heard}
          either: {on: played, when: action = offer or action = beg, do: award 1 to us as either}
    """
    text = told(tmp_path, "cassino", clauses)
    assert "When you have chosen “Offer” and the number of the round is odd, you score 1 point" in text
    assert "When you have chosen “Offer” or “Beg”, you score 1 point" in text


def test_what_is_left_out_of_a_set_is_named(tmp_path: Path) -> None:
    clauses = """
        awards:
          some: {points: "count(r in ranks - {7, J, Q} | any(c in pile | rank(c) = r))"}
          more: {points: "count(r in ranks - {2..7} | any(c in pile | rank(c) = r))"}
    """
    text = told(tmp_path, "cassino", clauses)
    assert "the number of ranks other than seven, jack and queen each such that" in text
    assert "the number of ranks other than two to seven each such that" in text


def test_what_is_left_on_the_table_is_told_where_nobody_gets_it(tmp_path: Path) -> None:
    nobody = "What is left on the table then counts for nobody."
    assert nobody not in told(tmp_path, "cassino", "")
    assert nobody in told(tmp_path, "cassino", "events: {leftovers: removed}\n")
    rest = "awards: {rest: {points: count(table) if us = side(dealer) else 0}}\n"
    assert nobody not in told(tmp_path, "cassino", "events: {leftovers: removed}\n" + rest)


def test_a_set_with_builds_that_are_described_still_has_to_add_up(tmp_path: Path) -> None:
    clauses = """
        memory: {locked: {of: build, is: bool, becomes: "any(b in taken | b in builds)"}}
        actions:
          raise: removed
          build:
            take:
              join: removed
              base: "one group g with card of loose + {b in builds | not locked(b)} where v - w in total(g)"
    """
    assert "that are not marked “locked”, which adds up to that value with the card played" in told(
        tmp_path, "cassino", clauses
    )


def test_what_is_compared_may_be_the_plays_of_one_action(tmp_path: Path) -> None:
    clauses = """
        actions: {eights: {play: card where rank(card) = 7, take: {c: one c in loose}, to: pile}}
        preferences: {few: {per: card, least: count(taken), among: action = capture}}
    """
    assert "Of all plays that use Capture with the same card, only those with the fewest cards taken" in told(
        tmp_path, "scopa", clauses
    )


def test_a_race_is_won_by_the_first_whoever_wins_otherwise(tmp_path: Path) -> None:
    text = told(tmp_path, "scopa", "match: {target: 30, counting: race, winner: lowest}\n")
    assert "The first side to have 30 points wins; if nobody wins so, the side with the fewest points wins." in text


def test_a_play_without_cards_is_told_by_its_name() -> None:
    way = Way("other", "pass_on", (), WhatIsTaken((), (), ()), None)
    assert may(way, lambda side: "") == "choose “Pass on”"
    assert may(replace(way, cards=("4c",), value=3), lambda side: "") == "choose “Pass on” 3 with it"
