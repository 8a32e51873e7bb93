"""Faults of positions, plays and games (80-89)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class BadPosition(Code):
    """a position that is not of the documented form

    A position says where the cards are: `table: 3c 4d`, `hands: {1: As 7c}`, `builds`, `piles`, `stock`,
    and whose turn it is. A key is unknown, a number is none, a seat or side does not exist, or something
    that the question needs is missing, such as the hand of the seat to move. docs/language.md lists all
    keys.
    """

    number = 80
    slug = "bad-position"


class CardTooOften(Code):
    """a card that lies in more places than the pack holds it

    Every card of the pack is in one place. The position names this one more often than the pack holds it:
    twice in a hand, or in a hand and on the table. With two packs each face may stand twice.
    """

    number = 81
    slug = "card-too-often"


class WrongSeats(Code):
    """a number of seats that the variant does not have

    A variant says under `seats` how many may play. A position, `--seats` or an example asks for another
    number. `cassino list` shows the seats of each variant.
    """

    number = 82
    slug = "wrong-seats"


class IllegalPlay(Code):
    """a play that is not legal in the position

    The play is well written, but it is not among the legal plays: a rule or a condition of the action
    refuses it, a preference ranks another play before it, the cards are not where the play needs them, or
    no action makes such a play. `cassino why VARIANT POSITION PLAY` shows every rule and condition with the
    values it saw; `cassino moves` lists the legal plays.
    """

    number = 83
    slug = "illegal-play"


class ExampleFailed(Code):
    """an example that does not come out as the file says

    The examples of a variant are its tests: a position, and what must come out of it. The ruleset gives
    something else than the example expects; the message shows both. Either the rules or the example are
    wrong: `cassino why` helps to find out which.
    """

    number = 84
    slug = "example-failed"
    bad = """\
dsl: 1
extends: cassino
examples:
  - name: a seven takes a three and a four
    table: 3c 4d
    hand: 7s
    expect:
      captures: {7s: [3c, 4d]}
"""
    good = """\
dsl: 1
extends: cassino
examples:
  - name: a seven takes a three and a four
    table: 3c 4d
    hand: 7s
    expect:
      captures: {7s: [3c 4d]}
"""


class CheckFailed(Code):
    """a round that breaks a check of its variant

    Under `checks` a variant says what holds after every round: that eleven points were given, that all
    cards were captured. A round came out otherwise. The rules give too many or too few points, or the check
    forgets a case; the seed in the message plays the same round again.
    """

    number = 85
    slug = "check-failed"
    bad = """\
dsl: 1
extends: cassino
checks:
  every round has eleven points: sum(s in sides | points(s)) = 12
"""
    good = """\
dsl: 1
extends: cassino
checks:
  never more than eleven points: sum(s in sides | points(s)) <= 11
"""


class TooManyPlays(Code):
    """a position with more legal plays than the limit

    Crowded tables can have enormous numbers of plays. Past 200,000 sets of items in one search, or where a
    relation without a total would try the subsets of more than 18 items, the answer is this error and never
    a list that is silently cut. A smaller table, `one group` in place of `any groups`, or a total in the
    relation brings the number down.
    """

    number = 86
    slug = "too-many-plays"


class EndlessPlay(Code):
    """a round or match that goes past the limit of decisions

    A round may have 5,000 decisions and 1,000 deals, a match 2,000 rounds, a first deal 1,000 redeals. A
    chain of `score changed` events may have 16 links and 1,000 events in all, 100 decisions may wait at
    once, and no remembered number or score may pass 1,000,000,000. A game that goes past one of them most
    likely never ends: a step that may be repeated without playing a card, an event that always deals anew,
    a target that nobody reaches. The message names the limit; the seed plays the same game again.
    """

    number = 87
    slug = "endless-play"
    bad = """\
dsl: 1
extends: cassino
events:
  deal anew: {on: layout dealt, do: redeal}
"""
    good = """\
dsl: 1
extends: cassino
events:
  deal anew: {on: layout dealt, when: count(c in loose | rank(c) = K) > 2, do: redeal}
"""


class BadRecord(Code):
    """a record that does not replay

    A record holds the variant, the seed and every play of a match. Played again, it comes to a play that is
    not legal or to another result: the variant file or its options have changed since, or the record was
    cut or edited.
    """

    number = 88
    slug = "bad-record"


class BadPlay(Code):
    """a text that is no play

    Plays are written as the program prints them: `7c takes 3c 4d`, `Ac builds 7 with 6s`, `Kd trails` (or
    `3c 4c trails`), whatever the action that allows them is called. Only plays of kind other, which neither
    take nor build nor trail, begin with the name of their action: `bid 3`, `bury Kd`. JSON objects as
    `cassino moves` prints them are read too.
    """

    number = 89
    slug = "bad-play"


class TakesTooLong(Code):
    """an answer that would take too long

    Crowded tables, and conditions in which many sets are looked at inside one another, can keep a
    question busy for hours. The work is counted in steps, each a form, a card, a set or an effect
    looked at (for `perft` a position whose plays are listed), so that the same question always ends
    alike, on any machine. Past 200,000,000 steps, or what `--steps` allows, the answer is this error,
    and so it is after the seconds of `--timeout`. A smaller position asks for less; so does a total in
    a relation, or a `where` that leaves fewer members.
    """

    number = 96
    slug = "takes-too-long"


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
    TakesTooLong,
)
