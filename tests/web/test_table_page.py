"""The table in a real browser, as somebody sees it: what happens is shown, cards are tapped and dragged, everything has
its place and its size, and nothing that axe knows of keeps anybody out."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.test_browser import Visitor
from tests.web.test_browser import pytestmark as pytestmark

SHIFTS = """() => { window.shifted = 0; new PerformanceObserver(list => { for (const one of list.getEntries())
  if (!one.hadRecentInput) window.shifted += one.value; }).observe({type: 'layout-shift', buffered: true}); }"""
SMALL = """() => [...document.querySelectorAll('button, a, summary, input')].filter(one => one.checkVisibility()
  && !one.closest('.seat')).map(one => [one.id || one.textContent, one.getBoundingClientRect()])
  .filter(([, at]) => at.width && (at.height < 43.5 || at.width < 43.5)).map(([name]) => name)"""
MOST = 120 * 1024  # bytes of the page with what it loads, compressed


def sits(browser: Any, host: str, game: str, *others: str, **how: Any) -> Visitor:
    """Somebody at a table of a game."""
    one = Visitor(browser, host, **how)
    wish = {"variant": game, "sitting": ["person", *(others or ("2",))]}
    opened = one.page.request.post(f"http://{host}/api/rooms", data=wish, headers={"origin": f"http://{host}"})
    one.page.goto(f"http://{host}/room/{opened.json()['room']}")
    one.page.locator("#turn").filter(has_text="Round").wait_for()
    return one


def test_what_happens_is_seen_and_waits(browser: Any, host: str) -> None:
    """Cards fly, a tap ends that; at the end of a round the table waits with its sheet until the next deal."""
    one = sits(browser, host, "scopa", moves=True)
    page = one.page
    flying = page.locator(".flying")
    one.own_turn()
    flying.first.wait_for(state="detached")
    page.locator("#hand button:not(.idle)").first.click()
    while not page.locator("#offer button").count():
        page.locator("#lying .lit:not(.taken)").first.click()
    page.locator("#offer button").first.click()
    flying.first.wait_for(state="attached")
    page.mouse.click(5, 300)
    assert flying.count() == 0
    while not page.locator("#dialog[open]").count():
        if "your turn" in (page.locator("#turn").text_content() or ""):
            one.plays()
        assert len((page.locator("#caption").text_content() or "").split()) <= 16  # six words, and cards by their names
        page.mouse.click(5, 300)
    assert "Round 1 is over" in (page.locator("#dialog-title").text_content() or "")
    sheet = page.locator("#dialog-body").text_content() or ""
    assert re.search(r"cards\d+ : \d+", sheet), sheet
    assert page.locator("#lying button").count() == 0, "what is left has been taken"
    assert "Round 1" in (page.locator("#turn").text_content() or "")
    page.wait_for_timeout(1_500)
    assert page.locator("#dialog[open]").count() == 1
    page.get_by_role("button", name="Next deal").click()
    page.locator("#turn").filter(has_text="Round 2").wait_for()
    one.leaves()


def test_a_card_is_dragged(browser: Any, host: str) -> None:
    """Onto the felt, or onto what it takes: what is clear then is played."""
    one = sits(browser, host, "scopa")
    for _ in range(3):
        one.own_turn()
        lines = one.page.locator("#log li").count()
        one.page.locator("#hand button:not(.idle)").first.click()
        lit = one.page.locator("#lying .lit, #lying .taken")
        taken = lit.first.bounding_box() if lit.count() else None
        one.page.keyboard.press("Escape")
        goal = taken or one.page.locator("#middle").bounding_box()
        card = one.page.locator("#hand button:not(.idle)").first.bounding_box()
        assert goal
        assert card
        one.page.mouse.move(card["x"] + 20, card["y"] + 40)
        one.page.mouse.down()
        corner = (goal["x"] + 12, goal["y"] + goal["height"] - 12)
        one.page.mouse.move(*corner, steps=6)
        one.page.mouse.up()
        one.page.wait_for_timeout(150)
        if one.page.locator("#log li").count() == lines and one.page.locator("#offer button, #spot button").count():
            one.page.locator("#offer button, #spot:not([hidden]) button").first.click()  # several plays take that card
        one.page.locator("#log li").nth(lines).wait_for(state="attached")
    one.leaves()


@pytest.mark.parametrize(
    ("width", "height", "least"), [(390, 844, 64), (844, 390, 64), (768, 1024, 64), (1280, 800, 96), (1920, 1080, 96)]
)
def test_places_and_sizes(browser: Any, host: str, width: int, height: int, least: int) -> None:
    one = sits(browser, host, "cassino", "2", "2")
    page = one.page
    page.set_viewport_size({"width": width, "height": height})
    page.reload()  # what comes while a page is made does not jump either
    page.locator("#turn").filter(has_text="Round").wait_for()
    page.evaluate(SHIFTS)
    for _ in range(4):
        one.own_turn()
        for cards in ("#lying .card-button", "#hand .card-button"):
            widths = page.locator(cards).evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
            assert all(found >= least - 0.5 for found in widths), (cards, widths)
        hand = page.locator("#hand").bounding_box()
        assert hand
        assert hand["y"] + hand["height"] <= height
        assert page.evaluate(SMALL) == []
        one.plays()
    assert page.evaluate("() => window.shifted") == 0
    one.leaves()


def test_long_names_have_room_and_what_is_lit_stays(browser: Any, host: str) -> None:
    """On a phone, in a pack whose cards have names, where a card of the stock is turned up and played."""
    one = sits(browser, host, "koi-koi", size="phone")
    page = one.page
    up = 0
    for _ in range(12):
        if not one.own_turn():
            break
        offered = page.locator("#offer button")
        up += page.locator("#hand .up").count()
        for card in page.locator("#hand button:not(.idle)").all():
            card.click(position={"x": 8, "y": 40})
            takes = "Take" in (offered.first.text_content() or "")
            assert (page.locator("#lying .lit, #lying .taken").count() > 0) == takes
            page.keyboard.press("Escape")
        one.plays()
        wide = page.locator("#lying > button, #offer .strong, #caption span").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().right)"
        )
        assert max(wide, default=0) <= 390
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert up
    one.leaves()


def test_what_cannot_be_taken_is_answered(browser: Any, host: str) -> None:
    """A tap on it tells the reason, and the rules open at the clause."""
    one = sits(browser, host, "scopa", size="phone")
    page = one.page
    said = page.locator("#said")
    dark = page.locator("#lying > button:not(.lit, .taken)")
    while True:
        one.own_turn()
        page.locator("#hand button:not(.idle)").first.click()
        if dark.count() and page.locator("#lying .lit, #lying .taken").count():
            break
        one.plays()
    dark.first.click()
    said.filter(has_text="may not take").wait_for()
    page.locator("#middle").dispatch_event("click")  # on the felt, wherever the cards lie
    said.filter(has_text="may not be trailed").wait_for()
    page.evaluate("() => { document.querySelector('#do-help').click(); document.querySelector('dialog').close(); }")
    page.locator("#do-rules").dispatch_event("click")  # before the page has heard that the other is closed
    assert page.locator(".sought").text_content() == "A card that can capture must."
    one.leaves()


def found_by_axe(page: Any, installed: Path) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate((installed / "editor" / "node_modules" / "axe-core" / "axe.min.js").read_text())
    found: list[str] = page.evaluate(
        "async () => (await axe.run()).violations.flatMap(v => v.nodes.map(n => v.id + ' ' + n.html.slice(0, 150)))"
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_that_axe_knows_of_at_the_table(browser: Any, host: str, installed: Path, scheme: str) -> None:
    one = sits(browser, host, "cassino", scheme=scheme)
    page = one.page
    one.own_turn()
    assert found_by_axe(page, installed) == []
    page.locator("#hand button:not(.idle)").first.click()
    assert found_by_axe(page, installed) == []
    for button in ("#do-scores", "#do-rules", "#do-help"):
        page.locator(button).click()
        page.locator("#dialog[open]").wait_for()
        assert found_by_axe(page, installed) == []
        page.locator("#dialog-close").click()
    while one.own_turn() and "Round 1" in (page.locator("#turn").text_content() or ""):
        one.plays()
        if page.locator("#dialog[open]").count():
            assert found_by_axe(page, installed) == []
    one.leaves()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_that_axe_knows_of_around_the_table(
    browser: Any, host: str, installed: Path, tmp_path: Path, scheme: str
) -> None:
    """Front page with and without a game chosen, lobby with a code, replay, workshop with each of its tabs."""
    one = Visitor(browser, host, "phone", scheme)
    page = one.page
    page.goto(one.host)
    page.locator("#games li").first.wait_for()
    assert found_by_axe(page, installed) == []
    one.chooses("Scopa")
    page.locator("#options-part summary").click()
    page.locator("#sitting select").nth(1).select_option("person")
    page.locator("#rules h3").wait_for()
    assert found_by_axe(page, installed) == []
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="QR code").first.click()
    page.locator(".code svg").wait_for()
    assert found_by_axe(page, installed) == []
    page.get_by_role("link", name="To the table").click()
    page.locator("#do-links").wait_for()
    assert found_by_axe(page, installed) == []
    page.goto(f"{one.host}/nowhere")
    assert found_by_axe(page, installed) == []
    assert "404" in one.faults.pop()  # the browser tells so itself
    file = tmp_path / "records.jsonl"
    command = [sys.executable, "-m", "cassino_dsl", "simulate", "cassino", "--games", "2", "--records", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    page.goto(f"{one.host}/replay")
    page.locator("#file").set_input_files(file)
    page.locator("#hands li").nth(1).wait_for()
    for _ in range(9):
        page.get_by_role("button", name="One play on").click()
    assert found_by_axe(page, installed) == []
    page.goto(f"{one.host}/workshop")
    page.locator("#state").filter(has_text="no findings").wait_for()
    for tab in page.get_by_role("tab").all():
        tab.click()
        page.wait_for_timeout(400)
        assert found_by_axe(page, installed) == [], tab.text_content()
    one.leaves()


@pytest.mark.parametrize("page", ["/", "table", "lobby", "/replay", "/workshop"])
def test_bytes_of_a_page(browser: Any, host: str, page: str) -> None:
    one = Visitor(browser, host)
    sizes: dict[str, int] = {}
    if not page.startswith("/"):
        wish = {"variant": "cassino", "sitting": ["person", "2"]}
        opened = one.page.request.post(f"http://{host}/api/rooms", data=wish, headers={"origin": f"http://{host}"})
        page = f"/{page.replace('table', 'room')}/{opened.json()['room']}"
    one.page.on("response", lambda got: sizes.update({got.url: len(gzip.compress(got.body()))}))
    one.page.goto(f"http://{host}{page}", wait_until="networkidle")
    assert len(sizes) > 5
    assert sum(sizes.values()) <= MOST, sizes
    one.leaves()


def test_a_page_that_was_refused_tries_again_and_says_so(browser: Any, host: str) -> None:
    one = Visitor(browser, host)
    refused: list[bool] = []

    def meets(line: Any) -> None:
        if len(refused) == 2:
            line.connect_to_server()
        else:
            refused.append(True)
            line.close(code=4429, reason="so many look on that there is no place now; this page tries again")

    one.page.route_web_socket(re.compile("/socket"), meets)
    opened = one.page.request.post(
        f"http://{host}/api/rooms",
        data={"variant": "scopa", "sitting": ["person", "2"]},
        headers={"origin": f"http://{host}"},
    )
    one.page.goto(f"http://{host}/room/{opened.json()['room']}")
    one.page.locator("#trouble").filter(has_text="this page tries again").wait_for()
    one.own_turn()
    assert one.page.locator("#trouble").is_hidden()
    one.plays()
    one.leaves()


def test_the_twin_of_a_chosen_card_is_chosen_in_its_place(browser: Any, host: str) -> None:
    twins = "() => [...document.querySelectorAll('#hand [data-card]')].map((one) => one.dataset.card)"
    for _ in range(30):
        one = sits(browser, host, "mulle")
        one.own_turn()
        held = one.page.evaluate(twins)
        if len(set(held)) < len(held):
            break
        one.leaves()
    card = next(card for card in held if held.count(card) > 1)
    pair, said = one.page.locator(f'#hand [data-card="{card}"]'), one.page.locator("#said")
    pair.nth(0).click(position={"x": 8, "y": 30})
    before, offered = said.text_content(), one.page.locator("#offer button").all_text_contents()
    pair.nth(1).click(position={"x": 8, "y": 30})
    assert [pair.nth(at).get_attribute("aria-pressed") for at in (0, 1)] == ["false", "true"]
    assert (said.text_content(), one.page.locator("#offer button").all_text_contents()) == (before, offered)
    one.leaves()


def test_what_a_deal_has_ended_is_told_before_the_first_play(browser: Any, host: str) -> None:
    one = Visitor(browser, host)
    event = "events:\n  thrown in:\n    on: layout dealt\n    when: round = 1\n    do: end round\n"
    text = f"dsl: 1\nextends: scopa\ntitle: Thrown in\n{event}"
    wish = {"text": text, "sitting": ["person", "2"]}
    opened = one.page.request.post(f"http://{host}/api/rooms", data=wish, headers={"origin": f"http://{host}"})
    assert opened.ok, opened.text()
    one.page.goto(f"http://{host}/room/{opened.json()['room']}")
    told = one.page.locator("#dialog[open]")
    told.filter(has_text="Before the first play").filter(has_text="The round ends here.").wait_for()
    one.page.locator("#dialog-close").click()
    one.own_turn()
    assert "Round 2" in (one.page.locator("#turn").text_content() or "")
    one.leaves()


def test_what_a_decision_is_about(browser: Any, host: str) -> None:
    one = sits(browser, host, "seep", "2", "3", "4", size="phone")
    one.page.locator("#said").filter(has_text="Bid: the leader names a value from nine to thirteen").wait_for()
    one.leaves()


HIDDEN = """([over, under]) => { const a = document.querySelector(over).getBoundingClientRect();
  return [...document.querySelectorAll(under)].map(one => one.getBoundingClientRect())
    .some(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom); }"""


def test_nothing_is_hidden_by_what_is_said(browser: Any, host: str) -> None:
    """The name of a game is whole on a phone, a caption lies on no card where it is held across, a score under none."""
    one = sits(browser, host, "laugh-and-lie-down", "2", "2", "2", "2", size="phone")
    assert one.page.evaluate(
        "() => { const at = document.querySelector('#title'); return at.scrollWidth <= at.clientWidth; }"
    )
    one.leaves()
    one = sits(browser, host, "koi-koi", size="phone")
    one.page.set_viewport_size({"width": 844, "height": 390})
    one.page.locator("#caption > span").wait_for(state="attached")
    one.page.wait_for_timeout(300)
    assert not one.page.evaluate(HIDDEN, ["#caption > span", "#lying .card-button"])
    one.leaves()
    one = sits(browser, host, "seep", "2", "2", "2")
    one.own_turn()
    one.plays()
    one.own_turn()
    assert not one.page.evaluate(HIDDEN, ["#own-plate .score", "#hand .card-button"])
    one.leaves()
