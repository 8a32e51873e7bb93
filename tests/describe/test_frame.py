"""Where a rulebook says what: duties and examples beside what they bind or show, events at their moment."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl.describe.bound import in_any_order, of_preference, of_rule, playable
from cassino_dsl.describe.resolved import resolved
from cassino_dsl.describe.rulebook import rulebook, sections
from cassino_dsl.describe.ways import Way, WhatIsTaken
from cassino_dsl.ruleset.model import Ruleset
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


def test_a_rule_for_some_cards_binds_the_action_that_plays_them() -> None:
    ruleset = resolved(ruleset_of("cassino"))
    pair, capture = (next(a for a in ruleset.actions if a.name == name) for name in ("pair", "capture"))
    assert {ruleset.pack.faces[f].rank for f in playable(pair, ruleset)} == {"J", "Q", "K"}
    assert not playable(capture, ruleset) & playable(pair, ruleset)
    assert of_rule(ruleset.rules[0], ruleset) == pair


def test_what_binds_several_actions_has_a_section() -> None:
    duties = section(ruleset_of("traditional-cassino"), "What you must do")
    assert "**The card is kept.**" in duties
    assert "Duty after building" not in duties  # it binds trailing alone


def test_an_order_is_said_where_it_makes_a_difference(tmp_path: Path) -> None:
    ruleset = ruleset_of("scopa")
    assert in_any_order(resolved(ruleset).preferences)
    hindering = "preferences: {trail kings: {prefer: kind = trail and rank(card) = K, over: kind = capture}}\n"
    mixed = resolved(ruleset_of("scopa", hindering, tmp_path))
    assert not in_any_order(mixed.preferences)
    assert of_preference(mixed.preferences[0], mixed) is not None
    assert "each is asked of the plays that those above it leave" in rulebook(mixed)
    assert "each is asked of the plays" not in rulebook(ruleset)


def test_events_stand_at_their_moment() -> None:
    ruleset = ruleset_of("scopa")
    assert "**Kings.** If, after the first deal, there are at least three kings" in section(ruleset, "The deal")
    end = section(ruleset, "The end of a round")
    assert "**Leftovers.** All cards on the table go to the pile of the side that captured last (if nobody has" in end
    assert "The leader of a round deals the next." in end


def test_who_captured_last_is_one_word_whatever_else_sets_it() -> None:
    text = rulebook(ruleset_of("escoba"))  # a fifteen that is dealt counts as the leader's capture
    assert "The leader counts from now on as the player who captured last." in text
    assert "Last capturer" not in text


def test_an_example_stands_with_the_action_that_it_shows() -> None:
    kings = {"name": "kings", "table": "Kc", "hand": "Ks", "expect": {"captures": {"Ks": ["Kc"]}}}
    kings["shown"] = {"captures": {"Ks": [Way("capture", "pair", ("Ks",), WhatIsTaken(("Kc",), (), ()), None)]}}
    scored = {"name": "aces", "piles": {"1": "As"}, "expect": {"awards": {"aces": {"1": "1"}}}}
    turn = section(ruleset_of("pasur"), "A turn", examples=[kings, scored])
    assert turn.index("### Pair") < turn.index("Example: Kings.") < turn.index("### Capture")
    assert "Example: Aces." in section(ruleset_of("pasur"), "Scoring", examples=[kings, scored])


def test_captures_by_other_names_are_called_so() -> None:
    assert "**Pair** and **Capture** are two ways to *capture*." in rulebook(ruleset_of("traditional-cassino"))
    assert "*capture*" not in rulebook(ruleset_of("scopa"))


def test_passing_is_said_where_one_can_be_left_without_a_play() -> None:
    said = "If you can do nothing that is allowed, you pass and keep your cards."
    assert said in rulebook(ruleset_of("traditional-cassino"))
    assert all("### If you can" not in rulebook(ruleset_of(name)) for name in ("scopa", "mulle", "african-cassino"))
    assert "you may pass; if you can do nothing at all, you pass." in rulebook(
        ruleset_of("italian-cassino")
    )  # a rule on trails
    none_left = "If you have no card left while others still play, you are passed over."
    assert none_left in rulebook(ruleset_of("zwicker"))  # who clears the table plays a second card
    assert none_left in rulebook(ruleset_of("callabra"))  # two cards may be played at once


def test_what_only_keeps_something_in_mind_stands_with_it() -> None:
    book = dict(sections(ruleset_of("italian-cassino")))
    assert sum("**A build is stolen.**" in line for line in book["What to keep in mind"]) == 1
    assert "What happens in play" not in book
    assert "noted as “last sur”" in section(ruleset_of("pasur"), "What happens in play")  # a sur is counted besides


def test_cards_on_the_table_may_count_for_several_numbers() -> None:
    assert "Aces on the table count 1 or 11 too, each as you like, and anew in every play." in rulebook(
        ruleset_of("tablic")
    )
    piles = "Loose aces and aces on top of a pile count 1 or 14 too, each as you like, and anew in every play."
    assert piles in rulebook(ruleset_of("african-cassino"))
    assert f"{piles} In a build they no longer count by themselves." in rulebook(ruleset_of("african-cassino"))
    assert "In a build they" not in rulebook(ruleset_of("tablic"))
    assert "anew in every play" not in rulebook(ruleset_of("mulle"))


def test_how_a_seen_pile_lies_is_said_by_suits() -> None:
    order = "by suits: from the top down spades, hearts, diamonds and clubs, each from the king down to the ace."
    assert order in rulebook(ruleset_of("african-cassino"))


def test_points_of_one_side_alone() -> None:
    assert "nobody has points for cards: the leader's side, if" in section(ruleset_of("cuarenta"), "Scoring")


def test_when_points_of_play_count() -> None:
    cirulla = load(str(Path(__file__).parents[2] / "examples" / "cirulla.yaml")).ruleset
    said = "nobody wins before the round is over"
    assert said in section(cirulla, "The match")
    assert said not in section(ruleset_of("cuarenta"), "The match")  # there somebody does


def test_points_that_rise_by_steps_are_told_by_their_steps() -> None:
    scoring = section(ruleset_of("cuarenta"), "Scoring")
    assert "| 6 for 20 cards in the side's pile, 8 for 21 or 22, 10 for 23 or 24, and so on |" in scoring
    assert "at least 20 cards" not in scoring  # that is said with the points
    nineteen = section(ruleset_of("cuarenta", nineteen=True), "Scoring")
    assert "| 6 for 19 or 20 cards in the side's pile, 8 for 21 or 22," in nineteen


def test_what_is_counted_in_play_is_worth_points_each(tmp_path: Path) -> None:
    assert "| Surs | 5 each | each sur |" in section(ruleset_of("pasur"), "Scoring")
    growing = "events: {sur: {do: sweeps(us) += count(taken)}}\n"
    assert "times the side's surs" in section(ruleset_of("pasur", growing, tmp_path), "Scoring")


def test_a_deal_is_told_once_for_all_numbers_of_players() -> None:
    deal = section(ruleset_of("italian-cassino"), "The deal")
    assert deal.startswith("Each of two players gets 18 cards, of three twelve, of four nine; four cards face up")
    assert (
        "to the player after the dealer first and to the dealer last; the table gets its cards in the same way" in deal
    )


def test_what_owes_something_is_not_named_where_that_is_over() -> None:
    turn = section(ruleset_of("italian-cassino"), "A turn")
    assert (
        "1. As often as you like, or not at all, and without playing a card: **Combine**, **Add** or **Add to" in turn
    )
    assert "3. As often as you like, or not at all, and without playing a card: **Combine** or **Add**." in turn


def test_an_example_of_awards_that_are_not_played_is_left_out() -> None:
    assert "re bello" not in section(ruleset_of("scopa"), "Scoring").lower()


def test_a_run_to_the_first_gap_is_told_as_such() -> None:
    text = rulebook(ruleset_of("cuarenta"))
    assert "* whatever follows upward: one card on the table of the rank next above the card played, one of the" in text
    assert "rank number" not in text
    assert "Ranks rise in this order: ace, two, three, four, five, six, seven, jack, queen and king." in text


def test_another_run_is_told_by_its_conditions(tmp_path: Path) -> None:
    file = tmp_path / "runs.yaml"
    whole = "not any(c in loose | order(rank(c)) = order(rank(card)) + count(g) + 1)"
    file.write_text(f'dsl: 1\nextends: cuarenta\nterms: {{whole(g): "{whole}"}}\n', encoding="utf-8")
    text = rulebook(load(str(file)).ruleset)
    assert "whatever follows upward" not in text
    assert "(or none, if there is no card on the table of the rank next above the card played)" in text


def test_how_many_may_be_taken_at_once() -> None:
    turn = section(ruleset_of("cassino"), "A turn")
    assert "With a jack, queen or king you may take only one or three cards or builds at once." in turn


def test_a_winner_by_two_numbers() -> None:
    match = section(ruleset_of("portuguese-cassino"), "The match")
    assert "(where that is level, the highest of this: its score), of those such that its score is at least 31" in match


def test_sets_are_spoken_of_where_there_may_be_several() -> None:
    scopa, cassino = (section(ruleset_of(name), "A turn") for name in ("scopa", "cassino"))
    assert "take one or more cards on the table adding up to the card's value" in scopa
    assert "A *set* is one card, or several whose values are added up." in cassino
    assert "A *set* is" not in scopa


def test_what_never_changes_is_not_remembered() -> None:
    assert "last cancelled" not in rulebook(ruleset_of("pasur"))  # only sets that cancel each other set it
    assert "carried" not in rulebook(ruleset_of("nordic-kasino"))
    assert "1 plus the carried cards" in rulebook(ruleset_of("nordic-kasino", carry=True))
    assert "four of a kind win" not in rulebook(ruleset_of("cuarenta", four="eight")).lower()


def test_where_captures_go_is_said_once() -> None:
    turn = section(ruleset_of("pasur"), "A turn")
    assert turn.count("What you capture and the card played go to your side's pile.") == 1
    assert "What you take and" not in turn
    assert "What you take and the card played go to your side's pile." in section(ruleset_of("scopa"), "A turn")


def test_ranks_are_numbered_only_where_numbers_are_asked_for() -> None:
    assert "rank number" not in rulebook(ruleset_of("scopa", napola=True))


def test_a_preference_says_first_what_has_to_be_so_whatever_is_played() -> None:
    assert "A card that can capture a single card may capture only a single card." in rulebook(ruleset_of("scopa"))
    lantern = rulebook(load("cassino", [str(Path(__file__).parents[2] / "examples" / "lantern.yaml")]).ruleset)
    assert "Where you are the player noted as “lantern”, while you can capture, you may not trail." in lantern


def test_an_order_of_events_is_said_where_it_makes_a_difference() -> None:
    said = "What happens at the same moment happens in this order."
    assert said in rulebook(ruleset_of("cuarenta"))  # points are given before somebody wins
    assert said not in rulebook(ruleset_of("mulle"))  # mulles and sweeps are counted apart


def test_that_there_is_one_is_said_behind_what_is_done() -> None:
    end = section(ruleset_of("pasur"), "The end of a round")
    assert "The side noted as “last sur” counts one sur less (if there is one)." in end
    assert "somebody has captured" not in end


POOL = """
dsl: 1
title: Pool
about: A game of stakes.
source: nobody
pack: french
seats: 3, 4
deal: {hand: 4, table: 4, later: 0}
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


