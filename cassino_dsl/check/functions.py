"""The functions and the standing names of the expression language, one row each.

To add one: a row here, its meaning in ``engine/functions.py``, a line in ``docs/language.md``.
``needs`` says in which places the row has a meaning (see ``scope.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.ruleset.expr import Type as T


@dataclass(frozen=True, slots=True)
class Function:
    """One overload: parameter types, result, where it may be used, one line about it.

    ``variadic`` types stand for "any set" or "anything" and are told apart by the checker.
    """

    name: str
    params: tuple[T, ...]
    result: T
    needs: str
    about: str


FUNCTIONS: tuple[Function, ...] = (
    # the players
    Function("seats", (), T.SEATS, "static", "all seats"),
    Function("sides", (), T.SIDES, "static", "all sides"),
    Function("side", (T.SEAT,), T.SIDE, "static", "the side of a seat"),
    Function("next", (T.SEAT,), T.SEAT, "static", "the seat that plays after another"),
    Function("previous", (T.SEAT,), T.SEAT, "static", "the seat that plays before another"),
    Function("me", (), T.SEAT, "mover", "the seat that plays"),
    Function("us", (), T.SIDE, "side", "the side of the seat that plays, or the side being scored"),
    Function("leader", (), T.SEAT, "state", "the seat that leads the round"),
    Function("dealer", (), T.SEAT, "state", "the seat that dealt the round"),
    # the pack
    Function("ranks", (), T.RANKS, "static", "all ranks of the pack"),
    Function("suits", (), T.SUITS, "static", "all suits of the pack"),
    Function("rank", (T.ITEM,), T.RANK, "static", "the rank of a card; a build has none"),
    Function("suit", (T.ITEM,), T.SUIT, "static", "the suit of a card; a build has none"),
    Function("colour", (T.ITEM,), T.COLOUR, "static", "`red` or `black`; a build has none"),
    Function("pips", (T.CARD,), T.INT, "static", "the number printed on a card, 1 for an ace, 0 for courts"),
    Function("order", (T.RANK,), T.INT, "static", "the place of a rank in the pack, from 1"),
    Function("value", (T.BUILD,), T.INT, "state", "the announced value of a build"),
    Function("value", (T.ITEM,), T.VALUES, "state", "the numbers that an item counts for where it lies"),
    Function("value", (T.CARD, T.PLACE), T.VALUES, "static", "the numbers that a card counts for in a place"),
    Function(
        "value", (T.CARDS, T.PLACE), T.VALUES, "static", "the numbers that any of the cards counts for in a place"
    ),
    Function("total", (T.ITEMS,), T.VALUES, "state", "the sums that items make where they lie"),
    Function("total", (T.CARDS, T.PLACE), T.VALUES, "static", "the sums that cards make in a place"),
    # the zones
    Function("hand", (), T.CARDS, "mover", "the cards in my hand"),
    Function("hand", (T.SEAT,), T.CARDS, "state", "the cards in a seat's hand"),
    Function("kept", (), T.CARDS, "card", "the cards that stay in my hand"),
    Function("table", (), T.ITEMS, "state", "loose cards and builds"),
    Function("loose", (), T.CARDS, "state", "the loose cards on the table"),
    Function("builds", (), T.BUILDS, "state", "the builds on the table"),
    Function("pile", (), T.CARDS, "side", "the pile of my side"),
    Function("pile", (T.SIDE,), T.CARDS, "state", "the pile of a side, bottom to top"),
    Function("tops", (), T.CARDS, "side", "the top card of every other side's pile"),
    Function("stock", (), T.CARDS, "state", "the stock"),
    Function("aside", (), T.CARDS, "state", "cards out of play"),
    Function("top", (T.CARDS,), T.CARD, "state", "the uppermost of cards: last laid on the table, top of a pile"),
    Function("bottom", (T.CARDS,), T.CARD, "state", "the lowest of cards"),
    Function("cards", (T.ITEMS,), T.CARDS, "state", "the cards of items"),
    Function("cards", (T.ITEM,), T.CARDS, "state", "the cards of an item"),
    Function("groups", (T.ITEM,), T.INT, "state", "how many groups a build has; a loose card is one"),
    # the play
    Function("card", (), T.CARD, "card", "the card played"),
    Function("cards", (), T.CARDS, "card", "the cards played"),
    Function("taken", (), T.ITEMS, "play", "the items taken"),
    Function("kind", (), T.KIND, "play", "capture, build, trail or other"),
    Function("action", (), T.ACTION, "play", "the action that the play is an instance of"),
    Function("announced", (), T.INT, "play", "the value announced; 0 where there is none"),
    Function("built", (), T.BUILD, "built", "the build that the play has made or changed"),
    # the round and the match
    Function("score", (T.SIDE,), T.INT, "state", "the points of a side in the match"),
    Function("points", (T.SIDE,), T.INT, "state", "the points of a side in this round"),
    Function("earned", (T.AWARD, T.SIDE), T.INT, "state", "the points of a side in this round for one award"),
    Function("secured", (T.SIDE,), T.INT, "state", "points that the pile of a side has made sure of"),
    Function("round", (), T.INT, "state", "the number of the round, from 1"),
    Function("deals", (), T.INT, "state", "how many deals the round has had"),
    Function("redeals", (), T.INT, "state", "how often the round was dealt anew"),
    Function("turns", (), T.INT, "state", "how many turns the round has had"),
    # numbers
    Function("min", (T.INT, T.INT), T.INT, "static", "the smaller number"),
    Function("max", (T.INT, T.INT), T.INT, "static", "the larger number"),
    Function("abs", (T.INT,), T.INT, "static", "the number without its sign"),
)

# These take arguments of any type and have rules of their own in ``expressions.py``.
GENERIC: dict[str, str] = {
    "count": "how many members a set has",
    "known": "whether something is there: not `none`",
    "or_else": "the first, or the second where the first is `none`",
    "before": "the value of an expression before the play; in events",
    "after": "the value of an expression after the play; in rules",
}
QUANTIFIERS: dict[str, str] = {
    "any": "whether the condition holds for some member",
    "all": "whether the condition holds for every member",
    "count": "for how many members the condition holds",
    "sum": "the sum of a number over the members",
    "max": "the largest of a number over the members; 0 for none",
    "min": "the smallest of a number over the members; 0 for none",
    "first": "the first member for which the condition holds, or `none`",
}

BY_NAME: dict[str, tuple[Function, ...]] = {}
for _function in FUNCTIONS:
    BY_NAME[_function.name] = (*BY_NAME.get(_function.name, ()), _function)
