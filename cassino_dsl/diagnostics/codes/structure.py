"""Faults of the skeleton: keys, and what stands under them (40-46, 48)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class UnknownKey(Code):
    """a key that the language does not have

    The keys of a variant file are fixed: `deal`, `values`, `actions`, `awards` … and under each of them
    others. This one is not among them: it is misspelt, stands one level too deep or too high, or belongs to
    another kind of clause. An editor with a YAML language server knows all keys from the line that
    `cassino new` writes at the top of a file.
    """

    number = 40
    slug = "unknown-key"
    bad = """\
dsl: 1
extends: cassino
award:
  sweeps: {points: sweeps(us)}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  sweeps: {points: sweeps(us)}
"""


class MissingKey(Code):
    """a key that must be there

    Some keys may not be left out: a variant that stands alone says `pack`, `seats`, `deal`, `values`,
    `actions`, `awards` and `match`; an action says what it plays, an award how many points it gives. Write
    the key, or begin from a variant that has it with `extends`.
    """

    number = 41
    slug = "missing-key"
    bad = """\
dsl: 1
extends: cassino
awards:
  queen_of_spades: {each: Qs}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  queen_of_spades: {each: Qs, points: 1}
"""


class WrongNode(Code):
    """a text where keys are expected, or the other way round

    YAML knows texts, lists and mappings (`key: value` lines), and each key of the language wants one of
    them. The frequent cause is an expression that begins with `{` or `[`: YAML reads it as a mapping or a
    list, so it has to stand in quotes, or in a block under `>`.
    """

    number = 42
    slug = "wrong-node"
    bad = """\
dsl: 1
extends: cassino
deal: 4
"""
    good = """\
dsl: 1
extends: cassino
deal: {hand: 4, table: 4}
"""


class WrongWord(Code):
    """a word that is not one of the allowed ones

    Some keys take only certain words: `tie` under `match` is `another round`, `draw` or `playoff`; `on` of
    an event is one of the events that the language knows. The help line names the nearest or lists them.
    """

    number = 43
    slug = "wrong-word"
    bad = """\
dsl: 1
extends: cassino
match:
  tie: a draw
"""
    good = """\
dsl: 1
extends: cassino
match:
  tie: draw
"""


class BadNumber(Code):
    """a whole number out of its range

    A number that cannot be: one seat, a card worth 1000, a pack of 600 cards, sides that do not come out
    even, a section with more than 300 entries. The limits keep every ruleset small enough to be played
    fast; the help line says which one was met.
    """

    number = 44
    slug = "bad-number"
    bad = """\
dsl: 1
extends: cassino
seats: 1
"""
    good = """\
dsl: 1
extends: cassino
seats: 2
"""


class DslVersion(Code):
    """a file for another version of the language

    Every file says which version of the language it is written in, so that a later version can change
    without changing what old files mean. This program reads version 1. A file without the line, or with
    another number, is not read further.
    """

    number = 45
    slug = "dsl-version"
    bad = """\
dsl: 2
extends: cassino
"""
    good = """\
dsl: 1
extends: cassino
"""


class CoreDocument(Code):
    """the core of a variant where a variant is needed

    `cassino show --as core` prints what a variant comes to for one number of seats: terms written out,
    options and seats put in, everything in one fixed form. It is there to be read and compared, and says less
    than a variant: no titles, no reasons, no examples. A variant begins with `dsl: 1`.
    """

    number = 48
    slug = "core-document"
    bad = """\
core: 1
seats: 2
sides: 2
"""
    good = """\
dsl: 1
extends: cassino
"""


class WithoutEffect(Code):
    """something that does nothing beside what else is said

    A preference is of one form or the other: `prefer` says which plays come first, and `over` before which
    others; `least` and `most` compare plays by a number, and `among` says which. A key of the other form is
    not looked at, so the game is not what it seems to be: write the key that is meant, or leave it out. An
    example that calls a play `illegal` by the name of its action asks nothing: the play is written by its
    cards.
    """

    number = 49
    slug = "without-effect"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
preferences:
  what can take must: {per: card, prefer: kind = capture, among: kind = trail}
"""
    good = """\
dsl: 1
extends: cassino
preferences:
  what can take must: {per: card, prefer: kind = capture, over: kind = trail}
"""


class BadName(Code):
    """a name that is no identifier

    What expressions speak of by name (memory, terms, options, actions, awards) has a name of letters,
    digits and `_` that does not begin with a digit. Rules, preferences, events and checks are only shown
    to people and may be called anything. Ranks are the numbers 2 to 19 and single capital letters.
    """

    number = 46
    slug = "bad-name"
    bad = """\
dsl: 1
extends: cassino
awards:
  queen of spades: {each: Qs, points: 1}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  queen_of_spades: {each: Qs, points: 1}
"""


CODES: tuple[type[Code], ...] = (
    UnknownKey,
    MissingKey,
    WrongNode,
    WrongWord,
    BadNumber,
    DslVersion,
    CoreDocument,
    WithoutEffect,
    BadName,
)