def test_what_ends_a_round_sooner_is_named(tmp_path: Path) -> None:
    end = section(pool(tmp_path), "The end of a round")
    assert "It is over sooner where “enough” ends it." in end
    assert "sooner" not in section(ruleset_of("scopa"), "The end of a round")


def test_what_depends_on_the_players_has_the_number_first(tmp_path: Path) -> None:
    ruleset = pool(tmp_path)
    assert "Once 6 rounds (8 with four players) have been played" in section(ruleset, "The match")
    assert "A match is 6 rounds (8 with four players);" in rulebook(ruleset)


def test_points_that_are_lost_are_lost(tmp_path: Path) -> None:
    ruleset = pool(tmp_path)
    # there is one deal, so that what follows it is told with it
    dealt = section(ruleset, "The deal")
    assert (
        "for each player other than the dealer, that player loses 20 points (20 if that player is the leader" in dealt
    )
    assert "for each other player, that player scores 1 point" in section(ruleset, "What happens in play")
    assert "You lose as many points as this (stake): the number of cards taken." in rulebook(ruleset)
    assert section(ruleset, "Scoring").startswith("All points are given in play.")


def test_every_bound_of_a_number_is_told(tmp_path: Path) -> None:
    agreed = section(pool(tmp_path), "What else may be agreed")
    assert "| Points to play for | 20 | 5 to 100 |" in agreed
    assert "| Points to begin with | 20 | any number from 5 on |" in agreed


