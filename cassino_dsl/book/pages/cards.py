"""Cards for people: drawn as SVG for pages, written with a sign of their suit for terminals."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from html import escape

from cassino_dsl.book.pages.courts import FIGURES
from cassino_dsl.book.pages.suits import INKS, SUITS, UNKNOWN, Drawing
from cassino_dsl.language.ruleset.cards import Face, Pack

_LEFT, _MIDDLE, _RIGHT = 21, 30, 39
# where the pips of a number stand on a card of 60 by 90: column and height
_PIPS: dict[int, tuple[tuple[int, float], ...]] = {
    2: ((_MIDDLE, 22), (_MIDDLE, 68)),
    3: ((_MIDDLE, 22), (_MIDDLE, 45), (_MIDDLE, 68)),
}
_PIPS[4] = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (22.0, 68.0))
_PIPS[5] = (*_PIPS[4], (_MIDDLE, 45))
_PIPS[6] = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (22.0, 45.0, 68.0))
_PIPS[7] = (*_PIPS[6], (_MIDDLE, 33.5))
_PIPS[8] = (*_PIPS[7], (_MIDDLE, 56.5))
_PIPS[9] = (*((x, y) for x in (_LEFT, _RIGHT) for y in (19.0, 36.3, 53.7, 71.0)), (_MIDDLE, 45))
_PIPS[10] = (*_PIPS[9][:8], (_MIDDLE, 27.6), (_MIDDLE, 62.4))
_WORDS = re.compile(r"`[^`]*`|\b[0-9A-Z]{1,2}[a-z]\b")
_FONT = 'font-family="Georgia, \'Times New Roman\', serif" font-weight="bold" text-anchor="middle"'


def card_svg(pack: Pack, text: str) -> str:
    """One card as an SVG picture that stands by itself, 60 by 90 units, with its name for those who can't see it.
    A text that is no card of the pack is shown as it is."""
    number = pack.number_of(text)
    if number is None:
        return escape(text)
    face = pack.faces[number]
    drawing = _drawing(pack, face)
    corner = _corner(pack, face, drawing)
    known = next((name for name, one in SUITS.items() if one is drawing), "")  # by which a page may colour it otherwise
    return _whole(
        pack.card_words(text),
        f'<g class="{known}" color="{drawing.colour}" fill="currentColor" fill-rule="evenodd">'
        f'{_inside(pack, face, drawing)}{corner}<g transform="rotate(180 30 45)">{corner}</g></g>',
    )


def back_svg() -> str:
    """A card face down."""
    lines = "".join(f'<path d="M{x} 8L{x + 14} 82" stroke="#fff" stroke-width="1"/>' for x in range(9, 40, 7))
    return _whole("a card face down", f'<rect x="6" y="6" width="48" height="78" rx="3" fill="#2c5f86"/>{lines}')


def cards_html(pack: Pack, texts: Sequence[str], fan: bool = False) -> str:
    """Cards in a row; as a ``fan`` each lies over the one before."""
    return f'<span class="cards{" fan" if fan else ""}">{"".join(card_svg(pack, t) for t in texts)}</span>'


def card_signed(pack: Pack, text: str, signs: bool = True) -> str:
    """A card for a terminal: as it is typed, with its sign behind it, or that of its suit, where ``signs`` can be
    shown."""
    number = pack.number_of(text)
    return text if number is None or not signs else text + face_sign(pack, pack.faces[number])


def face_sign(pack: Pack, face: Face) -> str:
    """The sign of a card in pictures: its own, that of its rank where the pack's suits are nothing but places, or that
    of its suit; none where nobody speaks of that."""
    for text in (face.text, face.rank):
        called = pack.called(text)
        if called is not None and called.sign:
            return called.sign
    return sign_of(pack, face.suit) if face.suit and pack.suit_word(face.suit) else ""


def card_printed(pack: Pack, text: str) -> str:
    """A card as it is printed, with the sign of its suit in place of the letter."""
    number = pack.number_of(text)
    sign = "" if number is None else face_sign(pack, pack.faces[number])
    if number is None or not pack.faces[number].suit or not sign:
        return text
    return (pack.faces[number].rank if sign == sign_of(pack, pack.faces[number].suit) else text) + sign


def text_printed(pack: Pack, text: str) -> str:
    """A text with its cards as they are printed, but for what stands in `…` to be typed."""
    return _WORDS.sub(lambda found: card_printed(pack, found[0]), text)


def sign_of(pack: Pack, suit: str) -> str:
    """The sign of a suit of a pack, by the letter of the suit."""
    called, own = pack.called(suit), next((s.sign for s in pack.suits if s.letter == suit), "")
    return (called.sign if called else "") or own or _known(pack, suit).sign


def can_sign(encoding: str | None) -> bool:
    """Whether what writes in an encoding can show the signs of suits."""
    try:
        "".join(d.sign for d in SUITS.values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _known(pack: Pack, suit: str) -> Drawing:
    """A suit as everybody knows it, by its letter."""
    return SUITS.get(next((s.name for s in pack.suits if s.letter == suit), ""), UNKNOWN)


def _drawing(pack: Pack, face: Face) -> Drawing:
    """How the suit of a card is drawn: as everybody knows it, or by the sign and the colour that the file gives it."""
    known, sign = _known(pack, face.suit), face_sign(pack, face)
    if known is not UNKNOWN and sign == known.sign:
        return known
    ink = INKS.get(pack.colour_of(face) or "", known.colour)
    return Drawing("" if sign not in ("", UNKNOWN.sign) else UNKNOWN.path, ink, sign or UNKNOWN.sign)


def _whole(name: str, inside: str) -> str:
    return (
        f'<svg class="card" viewBox="0 0 60 90" width="60" height="90" role="img" aria-label="{escape(name)}">'
        f'<rect x=".5" y=".5" width="59" height="89" rx="5" fill="#fffef9" stroke="#8b867a"/>{inside}</svg>'
    )


def _corner(pack: Pack, face: Face, drawing: Drawing) -> str:
    told = face_sign(pack, face) or not face.suit
    index = face.rank[:1].upper() if not face.suit else face.rank if told else face.text
    size = (14, 11, 9, 9)[min(len(index), 4) - 1]
    words = f'<text x="9" y="15.5" font-size="{size}" {_FONT}>{escape(index)}</text>'
    return f'<g class="corner">{words}{_suit(drawing, 9, 23, 9) if told else ""}</g>'


def _inside(pack: Pack, face: Face, drawing: Drawing) -> str:
    if pack.said(face.text) != face.text or not drawing.path:
        return _named(pack, face, drawing)
    places = _PIPS.get(face.pips)
    if places:
        size = 12.5 if face.pips > 6 else 14
        pips = "".join(_suit(drawing, x, y, size, turned=y > 45) for x, y in places)
        return f'<g class="pips">{pips}</g>'
    if face.pips == 1:
        return _suit(drawing, 30, 45, 30)
    figure = FIGURES.get(pack.rank_word(face.rank)) if face.suit else None
    frame = '<rect x="17" y="14" width="26" height="62" rx="2" fill="#fbf3df" stroke="currentColor" stroke-width=".8"/>'
    if figure:
        whole = f'{frame}{figure}<g transform="rotate(180 30 45)">{figure}</g>'
        return f'<g transform="translate(-3.6 -5.4)scale(1.12)">{whole}</g>'
    letter = face.rank if face.suit else "★"
    text = f'<text x="30" y="55" font-size="{26 if len(letter) == 1 else 14}" {_FONT}>{escape(letter)}</text>'
    return f"{frame}{text}" + (_suit(drawing, 30, 66, 13) if face.suit else "")


def _named(pack: Pack, face: Face, drawing: Drawing) -> str:
    """A plain face: its sign over its name, whose words stay whole."""
    lines = textwrap.wrap(pack.card_words(face.text), 10, break_long_words=False)[:4]
    words = ""
    for at, line in enumerate(lines):
        y, size = 58 + 7.5 * (at - (len(lines) - 1) / 2), min(8, round(80 / len(line), 1))
        words += f'<text x="30" y="{y:g}" font-size="{size:g}" {_FONT}>{escape(line)}</text>'
    sign = face_sign(pack, face)
    return (_suit(drawing, 30, 31, 20) if sign else "") + words


def _suit(drawing: Drawing, x: float, y: float, size: float, turned: bool = False) -> str:
    if not drawing.path:
        return f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" {_FONT}>{escape(drawing.sign)}</text>'
    scale = f"{size / 24:.3g}"
    turn = "rotate(180)" if turned else ""
    return f'<path transform="translate({x:g} {y:g}){turn}scale({scale})translate(-12 -12)" d="{drawing.path}"/>'
