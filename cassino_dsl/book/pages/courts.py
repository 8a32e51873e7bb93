"""Court cards: our own simple figures, told apart by what they wear and hold, by the names of ranks.

Each is the upper half of a card of 60 by 90, between a frame; the lower half is the same, turned. What is of the colour
of the suit has none of its own.
"""

from __future__ import annotations

_LINE = 'stroke="#2b2118" stroke-width=".7" stroke-linejoin="round" stroke-linecap="round"'
_SKIN, _GOLD, _HAIR = "#f4dcc0", "#e0a92e", "#7a5230"
_FACE = (
    f'<ellipse cx="30" cy="28" rx="4.6" ry="5.4" fill="{_SKIN}" {_LINE}/>'
    '<path d="M28 27.4v.7m4-.7v.7M28.7 31q1.3.8 2.6 0" fill="none" stroke="#2b2118" stroke-width=".8"/>'
)
_COAT = f'<path d="M17 45v-4q2-6 10-7.5l3 3 3-3q8 1.5 10 7.5v4z" {_LINE}/>'
_KING = (
    f'{_COAT}<path d="M26 33.5l4 11.5 4-11.5-4 3z" fill="{_GOLD}" {_LINE}/>{_FACE}'
    f'<path d="M25.4 29q.6 7.5 4.6 8.5 4-1 4.6-8.5-1.5 2.2-4.6 1.5-3.1.7-4.6-1.5z" fill="{_HAIR}" {_LINE}/>'
    f'<path d="M24.5 24l-1-7.5 3.6 3.6L30 15.5l2.9 4.6 3.6-3.6-1 7.5z" fill="{_GOLD}" {_LINE}/>'
    f'<path d="M39.5 45V27" stroke="#2b2118" stroke-width="1.3"/>'
    f'<circle cx="39.5" cy="25" r="2.2" fill="{_GOLD}" {_LINE}/>'
)
_QUEEN = (
    f'<path d="M24.5 27q-3 8 0 10.5h11q3-2.5 0-10.5z" fill="{_HAIR}" {_LINE}/>{_COAT}{_FACE}'
    f'<path d="M25.5 25q4.5-5 9 0l.8-4q-2.7 1-2.8-1.5-1.4 1.3-2.5 0-1.1 1.3-2.5 0-.1 2.5-2.8 1.5z" '
    f'fill="{_GOLD}" {_LINE}/>'
    '<path d="M40 44V32" stroke="#3f6b2a" stroke-width="1"/>'
    f'<path d="M40 32.5a2 2 0 1 1-2-2 2 2 0 1 1 4 0 2 2 0 1 1-2 2z" {_LINE}/>'
)
_KNAVE = (
    f'<path d="M25 27q-2 6 .5 8h9q2.5-2 .5-8z" fill="{_HAIR}" {_LINE}/>{_COAT}'
    f'<path d="M25 34.5q5 4 10 0l1 2.5q-6 4-12 0z" fill="#fffef9" {_LINE}/>{_FACE}'
    f'<path d="M23.5 25.5q-.5-5 6.5-5.5 7.5 0 6.5 5.5-6-2.2-13 0z" {_LINE}/>'
    f'<path d="M34.5 21q5-5.5 7.5-3.5-1 4.5-6 5.5z" fill="{_GOLD}" {_LINE}/>'
    f'<path d="M20.5 45V24" stroke="#2b2118" stroke-width="1.2"/>'
    f'<path d="M20.5 20l1.5 4.5h-3z" fill="#c9ccd0" {_LINE}/>'
)
_KNIGHT = (
    f'<g transform="translate(6.5 1)scale(.92)">{_COAT}{_FACE}'
    f'<path d="M22.5 25.5q7.5-3 15 0l-2-1.5q0-4.5-5.5-4.5T24.5 24z" fill="{_GOLD}" {_LINE}/></g>'
    f'<path d="M17 45q.5-4 2.5-6l-2.5-1.5q-.8-1.5.5-3l6-6.5.5-2.5 2 2q4.5 3 4.5 17.5z" fill="#efe6d6" {_LINE}/>'
    '<circle cx="22.8" cy="32" r=".8" fill="#2b2118"/>'
    f'<path d="M26.2 28q4.3 4 3.8 17h3q.8-13-6.8-17z" fill="{_HAIR}" {_LINE}/>'
    '<path d="M18 36.5l8 2.5 4.5 1" fill="none" stroke="currentColor" stroke-width="1.2"/>'
)
FIGURES = {"king": _KING, "queen": _QUEEN, "knight": _KNIGHT, "knave": _KNAVE, "jack": _KNAVE}
