"""The table in a terminal: chosen by keys, by mouse, typed; what is shown is what the seat sees."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from cassino_dsl.book.pages.cards import card_printed, text_printed
from cassino_dsl.faces.terminal import table_screen
from cassino_dsl.faces.terminal.app import Chooser
from cassino_dsl.faces.terminal.cards_on_screen import WITHOUT, BuildChip, CardChip
from cassino_dsl.faces.terminal.dialogs import Dialog, HandOver
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.table.course import Course
from cassino_dsl.table.opening import save
from cassino_dsl.table.table import GameTable
from cassino_dsl.table.view import BuildSeen
from tests.app.screens import LARGE, SMALL, Seat, opening, sit
from tests.native.compare import names
from tests.table.tables import opened, play_on

BURROW = str(Path(__file__).parent.parent / "names" / "burrow.yaml")
FOUR = (("scopa", SMALL), ("african-cassino", SMALL), ("mulle", LARGE), ("stealing-bundles", LARGE))


def shows_the_view(seat: Seat) -> None:
    """What lies on the screen is what the seat sees, and nothing is cut off."""
    view, board = seat.screen.view, seat.screen.board
    assert Counter(chip.card for chip in board.loose.cards) == Counter(view.table)
    assert [chip.cards for chip in board.query(BuildChip)] == [
        tuple(card for group in build.groups for card in group) for build in view.builds
    ]
    text = seat.text()
    assert view.title in text
    assert f"stock: {len(view.stock)}" in text
    assert all(len(line) <= seat.app.size.width for line in text.splitlines())
    for name in ("#typed", "#said", "#hand", "#plays"):
        part = seat.screen.query_one(name).region
        assert part.height > 0
        assert part.bottom <= seat.app.size.height


async def plays_by_keys(seat: Seat, decisions: int) -> None:
    """Choose the next card that can do something, and the first thing that it can do."""
    table = seat.screen.table
    for number in range(decisions):
        await seat.own_turn()
        shows_the_view(seat)
        view, before = seat.screen.view, len(table.made)
        if not any(choice.play for choice in view.choices):  # all that can be done is listed, and the keys are there
            assert seat.screen.board.choices == list(view.choices)
            assert seat.app.focused is seat.screen.board.plays
            await seat.press("enter")
            await seat.until(lambda before=before: len(table.made) > before)  # type: ignore[misc]
            continue
        able = {card for choice in view.choices for card in (choice.play or (WITHOUT,))}
        chips = seat.screen.board.hand
        ways = [at for at, chip in enumerate(chips) if chip.card in able]
        at = ways[number % len(ways)]
        await seat.press(*["right"] * at)
        assert seat.app.focused is chips[at]
        card = chips[at].card or WITHOUT
        await seat.press("enter")
        wanted = [choice for choice in view.choices if card in (choice.play or (WITHOUT,))]
        await seat.until(lambda wanted=wanted: seat.screen.board.choices == wanted)  # type: ignore[misc]
        choices = wanted
        await seat.until(lambda: seat.app.focused is seat.screen.board.plays)
        lit = Counter(chip.card for chip in seat.screen.query("#loose CardChip.lit").results(CardChip))
        lit += Counter(card for chip in seat.screen.query("BuildChip.lit").results(BuildChip) for card in chip.cards)
        assert lit == Counter(choices[0].take) - Counter(side.pile[-1] for side in view.sides if side.pile)
        await seat.press("enter")
        await seat.until(lambda before=before: len(table.made) > before)  # type: ignore[misc]


@pytest.mark.parametrize(("variant", "size"), FOUR)
@pytest.mark.share(4)
def test_played_by_keys(variant: str, size: tuple[int, int]) -> None:
    async def person(seat: Seat) -> None:
        await seat.until(lambda: len(seat.app.screen_stack) > 1)
        await plays_by_keys(seat, 3)

    assert sit(opening(), variant, person, size).fault is None


def test_what_a_decision_is_about() -> None:
    """It stands beneath the table, and above the keys under `?`."""

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        await seat.hears("Note: how many frogs you hope for, and what it costs if they stay away.")
        await seat.press("question_mark")
        await seat.reads("Note: how many frogs you hope for,")

    assert sit(opening(3), BURROW, person, LARGE).fault is None


@pytest.mark.ci
def test_played_by_mouse() -> None:
    """Mulle has many plays of one card: cards picked on the table leave those that take them."""

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        king = next(chip for chip in seat.screen.board.hand if chip.card == "Ks")
        await seat.pilot.click(king)
        await seat.until(lambda: len(seat.screen.board.choices) > 5)
        all_of_it = seat.screen.board.choices
        for card in ("2c", "10c"):
            chip = next(c for c in seat.screen.query("#loose CardChip").results(CardChip) if c.card == card)
            await seat.pilot.click(chip)
        left = [c for c in all_of_it if {"2c", "10c"} <= set(c.take)]
        await seat.until(lambda: seat.screen.board.choices == left)
        assert {chip.card for chip in seat.screen.query("#loose CardChip.lit").results(CardChip)} >= {"2c", "10c"}
        await seat.press("escape")
        await seat.until(lambda: not seat.screen.board.choices)
        await seat.pilot.click(king)
        await seat.until(lambda: bool(seat.screen.board.choices))
        await seat.pilot.click("#plays", offset=(4, 0))
        await seat.until(lambda: bool(seat.screen.table.made))

    assert sit(opening(3), "mulle", person, LARGE).fault is None


@pytest.mark.ci
def test_typed_and_asked(tmp_path: Path) -> None:
    file = tmp_path / "game.json"

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        await seat.press("w", "7", "space", "K", "enter")
        await seat.hears("7○ may not take K‡")
        await seat.press("h")
        await seat.hears("Take 6‡ and A▽ with 7○: 7○ (settebello)", "(h: why)")
        await seat.press("h")
        await seat.hears("leaves J† and K‡")
        await seat.press("u")
        await seat.hears("nothing to take back")
        await seat.press("7", "space", "6", "space", "A", "enter")
        await seat.until(lambda: len(seat.screen.table.made) == 2)
        await seat.own_turn()
        await seat.reads("You take 6‡ and A▽ with 7○.")
        await seat.press("u")
        await seat.until(lambda: not seat.screen.table.made)
        await seat.own_turn()
        for key, shown in (("s", "score"), ("l", "Round 1"), ("r", "Scopa"), ("question_mark", "why not")):
            await seat.press(key)
            await seat.until(lambda: isinstance(seat.app.screen, Dialog))
            await seat.reads(shown)
            await seat.press("escape")
            await seat.own_turn()
        await seat.type("6 takes J")
        await seat.hears("6† may not take J†")
        await seat.type("J")
        await seat.until(lambda: len(seat.screen.table.made) == 2)
        await seat.own_turn()
        await seat.press("q")

    app = sit(opening(file=file), "scopa", person)
    assert app.return_value == f"stopped; `cassino play --resume --file {file}` goes on"

    async def later(seat: Seat) -> None:
        await seat.until(lambda: isinstance(seat.app.screen, Chooser) and bool(seat.app.screen.games))
        await seat.reads("Go on with scopa, round 1")
        await seat.press("enter")
        await seat.own_turn()
        assert len(seat.screen.table.made) == 2

    assert sit(opening(file=file), None, later).fault is None


def test_a_play_is_seen_step_by_step_and_a_key_goes_on() -> None:
    """The card comes to the table, and what it takes is lit, before both are gone; the others stay where they lie."""

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        screen, loose = seat.screen, seat.screen.board.loose
        screen.pause = 30.0
        places = loose.spots[:]
        await seat.type("7 takes 6 A")
        await seat.until(lambda: [chip.card for chip in loose.query(".come").results(CardChip)] == ["7d"])
        await seat.hears("You take 6‡ and A▽ with 7○.")
        assert {*places, "7d"} == {*loose.spots}
        await seat.press("f5")
        await seat.until(lambda: len(screen.table.made) == 2 and len(screen.board.hand) == 2)
        assert [card for card in places if card in loose.spots] == ["Js", "Kc"]
        assert [loose.spots.index(card) for card in ("Js", "Kc")] == [places.index("Js"), places.index("Kc")]
        screen.pause = 0
        screen.hurry.set()
        await seat.own_turn()
        await seat.hears("Seat 2 ", "Choose a card")

    assert sit(opening(5), "scopa", person).fault is None


@pytest.mark.ci
def test_a_hint_comes_however_long_a_search_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a capital letter is a card, not what the small one asks for."""
    monkeypatch.setattr(table_screen, "PATIENCE", 0.05)
    whole = GameTable.hint

    def slow(self: GameTable, seat: int, quick: bool = False) -> object:
        if not quick:
            time.sleep(0.5)
        return whole(self, seat, quick)

    monkeypatch.setattr(GameTable, "hint", slow)

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        await seat.press("h")
        await seat.hears("Take 6‡ and A▽ with 7○")
        await seat.press("Q", "enter")
        await seat.hears("No knight is in your hand")

    assert sit(opening(5), "scopa", person).fault is None


