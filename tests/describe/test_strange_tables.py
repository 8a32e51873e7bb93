"""Rulebooks of games that are dealt, seen and paid in ways that no shipped game knows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

from cassino_dsl.book.describe.told_plays import Way, WhatIsTaken, may
from tests.describe.said import said
from tests.describe.unworded import load


def told(folder: Path, base: str, clauses: str) -> str:
    file = folder / "told.yaml"
    file.write_text(f"dsl: 1\nextends: {base}\n{dedent(clauses)}", encoding="utf-8")
    return "\n".join(said(load(str(file)).ruleset))


def test_a_french_pack_serves_only_where_it_has_all_cards(tmp_path: Path) -> None:
    french = "You can use an ordinary pack of 52 cards"
    assert french in told(tmp_path, "scopa", "")
    clauses = """
        pack: {base: italian, RANKS extras: [X1, X2]}
        seats: 2
        deal: {hand: 3, refill: "min(3, count(stock) div 2)"}
        values: {any: 1}
    """
    jokers = told(tmp_path, "scopa", clauses.replace("RANKS", ""))
    assert f"{french} without eights, nines and tens with something for each joker:" in jokers
    assert french not in told(tmp_path, "scopa", clauses.replace("RANKS", "ranks: A 2 3 4 5 6 7 J C Q K,"))


def test_hands_are_dealt_from_what_comes_back_to_the_stock(tmp_path: Path) -> None:
    clauses = """
        seats: 2
        deal: {hand: 24, refill: "min(24, count(stock) div count(seats))"}
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


def test_what_is_left_on_the_table_is_told_where_nobody_gets_it(tmp_path: Path) -> None:
    nobody = "What is left on the table then counts for nobody."
    assert nobody not in told(tmp_path, "cassino", "")
    assert nobody in told(tmp_path, "cassino", "events: {leftovers: removed}\n")
    rest = "awards: {rest: {points: count(table) if us = side(dealer) else 0}}\n"
    assert nobody not in told(tmp_path, "cassino", "events: {leftovers: removed}\n" + rest)


def test_points_in_play_decide_no_race_before_the_round_is_over(tmp_path: Path) -> None:
    race = "match: {target: 30, counting: race}\nevents: {gift: {on: trailed, do: award 1 to us as gift}}\n"
    text = told(tmp_path, "scopa", race)
    assert "Points that are given during play are added to the score at once, but nobody wins during a round." in text
    assert text.count("another round is played") == 1


def test_a_race_is_won_by_the_first_whoever_wins_otherwise(tmp_path: Path) -> None:
    text = told(tmp_path, "scopa", "match: {target: 30, counting: race, winner: lowest}\n")
    assert "The first side to have 30 points wins; if nobody wins so, the side with the fewest points wins." in text


def test_a_play_without_cards_is_told_by_its_name() -> None:
    way = Way("other", "pass_on", (), WhatIsTaken((), (), ()), None)
    assert may(way, lambda side: "") == "choose “Pass on”"
    assert may(replace(way, cards=("4c",), value=3), lambda side: "") == "choose “Pass on” 3 with it"