def test_many_actions_are_seen_together_and_what_each_is_is_said_once() -> None:
    italian = ruleset_of("italian-cassino")
    turn, combine = section(italian, "A turn"), next(a for a in italian.actions if a.name == "combine")
    assert f"* **Combine**: {' '.join(combine.about.split())}\n" in turn
    assert "### Combine\n\nAnnounce a value" in rulebook(ruleset_of("italian-cassino"))
    assert "* **Trail**: a card is laid on the table, and stays there\n" in turn
    assert "* **" not in section(ruleset_of("scopa"), "A turn").partition("###")[0]


def test_what_a_capture_alone_is_worth_is_named_where_cards_go_to_a_pile_without_one() -> None:
    assert "This is no capture, and no scopa." in section(ruleset_of("scopa"), "The end of a round")
    assert "This is no capture, and no mulle or tabbe." in section(ruleset_of("mulle"), "The end of a round")


def test_whether_the_last_card_may_clear_the_table_is_said() -> None:
    too = "This holds for the last card of a round, too."
    assert all(too in rulebook(ruleset_of(name)) for name in ("escoba", "tablic"))
    assert too not in rulebook(ruleset_of("scopa")) + rulebook(ruleset_of("pasur"))
    assert "leaves the table empty and cards are still to be played" in rulebook(ruleset_of("scopa"))


