"""The generator of random numbers: a pure function of seed, match, round and card.

Specified in ``docs/random.md``, so that anyone can reproduce a game in any language. All numbers are
64-bit and wrap around.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
CHANCES = 1 << 32
KINDS = {"capture": 1, "build": 2, "trail": 3, "other": 4}


def signed(word: int) -> int:
    """What 64 bits are as a number with a sign."""
    return word - 2**64 if word >> 63 else word


def scramble(x: int) -> int:
    """The finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection that spreads every bit."""
    x &= MASK
    x = ((x ^ (x >> 30)) * FIRST) & MASK
    x = ((x ^ (x >> 27)) * SECOND) & MASK
    return x ^ (x >> 31)


def mix(a: int, b: int) -> int:
    """One number from two; the order matters."""
    return scramble(scramble(a + GOLDEN) + b * GOLDEN)


def text_code(text: str) -> int:
    """A number for a face such as ``10d``: FNV-1a over its ASCII characters."""
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK
    return h


def match_key(seed: int, match: int) -> int:
    """The key of one match (numbered from 0) of a run."""
    return mix(seed & MASK, match)


def deal_key(match: int, round: int, redeal: int) -> int:
    """The key of one shuffle; ``match`` is a match key, ``round`` counts from 1."""
    return mix(mix(match, 2 * round), redeal)


def card_key(deal: int, face_code: int, copy: int) -> int:
    """Where a card comes in the stock: the lowest is dealt first. Of what chance decides, the lot of something by
    its code, and by how many of that code stood before it."""
    return mix(mix(deal, face_code), copy)


def chance_key(match: int, round: int, number: int) -> int:
    """The key of the ``number``-th thing (from 0) that chance decides in a round. A round is dealt anew at most some
    thousand times, so no key of a shuffle (``deal_key``) is ever among these."""
    return mix(mix(match, 2 * round), CHANCES + number)


def lots_key(match: int, again: int) -> int:
    """What the lots of players come from: the key of the match, or where its deals are played again one of its own."""
    return mix(match, again) if again else match


def player_key(lots: int, seat: int) -> int:
    """What a player of one's own at a seat (from 1) may take chance from; no key of a shuffle, nor of chance in play,
    is among these. ``lots``: what the lots of players come from."""
    return mix(mix(lots, 2 * seat), 2 * CHANCES)


def decision_key(match: int, number: int) -> int:
    """The key of the ``number``-th decision (from 0) of a match, spread once for all its plays."""
    return scramble(mix(match, 2 * number + 1) + GOLDEN)


def choice(decision: int, code: int) -> int:
    """The lot of a play: the random player takes the lowest."""
    return scramble(decision + code * GOLDEN)


def played_code(face_code: int) -> int:
    """What a played card adds to the code of a play."""
    return scramble(face_code + 1)


def taken_code(face_code: int) -> int:
    """What a taken card adds to the code of a play."""
    return scramble(face_code + 2)


def play_code(kind: str, played: int, taken: int, value: int, decision: int) -> int:
    """The code of a play: from what it is, never from names or the order in which plays were found.

    ``played`` and ``taken`` are the sums of the cards' codes; ``decision`` tells plays without cards apart.
    """
    return scramble((played + taken + mix(KINDS[kind] + 16 * value, decision)) & MASK)
