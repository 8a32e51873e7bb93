"""The words of the language, one row for each overload: the one list that everything else asks.

To add a function: a row here, its meaning in ``engine/functions.py``, its C in ``native/calls/``, and a line with an
example in ``docs/language.md``. A test holds the tables of both engines against these rows.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable

from cassino_dsl.ruleset.operators import OPERATORS, QUANTIFIERS
from cassino_dsl.ruleset.row import Nothing, Param, Row, Var
from cassino_dsl.ruleset.types import Type as T

_NEVER, _MAY = Nothing.NEVER, Nothing.MAY


def _row(
    word: str,
    params: tuple[Param, ...],
    result: Param,
    phrase: str,
    about: str,
    *,
    reads: str = "",
    needs: str = "",
    nothing: Nothing = Nothing.PASSES,
    ordered: bool = False,
    each: bool = False,
    members: str = "",
    most: int | None = None,
    counted: str = "",
) -> Row:
    """A row; what reads a part of a position has a meaning only once cards are dealt, where nothing else is said."""
    parts = frozenset(reads.split())
    where = needs or ("state" if parts else "static")
    return Row(word, params, result, phrase, about, where, nothing, parts, False, ordered, each, members, most, counted)


PLAYERS = (
    _row("seats", (), T.SEATS, "the players", "all seats", members="seats", counted="players"),
    _row("sides", (), T.SIDES, "the sides", "all sides", members="seats", counted="sides"),
    _row("side", (T.SEAT,), T.SIDE, "the side of {0}", "the side of a seat"),
    _row("next", (T.SEAT,), T.SEAT, "the player after {0}", "the seat that plays after another"),
    _row("previous", (T.SEAT,), T.SEAT, "the player before {0}", "the seat that plays before another"),
    _row("me", (), T.SEAT, "you", "the seat that plays", reads="seat", needs="mover"),
    _row(
        "us",
        (),
        T.SIDE,
        "your side",
        "the side of the seat that plays, or the side being scored",
        reads="seat",
        needs="side",
    ),
    _row("leader", (), T.SEAT, "the leader", "the seat that leads the round", reads="leader"),
    _row("dealer", (), T.SEAT, "the dealer", "the seat that dealt the round", reads="leader"),
)
PACK = (
    _row("ranks", (), T.RANKS, "the ranks", "all ranks of the pack"),
    _row("suits", (), T.SUITS, "the suits", "all suits of the pack"),
    _row("rank", (T.CARD,), T.RANK, "the rank of {0}", "the rank of a card"),
    _row("rank", (T.ITEM,), T.RANK, "the rank of {0}", "the rank of an item; a build has none", nothing=_MAY),
    _row("suit", (T.ITEM,), T.SUIT, "the suit of {0}", "the suit of a card; a build or a joker has none", nothing=_MAY),
    _row(
        "colour",
        (T.ITEM,),
        T.COLOUR,
        "the colour of {0}",
        "`red` or `black`; a build or a joker has none",
        nothing=_MAY,
    ),
    _row(
        "pips",
        (T.CARD,),
        T.INT,
        "the pips of {0}",
        "the number printed on a card, 1 for an ace, 0 for courts",
        most=64,
    ),
    _row(
        "order",
        (T.RANK,),
        T.INT,
        "the place of {0} among the ranks",
        "the place of a rank in the pack, from 1; 0 for extras",
        most=64,
    ),
)
NUMBERS_OF_CARDS = (
    _row(
        "value",
        (T.BUILD,),
        T.INT,
        "the value of {0}",
        "the announced value of a build",
        reads="builds",
    ),
    _row(
        "value",
        (T.ITEM,),
        T.VALUES,
        "the value of {0}",
        "the numbers that an item counts for where it lies",
        reads="table hands piles builds",
    ),
    _row(
        "value",
        (T.CARD, T.PLACE),
        T.VALUES,
        "the value of {0} in the {1}",
        "the numbers that a card counts for in a place",
    ),
    _row(
        "value",
        (T.CARDS, T.PLACE),
        T.VALUES,
        "the value of {0} in the {1}",
        "the numbers that any of the cards counts for in a place",
        each=True,
    ),
    _row(
        "total",
        (T.ITEMS,),
        T.VALUES,
        "the total of {0}",
        "the sums that items make where they lie",
        reads="table hands piles builds",
        each=True,
    ),
    _row(
        "total",
        (T.CARDS, T.PLACE),
        T.VALUES,
        "the total of {0} in the {1}",
        "the sums that cards make in a place",
        each=True,
    ),
)
ZONES = (
    _row(
        "hand",
        (),
        T.CARDS,
        "your hand",
        "the cards in my hand",
        reads="hands seat",
        needs="mover",
        counted="cards in the hand",
    ),
    _row(
        "hand",
        (T.SEAT,),
        T.CARDS,
        "the hand of {0}",
        "the cards in a seat's hand",
        reads="hands",
        counted="cards in the hand of {0}",
    ),
    _row(
        "kept",
        (),
        T.CARDS,
        "the cards that stay in your hand",
        "the cards that stay in my hand",
        reads="card seat",
        needs="card",
        counted="cards that stay in your hand",
    ),
    _row(
        "table", (), T.ITEMS, "the table", "loose cards and builds", reads="table builds", counted="items on the table"
    ),
    _row("loose", (), T.CARDS, "the loose cards", "the loose cards on the table", reads="table", counted="loose cards"),
    _row(
        "builds",
        (),
        T.BUILDS,
        "the builds on the table",
        "the builds on the table",
        reads="builds",
        counted="builds on the table",
    ),
    _row(
        "pile",
        (),
        T.CARDS,
        "your pile",
        "the pile of my side",
        reads="piles seat",
        needs="side",
        counted="cards in your pile",
    ),
    _row(
        "pile",
        (T.SIDE,),
        T.CARDS,
        "the pile of {0}",
        "the pile of a side, bottom to top",
        reads="piles",
        counted="cards in the pile of {0}",
    ),
    _row(
        "tops",
        (),
        T.CARDS,
        "the top cards of the other piles",
        "the top card of every other side's pile",
        reads="piles seat",
        needs="side",
        members="seats",
    ),
    _row("stock", (), T.CARDS, "the stock", "the stock", reads="stock", counted="cards in the stock"),
    _row("aside", (), T.CARDS, "the cards out of play", "cards out of play", reads="aside"),
    _row(
        "top",
        (T.CARDS,),
        T.CARD,
        "the top of {0}",
        "the uppermost of cards: last laid on the table, top of a pile",
        needs="state",
        nothing=_MAY,
        ordered=True,
    ),
    _row(
        "bottom",
        (T.CARDS,),
        T.CARD,
        "the lowest of {0}",
        "the lowest of cards",
        needs="state",
        nothing=_MAY,
        ordered=True,
    ),
    _row("cards", (T.ITEMS,), T.CARDS, "the cards of {0}", "the cards of items", reads="builds", each=True),
    _row("cards", (T.ITEM,), T.CARDS, "the cards of {0}", "the cards of an item", reads="builds"),
    _row(
        "groups",
        (T.ITEM,),
        T.INT,
        "the number of groups of {0}",
        "how many groups a build has; a loose card is one",
        reads="builds",
        most=128,
    ),
)
PLAY = (
    _row("card", (), T.CARD, "the card played", "the card played", reads="card", needs="one card"),
    _row(
        "card",
        (),
        T.CARD,
        "the card played",
        "the card played; `none` where a play has none or several",
        reads="card",
        needs="card",
        nothing=_MAY,
    ),
    _row(
        "cards", (), T.CARDS, "the cards played", "the cards played", reads="card", needs="card", counted="cards played"
    ),
    _row("taken", (), T.ITEMS, "what is taken", "the items taken", reads="taken", needs="play", counted="items taken"),
    _row("kind", (), T.KIND, "the kind of play", "capture, build, trail or other", reads="kind", needs="play"),
    _row("action", (), T.ACTION, "the play", "the action that the play is an instance of", reads="kind", needs="play"),
    _row(
        "announced",
        (),
        T.INT,
        "the announced value",
        "the value announced; 0 where there is none",
        reads="announced",
        needs="play",
        most=128,
    ),
    _row(
        "built",
        (),
        T.BUILD,
        "the build made",
        "the build that the play has made or changed",
        reads="built",
        needs="built",
        nothing=_MAY,
    ),
    _row(
        "before",
        (Var.T,),
        Var.T,
        "{0}, before the play",
        "the value of an expression before the play; in events",
        reads="before",
        needs="before",
    ),
    _row(
        "after",
        (Var.T,),
        Var.T,
        "after the play, {0}",
        "the value of an expression after the play; in rules",
        reads="after",
        needs="after",
    ),
)
ROUND = (
    _row("score", (T.SIDE,), T.INT, "the score of {0}", "the points of a side in the match", reads="scores"),
    _row(
        "points",
        (T.SIDE,),
        T.INT,
        "the points of {0} in this round",
        "the points of a side in this round",
        reads="points",
    ),
    _row(
        "earned",
        (T.AWARD, T.SIDE),
        T.INT,
        "the points of {1} for {0}",
        "the points of a side in this round for one award",
        reads="points",
    ),
    _row(
        "secured",
        (T.SIDE,),
        T.INT,
        "the points that {0} is sure of",
        "points that the pile of a side has made sure of",
        reads="awards piles",
    ),
    _row("round", (), T.INT, "the number of the round", "the number of the round, from 1", reads="round"),
    _row("deals", (), T.INT, "the number of the deal", "how many deals the round has had", reads="deals"),
    _row("redeals", (), T.INT, "the number of new deals", "how often the round was dealt anew", reads="redeals"),
    _row("turns", (), T.INT, "the number of turns so far", "how many turns the round has had", reads="turns"),
)
ANYTHING = (
    _row("count", (Var.SET,), T.INT, "the number of {0}", "how many members a set has", each=True, most=128),
    _row("known", (Var.T,), T.BOOL, "there is {0}", "whether something is there: not `none`", nothing=_NEVER),
    _row(
        "or_else",
        (Var.T, Var.T),
        Var.T,
        "{0}, or else {1}",
        "the first, or the second where the first is `none`",
        nothing=Nothing.LAST,
    ),
    _row("min", (T.INT, T.INT), T.INT, "the smaller of {0} and {1}", "the smaller number"),
    _row("max", (T.INT, T.INT), T.INT, "the larger of {0} and {1}", "the larger number"),
    _row("abs", (T.INT,), T.INT, "the size of {0}", "the number without its sign"),
)

FUNCTIONS: tuple[Row, ...] = (*PLAYERS, *PACK, *NUMBERS_OF_CARDS, *ZONES, *PLAY, *ROUND, *ANYTHING)
ROWS: tuple[Row, ...] = (*OPERATORS, *QUANTIFIERS, *FUNCTIONS)
ROW: dict[str, Row] = {row.key: row for row in ROWS}


def _by_word(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for row in rows:
        found[row.word] = (*found.get(row.word, ()), row)
    return found


BY_WORD: dict[str, tuple[Row, ...]] = _by_word(FUNCTIONS)
CORE_WORDS: dict[str, tuple[Row, ...]] = _by_word(row for row in ROWS if row.core)
QUANTIFIER: dict[str, Row] = {row.word: row for row in QUANTIFIERS}

# rows that passes speak of
SEATS, SIDES, ME, US = (ROW[key] for key in ("seats", "sides", "me", "us"))
CARD, CARD_OR_NOTHING, KIND, ACTION = (ROW[key] for key in ("card", "card?", "kind", "action"))
KNOWN, OR_ELSE, COUNT = (ROW[key] for key in ("known(anything)", "or_else(anything, anything)", "count(a set)"))
BEFORE, AFTER = ROW["before(anything)"], ROW["after(anything)"]
TOTAL, BUILDS, LOOSE = ROW["total(items)"], ROW["builds"], ROW["loose"]

# a ruleset goes to other processes; there its rows are the rows of that process
copyreg.pickle(Row, lambda row: (ROW.__getitem__, (row.key,)))
