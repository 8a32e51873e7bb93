"""An example of several plays is told as a sample of the game: in sentences that are worked out, with its remarks."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cassino_dsl.analysis.examples.told_examples import told
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.language.targets import open_target
from tests.describe.unworded import unworded
from tests.names.test_names import BURROW
from tests.table.tables import game

STORY = """
dsl: 1
extends: {base}
title: Told
examples:
  - name: a hand
    table: 7h 4d
    hands: {{1: 2c 9c Kd, 2: 5s Ks}}
    play:
      - {first}
      - 5s trails
      - 9c takes 2c 7h
    expect: {{after: {{table: 4d 5s}}}}
"""


@cache  # a book takes half a second, and several tests read the same
def book_of(name: str, *rules: str) -> str:
    target = open_target(name, None, rules, ())
    assert target.loaded.ruleset is not None
    return rulebook(unworded(target.loaded.ruleset), "markdown", told(target))


def written(folder: Path, base: str = "cassino", first: str = "2c builds 9 with 7h", name: str = "told") -> str:
    file = folder / f"{name}.yaml"
    file.write_text(STORY.format(base=base, first=first), encoding="utf-8")
    return str(file)


def test_each_play_is_a_sentence_and_a_remark_stands_behind_it(tmp_path: Path) -> None:
    text = book_of(written(tmp_path, first="2c builds 9 with 7h"))
    assert "## How it goes\n\n*A hand.* On the table: 7♥ 4♦. Ada holds" in text
    assert "1. **Ada** plays 2♣ and makes a build of 9 with 7♥." in text
    assert "2. **Ben** trails 5♠.\n" in text
    assert "3. **Ada** plays 9♣ and takes the build of 9 (2♣ 7♥).\n" in text


def test_where_cards_go_besides_is_told() -> None:
    text = rulebook(game(BURROW).ruleset, "markdown", told(open_target(BURROW, None, (), ())))
    assert "snail of green from the table to the cards out of play" in text
    assert "to Ada's hand." in text


def test_a_remark_of_a_mapping(tmp_path: Path) -> None:
    text = book_of(written(tmp_path, first="2c builds 9 with 7h: Ada keeps the nine for it"))
    assert "a build of 9 with 7♥. Ada keeps the nine for it.\n" in text


def test_what_a_file_extends_is_told_where_it_has_no_story_of_its_own(tmp_path: Path) -> None:
    written(tmp_path, first="2c builds 9 with 7h: Ada keeps the nine for it")
    heir = tmp_path / "heir.yaml"
    heir.write_text("dsl: 1\nextends: told\ntitle: Heir\n", encoding="utf-8")
    assert "1. **Ada** plays 2♣ and makes a build of 9 with 7♥." in book_of(str(heir))
    assert "Ada keeps the nine for it." in book_of(str(heir))
    other = tmp_path / "other.yaml"  # its plays are legal and come out the same, but more are: no remark
    other.write_text(
        "dsl: 1\nextends: told\ntitle: Other\nactions: {drop: {play: card, to: aside}}\n", encoding="utf-8"
    )
    text = book_of(str(other))
    assert "a build of 9 with 7♥." in text
    assert "keeps" not in text


def test_what_this_table_does_not_allow_is_not_told(tmp_path: Path) -> None:
    heir = tmp_path / "heir.yaml"
    written(tmp_path)
    heir.write_text("dsl: 1\nextends: told\ntitle: Heir\nactions: {build: removed, raise: removed}\n", encoding="utf-8")
    assert "How it goes" not in book_of(str(heir))


def test_points_and_what_they_are_for_are_worked_out() -> None:
    text = book_of("cuarenta")
    assert "takes 4♠ (*Equal*)." in text
    assert "*Caída*: 2 points for Ada." in text
    assert "The table is empty. *Limpia*: 2 points for Ben." in text


def of_action(text: str, name: str) -> str:
    """What is told under the heading of an action."""
    return text.partition(f"### {name}\n")[2].partition("\n##")[0]


def test_a_refused_play_stands_with_the_action_to_which_it_comes_nearest() -> None:
    increase = of_action(book_of("african-cassino"), "Increase")
    assert "2♣ may not make the build of 7 a build of 9: you are the creator of the build of 7.\n" in increase
    assert "variants/" not in increase


def test_examples_of_trails_stand_with_the_trail_and_those_of_builds_with_the_build() -> None:
    text = book_of("mulle")
    assert "A card that can capture is not trailed; the eight can, the five cannot." in of_action(text, "Trail")
    assert "With 5♣ you may make a build of 9 with 4♦. You may trail 5♣." in of_action(text, "Build")


def test_that_nothing_can_be_built_is_no_example() -> None:
    assert "Nor are two builds put together" not in book_of("african-cassino")  # it would not say why


def test_what_may_be_done_is_shown_before_what_may_not() -> None:
    steal = of_action(book_of("italian-cassino"), "Steal")
    assert 0 < steal.index("With the 2 you make the build of 7") < steal.index("You cannot steal your own build.")


def test_examples_of_a_house_rule_that_is_laid_over_are_told() -> None:
    told_so = "Your only seven may take your build, alone or with the loose seven"
    assert told_so in book_of("royal-cassino", "duty-1")
    assert told_so not in book_of("royal-cassino")
    assert "> With 7♠ you may take the build of 7, or take 7♣ and the build of 7." in book_of("royal-cassino", "duty-1")


def test_a_sentence_begins_with_a_capital() -> None:
    assert "> The two of batons may not make the build of 7 a build of 9: the build of 7 is yours.\n" in book_of(
        "italian-cassino"
    )


def test_who_plays_together_is_said(tmp_path: Path) -> None:
    file = tmp_path / "pairs.yaml"
    plays = "    hands: {1: 2c, 2: 5s, 3: 9c, 4: Kd}\n    table: 7h\n    play: [2c trails, 5s takes 7h]\n"
    plays = plays.replace("5s takes 7h", "5s trails")
    expect = "    expect: {after: {turn: 3}}\n"
    text = f"dsl: 1\nextends: partnership-cassino\ntitle: Pairs\nexamples:\n  - name: a hand\n{plays}{expect}"
    file.write_text(text, encoding="utf-8")
    assert "Ada and Cleo against Ben and Dan. On the table: 7♥." in book_of(str(file))


def test_two_samples_may_be_told() -> None:
    """A first one, and one for who knows the game: of the nearest file that has any."""
    first, second = "they play their first game", "The full game"
    book = book_of("italian-cassino")
    assert book.index(first) < book.index(second) < book.index("## Words of this game")
    assert len([line for line in book.splitlines() if line.startswith("1. **Ada** plays")]) == 2
