"""The keys of a printed core: those of a variant file, where a core has the same."""

from __future__ import annotations

from cassino_dsl.syntax.shape import (
    ACTION,
    AWARD,
    CARDS,
    DEAL,
    EFFECTS,
    EVENT,
    EXPRESSION,
    MATCH,
    MEMORY,
    PREFERENCE,
    TEXT,
    VARIANT,
    Fields,
    Key,
    Many,
    Named,
    Text,
)

_INT = Text("int")
_PACK = Fields(
    (
        Key("copies", _INT, "how many packs are shuffled together", True),
        Key("ranks", CARDS, "the ranks in order", True),
        Key("suits", CARDS, "the suits in order", True),
        Key("faces", CARDS, "the faces in pack order", True),
        Key("extras", CARDS, "the faces without a suit, which come last"),
    )
)
_PRICED = Fields(
    (Key("must", EXPRESSION, "what costs nothing to obey", True), Key("price", EFFECTS, "what breaking it costs", True))
)
_ACTION = Fields(
    (
        *(k for k in ACTION.keys if k.name not in ("about", "before")),
        Key("total", Named(EXPRESSION, "identifier"), "the total by which groups are searched for, by part"),
        Key("run", Named(EXPRESSION, "identifier"), "the cards with which groups make a run, by part"),
        Key("priced", Named(_PRICED, "text"), "rules that may be broken for a price"),
        Key("code", _INT, "what tells its decisions from those of other actions"),
    )
)
_TABLE = Many(TEXT)
_AS_IN_VARIANTS = tuple(k for k in VARIANT.keys if k.name in ("piles", "visible", "zones", "checks"))

CORE = Fields(
    (
        Key("core", Text("word", ("1",)), "the version of the core", True),
        Key("seats", _INT, "how many seats it is for", True),
        Key("sides", _INT, "how many sides", True),
        Key("pack", _PACK, "the cards", True),
        Key(
            "values",
            Named(Named(CARDS, "text"), "identifier"),
            "by place and numbers: the faces that count for them",
            True,
        ),
        Key("deal", DEAL, "how cards are dealt", True),
        Key("turn", _TABLE, "the automaton of a turn: for each place its steps, with the places they lead to", True),
        Key("asked", Named(_TABLE, "identifier"), "the automata of what effects ask for"),
        Key("memory", Named(MEMORY, "identifier"), "what is remembered"),
        Key("actions", Named(_ACTION, "identifier"), "what a player may do", True),
        Key("preferences", Named(PREFERENCE, "text"), "filters over the legal plays, in order"),
        Key("events", Named(EVENT, "text"), "what follows when something happens"),
        Key("awards", Named(AWARD, "identifier"), "the scoring table, in order", True),
        Key("match", MATCH, "how rounds make a match", True),
        *_AS_IN_VARIANTS,
    )
)
