"""The rows of all words of the language (``words.yaml``), by key and by word, and those that passes speak of."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from cassino_dsl.language.ruleset.operators import AS, GROUP_QUANTIFIERS, OPERATORS, QUANTIFIERS
from cassino_dsl.language.ruleset.row import PARAMS, TABLE, Param, Row, rows_of

FUNCTIONS: tuple[Row, ...] = tuple(chain.from_iterable(rows_of("functions").values()))
ROWS: tuple[Row, ...] = (*OPERATORS, *QUANTIFIERS, *GROUP_QUANTIFIERS, *FUNCTIONS)
ROW: dict[str, Row] = {row.key: row for row in ROWS}


def _by_word(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for row in rows:
        for word in filter(None, (row.word, row.was)):
            found[word] = (*found.get(word, ()), row)
    return found


BY_WORD: dict[str, tuple[Row, ...]] = _by_word(FUNCTIONS)
NEW_WORDS: dict[str, str] = {row.was: row.word for row in FUNCTIONS if row.was}  # by the words before them
WORDS = tuple(word for word in BY_WORD if word not in NEW_WORDS)  # as the language is written today
TAKEN = frozenset(BY_WORD).difference(NEW_WORDS.values())  # a new word came when files had names already
CORE_WORDS: dict[str, tuple[Row, ...]] = {**BY_WORD, **_by_word(AS.values())}
QUANTIFIER: dict[str, Row] = {row.word: row for row in QUANTIFIERS}
LITERALS = ("true", "false", "none")
RESERVED = frozenset({*TAKEN, *QUANTIFIER, *LITERALS})  # never names of cards or of where they lie
GROUP_QUANTIFIER: dict[str, Row] = {row.word: row for row in GROUP_QUANTIFIERS}

# rows that passes speak of
SEATS, SIDES, FROM, ME, US = (ROW[key] for key in ("seats", "sides", "from(seat)", "me", "us"))
CARD, CARD_OR_NOTHING, CARDS, KIND, ACTION = (ROW[key] for key in ("card", "card?", "cards", "kind", "action"))
KNOWN, OR_ELSE, COUNT = (ROW[key] for key in ("known(anything)", "or_else(anything, anything)", "count(a set)"))
BEFORE, AFTER = ROW["before(anything)"], ROW["after(anything)"]
RUN, TOTAL, BUILDS, LOOSE = ROW["run(items)"], ROW["total(items)"], ROW["builds"], ROW["loose"]
COUNTING = frozenset((*BY_WORD["value"], *BY_WORD["total"]))  # what cards count for


# a ruleset goes to other processes; there its rows are the rows of that process
def row_of(key: str) -> Row:
    """The row with this key."""
    return ROW[key]


copyreg.pickle(Row, lambda row: (row_of, (row.key,)))


# ---- the rows of quantities: how many of the items, or of the groups of items, that fit a part of an action takes
@dataclass(frozen=True, slots=True)
class QuantityRow:
    """One quantity. ``nothing``: whether a part may take nothing: ``never``, ``fits`` (where no item at all passes the
    test of a group, too), ``always``. ``single``: whether it never takes more than one. ``ways``: of several parts,
    which can be taken in fewer ways: those are tried first. ``items`` and ``groups``: the lines of documentation; ""
    where items, or groups, are not taken so."""

    word: str
    nothing: Literal["never", "fits", "always"]
    single: bool = False
    ways: int = 0
    items: str = ""
    groups: str = ""

    @property
    def at_will(self) -> bool:
        """Whether there is a play though nothing can be taken."""
        return self.nothing == "always"

    def needs_one(self, empty_fits: bool) -> bool:
        """Whether something has to be taken; ``empty_fits``: whether no item at all passes the test of a group."""
        return self.nothing == "never" or (self.nothing == "fits" and not empty_fits)


# in this order: of two parts that could have taken the same cards, the earlier has
QUANTITY_ROWS: tuple[QuantityRow, ...] = tuple(QuantityRow(word, **said) for word, said in TABLE["quantities"].items())
QUANTITY: dict[str, QuantityRow] = {row.word: row for row in QUANTITY_ROWS}
QUANTITIES: tuple[str, ...] = tuple(QUANTITY)


# ---- the rows of events (what may come to pass) and of effects (what may be done about it), from ``words.yaml``
# what a change is about: the points, the match, the deal, what may be played; of ``memory``, whatever reads it; of
# ``chance``, what it decides next; of what only holds effects (``held``), those
Touch = Literal["scoring", "match", "deal", "legality", "memory", "chance", "held"]


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event: ``offers`` names what an expression may speak of then; ``touches``: what a change of what follows is
    about, unless that says more; ``kinds`` are the kinds of play that it follows (none: it follows no play, or any);
    ``over``: whether nothing is played between it and the next round."""

    name: str
    offers: str
    touches: Touch
    about: str
    kinds: tuple[str, ...] = ()
    over: bool = False


EVENT_ROWS: tuple[EventRow, ...] = tuple(
    EventRow(name, **{**said, "kinds": tuple(said.get("kinds", ()))}) for name, said in TABLE["events"].items()
)
OFFERED = {
    "state": "the position",
    "side": "`us`",
    "mover": "`me`",
    "done": "`me`, the play, `before(…)`",
    "built": "`me`, the play, `before(…)`, `built`",
}
EVENTS: tuple[str, ...] = tuple(row.name for row in EVENT_ROWS)
EVENT_OF_KIND: dict[str, str] = {kind: row.name for row in EVENT_ROWS for kind in row.kinds}
EVENT: dict[str, EventRow] = {row.name: row for row in EVENT_ROWS}


@dataclass(frozen=True, slots=True)
class EffectRow:
    """One effect: how it is written, the types of its expressions (an owner of memory or of a zone stands beside
    them), what it touches, what it changes, its phrase for people (``{name}``, ``{zone}``, ``{body}``, ``{other}``
    beside the expressions) and its line of documentation. With nothing in the place of any expression it does nothing.

    ``writes``: ``memory``, ``points``, ``cards``, ``deal`` (what is dealt), ``turns`` (who plays on), ``round`` and
    ``match`` (whether they go on), ``chance`` (how much it has decided); none for those that only hold others.
    ``binds``: whether it gives a name to members of its set, which it goes through in order. ``adds``: whether it adds
    to what was there, or takes from it. ``word``: where it is explained, if that is not how it begins. ``prints``: how
    it is printed (with ``{pattern}`` beside those of the phrase), if not as ``form`` says.
    """

    op: str
    form: str
    params: tuple[Param, ...]
    touches: Touch
    writes: frozenset[str]
    phrase: str
    about: str
    binds: bool = False
    adds: bool = False
    word: str = ""
    prints: str = ""

    @property
    def remembers(self) -> bool:
        """Whether it sets memory, and nothing else."""
        return self.touches == "memory"

    @property
    def holds(self) -> bool:
        """Whether it does nothing but what it holds does."""
        return self.touches == "held"


def _effect(op: str, said: dict[str, Any]) -> EffectRow:
    params = tuple(PARAMS[param] for param in said.get("params", ()))
    return EffectRow(op, **{**said, "params": params, "writes": frozenset(said.get("writes", "").split())})


EFFECT_ROWS: tuple[EffectRow, ...] = tuple(_effect(op, said) for op, said in TABLE["effects"].items())
EFFECT: dict[str, EffectRow] = {row.op: row for row in EFFECT_ROWS}
