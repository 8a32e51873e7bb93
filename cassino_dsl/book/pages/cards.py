"""Cards for people: drawn as SVG for pages, written with a sign of their suit for terminals."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from cassino_dsl.language.ruleset.cards import Face, Pack


# ---- how suits are drawn: our own simple figures, by the names of suits, in a box of 24 by 24
@dataclass(frozen=True, slots=True)
class Drawing:
    """A suit in a page (``path`` of SVG, filled by the rule "evenodd", and its colour; without a path its sign is
    written) and in a terminal (``sign``, of width one)."""

    path: str
    colour: str
    sign: str


_RED, _BLACK, _GOLD, _BLUE, _GREEN = "#b3261e", "#1b1b1b", "#b07d12", "#2d5a8c", "#3f6b2a"

SUITS = {
    "hearts": Drawing(
        "M12 21.5C5 15.5 2 12 2 8.2a5.2 5.2 0 0 1 10-2 5.2 5.2 0 0 1 10 2c0 3.8-3 7.3-10 13.3z", _RED, "♥"
    ),
    "diamonds": Drawing("M12 1.5L20 12l-8 10.5L4 12z", _RED, "♦"),
    "spades": Drawing(
        "M12 1.8c5 5 9 8 9 12.2a4.6 4.6 0 0 1-8 2.9c.2 2.3 1 4 2.6 5.3H8.4c1.6-1.3 2.4-3 2.6-5.3A4.6 4.6 0 0 1 3 14"
        "c0-4.2 4-7.2 9-12.2z",
        _BLACK,
        "♠",
    ),
    "clubs": Drawing(
        "M12 1.8a4.6 4.6 0 0 1 3.7 7.4 4.6 4.6 0 1 1-2.7 7.7c.2 2.3 1 4 2.6 5.3H8.4"
        "c1.6-1.3 2.4-3 2.6-5.3a4.6 4.6 0 1 1-2.7-7.7A4.6 4.6 0 0 1 12 1.8z",
        _BLACK,
        "♣",
    ),
    "coins": Drawing(
        "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zm0 2.7a7.8 7.8 0 1 1 0 15.6 7.8 7.8 0 0 1 0-15.6z"
        "m0 1.8l1.7 4.3 4.3 1.7-4.3 1.7-1.7 4.3-1.7-4.3-4.3-1.7 4.3-1.7z",
        _GOLD,
        "○",
    ),
    "cups": Drawing("M4.5 2h15c0 6.5-2.2 10.5-6 11.5v5H17.5V22h-11v-3.5h4v-5c-3.8-1-6-5-6-11.5z", _RED, "▽"),
    "swords": Drawing("M12 1l2 3.5V15h5v2.5h-5v2h1.5V23h-7v-3.5H10v-2H5V15h5V4.5z", _BLUE, "†"),
    "batons": Drawing(
        "M9.8 22.5L8 8.5C7.5 4.2 9.5 1.5 12 1.5s4.5 2.7 4 7l-1.8 14zM7.9 13L3.5 10.5l1.2-2.8 2.7 2.1z"
        "m8.6 4l4-2.9-1.3-2.7-2.3 2.2z",
        _GREEN,
        "‡",
    ),
}
UNKNOWN = Drawing("M12 2l3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6l-6.2 3.5 1.4-7L2 9.3l7-.8z", _BLACK, "*")
INKS = {"red": _RED, "black": _BLACK, "gold": _GOLD, "yellow": _GOLD, "blue": _BLUE, "green": _GREEN}  # of colours


# ---- court cards: our own simple figures, told apart by what they wear and hold, by the names of ranks
_LINE = 'stroke="#2b2118" stroke-width=".7" stroke-linejoin="round" stroke-linecap="round"'
_SKIN, _CROWN, _HAIR = "#f4dcc0", "#e0a92e", "#7a5230"
_FACE = (
    f'<ellipse cx="30" cy="28" rx="4.6" ry="5.4" fill="{_SKIN}" {_LINE}/>'
    '<path d="M28 27.4v.7m4-.7v.7M28.7 31q1.3.8 2.6 0" fill="none" stroke="#2b2118" stroke-width=".8"/>'
)
_COAT = f'<path d="M17 45v-4q2-6 10-7.5l3 3 3-3q8 1.5 10 7.5v4z" {_LINE}/>'
_KING = (
    f'{_COAT}<path d="M26 33.5l4 11.5 4-11.5-4 3z" fill="{_CROWN}" {_LINE}/>{_FACE}'
    f'<path d="M25.4 29q.6 7.5 4.6 8.5 4-1 4.6-8.5-1.5 2.2-4.6 1.5-3.1.7-4.6-1.5z" fill="{_HAIR}" {_LINE}/>'
    f'<path d="M24.5 24l-1-7.5 3.6 3.6L30 15.5l2.9 4.6 3.6-3.6-1 7.5z" fill="{_CROWN}" {_LINE}/>'
    f'<path d="M39.5 45V27" stroke="#2b2118" stroke-width="1.3"/>'
    f'<circle cx="39.5" cy="25" r="2.2" fill="{_CROWN}" {_LINE}/>'
)
_QUEEN = (
    f'<path d="M24.5 27q-3 8 0 10.5h11q3-2.5 0-10.5z" fill="{_HAIR}" {_LINE}/>{_COAT}{_FACE}'
    f'<path d="M25.5 25q4.5-5 9 0l.8-4q-2.7 1-2.8-1.5-1.4 1.3-2.5 0-1.1 1.3-2.5 0-.1 2.5-2.8 1.5z" '
    f'fill="{_CROWN}" {_LINE}/>'
    '<path d="M40 44V32" stroke="#3f6b2a" stroke-width="1"/>'
    f'<path d="M40 32.5a2 2 0 1 1-2-2 2 2 0 1 1 4 0 2 2 0 1 1-2 2z" {_LINE}/>'
)
_KNAVE = (
    f'<path d="M25 27q-2 6 .5 8h9q2.5-2 .5-8z" fill="{_HAIR}" {_LINE}/>{_COAT}'
    f'<path d="M25 34.5q5 4 10 0l1 2.5q-6 4-12 0z" fill="#fffef9" {_LINE}/>{_FACE}'
    f'<path d="M23.5 25.5q-.5-5 6.5-5.5 7.5 0 6.5 5.5-6-2.2-13 0z" {_LINE}/>'
    f'<path d="M34.5 21q5-5.5 7.5-3.5-1 4.5-6 5.5z" fill="{_CROWN}" {_LINE}/>'
    f'<path d="M20.5 45V24" stroke="#2b2118" stroke-width="1.2"/>'
    f'<path d="M20.5 20l1.5 4.5h-3z" fill="#c9ccd0" {_LINE}/>'
)
_KNIGHT = (
    f'<g transform="translate(6.5 1)scale(.92)">{_COAT}{_FACE}'
    f'<path d="M22.5 25.5q7.5-3 15 0l-2-1.5q0-4.5-5.5-4.5T24.5 24z" fill="{_CROWN}" {_LINE}/></g>'
    f'<path d="M17 45q.5-4 2.5-6l-2.5-1.5q-.8-1.5.5-3l6-6.5.5-2.5 2 2q4.5 3 4.5 17.5z" fill="#efe6d6" {_LINE}/>'
    '<circle cx="22.8" cy="32" r=".8" fill="#2b2118"/>'
    f'<path d="M26.2 28q4.3 4 3.8 17h3q.8-13-6.8-17z" fill="{_HAIR}" {_LINE}/>'
    '<path d="M18 36.5l8 2.5 4.5 1" fill="none" stroke="currentColor" stroke-width="1.2"/>'
)
FIGURES = {"king": _KING, "queen": _QUEEN, "knight": _KNIGHT, "knave": _KNAVE, "jack": _KNAVE}


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
