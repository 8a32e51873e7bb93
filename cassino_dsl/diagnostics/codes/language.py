"""Faults of the texts in the small language: expressions, effects, parts, patterns (30-39, 47)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class SyntaxFault(Code):
    """a text that the grammar cannot read

    Conditions, effects, parts of actions and turn patterns are texts in one small language, and this one
    cannot be read from the marked place on. The frequent causes: a side of an operator or a closing bracket
    is missing; a sign of another language (`==`, `&&`, `!`, `/`, where this one writes `=`, `and`, `not`,
    `div`); a colon inside a quantifier, where a bar stands: `any(b in builds | owner(b) = me)`; a comma
    inside `{…}` of YAML, which ends the text there: put the expression on a line of its own.
    """

    number = 30
    slug = "expression-syntax"
    bad = """\
dsl: 1
extends: cassino
rules:
  no trail beside builds: kind = trail implies count(builds) =
"""
    good = """\
dsl: 1
extends: cassino
rules:
  no trail beside builds: kind = trail implies count(builds) = 0
"""


class EscapedText(Code):
    r"""an expression in a quoted text with escapes

    Messages point at the place in the file where an expression goes wrong, so expressions are read where
    they stand. In a quoted text with escapes (`\t`, `\"`, `''`) the characters of the file are not those
    of the text. No expression needs an escape: take it away, leave the quotes out, or write the expression
    as a block, `>` at the end of the line and the text, indented, on the lines below.
    """

    number = 31
    slug = "escaped-expression"
    bad = r"""dsl: 1
extends: cassino
rules:
  no trail beside builds: "kind = trail implies\tcount(builds) = 0"
"""
    good = """\
dsl: 1
extends: cassino
rules:
  no trail beside builds: "kind = trail implies count(builds) = 0"
"""


class TooComplex(Code):
    """a text that is too long or nests too deep

    One text has at most 4,000 characters and nests at most 60 levels deep; a chain `a or b or c` is one
    level deeper with each operator. People cannot read more either: give parts of it names under `terms`,
    or say it with a set, `x in {a, b, c}`.
    """

    number = 32
    slug = "expression-too-complex"
    bad = (
        "dsl: 1\nextends: cassino\nrules:\n  small captures: >\n    kind != capture"
        + "".join(f"\n    or count(taken) = {n}" for n in range(1, 62))
        + "\n"
    )
    good = """\
dsl: 1
extends: cassino
rules:
  small captures: kind != capture or count(taken) in {1..61}
"""


class UnknownName(Code):
    """a name that nothing declares

    A name in an expression is a name of the language (`hand`, `builds`, `us` …), a rank or suit of the
    pack, or something that the file declares: a term, a memory, an option, a name under `let`, the variable
    of a quantifier. This one is none of them. Most often it is misspelt; else declare it, or, in a file that
    extends another, look whether the base has it.
    """

    number = 33
    slug = "unknown-name"
    bad = """\
dsl: 1
extends: cassino
awards:
  sweeps: {points: sweps(us)}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  sweeps: {points: sweeps(us)}
"""


class NameNotHere(Code):
    """a name that has no meaning in this place

    Some names belong to a moment: `me` is the seat that plays, `card` the card it plays, `taken` what the
    play takes, `after(…)` the state that a play would lead to. At the end of a round nobody plays; before
    the first deal there is nothing on the table. Say it where it has a meaning (in another event, say), or
    name the seat or side yourself: `hand(dealer)`, `pile(s)`.
    """

    number = 34
    slug = "name-not-here"
    bad = """\
dsl: 1
extends: cassino
memory:
  last_player: {is: seat}
events:
  remember: {on: round over, do: last_player := me}
"""
    good = """\
dsl: 1
extends: cassino
memory:
  last_player: {is: seat}
events:
  remember: {on: played, do: last_player := me}
