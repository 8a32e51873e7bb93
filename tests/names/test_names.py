"""Cards by the names that their pack gives: what people read and type, while positions and plays keep short texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.analysis.diff.changes import changes
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.describe.ruleset_yaml import ruleset_yaml
from cassino_dsl.book.pages.cards import card_signed, card_svg
from cassino_dsl.book.pages.from_markdown import by_name
from cassino_dsl.book.why.why import why
from cassino_dsl.game import Game
from cassino_dsl.language.core.program import program_of
from tests.table.tables import CONFORMANCE, game, opened

MONTHS = str(Path(__file__).with_name("months.yaml"))
EIGHT = str(CONFORMANCE / "values" / "own-suits.yaml")
ANNOUNCING = str(CONFORMANCE / "actions" / "announcing-by-name.yaml")
BURROW = str(Path(__file__).with_name("burrow.yaml"))
BEASTS = str(CONFORMANCE / "values" / "no-suits.yaml")


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (MONTHS, "48 cards: four of each month, pine, plum and three to 12."),
        (MONTHS, "one card on the table that is of the same month as the card played."),
        (MONTHS, "* **pine**: the crane"),
        (MONTHS, "| sort | light | the crane"),
        (MONTHS, "a player, if there are at least three light cards in the player's pile"),
        (MONTHS, "if the boar, the deer and the butterfly are in the player's pile"),
        (MONTHS, "a player, if there are exactly three poem cards in the player's pile"),
        (EIGHT, "99 cards: slaves, crowns, swords of old, gold, harps, bills and q, each with"),
        (EIGHT, "wares, with 1 to 12 and 21"),
        (EIGHT, "| Viziers | 1 each | each vizier |"),
        (BURROW, "Heron has the number 0, and ranks just below a fly."),
        (BURROW, "| weight | 0 | all herons |"),
        (BURROW, "your number “fished” goes up by"),  # no award pays it as points
        (BEASTS, "20 cards: six mice; seven Cats; six Dogs; the wolf."),
    ],
)
def test_rulebooks(file: str, told: str) -> None:
    assert told in rulebook(game(file).ruleset)


def test_a_table_speaks_of_names_and_reads_them() -> None:
    table = opened(MONTHS, seed=3)
    pack = table.game.ruleset.pack
    view = table.view(1)
    assert pack.said("1d") == "pine chaff 1d"  # two are called so
    assert pack.said("1a") == "crane"
    assert pack.said("9a") == "9a"
    for choice in view.choices:
        assert choice in table.find(1, by_name(choice.text, pack)), choice.text
    assert [c.text for c in table.find(1, "pine chaff 1d trails")] == ["1d trails"]
    reason = table.why_not(1, "CR takes pine chaff 1c")
    assert by_name(reason, pack) == reason
    assert reason.startswith("Crane is not in your hand: you hold 9a, pine 1b,")


@pytest.mark.parametrize("first", ["events:\n  all note:", "turn: noting play\nevents:\n  nobody notes:"])
def test_hints_count_what_the_next_ordinary_turn_can_take(first: str, tmp_path: Path) -> None:
    """Where a decision comes before it, or its turn begins with one, nothing is said of it."""
    file = tmp_path / "burrow.yaml"
    says = Path(BURROW).read_text(encoding="utf-8").partition("examples:")[0].replace("events:\n  all note:", first)
    file.write_text(says if "turn:" not in first else says.replace("layout dealt", "hands dealt, when: false"))
    counted = others = 0
    for seed in range(4):
        table = opened(str(file), seed, persons=(1, 2))
        for _ in range(8):
            seat = table.decides or 0
            hint = table.hint(seat)
            assert hint is not None
            table.make(next(choice for choice in table.choices(seat) if choice.text == hint.play))
            steps = {choice.action for choice in table.choices(table.decides or 0)}
            ordinary = bool(steps & {"eat", "trail"}) and not table.state.asks
            if "that you have not seen" in hint.reason:
                assert ordinary, hint.reason
                counted += 1
            others += not ordinary
    assert others > 3
    assert bool(counted) == ("turn:" not in first)


def test_a_rank_is_named_and_a_card_that_stands_in_the_way_is_there(tmp_path: Path) -> None:
    burrow = load(BURROW)
    position = {"hand": "2g 3g Heron1", "table": "1b 6g"}
    asked = ("2g takes 1b", "1 takes 1b", "2g takes 1", "2g takes 5")
    reasons = [why_of(burrow, position, play) for play in asked]
    assert reasons[0].startswith("Snail of green may not take fly of blue: duck of green on the table is a duck")
    assert reasons[1:] == [
        "No fly is in your hand.",
        "The suit of 1 is missing: write 1b.",
        "No fish lies on the table.",
    ]
    file = tmp_path / "wild.yaml"
    wild = "take: {prey: all c in loose where rank(c) = r}\n    let: {r: ranks}"
    old = "take: {prey: one c in loose where rank_number(rank(c)) = rank_number(rank(card)) - 1}"
    file.write_text(Path(BURROW).read_text(encoding="utf-8").partition("examples:")[0].replace(old, wild))
    assert "tadpole of green is not of rank fly" in why_of(
        load(file), {"hand": "2g", "table": "1b 3g"}, "2g takes 1b 3g"
    )


def why_of(game: Game, position: dict[str, str], play: str) -> str:
    return str(why(game.position(position), game.written_play(play))["reason"])


def test_reasons_and_plays_of_positions() -> None:
    months = load(MONTHS)
    position = {"hand": "1a 7a", "table": "1c 2a"}
    assert months.written_play("cr takes pine chaff 1c") == months.written_play("1a takes 1c")
    assert [p["text"] for p in months.moves(position)["plays"]] == ["1a takes 1c", "7a trails"]


def test_a_patch_puts_its_rows_of_an_attribute_first(tmp_path: Path) -> None:
    """Else a row for any card, which stands last beneath, would hide them."""
    child = tmp_path / "child.yaml"
    child.write_text("dsl: 1\nextends: koi-koi\npack: {attributes: {sort: {treasure: 9a}}}\n", encoding="utf-8")
    pack = load(str(child)).ruleset.pack
    sort = dict(zip((f.text for f in pack.faces), pack.attribute("sort").values, strict=True))
    assert (sort["9a"], sort["2a"], sort["1c"]) == ("treasure", "animal", "chaff")


def test_what_is_announced_is_told_by_its_name() -> None:
    table = opened(ANNOUNCING, seed=4)
    for wanted in ("ask for pine", "collect chaff"):
        choice = table.find(table.decides or 1, wanted.replace("ask for", "ask_for"))[0]
        table.make(choice)
        assert f"“{wanted}”" in table.log(1)[-1].text
        table.undo()


def test_piles_that_lie_open_and_the_card_turned_up() -> None:
    table = opened("koi-koi", seed=1)
    table.make(next(c for c in table.view(1).choices if c.take))
    view = table.view(1)
    assert view.sides[0].spread == view.sides[0].pile
    assert len(view.sides[0].spread) == 2
    assert len(view.turned_up) == 1
    assert {c.play for c in view.choices} == {view.turned_up}


def test_pictures() -> None:
    pack = game(MONTHS).ruleset.pack
    assert card_signed(pack, "1a") == "1a鶴"
    assert card_signed(pack, "9a") == "9a"
    assert 'aria-label="crane"' in card_svg(pack, "1a")
    assert "鶴" in card_svg(pack, "1a")
    assert "pine chaff" in card_svg(pack, "1c")
    assert card_signed(game(EIGHT).ruleset.pack, "4s") == "4s/"


@pytest.mark.parametrize("file", [MONTHS, EIGHT, BEASTS])
def test_written_out_and_read_again(file: str, tmp_path: Path) -> None:
    again = tmp_path / "again.yaml"
    again.write_text(ruleset_yaml(game(file).ruleset), encoding="utf-8")
    assert load(str(again)).ruleset.pack == game(file).ruleset.pack
    assert not changes(game(file).ruleset, load(str(again)).ruleset)


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("light: 1a, 3a", "light: 2a, 3a", ("deck", "sort of 1a: light → chaff")),
        ("rank: month", "rank: moon", ("wording", "name of rank: month → moon")),
        ("1: pine\n", "1: fir\n", ("wording", "name of 1: pine → fir")),
    ],
)
def test_changes_are_told(was: str, now: str, told: tuple[str, ...], tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(Path(MONTHS).read_text(encoding="utf-8").replace(was, now), encoding="utf-8")
    found = changes(game(MONTHS).ruleset, load(str(other)).ruleset)
    assert told in [(c.kind, c.text) for c in found]


def test_what_is_worked_out_needs_no_attribute() -> None:
    assert "sort" not in program_of(game(MONTHS).ruleset, 2).text
