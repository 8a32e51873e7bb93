"""The words of the language, one row for each overload: the one list that everything else asks.

To add a function: a row here, its meaning in ``engine/functions.py``, its C in ``native/calls/``, and a line with an
example in ``docs/language.md``. A test holds the tables of both engines against these rows.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable

from cassino_dsl.ruleset.numbers import LARGEST_KEPT, MOST_MEMBERS
from cassino_dsl.ruleset.operators import AS, GROUP_QUANTIFIERS, OPERATORS, QUANTIFIERS
from cassino_dsl.ruleset.row import Nothing, Row, at_most, the_first, the_widest

_KEPT = at_most(LARGEST_KEPT)

PLAYERS = (
    Row("seats -> seats", "the players", "all seats", members="seats", counted="players"),
    Row("sides -> sides", "the sides", "all sides", members="seats", counted="sides"),
    Row("side(seat) -> side", "the side of {0}", "the side of a seat"),
    Row("next(seat) -> seat", "the player after {0}", "the seat that plays after another"),
    Row("previous(seat) -> seat", "the player before {0}", "the seat that plays before another"),
    Row(
        "from(seat) -> seats",
        "the players in turn from {0}",
        "all seats in playing order, a seat and those after it",
        members="seats",
    ),
    Row("me -> seat", "you", "the seat that plays, or is dealt to", "seat", needs="mover"),
    Row("us -> side", "your side", "the side of the seat that plays, or the side being scored", "seat", needs="side"),
    Row("leader -> seat", "the leader", "the seat that leads the round", "leader"),
    Row("dealer -> seat", "the dealer", "the seat that dealt the round", "leader"),
)
PACK = (
    Row("ranks -> ranks", "the ranks", "all ranks of the pack"),
    Row("suits -> suits", "the suits", "all suits of the pack"),
    Row("rank(card) -> rank", "the rank of {0}", "the rank of a card"),
    Row("rank(item) -> rank?", "the rank of {0}", "the rank of an item; a build has none"),
    Row("suit(item) -> suit?", "the suit of {0}", "the suit of a card; a build or a joker has none"),
    Row("colour(item) -> colour?", "the colour of {0}", "`red` or `black`; a build or a joker has none"),
    Row("pips(card) -> number", "the pips of {0}", "the number printed on a card, 1 for an ace, 0 for courts", most=64),
    Row(
        "order(rank) -> number",
        "the place of {0} among the ranks",
        "the place of a rank in the pack, from 1; 0 for extras",
        most=64,
    ),
)
NUMBERS_OF_CARDS = (
    Row("value(build) -> number", "the value of {0}", "the announced value of a build", "builds", bound=_KEPT),
    Row(
        "value(item) -> set of numbers",
        "the value of {0}",
        "the numbers that an item counts for where it lies",
        "table hands piles builds",
    ),
    Row(
        "value(card, place) -> set of numbers",
        "the value of {0} in the {1}",
        "the numbers that a card counts for in a place",
    ),
    Row(
        "value(cards, place) -> set of numbers",
        "the value of {0} in the {1}",
        "the numbers that any of the cards counts for in a place",
        each=True,
    ),
    Row(
        "total(items) -> set of numbers",
        "the total of {0}",
        "the sums that items make where they lie",
        "table hands piles builds",
        each=True,
    ),
    Row(
        "total(cards, place) -> set of numbers",
        "the total of {0} in the {1}",
        "the sums that cards make in a place",
        each=True,
    ),
)
ZONES = (
    Row("hand -> cards", "your hand", "the cards in my hand", "hands seat", needs="mover", counted="cards in the hand"),
    Row(
        "hand(seat) -> cards",
        "the hand of {0}",
        "the cards in a seat's hand",
        "hands",
        counted="cards in the hand of {0}",
    ),
    Row(
        "kept -> cards",
        "the cards that stay in your hand",
        "the cards that stay in my hand",
        "card seat",
        needs="card",
        counted="cards that stay in your hand",
    ),
    Row("table -> items", "the table", "loose cards and builds", "table builds", counted="items on the table"),
    Row("loose -> cards", "the loose cards", "the loose cards on the table", "table", counted="loose cards"),
    Row(
        "builds -> builds",
        "the builds on the table",
        "the builds on the table",
        "builds",
        counted="builds on the table",
    ),
    Row("pile -> cards", "your pile", "the pile of my side", "piles seat", needs="side", counted="cards in your pile"),
    Row(
        "pile(side) -> cards",
        "the pile of {0}",
        "the pile of a side, bottom to top",
        "piles",
        counted="cards in the pile of {0}",
    ),
    Row(
        "tops -> cards",
        "the top cards of the other piles",
        "the top card of every other side's pile",
        "piles seat",
        needs="side",
        members="seats",
    ),
    Row("stock -> cards", "the stock", "the stock", "stock", counted="cards in the stock"),
    Row(
        "top(cards) -> card?",
        "the top of {0}",
        "the uppermost of cards: last laid on the table, top of a pile",
        needs="state",
        ordered=True,
    ),
    Row("bottom(cards) -> card?", "the lowest of {0}", "the lowest of cards", needs="state", ordered=True),
    Row(
        "run(items) -> yes or no",
        "{0} is a run: one card of each rank, without a gap",
        "whether cards are a run: of ranks that follow each other in the pack, one card of each",
        each=True,
    ),
    Row("cards(items) -> cards", "the cards of {0}", "the cards of items", "builds", each=True),
    Row("cards(item) -> cards", "the cards of {0}", "the cards of an item", "builds"),
    Row(
        "groups(item) -> number",
        "the number of groups of {0}",
        "how many groups a build has; a loose card is one",
        "builds",
        most=128,
    ),
)
PLAY = (
    Row("card -> card", "the card played", "the card played", "card", needs="one card"),
    Row(
        "card -> card?",
        "the card played",
        "the card played; `none` where a play has none or several",
        "card",
        needs="card",
    ),
    Row("cards -> cards", "the cards played", "the cards played", "card", needs="card", counted="cards played"),
    Row("taken -> items", "what is taken", "the items taken", "taken", needs="play", counted="items taken"),
    Row("kind -> kind of play", "the kind of play", "capture, build, trail or other", "kind", needs="play"),
    Row("action -> action", "the play", "the action that the play is an instance of", "kind", needs="play"),
    Row(
        "announced -> number",
        "the announced value",
        "the value announced; 0 where there is none",
        "announced",
        needs="play",
        most=128,
    ),
    Row("built -> build?", "the build made", "the build that the play has made or changed", "built", needs="built"),
    Row(
        "before(anything) -> anything",
        "{0}, before the play",
        "the value of an expression before the play; in events",
        "before",
        needs="before",
        bound=the_first,
    ),
    Row(
        "after(anything) -> anything",
        "after the play, {0}",
        "the value of an expression after the play; in rules",
        "after",
        needs="after",
        bound=the_first,
    ),
)
ROUND = (
    Row("score(side) -> number", "the score of {0}", "the points of a side in the match", "scores"),
    Row("points(side) -> number", "the points of {0} in this round", "the points of a side in this round", "points"),
    Row(
        "earned(award, side) -> number",
        "the points of {1} for {0}",
        "the points of a side in this round for one award",
        "points",
    ),
    Row(
        "secured(side) -> number",
        "the points that {0} is sure of",
        "points that the pile of a side has made sure of",
        "awards piles",
    ),
    Row("round -> number", "the number of the round", "the number of the round, from 1", "round", bound=_KEPT),
    Row("deals -> number", "the number of the deal", "how many deals the round has had", "deals", bound=_KEPT),
    Row("redeals -> number", "the number of new deals", "how often the round was dealt anew", "redeals", bound=_KEPT),
    Row(
        "turns -> number",
        "the number of turns before this one",
        "how many turns the round has had before this one; a seat that passes has had one, too",
        "turns",
        bound=_KEPT,
    ),
)
ANYTHING = (
    Row("count(a set) -> number", "the number of {0}", "how many members a set has", each=True, most=MOST_MEMBERS),
    Row(
        "known(anything) -> yes or no", "there is {0}", "whether something is there: not `none`", nothing=Nothing.NEVER
    ),
    Row(
        "or_else(anything, anything) -> anything",
        "{0}, or else {1}",
        "the first, or the second where the first is `none`",
        nothing=Nothing.LAST,
        bound=the_widest,
    ),
    Row(
        "min(number, number) -> number",
        "the smaller of {0} and {1}",
        "the smaller number",
        bound=the_widest,
        compares=True,
        symmetric=True,
    ),
    Row(
        "max(number, number) -> number",
        "the larger of {0} and {1}",
        "the larger number",
        bound=the_widest,
        compares=True,
        symmetric=True,
    ),
    Row("abs(number) -> number", "the size of {0}", "the number without its sign", bound=the_first),
)

FUNCTIONS: tuple[Row, ...] = (*PLAYERS, *PACK, *NUMBERS_OF_CARDS, *ZONES, *PLAY, *ROUND, *ANYTHING)
ROWS: tuple[Row, ...] = (*OPERATORS, *QUANTIFIERS, *GROUP_QUANTIFIERS, *FUNCTIONS)
ROW: dict[str, Row] = {row.key: row for row in ROWS}


def _by_word(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for row in rows:
        found[row.word] = (*found.get(row.word, ()), row)
    return found


BY_WORD: dict[str, tuple[Row, ...]] = _by_word(FUNCTIONS)
CORE_WORDS: dict[str, tuple[Row, ...]] = {**BY_WORD, **_by_word(AS.values())}
QUANTIFIER: dict[str, Row] = {row.word: row for row in QUANTIFIERS}
GROUP_QUANTIFIER: dict[str, Row] = {row.word: row for row in GROUP_QUANTIFIERS}

# rows that passes speak of
SEATS, SIDES, FROM, ME, US = (ROW[key] for key in ("seats", "sides", "from(seat)", "me", "us"))
CARD, CARD_OR_NOTHING, CARDS, KIND, ACTION = (ROW[key] for key in ("card", "card?", "cards", "kind", "action"))
KNOWN, OR_ELSE, COUNT = (ROW[key] for key in ("known(anything)", "or_else(anything, anything)", "count(a set)"))
BEFORE, AFTER = ROW["before(anything)"], ROW["after(anything)"]
RUN, TOTAL, BUILDS, LOOSE = ROW["run(items)"], ROW["total(items)"], ROW["builds"], ROW["loose"]


# a ruleset goes to other processes; there its rows are the rows of that process
def row_of(key: str) -> Row:
    """The row with this key."""
    return ROW[key]


copyreg.pickle(Row, lambda row: (row_of, (row.key,)))