@pytest.mark.share(3)
@pytest.mark.parametrize("chunk", ["7 takes 6 A\r", ":7 takes A 6\r", "w 6 takes J\r7 takes 6 A\r"])
def test_keys_in_one_chunk_are_the_line_that_they_spell(chunk: str) -> None:
    async def person(seat: Seat) -> None:
        await seat.own_turn()
        await seat.chunk(chunk)
        await seat.until(lambda: bool(seat.screen.table.made))
        assert seat.screen.table.made[0][1] == "7d takes 6c Ah"

    assert sit(opening(5), "scopa", person).fault is None


def test_what_is_pasted_is_a_line_before_enter() -> None:
    async def person(seat: Seat) -> None:
        await seat.own_turn()
        seat.app.post_message(events.Paste("7 takes 6 A\n6 takes 6\n"))
        await seat.until(lambda: seat.screen.typed.value == "7 takes 6 A")
        assert not seat.screen.table.made
        await seat.press("enter")
        await seat.until(lambda: bool(seat.screen.table.made))

    assert sit(opening(5), "scopa", person).fault is None


def test_several_plays_are_asked_about() -> None:
    async def person(seat: Seat) -> None:
        await seat.own_turn()
        await seat.type("Ks")
        await seat.hears("Which of these")
        assert {choice.play for choice in seat.screen.board.choices} == {("Ks",)}
        await seat.press("down", "enter")
        await seat.until(lambda: bool(seat.screen.table.made))

    assert sit(opening(3), "mulle", person).fault is None


