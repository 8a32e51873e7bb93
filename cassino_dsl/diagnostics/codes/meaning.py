"""Faults of what a file says: cards, deals, reach, constants, costs (12 and 60-71)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class UnknownCard(Code):
    """a card, rank or suit that the pack does not have

    Cards are written rank first, then the letter of the suit: `As`, `10d`, `Qh` (`Td` reads as `10d`).
    Suits in expressions have the pack's own names: `spades`, `coins`. This one is misspelt, or the pack
    lacks it: Italian packs have no 8, 9 and 10, and cards under `remove` are gone.
    """

    number = 12
    slug = "unknown-card"
    bad = """\
dsl: 1
extends: cassino
awards:
  big_cassino: {each: 11d, points: 2}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  big_cassino: {each: 10d, points: 2}
"""


class DealDoesNotFit(Code):
    """a deal that needs more cards than there are

    The pack is dealt out for every number of seats that the variant allows: first the hands and the table,
    then hands again until the stock is gone. In one of these deals the cards do not suffice. Change the
    numbers or the seats, or let the deal depend on what is there: `min(4, count(stock) div count(seats))`.
    """

    number = 60
    slug = "deal-does-not-fit"
    bad = """\
dsl: 1
extends: cassino
seats: 5
deal:
  hand: 4
"""
    good = """\
dsl: 1
extends: cassino
seats: 5
deal:
  hand: 4
  table: 12
"""


class CardsNeverDealt(Code):
    """cards of the stock that no deal hands out

    When all hands are empty and no further deal is due, some cards still lie in the stock. That may be
    meant, but most often a number is wrong, or the variant was made for another pack. Change the numbers,
    remove cards from the pack, or draw the rest in an event or action.
    """

    number = 61
    slug = "cards-never-dealt"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
seats: 2
deal:
  later: 0
"""
    good = """\
dsl: 1
extends: cassino
seats: 2
deal:
  later: 4
"""


class UnreachableAction(Code):
    """an action that no turn can reach

    The pattern under `turn` says which steps a turn consists of, and each action is one step, `play` unless
    it says otherwise. No pattern, and no `ask` of an event, names this action's step, so nobody can ever
    choose it.
    """

    number = 62
    slug = "unreachable-action"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
actions:
  give_up:
    play: none
    step: resign
    do: win side(next(me))
"""
    good = """\
dsl: 1
extends: cassino
actions:
  give_up:
    play: none
    step: resign
    do: win side(next(me))
turn: resign? play
"""


class ConstantCondition(Code):
    """a condition that is always true or always false

    Nothing that can happen in a game changes the outcome of this condition, so it either does nothing or
    forbids everything. (A condition that only an option decides is fine.) Remove it, or say what it should
    depend on.
    """

    number = 63
    slug = "constant-condition"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
rules:
  no court is trailed: kind = trail implies rank(Ks) = K
"""
    good = """\
dsl: 1
extends: cassino
rules:
  no court is trailed: kind = trail implies not court(card)
"""


class EndlessMatch(Code):
    """a match without an end

    A match ends when a side reaches the `target`, after so many `rounds`, or when the condition `over`
    holds after a round. It says none of them, or lacks what `counting: race` or `tie: playoff` need to come
    to an end.
    """

    number = 64
    slug = "endless-match"
    bad = """\
dsl: 1
extends: cassino
match:
  counting: totals
  target: removed
"""
    good = """\
dsl: 1
extends: cassino
match:
  counting: totals
  target: removed
  rounds: 2
"""


class DebtNotPayable(Code):
    """an act that owes what its conditions do not guarantee

    An action that `owes` another makes a build that the same turn has to capture. That can only be promised
    where the value of the build is that of a card in the player's hand. Let the value range over
    `value(hand, hand)`, or over `value(kept, hand)` where the action plays a card itself.
    """

    number = 65
    slug = "debt-not-payable"
    bad = """\
dsl: 1
extends: cassino
actions:
  arrange:
    play: none
    step: arrange
    let:
      v: "{8, 9, 10}"
    take:
      base: one group g of loose where v in total(g)
    to: build v
    owes: capture
turn: arrange* play
"""
    good = """\
dsl: 1
extends: cassino
actions:
  arrange:
    play: none
    step: arrange
    let:
      v: value(hand, hand)
    take:
      base: one group g of loose where v in total(g)
    to: build v
    owes: capture
turn: arrange* play
"""


