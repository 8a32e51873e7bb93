"""Faults of putting files together: extends, house rules, options (50-58)."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class UnknownBase(Code):
    """a variant or house rule that is not in the named folders

    `extends: NAME` means `NAME.yaml` beside the file that says so, or else the shipped variant of that
    name. `with: NAME` and the `selects` of options mean a house rule: beside the file, in the folder
    `house` beside it, or shipped. There is none of that name. `cassino list` shows what is shipped.
    """

    number = 50
    slug = "unknown-base"
    bad = """\
dsl: 1
extends: casino
"""
    good = """\
dsl: 1
extends: cassino
"""


class CircularExtends(Code):
    """files that extend each other in a circle

    A file that extends another is laid over it. Where following `extends` leads back to a file that is
    already being read (or through more than 16 files), there is nothing at the bottom to lay it over. One
    of the files has to stand alone.
    """

    number = 51
    slug = "circular-extends"
    bad = """\
# in example.yaml
dsl: 1
extends: example
"""
    good = """\
# in example.yaml
dsl: 1
extends: cassino
"""


class OutsideFolder(Code):
    """a base that is named by a path, or a link that leads out of its folder

    Bases and house rules are named, never given by a path: a variant that somebody sends you can only reach
    files beside it and the shipped ones. Put the base beside the file and write its name, small letters,
    digits and `-`, without `.yaml`. Links are followed only within the folder: of a folder that is looked at
    as a whole the other files are judged, and for one that a link means its own name has to be said.
    """

    number = 52
    slug = "outside-folder"
    bad = """\
dsl: 1
extends: ../variants/cassino.yaml
"""
    good = """\
dsl: 1
extends: cassino
"""


class NothingToRemove(Code):
    """a removal of something that is not there

    `key: removed` takes a clause of the base away, and `before: NAME` puts a new clause before one of the
    base. The base has no clause of that name: it is misspelt, stands under another section, or a base in
    between has taken it away already.
    """

    number = 53
    slug = "nothing-to-remove"
    bad = """\
dsl: 1
extends: cassino
actions:
  rise: removed
"""
    good = """\
dsl: 1
extends: cassino
actions:
  raise: removed
"""


class HouseRulesConflict(Code):
    """two house rules that set the same thing

    House rules are laid over a variant one after the other. Two that set the same key to different values
    would depend on their order, and nobody at a table plays "first this rule, then that". Both places are
    shown. Use one of the two, or write the combination you mean into a variant of your own.

    For example, two files beside each other,

        # quick.yaml                      # long.yaml
        dsl: 1                            dsl: 1
        house: true                       house: true
        match: {target: 11}               match: {target: 31}

    can each be laid over a variant, but not both.
    """

    number = 54
    slug = "house-rules-conflict"


class DoesNotFit(Code):
    """a house rule laid over a variant that lacks what it needs

    A house rule may say under `needs` what it builds on: a memory, an option, an action. This variant does
    not have it, so the rule would mean nothing here; the note says why it is needed. Lay it over another
    variant, or add what it needs to this one.
    """

    number = 55
    slug = "house-rule-does-not-fit"
    bad = """\
dsl: 1
extends: cassino
with: count-out
options:
  target: removed
match:
  target: 21
"""
    good = """\
dsl: 1
extends: cassino
with: count-out
"""


class UnknownOption(Code):
    """an option that the variant does not have

    `--set NAME=VALUE` on the command line, and `set` in an example, choose a value for an option that the
    variant declares under `options`. It declares none of this name; `cassino show VARIANT` lists those it
    has. A thing that is no option can still be changed by a file that extends the variant.
    """

    number = 56
    slug = "unknown-option"


class OptionValue(Code):
    """a value that an option does not allow

    An option declares its type and range: whole numbers `from` … `to`, `true` or `false`, or one of its
    `choices`. The value, chosen with `--set` or given as `default`, is outside of them.
    """

    number = 57
    slug = "option-value"
    bad = """\
dsl: 1
extends: cassino
options:
  target: {default: 1000}
"""
    good = """\
dsl: 1
extends: cassino
options:
  target: {default: 31}
"""


class NotAHouseRule(Code):
    """a variant where a house rule is expected, or the other way round

    A file that says `house: true` is a few rules to be laid over a variant: with `--with NAME`, with
    `with: NAME` in a variant, or by an option that selects it. It cannot be played alone or extended. A
    file without that line is a variant: it is played, and `extends` builds on it.
    """

    number = 58
    slug = "not-a-house-rule"


class ClauseReplaced(Code):
    """a house rule that says a clause of the variant anew

    A rule, action, event, award … of the house rule has the name of one that the variant already has, so the
    variant's own is gone, or mixed with the new one. Both places are shown. If the two only happen to have
    one name, give the new one another. If it is meant, say so in the house rule, with the section and the
    name of the clause: `replaces: [rules.courts one or three at a time]`. A house rule that changes only part
    of a clause, or removes it, needs no such word.

    For example, this file replaces a rule of Cassino:

        # any-courts.yaml
        dsl: 1
        house: true
        replaces: [rules.courts one or three at a time]
        rules:
          courts one or three at a time: count(taken) < 4
    """

    number = 59
    slug = "clause-replaced"
    severity = "warning"


class NeedlessChoices(Code):
    """choices that leave nothing to choose

    An option lists a choice twice, has an empty list of `choices`, or is `is: bool` and has `choices` all
    the same: it is `true` or `false` whatever they say. The option works as if they were not there; most
    likely something else was meant.
    """

    number = 97
    slug = "needless-choices"
    severity = "warning"
    bad = """\
dsl: 1
extends: cassino
options:
  worth: {is: int, default: 4, choices: [2, 4, 4]}
awards:
  big_cassino: {points: worth div 2}
"""
    good = """\
dsl: 1
extends: cassino
options:
  worth: {is: int, default: 4, choices: [2, 4]}
awards:
  big_cassino: {points: worth div 2}
checks: {at most eleven points beside sweeps: removed}
"""


CODES: tuple[type[Code], ...] = (
    UnknownBase,
    CircularExtends,
    OutsideFolder,
    NothingToRemove,
    HouseRulesConflict,
    DoesNotFit,
    UnknownOption,
    OptionValue,
    NotAHouseRule,
    ClauseReplaced,
    NeedlessChoices,
)
