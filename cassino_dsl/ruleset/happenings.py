"""The rows of events (what may come to pass) and of effects (what may be done about it)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cassino_dsl.ruleset.row import Param, Var
from cassino_dsl.ruleset.types import Type as T

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


EVENT_ROWS: tuple[EventRow, ...] = (
    EventRow("layout dealt", "state", "deal", "the first deal has put cards on the table"),
    EventRow("hands dealt", "state", "deal", "every deal"),
    EventRow("captured", "done", "held", "a capture was made", ("capture",)),
    EventRow("built", "built", "held", "a build was made, raised or joined; `built` is the new build", ("build",)),
    EventRow("trailed", "done", "held", "a card was trailed", ("trail",)),
    EventRow("played", "done", "held", "any play was made, after the three above"),
    EventRow("passed", "mover", "held", "a seat passed"),
    EventRow("turn over", "mover", "held", "a turn has ended"),
    EventRow("deal over", "state", "held", "all hands are empty at the beginning of a turn"),
    EventRow("round over", "state", "scoring", "the round is over, before its awards", over=True),
    EventRow(
        "round scored",
        "state",
        "scoring",
        "all awards are added; `points(s)`, `score(s)` are final; not where a race has been won",
        over=True,
    ),
    EventRow("score changed", "side", "scoring", "points were awarded in play; `us` is the side"),
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
    to what was there, or takes from it. ``word``: where it is explained, if that is not how it begins.
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

    @property
    def remembers(self) -> bool:
        """Whether it sets memory, and nothing else."""
        return self.touches == "memory"

    @property
    def holds(self) -> bool:
        """Whether it does nothing but what it holds does."""
        return self.touches == "held"


def _parts(text: str) -> frozenset[str]:
    return frozenset(text.split())


EFFECT_ROWS: tuple[EffectRow, ...] = (
    EffectRow(
        "assign",
        "m(x) := E",
        (Var.T,),
        "memory",
        _parts("memory"),
        "{name} becomes {0}",
        "sets memory; of the match without `(x)`",
        word=":=",
    ),
    EffectRow(
        "increase",
        "m(x) += E",
        (Var.T,),
        "memory",
        _parts("memory"),
        "{name} goes up by {0}",
        "memory grows: a number, or a set of cards or numbers",
        adds=True,
        word="+=",
    ),
    EffectRow(
        "decrease",
        "m(x) -= E",
        (Var.T,),
        "memory",
        _parts("memory"),
        "{name} goes down by {0}",
        "memory shrinks: a number, or a set of cards or numbers",
        adds=True,
        word="-=",
    ),
    EffectRow(
        "award",
        "award N to SIDE as NAME",
        (T.INT, T.SIDE),
        "scoring",
        _parts("points"),
        "{1} scores {0} for {name}",
        "points at once, under that award (without `as NAME`: `bonus`); the name need not stand under `awards`",
        adds=True,
    ),
    EffectRow(
        "move",
        "move ITEMS to ZONE",
        (T.ITEMS,),
        "legality",
        _parts("cards"),
        "{0} goes to {zone}",
        "cards go to `table`, `pile(s)`, `hand(s)`, `stock`, `bottom(stock)`, `aside`, a zone of the file, "
        "or by chance `anywhere(stock)`",
    ),
    EffectRow(
        "deal",
        "deal N to ZONE",
        (T.INT,),
        "deal",
        _parts("cards deal"),
        "{0} cards are dealt from the stock to {zone}",
        "from the stock",
    ),
    EffectRow(
        "absorb",
        "add ITEMS to build B",
        (T.ITEMS, T.BUILD),
        "legality",
        _parts("cards"),
        "{0} is added to {1}",
        "into a build",
    ),
    EffectRow(
        "ask",
        "ask SEAT to PATTERN",
        (T.SEAT,),
        "legality",
        _parts("turns"),
        "{0} has to decide",
        "a decision of that seat before the turn goes on, of a set of seats one after the other; its actions have "
        "steps of their own. All effects of the same `do` come first, also those written after it: what is to follow a "
        "decision stands with its actions, or in an event",
    ),
    EffectRow(
        "next", "next SEAT", (T.SEAT,), "legality", _parts("turns"), "{0} plays next", "who plays after this turn"
    ),
    EffectRow(
        "redeal",
        "redeal",
        (),
        "deal",
        _parts("deal"),
        "all cards are shuffled, and the same dealer deals again",
        "the round is dealt anew",
    ),
    EffectRow("end_round", "end round", (), "legality", _parts("round"), "the round ends", "ends the round"),
    EffectRow("end_match", "end match", (), "match", _parts("match"), "the match ends", "ends the match"),
    EffectRow(
        "win",
        "win SIDE",
        (T.SIDE,),
        "match",
        _parts("match"),
        "{0} wins the match",
        "ends the match: that side has won",
    ),
    EffectRow(
        "when",
        "if C then EFFECT else EFFECT",
        (T.BOOL,),
        "held",
        _parts(""),
        "if {0}, {body}; otherwise {other}",
        "`else` may be left out",
    ),
    EffectRow(
        "each",
        "for x in SET do EFFECT",
        (Var.SET,),
        "held",
        _parts(""),
        "for each *{name}* of {0}, {body}",
        "for every member, in order",
        binds=True,
    ),
    EffectRow(
        "pick",
        "pick x in SET do EFFECT",
        (Var.SET,),
        "chance",
        _parts("chance"),
        "one *{name}* of {0} is drawn by chance: {body}",
        "for one member, drawn by chance; an empty set has none",
        binds=True,
    ),
    EffectRow(
        "shuffle",
        "shuffle ZONE",
        (),
        "deal",
        _parts("cards chance"),
        "{zone} is shuffled",
        "`stock`, `pile(s)`, `aside` or `table`: its cards come to lie in an order by chance",
    ),
    EffectRow(
        "perform",
        "NAME(E, …)",
        (),
        "held",
        _parts(""),
        "{body}",
        "a named effect: what `effects` says of the name, with these expressions in the place of its parameters",
        word="effects",
    ),
    EffectRow(
        "block",
        "(EFFECT; EFFECT; …)",
        (),
        "held",
        _parts(""),
        "{body}",
        "several where one is expected, or one by itself",
        word=";",
    ),
)
EFFECT: dict[str, EffectRow] = {row.op: row for row in EFFECT_ROWS}
