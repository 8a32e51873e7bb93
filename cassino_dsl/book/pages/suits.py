"""How suits are drawn: our own simple figures, by the names of suits, in a box of 24 by 24."""

from __future__ import annotations

from dataclasses import dataclass


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