"""


class WrongType(Code):
    """an expression of another type than its place needs

    Every expression has a type: number, yes or no, card, cards, seat, set of numbers … A condition is yes
    or no, `count` takes a set, `=` compares like with like. The frequent case: a card may count for several
    numbers, so `value(card, hand)` is a set of numbers, and `v in value(card, hand)` asks whether one is
    among them.
    """

    number = 35
    slug = "wrong-type"
    bad = """\
dsl: 1
extends: cassino
rules:
  sevens only pair: kind = capture and value(card, hand) = 7 implies count(taken) = 1
"""
    good = """\
dsl: 1
extends: cassino
rules:
  sevens only pair: kind = capture and 7 in value(card, hand) implies count(taken) = 1
"""


class WrongArguments(Code):
    """a function called with the wrong number of arguments

    Functions, terms and memory are called with a fixed number of arguments: `next(seat)`,
    `value(card, place)`; memory of a side, seat or build says whose it is, `sweeps(us)`, and memory of the
    match stands alone. The help line shows how it is used.
    """

    number = 36
    slug = "wrong-arguments"
    bad = """\
dsl: 1
extends: cassino
match:
  leads: next(leader, 2)
"""
    good = """\
dsl: 1
extends: cassino
match:
  leads: next(next(leader))
"""


class HiddenName(Code):
    """a name that hides another

    The variable of a quantifier, a name under `let`, a parameter of a term or a memory is called like
    something else that could be meant. The inner name wins, which is rarely what a reader expects: `card`
    is the card played, and inside `any(card in hand | …)` it no longer is. Choose another name.
    """

    number = 37
    slug = "hidden-name"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
rules:
  no trail with an equal card: kind = trail implies not any(card in loose | rank(card) = 7)
"""
    good = """\
dsl: 1
extends: cassino
rules:
  no trail with an equal card: kind = trail implies not any(c in loose | rank(c) = rank(card))
"""


class CircularTerm(Code):
    """a term that is defined by itself

    Terms are names for expressions: where one is used, its expression takes its place. A term that uses
    itself, or two that use each other, would never come to an end. To look at the members of a set one by
    one, use a quantifier: `any(c in hand | …)`, `sum(c in pile | …)`.
    """

    number = 38
    slug = "circular-term"
    bad = """\
dsl: 1
extends: cassino
terms:
  few(n): many(n) implies n < 3
  many(n): not few(n)
rules:
  small captures: kind = capture implies few(count(taken))
"""
    good = """\
dsl: 1
extends: cassino
terms:
  few(n): n < 3
rules:
  small captures: kind = capture implies few(count(taken))
"""


class UnusedTerm(Code):
    """a term that nothing uses

    The term stands in the file, but no clause calls it, so its expression is not even checked. Remove it,
    or use it. In a file that extends another: perhaps the clause that used it was replaced; then write
    `term: removed`.
    """

    number = 39
    slug = "unused-term"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
terms:
  low(c): pips(c) in {1..5}
"""
    good = """\
dsl: 1
extends: cassino
terms:
  low(c): pips(c) in {1..5}
rules:
  no trail of low cards: kind = trail implies not low(card)
"""


class MissingNumber(Code):
    """a number that may be nothing, where a number is needed

    `first(…)` finds nothing where no member fits, memory of a seat or a card may hold nothing, and whatever
    is asked of nothing is nothing again. Cards, seats and builds that may be nothing can stand anywhere, and
    a comparison with nothing is false. A sum, a count of points or a limit needs a number: say with `or_else`
    what stands in its place, or ask with `known` whether there is one. `=` may compare it as it is.
    """

    number = 47
    slug = "missing-number"
    bad = """\
dsl: 1
extends: cassino
awards:
  heap: {points: value(first(b in builds | true))}
"""
    good = """\
dsl: 1
extends: cassino
awards:
  heap: {points: "or_else(value(first(b in builds | true)), 0)"}
"""


CODES: tuple[type[Code], ...] = (
    SyntaxFault,
    EscapedText,
    TooComplex,
    UnknownName,
    NameNotHere,
    WrongType,
    WrongArguments,
    HiddenName,
    CircularTerm,
    UnusedTerm,
    MissingNumber,
)
