"""The pages in a real browser: whole matches by clicks and by keys, two persons in one room, a line that breaks, and
the workshop.

The system's Chromium is driven by playwright (the extra `browser`), against a server in a process of its own.
"""

from __future__ import annotations

import base64
import os
import random
import re
import subprocess
import sys
import zlib
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import CHROMIUM
from tests.web.crowd import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

WANTED = os.environ.get("CASSINO_BROWSER") == "1"  # set where its lack is a fault
pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(
        not WANTED and (CHROMIUM is None or find_spec("playwright") is None),
        reason="needs Chromium and the extra `browser`",
    ),
]
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 800}}
PATIENCE = 60_000  # milliseconds


class Visitor:
    """Somebody before a page, who sees no fault in it."""

    def __init__(
        self, browser: Any, host: str, size: str = "desktop", scheme: str = "light", moves: bool = False
    ) -> None:
        motion = "no-preference" if moves else "reduce"
        self.context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, reduced_motion=motion)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.host, self.faults = f"http://{host}", list[str]()
        self.links: list[str] = []  # as the lobby showed them: of the seats, then of who looks on
        self.read = ""  # what was laid over the table last
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    def leaves(self) -> None:
        assert self.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        self.context.close()
        assert self.faults == []

    def chooses(self, title: str) -> None:
        self.page.goto(self.host)
        self.page.get_by_role("searchbox").fill(title)
        self.page.get_by_role("button", name=title).first.click()
        self.page.locator("#rulebook h1").wait_for()
        self.page.get_by_label("help me through the first deal").uncheck()

    def opens(self) -> None:
        self.page.get_by_role("button", name="Play", exact=True).click()
        self.page.wait_for_url(re.compile("/(room|lobby)/"))
        if "/lobby/" in self.page.url:
            self.page.locator("#waiting").filter(has_text="Waiting").wait_for()
            links = self.page.locator(".link-part input")
            self.links = [links.nth(number).input_value() for number in range(links.count())]
            self.page.get_by_role("link", name="To the table").click()
        self.page.locator("#turn").filter(has_text="Round").wait_for()

    def own_turn(self) -> bool:
        """Read what is laid over the table, until it is the own turn; False where the match is over."""
        page = self.page
        while True:
            page.locator("#turn").filter(has_text="your turn").or_(page.locator("#dialog[open]")).first.wait_for()
            if not page.locator("#dialog[open]").count():
                return True
            if self.reads_the_end():
                return False

    def reads_the_end(self) -> bool:
        """Whether what is laid over the table says that the match is over; anything else is read and put away."""
        page = self.page
        if "The match" in (page.locator("#dialog-title").text_content() or ""):
            return True
        self.read = page.locator("#dialog-body").text_content() or ""
        page.locator("#dialog-close").click()
        return False

    def plays(self) -> None:
        """Choose the first card that can do something, tap what it takes, and play."""
        page = self.page
        lines = page.locator("#log li").count()
        offered = page.locator("#offer button, #spot:not([hidden]) button")
        if not offered.count():
            # where a hand is large its cards lie over each other, and show their left edges
            page.locator("#hand button:not(.idle)").first.click(position={"x": 8, "y": 40})
        while not offered.count():
            page.locator("#lying .lit:not(.taken)").first.click()
        offered.first.click()
        page.locator("#log li").nth(lines).wait_for(state="attached")


@pytest.mark.parametrize(
    ("title", "size", "scheme"),
    [("Cuarenta", "desktop", "dark"), ("Scopa", "phone", "light"), ("Stealing Bundles", "phone", "dark"),
     ("African Cassino for two", "desktop", "light")],
)  # fmt: skip
def test_a_whole_match_by_clicks(browser: Any, host: str, title: str, size: str, scheme: str) -> None:
    one = Visitor(browser, host, size, scheme)
    one.chooses(title)
    one.opens()
    while one.own_turn():
        one.plays()
    assert "cassino replay" in (one.page.locator("#dialog-body").text_content() or "")
    one.page.keyboard.press("Enter")  # what was laid over the table goes, what can be done next stays
    one.page.locator("#dialog:not([open])").wait_for(state="attached")
    assert one.page.locator("#ended").get_by_role("link", name="Another game").is_visible()
    assert not one.page.locator("#do-hint, #do-undo, #typing").filter(visible=True).count()
    one.page.get_by_role("button", name="Scores").click()
    one.page.locator("#dialog").get_by_role("button", name="Another match").wait_for()
    one.page.keyboard.press("Escape")
    one.page.goto(one.page.url.replace("/room/", "/replay/"))
    one.page.locator("#hands li").filter(has_text="Seat 1 you").wait_for()
    assert "person" not in (one.page.locator("#hands").text_content() or "")
    one.page.go_back()
    one.page.locator("#dialog").get_by_role("button", name="Another match").wait_for()
    one.page.keyboard.press("Escape")
    one.page.locator("#ended").get_by_role("button", name="Another match").click()
    one.page.locator("#ended").wait_for(state="hidden")
    assert one.own_turn()
    assert one.page.locator("#log li").count() >= 1
    one.leaves()


