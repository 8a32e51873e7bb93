"""The rows of events (what may come to pass) and of effects (what may be done about it)."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.ruleset.row import Param, Var
from cassino_dsl.ruleset.types import Type as T


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event: ``offers`` names what an expression may speak of then; ``kinds`` are the kinds of play that it
    follows (none: it follows no play, or any)."""

    name: str
    offers: str
    about: str
    kinds: tuple[str, ...] = ()


EVENT_ROWS: tuple[EventRow, ...] = (
    EventRow("layout dealt", "state", "the first deal has put cards on the table"),
    EventRow("hands dealt", "state", "every deal"),
    EventRow("captured", "done", "a capture was made", ("capture",)),
    EventRow("built", "built", "a build was made, raised or joined; `built` is the new build", ("build",)),
    EventRow("trailed", "done", "a card was trailed", ("trail",)),
    EventRow("played", "done", "any play was made, after the three above"),
    EventRow("passed", "mover", "a seat passed"),
    EventRow("turn over", "mover", "a turn has ended"),
    EventRow("deal over", "state", "all hands are empty at the beginning of a turn"),
    EventRow("round over", "state", "the round is over, before its awards"),
    EventRow(
        "round scored",
        "state",
        "all awards are added; `points(s)`, `score(s)` are final; not where a race has been won",
    ),
    EventRow("score changed", "side", "points were awarded in play; `us` is the side"),
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
    them), what it changes, its phrase for people (``{name}``, ``{zone}``, ``{body}``, ``{other}`` beside the
    expressions) and its line of documentation. With nothing in the place of any expression it does nothing.

    ``writes``: ``memory``, ``points``, ``cards``, ``course`` (who plays on, whether the round or the match goes on),
    ``chance`` (how much it has decided); none for those that only hold others. ``binds``: whether it gives a name to
    members of its set, which it goes through in order.
    """

    op: str
    form: str
    params: tuple[Param, ...]
    writes: frozenset[str]
    phrase: str
    about: str
    binds: bool = False


_MEMORY, _POINTS, _CARDS, _COURSE, _CHANCE = (
    frozenset({part}) for part in ("memory", "points", "cards", "course", "chance")
)
_HOLDS: frozenset[str] = frozenset()

EFFECT_ROWS: tuple[EffectRow, ...] = (
    EffectRow(
        "assign", "m(x) := E", (Var.T,), _MEMORY, "{name} becomes {0}", "sets memory; of the match without `(x)`"
    ),
    EffectRow(
        "increase",
        "m(x) += E",
        (Var.T,),
        _MEMORY,
        "{name} goes up by {0}",
        "memory grows: a number, or a set of cards or numbers",
    ),
    EffectRow(
        "decrease",
        "m(x) -= E",
        (Var.T,),
        _MEMORY,
        "{name} goes down by {0}",
        "memory shrinks: a number, or a set of cards or numbers",
    ),
    EffectRow(
        "award",
        "award N to SIDE as NAME",
        (T.INT, T.SIDE),
        _POINTS,
        "{1} scores {0} for {name}",
        "points at once, under that award (without `as NAME`: `bonus`); the name need not stand under `awards`",
    ),
    EffectRow(
        "move",
        "move ITEMS to ZONE",
        (T.ITEMS,),
        _CARDS,
        "{0} goes to {zone}",
        "cards go to `table`, `pile(s)`, `hand(s)`, `stock`, `bottom(stock)`, `aside`, a zone of the file, "
        "or by chance `anywhere(stock)`",
    ),
    EffectRow(
        "deal", "deal N to ZONE", (T.INT,), _CARDS, "{0} cards are dealt from the stock to {zone}", "from the stock"
    ),
    EffectRow("absorb", "add ITEMS to build B", (T.ITEMS, T.BUILD), _CARDS, "{0} is added to {1}", "into a build"),
    EffectRow(
        "ask",
        "ask SEAT to PATTERN",
        (T.SEAT,),
        _COURSE,
        "{0} has to decide",
        "a decision of that seat before the turn goes on, of a set of seats one after the other; its actions have "
        "steps of their own",
    ),
    EffectRow("next", "next SEAT", (T.SEAT,), _COURSE, "{0} plays next", "who plays after this turn"),
    EffectRow(
        "redeal",
        "redeal",
        (),
        _COURSE,
        "all cards are shuffled, and the same dealer deals again",
        "the round is dealt anew",
    ),
    EffectRow("end_round", "end round", (), _COURSE, "the round ends", "ends the round"),
    EffectRow("end_match", "end match", (), _COURSE, "the match ends", "ends the match"),
    EffectRow("win", "win SIDE", (T.SIDE,), _COURSE, "{0} wins the match", "ends the match: that side has won"),
    EffectRow(
        "when",
        "if C then EFFECT else EFFECT",
        (T.BOOL,),
        _HOLDS,
        "if {0}, {body}; otherwise {other}",
        "`else` may be left out",
    ),
    EffectRow(
        "each",
        "for x in SET do EFFECT",
        (Var.SET,),
        _HOLDS,
        "for each *{name}* of {0}, {body}",
        "for every member, in order",
        binds=True,
    ),
    EffectRow(
        "pick",
        "pick x in SET do EFFECT",
        (Var.SET,),
        _CHANCE,
        "one *{name}* of {0} is drawn by chance: {body}",
        "for one member, drawn by chance; an empty set has none",
        binds=True,
    ),
    EffectRow(
        "shuffle",
        "shuffle ZONE",
        (),
        _CARDS | _CHANCE,
        "{zone} is shuffled",
        "`stock`, `pile(s)`, `aside` or `table`: its cards come to lie in an order by chance",
    ),
    EffectRow(
        "perform",
        "NAME(E, …)",
        (),
        _HOLDS,
        "{body}",
        "a named effect: what `effects` says of the name, with these expressions in the place of its parameters",
    ),
    EffectRow("block", "(EFFECT; EFFECT; …)", (), _HOLDS, "{body}", "several where one is expected, or one by itself"),
)
EFFECT: dict[str, EffectRow] = {row.op: row for row in EFFECT_ROWS}
