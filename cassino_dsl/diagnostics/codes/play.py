"""Faults of positions and plays."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class BadPosition(Code):
    """a position that is not of the documented form"""

    number = 80
    slug = "bad-position"


class CardTooOften(Code):
    """a card that lies in more places than the pack holds it"""

    number = 81
    slug = "card-too-often"


class WrongSeats(Code):
    """a number of seats that the variant does not have"""

    number = 82
    slug = "wrong-seats"


class IllegalPlay(Code):
    """a play that is not legal in the position"""

    number = 83
    slug = "illegal-play"


class ExampleFailed(Code):
    """an example that does not come out as the file says"""

    number = 84
    slug = "example-failed"


class CheckFailed(Code):
    """a round that breaks a check of its variant"""

    number = 85
    slug = "check-failed"


class TooManyPlays(Code):
    """a position with more legal plays than the limit"""

    number = 86
    slug = "too-many-plays"


class EndlessPlay(Code):
    """a round or match that goes past the limit of decisions"""

    number = 87
    slug = "endless-play"


class BadRecord(Code):
    """a record that does not replay"""

    number = 88
    slug = "bad-record"


class BadPlay(Code):
    """a text that is no play"""

    number = 89
    slug = "bad-play"


CODES: tuple[type[Code], ...] = (
    BadPosition,
    CardTooOften,
    WrongSeats,
    IllegalPlay,
    ExampleFailed,
    CheckFailed,
    TooManyPlays,
    EndlessPlay,
    BadRecord,
    BadPlay,
)