def test_what_is_chosen_and_what_cards_count(browser: Any, host: str) -> None:
    """A number of very many is typed, within its bounds; beside the hand stands what its cards count."""
    one = Visitor(browser, host, "phone")
    one.chooses("Scopa")
    one.page.locator("#options-part summary").click()
    target = one.page.get_by_label("Points that end the match")
    book = one.page.locator("#rulebook")
    assert target.input_value() == "11"
    target.fill("21")
    target.press("Tab")
    book.filter(has_text="21 points").wait_for()
    target.fill("501")
    target.press("Tab")
    assert not target.evaluate("field => field.checkValidity()")
    target.fill("31")
    target.press("Tab")
    book.filter(has_text="31 points").wait_for()
    one.opens()
    assert "to 31" in (one.page.locator("#turn").text_content() or "")
    assert "J (knave) 8 · Q (knight) 9 · K 10" in (one.page.locator("#worths").text_content() or "")
    one.own_turn()
    one.page.locator("#do-more").click()
    one.page.locator("#can-title").click()
    one.page.locator("#typed").fill("w 7 takes K")
    one.page.locator("#do-why").click()
    one.page.locator("#said").filter(has_not_text="Your turn").wait_for()
    assert ".yaml" not in (one.page.locator("#said").text_content() or "")
    one.leaves()


def test_somebody_at_ones_side(browser: Any, host: str) -> None:
    one = Visitor(browser, host, "phone")
    one.chooses("Royal Cassino")
    one.page.get_by_label("help me through the first deal").check()
    one.page.get_by_role("button", name="Play", exact=True).click()
    one.page.locator("#dialog-title").filter(has_text="Royal Cassino").wait_for()
    one.page.locator("#dialog-close").click()
    lesson = one.page.locator("#lesson")
    lesson.filter(has_text="Choose a card").wait_for()
    one.own_turn()
    for card in one.page.locator(
        "#hand button:not(.idle)"
    ).all():  # the next sentence is said of one that can take something
        card.click()
        if one.page.locator("#lying .lit, #lying .taken").count():
            lesson.filter(has_text="Tap what").wait_for()
            lesson.get_by_role("button").click()
            break
    one.page.keyboard.press("Escape")
    one.plays()
    one.own_turn()
    one.leaves()


def test_by_keys_alone(browser: Any, host: str) -> None:
    one = Visitor(browser, host)
    one.chooses("Scopa")
    one.opens()
    one.own_turn()
    keys, said = one.page.keyboard, one.page.locator("#said")
    keys.press("h")
    said.filter(has_text=":").wait_for()  # what to do, and the reason that tells most
    keys.press("Escape")
    keys.press("w")
    keys.type("7 takes nothing at all")
    keys.press("Enter")
    said.filter(has_text="no play").wait_for()
    keys.press("Escape")
    one.page.locator("body").press("s")
    one.page.locator("#dialog[open]").wait_for()
    keys.press("Escape")
    one.page.locator("#dialog:not([open])").wait_for(state="attached")
    lines = one.page.locator("#log li").count()
    keys.press("ArrowRight")
    keys.press("Enter")
    for _ in range(6):  # what it takes, then the play: the focus goes there by itself
        assert one.page.evaluate("document.activeElement.closest('#lying, #offer, #spot, #hand') !== null")
        keys.press("Enter")
        one.page.wait_for_timeout(400)
        if one.page.locator("#log li").count() > lines:
            break
    one.page.locator("#log li").nth(lines).wait_for(state="attached")
    assert one.page.evaluate("document.activeElement.closest('#hand, #middle') !== null"), "the focus stays with plays"
    one.own_turn()
    one.page.locator("#do-help").click()
    one.page.locator("#letters-are-no-keys").check()
    keys.press("Escape")
    one.page.locator("body").press("s")
    assert one.page.locator("#dialog[open]").count() == 0, "letters are no keys"
    one.page.locator("#do-help").click()
    one.page.locator("#letters-are-no-keys").uncheck()
    keys.press("Escape")
    keys.press("u")
    said.filter(has_text="practice").wait_for()
    one.leaves()