def test_the_hand_is_hidden_between_two_people() -> None:
    async def person(seat: Seat) -> None:
        await seat.own_turn()
        mine = [card for card in seat.screen.view.own.hand if card]
        await seat.press("enter", "enter")
        await seat.until(lambda: isinstance(seat.app.screen, HandOver))
        assert not [card for card in mine if card in seat.text()]
        await seat.reads("Seat 2 plays next")
        await seat.press("enter")
        await seat.own_turn()
        assert seat.screen.seat == 2
        theirs = [chip.card for chip in seat.screen.board.hand]
        assert not set(mine[1:]) & set(theirs)

    assert sit(opening(persons=(1, 2)), "scopa", person).fault is None


def test_a_round_ends_with_its_points(tmp_path: Path) -> None:
    """From near the end of a round: its points are shown, then the match goes on."""
    file, table = tmp_path / "game.json", opened("scopa")
    played = opened("scopa")
    play_on(played)
    play_on(table, len(played.made) - 3)
    save(table, file)

    async def person(seat: Seat) -> None:
        await seat.until(lambda: len(seat.app.screen_stack) > 1)
        for _ in range(2):
            if not isinstance(seat.app.screen, Dialog):
                await seat.own_turn()
                before = len(seat.screen.table.made)
                await seat.press("enter", "enter")
                await seat.until(lambda before=before: len(seat.screen.table.made) > before)  # type: ignore[misc]
                await seat.until(lambda: isinstance(seat.app.screen, Dialog) or seat.screen.waiting)
        await seat.reads("Round 1 is over")
        await seat.reads("points", " → ", "Enter: the next deal")
        await seat.press("enter")
        await seat.own_turn()
        assert seat.screen.view.round == 2

    assert sit(opening(file=file), None, person, resume=True).fault is None


def test_a_first_hand_is_guided() -> None:
    async def person(seat: Seat) -> None:
        await seat.until(lambda: isinstance(seat.app.screen, Dialog))
        await seat.reads("Your first hand")
        await seat.press("enter")
        await seat.own_turn()
        await seat.hears("You can take cards (3 ways)")
        await seat.hears("Try 7○ takes 6‡ A▽: 7○ (settebello)")

    assert sit(opening(), "scopa", person, guided=True).fault is None