def test_what_is_done_without_a_play_stands_with_it() -> None:
    """And after what one must do: that is what may leave nothing."""
    book = rulebook(ruleset_of("royal-cassino-wikipedia"))
    places = ("\n## What you must do", "**The owner holds", "### If you can play nothing", "**A build is given up.**")
    assert [book.index(place) for place in places] == sorted(book.index(place) for place in places)


def test_what_ends_the_match_ends_no_round_sooner() -> None:
    end = section(ruleset_of("cuarenta"), "The end of a round")
    assert "The match is over at once where “four of a kind” or “forty” ends it." in end
    assert "sooner" not in end


def test_french_cards_may_stand_for_others() -> None:
    cards = section(ruleset_of("escoba"), "The cards")
    assert "You can use an ordinary pack of 52 cards without eights, nines and tens: clubs for batons" in cards
    assert "jacks for knaves and queens for horses." in cards
    assert "French" not in section(ruleset_of("cassino"), "The cards")


def test_an_example_of_building_stands_with_it_whatever_duties_there_are() -> None:
    turn = section(ruleset_of("zwicker"), "A turn", examples=[STACKED])
    assert turn.index("### Stack") < turn.index("Example: On top of a card.") < turn.index("### Trail")
    captured = {**STACKED, "actions": ["capture", "trail"]}
    assert "Example: On top of a card." in section(ruleset_of("zwicker"), "What you must do", examples=[captured])


STACKED = {
    "name": "on top of a card",
    "table": "8c",
    "hand": "5h",
    "expect": {"plays": ["5h trails", "5h builds 13 with 8c"]},
    "actions": ["stack", "trail"],
    "shown": {"plays": {"5h": [Way("build", "stack", ("5h",), WhatIsTaken(("8c",), (), ()), 13)]}},
}