def test_a_lobby_says_whom_all_wait_for_and_takes_links_back(browser: Any, host: str) -> None:
    one, two = Visitor(browser, host), Visitor(browser, host, "phone")
    one.chooses("Scopa")
    one.page.locator("#sitting select").nth(1).select_option("person")
    one.opens()
    one.page.go_back()
    one.page.get_by_label("Name of seat 2").fill("Ada")
    one.page.get_by_label("Name of seat 2").press("Tab")
    waiting = one.page.locator("#waiting")
    waiting.filter(has_text="Waiting for Ada.").wait_for()
    two.page.goto(one.links[1])
    two.page.locator("#turn").filter(has_text="Round").wait_for()
    waiting.filter(has_text="All are here").wait_for()
    one.page.get_by_role("button", name="QR code").nth(1).click()
    one.page.locator(".code svg").wait_for()
    one.page.on("dialog", lambda asked: asked.accept())
    one.page.get_by_role("button", name="New link").nth(1).click()
    two.page.locator("#trouble").filter(has_text="seat").wait_for()
    waiting.filter(has_text="Waiting for Ada.").wait_for()
    assert one.page.locator(".link-part input").nth(1).input_value() != one.links[1]
    one.leaves()
    two.context.close()  # what it asks in vain is told in its console


def test_a_match_is_shown_again(browser: Any, host: str, tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    subprocess.run(
        [sys.executable, "-m", "cassino_dsl", "simulate", "scopa", "--games", "2", "--records", str(file)], check=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    one = Visitor(browser, host, "phone")
    one.page.goto(f"http://{host}/replay")
    one.page.locator("#file").set_input_files(file)
    one.page.locator("#hands li").nth(1).wait_for()
    before = one.page.locator("#said").text_content()
    one.page.get_by_role("button", name="One play on").click()
    assert one.page.locator("#said").text_content() != before
    one.page.locator("#at").press("ArrowRight")
    one.page.locator("#number").filter(has_text="2 of").wait_for()
    one.page.locator("#hint").click()
    one.page.locator("#instead").filter(has_text="The search would").wait_for()
    with one.page.expect_download() as saved:
        one.page.locator("#save").click()
    assert saved.value.path().read_text() == file.read_text().splitlines(keepends=True)[0]
    one.leaves()


def test_two_in_one_room(browser: Any, host: str) -> None:
    one, two = Visitor(browser, host), Visitor(browser, host, "phone")
    one.chooses("Scopa")
    one.page.locator("#sitting select").nth(1).select_option("person")
    one.opens()
    own, others, looking = one.links
    assert len({others, looking, own}) == 3
    two.page.goto(others)
    two.page.locator("#turn").filter(has_text="Round").wait_for()
    assert "#" not in two.page.url
    one.page.locator("#others").filter(has_not_text="not here").wait_for()
    one.own_turn()
    one.plays()
    two.own_turn()
    one.page.get_by_role("button", name="Undo").click()
    two.page.get_by_role("button", name="Agree").click()
    one.own_turn()
    one.plays()
    two.own_turn()
    two.page.reload()  # the line is lost, and found again
    assert two.own_turn()
    two.plays()
    one.own_turn()
    looker = Visitor(browser, host)
    looker.page.goto(looking)
    looker.page.locator("#turn").filter(has_text="Round").wait_for()
    assert looker.page.locator("#hand button").count() == 0
    for visitor in (one, two, looker):
        visitor.leaves()


SHORT = """dsl: 1
extends: scopa
title: Six points are enough
options:
  target: {is: int, default: 5, from: 1, to: 9, about: points that end the match}
"""


def play_to_the_end(*visitors: Visitor) -> None:
    """Whoever's turn it is plays, until one is shown that the match is over."""
    deadline = monotonic() + 5 * PATIENCE / 1000
    while monotonic() < deadline:
        for one in visitors:
            if one.page.locator("#dialog[open]").count():  # after a round, too, and then the turn may be the other's
                if one.reads_the_end():
                    return
            elif "your turn" in (one.page.locator("#turn").text_content() or ""):
                one.plays()


def test_another_game_with_the_same_people(browser: Any, host: str) -> None:
    """A text with an option chosen, played with a friend for several rounds; then another game."""
    one, two = Writer(browser, host), Visitor(browser, host, "phone")
    one.goes()
    one.writes(SHORT)
    one.says("no findings")
    editor, tabs = one.page.locator("#editor").bounding_box(), one.page.locator("#tabs").bounding_box()
    assert editor
    assert tabs
    assert tabs["x"] > editor["x"] + editor["width"]
    assert tabs["y"] < editor["y"] + 100
    one.page.locator("#options-part summary").click()
    one.page.get_by_label("Points that end the match").select_option("6")
    one.looks_at("Rulebook")
    one.page.locator(".rulebook").filter(has_text="6 points").first.wait_for()
    one.looks_at("Play")
    one.page.get_by_label("Seat 2").select_option("person")
    one.page.get_by_role("button", name="Play this").click()
    link = one.page.get_by_label("Link of: Seat 2").input_value()
    one.page.get_by_role("link", name="To the table").click()
    two.page.goto(link)
    two.page.locator("#title").filter(has_text="Six points are enough").wait_for()
    for own in (2, 1):  # everybody one seat further, and back
        play_to_the_end(one, two)
        one.own_turn()  # what is laid over its table is read
        one.page.locator("#dialog").get_by_role("button", name="Change seats").click()
        two.page.locator("#asked").filter(has_text="one seat further").get_by_role("button", name="Agree").click()
        one.page.locator("#others").filter(has_text=f"Seat {3 - own}").wait_for()
    play_to_the_end(one, two)
    one.own_turn()
    one.page.locator("#dialog").get_by_role("link", name="Another game").click()
    one.page.locator("#going-on").wait_for()
    one.page.get_by_role("searchbox").fill("Cassino")
    one.page.get_by_role("button", name="Royal Cassino").first.click()
    one.page.locator("#rulebook h1").wait_for()
    one.opens()
    two.page.locator("#asked").get_by_role("button", name="Agree").click()
    for visitor in (one, two):
        visitor.page.locator("#title").filter(has_text="Royal Cassino").wait_for()
    one.own_turn()
    one.plays()
    two.own_turn()
    one.page.get_by_role("link", name="Links").click()
    one.page.get_by_role("heading", name="Seat 2").wait_for()
    assert one.page.get_by_label("Link of: Seat 2").input_value() == link
    for visitor in (one, two):
        visitor.leaves()


def test_a_server_that_comes_back(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path / "rooms.sqlite") as server:
        one = Visitor(browser, server.host)
        one.chooses("Scopa")
        one.opens()
        one.own_turn()
        one.plays()
        one.own_turn()
        lines = one.page.locator("#log li").count()
        one.page.locator("#can-title").click()
        one.page.locator("#hand button:not(.idle)").first.click()
        offered = one.page.locator("#plays button").all_text_contents()
        server.kill()
        one.page.locator("#trouble").filter(has_text="broken").wait_for()
        one.page.locator("#do-hint").click()
        assert "The line is broken" in (one.page.locator("#said").text_content() or "")
        server.start()
        one.page.locator("#trouble").wait_for(state="hidden")
        assert one.page.locator("#log li").count() == lines
        one.own_turn()
        assert one.page.locator("#plays button").all_text_contents() == offered != []  # what was chosen stays chosen
        one.plays()
    one.context.close()


class Writer(Visitor):
    """Somebody in the workshop."""

    def goes(self, state: str = "no findings", address: str = "/workshop") -> None:
        self.page.goto(f"{self.host}{address}")
        self.says(state)

    def says(self, state: str) -> None:
        self.page.locator("#state").filter(has_text=state).wait_for()

    def writes(self, text: str) -> None:
        """By keys, as somebody types: the editor indents by itself."""
        keys = self.page.keyboard
        self.page.locator(".cm-content").click()
        keys.press("Control+a")
        keys.press("Delete")  # Chromium would give what takes its place a style of its own, which is refused
        for number, line in enumerate(text.split("\n")):
            if number:
                keys.press("Enter")
                keys.press("Shift+Home")  # what the editor has indented by itself
                keys.press("Delete")
            keys.insert_text(line)

    def looks_at(self, tab: str) -> None:
        self.page.get_by_role("tab", name=tab).click()


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_a_text_is_written(browser: Any, host: str, size: str, scheme: str) -> None:
    one = Writer(browser, host, size, scheme)
    one.goes()
    one.writes("dsl: 1\nextends: scopa\ntitel: Mine")
    one.says("1 error")
    finding = one.page.locator("#panel-findings .finding")
    assert "line 3" in (finding.text_content() or "")
    assert "title" in (finding.locator(".help").text_content() or "")
    assert one.page.locator(".cm-lintRange-error").text_content() == "titel"
    finding.click()
    assert one.page.evaluate("() => document.activeElement.id") == "editor"  # with what stands in its shadow
    example = "{name: first, hand: 7c, table: 7d, expect: {captures: {7c: 7d}}}"
    one.writes(f"dsl: 1\nextends: scopa\ntitle: Mine\nexamples:\n- {example}")
    one.says("no findings")
    one.looks_at("Examples")
    one.page.locator(".example").filter(has_text="comes out").wait_for()
    one.looks_at("Rulebook")
    one.page.locator(".rulebook h1").filter(has_text="Mine").wait_for()
    one.looks_at("Simulate")
    one.page.locator("[name=rounds]").fill("5")
    one.page.get_by_role("button", name="Simulate").click()
    one.page.locator("#panel-simulate .verdict").wait_for()
    one.looks_at("What it changes")
    one.page.get_by_role("button", name="Compare with scopa").click()
    one.page.locator("#panel-diff .verdict").wait_for()
    one.leaves()


def test_the_language_is_completed_and_explained(browser: Any, host: str) -> None:
    one = Writer(browser, host)
    one.goes()
    one.writes("dsl: 1\nextends: cassino\nactions:\n  trail:\n    ")
    one.page.keyboard.type("pl")
    option = one.page.locator(".cm-tooltip-autocomplete [aria-selected=true]")
    option.filter(has_text="play").wait_for()
    one.page.locator(".told").filter(has_text="actions.NAME.play").wait_for()
    one.page.wait_for_timeout(200)  # what has just come up is not taken by an Enter that was meant otherwise
    one.page.keyboard.press("Enter")
    one.page.keyboard.type("card where cou")
    option.filter(has_text="count").wait_for()
    one.page.keyboard.press("Escape")
    one.page.locator(".cm-line").filter(has_text="extends").locator("span").first.hover()
    one.page.locator(".cm-tooltip-hover").filter(has_text="extends").wait_for()
    one.leaves()


def test_the_workshop_by_keys_alone(browser: Any, host: str) -> None:
    one = Writer(browser, host, "phone")
    one.goes()
    one.page.get_by_role("tab", name="Findings").focus()
    one.page.keyboard.press("ArrowRight")
    assert one.page.evaluate("() => document.activeElement.textContent") == "Examples"
    one.page.locator("#panel-examples").filter(has_text="no examples").wait_for()
    one.page.get_by_role("textbox", name="The text of a variant").focus()
    one.page.keyboard.press("Control+End")
    one.page.keyboard.type("bad")
    one.says("error")
    one.page.keyboard.press("F8")
    one.page.keyboard.press("Tab")  # leaves the text
    assert one.page.evaluate("() => document.activeElement.id") != "editor"
    one.leaves()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_text_is_played(browser: Any, host: str, size: str) -> None:
    one = Writer(browser, host, size)
    one.goes()
    option = "{is: int, default: 1, from: 1, to: 9, about: points that end the match}"
    one.writes(f"dsl: 1\nextends: scopa\ntitle: A point is enough\noptions:\n  target: {option}")
    one.says("no findings")
    one.looks_at("Play")
    one.page.get_by_label("Seat 2").select_option("1")
    one.page.get_by_role("button", name="Play this").click()
    one.page.locator("#title").filter(has_text="A point is enough").wait_for()
    one.own_turn()
    one.plays()
    one.own_turn()
    one.page.reload()
    while one.own_turn():
        one.plays()
    assert " win" in (one.page.locator("#dialog-title").text_content() or "")
    one.page.locator("#dialog").get_by_role("button", name="Another match").click()
    assert one.own_turn()
    one.page.go_back()
    one.says("no findings")
    assert "A point is enough" in (one.page.locator(".cm-content").text_content() or "")
    one.leaves()


def test_over_which_game_a_house_rule_is_laid(browser: Any, host: str) -> None:
    one = Writer(browser, host, "phone")
    one.goes()
    one.writes("dsl: 1\nhouse: true\ntitle: Short\nmatch: {target: 5}\n")
    over = one.page.get_by_label("This house rule is laid over")
    over.wait_for()
    assert over.input_value() == "cassino"
    one.page.locator("#over-unsaid").filter(has_text="names no game").wait_for()
    over.select_option("royal-cassino")
    one.page.locator("#over-unsaid:empty").wait_for(state="attached")
    assert "house: true\nover: royal-cassino\ntitle: Short" in one.page.locator(".cm-content").inner_text()
    one.says("no findings")
    one.looks_at("Rulebook")
    one.page.locator(".rulebook").filter(has_text="Jacks").first.wait_for()
    over.select_option("scopa")
    one.page.locator(".rulebook").filter(has_text="Knaves").first.wait_for()
    one.leaves()


def test_a_link_holds_a_text_and_runs_nothing(browser: Any, host: str) -> None:
    one, two = Writer(browser, host), Writer(browser, host, "phone", "dark")
    one.goes()
    one.writes("dsl: 1\nextends: scopa\ntitle: Mine – “∞” 🂡")
    one.says("no findings")
    one.page.get_by_role("button", name="Share as a link").click()
    one.page.locator("#link-part").wait_for()
    link = one.page.locator("#link").input_value()
    assert len(link) < 200
    asked: list[str] = []
    two.page.on(
        "request", lambda sent: asked.append(f"{sent.method} {sent.url.removeprefix(two.host)} {sent.post_data}")
    )
    two.page.goto(link)
    two.page.locator("#resting").wait_for()
    assert "🂡" in (two.page.locator(".cm-content").text_content() or "")
    two.page.locator(".cm-content").click()
    two.page.keyboard.type("x")  # neither does typing
    two.page.wait_for_timeout(1_500)
    assert "GET /workshop/words None" in asked
    assert not [one for one in asked if one.startswith("POST") or "Mine" in one]
    assert two.page.evaluate("() => localStorage.length") == 0
    two.page.keyboard.press("Backspace")
    two.page.get_by_role("button", name="Look at it").click()
    two.says("no findings")
    assert any(one.startswith("POST /workshop/check") for one in asked)
    assert "#" not in two.page.url
    two.page.reload()
    two.says("no findings")
    assert "Mine" in (two.page.locator(".cm-content").text_content() or "")
    two.page.evaluate(
        "link => { location.hash = link }", "#" + link.partition("#")[2][:-9]
    )  # a link that was cut short
    two.page.locator("#trouble").filter(has_text="not whole").wait_for()
    for visitor in (one, two):
        visitor.leaves()


def test_a_link_that_grows_is_not_unpacked(browser: Any, host: str) -> None:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(b"dsl: 1\n" * 2_000_000) + packed.flush()
    one = Writer(browser, host)
    one.goes("no findings", f"/workshop#{base64.urlsafe_b64encode(data).decode().rstrip('=')}")
    one.page.locator("#trouble").filter(has_text="not whole").wait_for()
    one.page.evaluate("() => { location.hash = '#%%%' }")
    one.page.locator("#trouble").filter(has_text="not whole").wait_for()
    one.goes()
    lot = random.Random(1)
    one.writes("dsl: 1")
    one.page.keyboard.press("End")
    one.page.keyboard.insert_text(
        " #" + "".join(lot.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(40_000))
    )
    one.page.get_by_role("button", name="Share as a link").click()
    one.page.locator("#trouble").filter(has_text="too").wait_for()
    one.context.close()