@pytest.mark.ci
def test_nothing_is_cut_off_at_a_full_table() -> None:
    """Four seats, a hand of thirteen cards, ten loose cards and three builds, on the smallest screen."""
    hand = tuple("As 2s 3s 4s 6s 7s 8s 9h 10d 10h Jc Qh Ks".split())
    loose = tuple("2c 3d 4h 5s 6c 7d 8h 9s 10c Jd".split())
    builds = (
        BuildSeen(9, (("4c", "5d"), ("9c",)), (("owner", "you"),)),
        BuildSeen(10, (("Ac", "9d"), ("2d", "8c"), ("5h",)), (("owner", "seat 3"), ("fixed", "yes"))),
        BuildSeen(13, (("6h", "7h"),), (("owner", "seat 2"),)),
    )

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        view, board, pack = seat.screen.view, seat.screen.board, seat.screen.table.game.ruleset.pack
        seats = tuple(replace(one, hand=hand if one.seat == 1 else (None,) * 13) for one in view.seats)
        full = replace(view, seats=seats, table=loose, builds=builds)
        await board.show(full, seat.screen.table.log(1))
        board.offer(view.choices[:1])
        await seat.reads(
            "you side 2", "fixed yes", "A 1 or 14 · J 11 · Q 12 · K 13", text_printed(pack, view.choices[0].text)
        )
        text = seat.text()
        assert all(f" {card_printed(pack, card)} ".replace(" 10", "10") in text for card in (*hand, *loose))
        assert all(f"{seat}: 13" in text for seat in ("seat 2", "(partner)", "seat 4 deals"))
        log = board.query_one("#log").region
        assert log.height >= 4
        assert log.bottom <= seat.app.size.height

    assert sit(opening(), "african-cassino-partnership", person).fault is None


@pytest.mark.ci
def test_a_game_is_searched_for() -> None:
    async def person(seat: Seat) -> None:
        await seat.until(lambda: isinstance(seat.app.screen, Chooser) and bool(seat.app.screen.games))
        await seat.press("slash", *"no such game")
        await seat.reads("There is no such game.")
        await seat.press("escape")
        await seat.reads("Buckeye Cassino")
        await seat.press("slash", *"mulle")
        await seat.until(lambda: seat.app.screen.options.option_count == 1)  # type: ignore[attr-defined]
        await seat.press("enter", "enter")
        await seat.own_turn()
        assert seat.screen.view.title == "Mulle"

    assert sit(opening(), None, person).fault is None


def test_what_cannot_be_ends_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(seat: Seat) -> None:
        while seat.app.fault is None:
            await seat.pilot.pause(0.01)

    wrong = sit(opening(seats=7), "scopa", nobody)
    assert "is played with 2, 3, 4 seats" in str(wrong.fault)

    def broken(self: Course, *_: object) -> None:
        raise RunFault("check-failed", "a round breaks a check")

    monkeypatch.setattr(Course, "follow", broken)

    async def person(seat: Seat) -> None:
        await seat.own_turn()
        await seat.press("enter", "enter")
        await nobody(seat)

    assert isinstance(sit(opening(), "scopa", person).fault, RunFault)


ROUNDS = [  # one takes up to half a minute
    pytest.param(variant, size, marks=pytest.mark.long if at % 13 else pytest.mark.ci)
    for at, (variant, size) in enumerate((variant, size) for variant in names() for size in (SMALL, LARGE))
]


@pytest.mark.parametrize(("variant", "size"), ROUNDS)
def test_whole_rounds(variant: str, size: tuple[int, int]) -> None:
    """A whole round of every variant, by keys."""

    async def person(seat: Seat) -> None:
        await seat.until(lambda: len(seat.app.screen_stack) > 1)
        table: GameTable = seat.screen.table
        while not table.over and table.state.round == 1:
            await seat.until(lambda: isinstance(seat.app.screen, Dialog) or seat.screen.waiting)
            if not isinstance(seat.app.screen, Dialog):
                await plays_by_keys(seat, 1)
        await seat.until(lambda: isinstance(seat.app.screen, Dialog))

    app = sit(opening(), variant, person, size)
    assert app.fault is None
