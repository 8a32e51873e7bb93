"""Cards as pictures and as text, and the one design of all pages."""

from __future__ import annotations

import unicodedata
from xml.etree import ElementTree

import pytest

from cassino_dsl import load
from cassino_dsl.book.pages.cards import SUITS, back_svg, can_sign, card_signed, card_svg, cards_html
from cassino_dsl.book.pages.from_markdown import of_markdown
from cassino_dsl.book.pages.html_page import page, style
from cassino_dsl.language.ruleset.cards import PRESETS, Pack


def pack_of(variant: str) -> Pack:
    return load(variant).ruleset.pack


@pytest.mark.parametrize("variant", ["cassino", "scopa", "cuarenta"])
def test_every_card_is_a_picture_with_its_name(variant: str) -> None:
    pack = pack_of(variant)
    for face in pack.faces:
        picture = ElementTree.fromstring(card_svg(pack, face.text))
        assert picture.get("aria-label") == pack.card_words(face.text)
    ElementTree.fromstring(back_svg())


def test_a_number_has_so_many_pips() -> None:
    pack = pack_of("cassino")
    for face in pack.faces:
        if face.pips:
            pips = len(list(ElementTree.fromstring(card_svg(pack, face.text)).iter("path")))
            assert pips == face.pips + 2, face.text  # and one in each corner


def test_names_are_those_of_the_pack() -> None:
    assert 'aria-label="seven of coins"' in card_svg(pack_of("scopa"), "7d")
    assert 'aria-label="knave of swords"' in card_svg(pack_of("scopa"), "Js")
    assert 'aria-label="seven of diamonds"' in card_svg(pack_of("cassino"), "7d")


def test_every_suit_of_the_known_packs_is_drawn() -> None:
    assert {s.name for _, suits, _ in PRESETS.values() for s in suits} == set(SUITS)


def test_signs_take_one_column_and_are_no_emoji() -> None:
    for drawing in SUITS.values():
        assert len(drawing.sign) == 1
        assert unicodedata.east_asian_width(drawing.sign) not in "WF"


def test_the_letter_stands_beside_the_sign() -> None:
    pack = pack_of("scopa")
    assert card_signed(pack, "7d") == "7d○"
    assert card_signed(pack, "7d", signs=False) == "7d"
    assert card_signed(pack_of("cassino"), "10s") == "10s♠"


def test_ascii_where_the_encoding_lacks_signs() -> None:
    assert can_sign("utf-8")
    assert not can_sign("ascii")
    assert not can_sign("latin-1")
    assert not can_sign(None)
    assert not can_sign("no such encoding")


def test_what_is_no_card_stays_text() -> None:
    assert card_svg(pack_of("cassino"), "<b>") == "&lt;b&gt;"
    assert "<b>" not in cards_html(pack_of("cassino"), ["<b>", "7c"], fan=True)


def test_a_page_needs_nothing_else() -> None:
    text = page("A < B", of_markdown("**x** <script>"), "book")
    assert "<title>A &lt; B</title>" in text
    assert "<script>" not in text
    assert "http" not in style()
    assert "@media print" in text
    assert "prefers-color-scheme: dark" in text