class EnumeratedSubsets(Code):
    """a relation that is found only by trying all subsets

    Groups are found fast where their total is known before the search: `v in total(g)`, with `v` fixed by
    the card. Any other relation has to be tried on every subset of what lies there, 1023 of them for ten
    cards, and play stops with an error at more than 18. Say the total first where there is one; further
    conditions may follow it with `and`.
    """

    number = 66
    slug = "enumerated-subsets"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
actions:
  capture:
    take:
      groups: any groups g of loose where count(g) <= 2 and total(g) = value(card, hand)
"""
    good = """\
dsl: 1
extends: cassino
actions:
  capture:
    take:
      groups: any groups g of loose where v in total(g) and count(g) <= 2
"""


class UnevenSplit(Code):
    """points that cannot be split evenly

    `tie: split` divides the points of an award among the sides that tie for it. Points are whole numbers,
    and these do not come out even for every number of sides that may tie. Say how to round, how many
    points each gets, or count all points of the file in halves: `match: {half_points: true}`.
    """

    number = 67
    slug = "uneven-split"
    bad = """\
dsl: 1
extends: cassino
awards:
  cards: {tie: split}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  cards: {tie: split, round: down}
"""


class UnknownStep(Code):
    """a step of a turn that no action has

    The pattern under `turn` (or of an `ask`) names a step, and no action says `step:` with that name. An
    action without the key is a step `play`.
    """

    number = 68
    slug = "unknown-step"
    bad = """\
dsl: 1
extends: cassino
turn: ply
"""
    good = """\
dsl: 1
extends: cassino
turn: play
"""


class IncompleteAward(Code):
    """an award that does not say what it is given for

    An award is given for the `most` of a number, for `each` card that fits, `if` a condition holds, or
    simply as so many `points`: one of these. In a file that extends another the old form is still there
    unless it is removed.
    """

    number = 69
    slug = "incomplete-award"
    bad = """\
dsl: 1
extends: cassino
awards:
  spades: {each: spades}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  spades: {most: removed, each: spades}
"""


class PointsForAll(Code):
    """an award that every side gets

    The award has `points` and nothing else, and they are always the same number: every side gets them,
    whatever it has captured, so they decide nothing and only bring the target nearer. Most likely it was to
    change an award of the variant beneath, which has none of that name, or it lacks what it is given for.
    """

    number = 99
    slug = "points-for-all"
    severity = "warning"
    bad = """\
dsl: 1
extends: scopa
awards:
  big_cassino: {points: 2}
checks: {at most four points beside scope and the options: removed}
"""
    good = """\
dsl: 1
extends: scopa
awards:
  settebello: {points: 2}
checks: {at most four points beside scope and the options: removed}
"""


class CountedLate(Code):
    """points that were to come as cards are captured, and cannot

    With `match: {each: captured}` an award for `each` card gives its points when the card is captured. An
    award that adds up the cards of a pile itself, `points: "sum(c in pile | …)"`, is asked only when the
    round is over, so its points come then; where no award is for `each` card, none come during a round.
    """

    number = 98
    slug = "counted-late"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
awards:
  hearts: {points: "count(c in pile | suit(c) = hearts)"}
checks: {at most eleven points beside sweeps: removed}
match: {each: captured}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  hearts: {each: hearts, points: 1}
checks: {at most eleven points beside sweeps: removed}
match: {each: captured}
"""


