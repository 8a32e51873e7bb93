"""What a few random rounds show of a file (90-93), and what all values of its options show (95)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class StuckRounds(Code):
    """rounds that end because nobody can play, with cards left

    When every seat passes, one after the other, the round is over. In some of the random rounds that
    `cassino validate` plays, cards were then left in a hand or in the stock: most likely a rule leaves a card
    without a play. The note has the command that records the first of them, play by play. Where a round may
    end like this, say so: `match: {stuck: allowed}`.
    """

    number = 90
    slug = "stuck-rounds"
    severity = "warning"
    bad = """\
dsl: 1
extends: scopa
rules:
  coins are kept: kind = trail implies suit(card) != coins
"""
    good = """\
dsl: 1
extends: scopa
rules:
  coins are kept: kind = trail implies suit(card) != coins
match:
  stuck: allowed
"""


class FaultInPlay(Code):
    """a random round that ends with a fault

    `cassino validate` plays a few random rounds. One of them broke a check of the variant, did not end, or
    came to a position with more plays than the limit: what `cassino simulate` stops at. The help has the
    command that plays the round again.
    """

    number = 91
    slug = "fault-in-play"
    severity = "warning"
    bad = """\
dsl: 1
extends: scopa
checks:
  nobody makes a sweep: sum(s in sides | sweeps(s)) = 0
"""
    good = """\
dsl: 1
extends: scopa
checks:
  sweeps are few: sum(s in sides | sweeps(s)) < 40
"""


class ActionNeverPlayed(Code):
    """an action that no random round came to

    `cassino validate` plays a few random rounds with every number of seats, and this action was not played in
    any. Its conditions may exclude each other, or a rule may forbid what it does. An action that comes up
    once in thousands of rounds is named too; one that an option rules out is not.
    """

    number = 92
    slug = "action-never-played"
    severity = "warning"
    bad = """\
dsl: 1
extends: scopa
actions:
  throw:
    play: card where count(hand) > 9
    to: aside
"""
    good = """\
dsl: 1
extends: scopa
actions:
  throw:
    play: card where count(hand) > 2
    to: aside
"""


class NothingPlayed(Code):
    """rounds without a single play

    In some of the random rounds that `cassino validate` plays, no seat ever had a legal play: no cards are
    dealt to the hands, no action may play them, or an event ends the round at once. Such a round is scored
    like any other, so that a simulation gives figures of a game that nobody played.
    """

    number = 93
    slug = "nothing-played"
    severity = "warning"
    bad = """\
dsl: 1
extends: scopa
rules:
  only large hands play: count(hand) > 9
"""
    good = """\
dsl: 1
extends: scopa
rules:
  any hand plays: count(hand) < 9
"""


class NeverReached(Code):
    """an option, memory or row of values that does nothing

    With no value of any option does anything come of it: an option that no clause reads and that lays on no
    house rule, a memory that nothing sets or reads, a row of `values` of which every card fits a row above.
    It is left over, or the clause that should speak of it has another name in mind. `cassino validate`
    looks at every value of every option before it says so.
    """

    number = 95
    slug = "never-reached"
    severity = "warning"
    bad = """\
dsl: 1
extends: scopa
options:
  courts: {is: bool, default: false}
"""
    good = """\
dsl: 1
extends: scopa
options:
  courts: {is: bool, default: false}
rules:
  courts stay in the hand: courts and kind = trail implies pips(card) > 0
"""


CODES: tuple[type[Code], ...] = (StuckRounds, FaultInPlay, ActionNeverPlayed, NothingPlayed, NeverReached)