class TooCostly(Code):
    """an expression that would take too long to work out

    Terms are unfolded where they are used, and a quantifier looks at every member of a set, so one inside
    another multiplies the work. The limits, with every set as large as the pack allows:

    - one evaluation looks at 2,000,000 forms: three quantifiers over the cards of one pack inside one
      another, not four;
    - one term unfolds to 20,000 forms, all clauses together to 100,000;
    - the names under `let` of one action can be chosen in 200,000 ways.

    Mostly the same can be said with fewer quantifiers: count the cards of each rank instead of comparing
    cards with cards, or let the inner quantifier run over ranks, suits or seats.
    """

    number = 70
    slug = "too-costly"
    bad = """\
dsl: 1
extends: cassino
rules:
  no four of a kind: >
    not any(a in loose | any(b in loose | any(c in loose | any(d in loose |
    a != b and a != c and a != d and b != c and b != d and c != d
    and rank(a) = rank(b) and rank(b) = rank(c) and rank(c) = rank(d)))))
"""
    good = """\
dsl: 1
extends: cassino
rules:
  no four of a kind: not any(r in ranks | count(c in loose | rank(c) = r) = 4)
"""


class ActionShape(Code):
    """parts of an action that do not fit together

    Cards leave the hand, items are taken, and all of them go somewhere. Something of that does not fit: an
    action that moves cards without `to`; a build that takes nothing from the table; a trail that takes
    something; `all groups` (groups overlap: `maximal groups` leaves none behind); an `owes` that names no
    action.
    """

    number = 71
    slug = "no-values"
    bad = """\
dsl: 1
extends: cassino
actions:
  discard:
    play: card
"""
    good = """\
dsl: 1
extends: cassino
actions:
  discard:
    play: card
    to: aside
"""


class NoSingleCard(Code):
    """a rule over the card played, where a play has none or several

    Rules hold of every play, also of those that play no card (a claim, a pluck) or several at once. There
    `card` is nothing: what compares it is false, and its negation true. So `rank(card) in {J, Q}` forbids
    all these plays, and `rank(card) != A` never does. Say which plays the rule is for: `known(card) implies
    …`, a kind of which every play is of one card, or `all(c in cards | …)` for all cards played.
    """

    number = 77
    slug = "no-single-card"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
actions:
  give_up:
    play: none
    do: win side(next(me))
rules:
  hearts are kept: suit(card) = spades or suit(card) = clubs
"""
    good = """\
dsl: 1
extends: cassino
actions:
  give_up:
    play: none
    do: win side(next(me))
rules:
  hearts are kept: known(card) implies suit(card) = spades or suit(card) = clubs
"""


class NothingChosen(Code):
    """a name of `let` that effects read, and that nobody chooses

    A play is what is played, what is taken, the value of what is built, and, where it is of kind other, the
    number, card, seat or side that the first name of its `let` stands for. Plays that differ in another name
    are one play, for the first thing that the name can be; effects see that one. Where players are to choose,
    there has to be something that tells the plays apart: an action for each suit, a part that takes what is
    chosen, or an action without cards, which an event asks for.
    """

    number = 78
    slug = "nothing-chosen"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
memory:
  trump: {is: suit}
actions:
  name_trump: {step: name, play: none, let: {s: suits}, do: trump := s}
events:
  trump is named: {on: layout dealt, do: ask leader to name}
"""
    good = """\
dsl: 1
extends: cassino
memory:
  trump: {is: suit}
actions:
  name_red: {step: name, play: none, do: trump := hearts}
  name_black: {step: name, play: none, do: trump := spades}
events:
  trump is named: {on: layout dealt, do: ask leader to name}
"""


CODES: tuple[type[Code], ...] = (
    UnknownCard,
    DealDoesNotFit,
    CardsNeverDealt,
    UnreachableAction,
    ConstantCondition,
    EndlessMatch,
    DebtNotPayable,
    EnumeratedSubsets,
    UnevenSplit,
    UnknownStep,
    IncompleteAward,
    PointsForAll,
    CountedLate,
    TooCostly,
    ActionShape,
    NoSingleCard,
    NothingChosen,
)
