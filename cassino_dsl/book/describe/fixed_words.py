"""Words that stand for one thing each: zones and what lies in them, types, kinds of plays, places, comparisons."""

from __future__ import annotations

from cassino_dsl.book.describe.english import Thing
from cassino_dsl.language.ruleset.expr import Type
from cassino_dsl.language.ruleset.operators import ZONE
from cassino_dsl.language.ruleset.row import Row
from cassino_dsl.language.ruleset.words import AFTER, BEFORE, ROW, SEATS, SIDES

PLACES_OF_CARDS = {  # where cards can go, beside piles and hands
    "table": "the table",
    "stock": "the top of the stock",
    "bottom": "the bottom of the stock",
    "anywhere": "a place in the stock that chance decides",
    "aside": "the cards out of play",
}
_CARD = ("card", "cards")
# the noun of each zone: one, several, what stands before them and behind them
ZONES: dict[Row, tuple[str, str, str, str]] = {
    ROW["hand"]: (*_CARD, "", "in your hand"),
    ROW["kept"]: (*_CARD, "", "left in your hand"),
    ROW["loose"]: (*_CARD, "loose", ""),
    ROW["table"]: ("card or build", "cards and builds", "", "on the table"),
    ROW["builds"]: ("build", "builds", "", ""),
    ROW["rival_tops"]: ("top card of another {side}'s pile", "top cards of the other {side}s' piles", "", ""),
    ROW["stock"]: (*_CARD, "", "in the stock"),
    ROW["cards"]: (*_CARD, "", "played"),
    ROW["taken"]: ("card or build", "cards and builds", "", "taken"),
    SEATS: ("player", "players", "", ""),
    SIDES: ("{side}", "{side}s", "", ""),
    ROW["ranks"]: ("rank", "ranks", "", ""),
    ROW["suits"]: ("suit", "suits", "", ""),
}
# where cards lie one on another, the lowest first
PILED = (ROW["pile"], ROW["pile(side)"], ROW["stock"], ZONE)
WITHOUT_BUILDS = {  # where nothing is ever built there are only cards
    ROW["loose"]: (*_CARD, "", "on the table"),
    ROW["table"]: (*_CARD, "", "on the table"),
    ROW["taken"]: (*_CARD, "", "taken"),
}
WHOLE = {
    ROW["table"]: Thing("everything on the table"),
    ROW["cards"]: Thing("the cards played", True),
    ROW["stock"]: Thing("the stock"),
    ROW["hand"]: Thing("your hand"),
}
NAMES = {
    Type.CARD: _CARD,
    Type.BUILD: ("build", "builds"),
    Type.ITEM: ("card or build", "cards and builds"),
    Type.RANK: ("rank", "ranks"),
    Type.SUIT: ("suit", "suits"),
    Type.COLOUR: ("colour", "colours"),
    Type.MARK: ("kind", "kinds"),
    Type.SEAT: ("player", "players"),
    Type.INT: ("number", "numbers"),
    Type.KIND: ("kind of play", "kinds of play"),
    Type.ACTION: ("play", "plays"),
}
PLACES = {"hand": "in the hand", "table": "on the table", "build": "in a build", "pile": "in a pile"}
COMPARED = {  # sign: of a number, that it is so, that it is not; of how many there are: the same
    "=": ("", "not ", "exactly ", ""),
    "<": ("less than ", "at least ", "fewer than ", "at least "),
    "<=": ("at most ", "more than ", "at most ", "more than "),
    ">": ("more than ", "at most ", "more than ", "at most "),
    ">=": ("at least ", "less than ", "at least ", "fewer than "),
}
# comparisons that ask for one or more of something, or for none
AT_LEAST_ONE: dict[tuple[str, object], bool] = {("=", 0): False, (">", 0): True, (">=", 1): True}
AT_LEAST_ONE |= {("<", 1): False, ("<=", 0): False}
MOMENTS = {AFTER: "after the play", BEFORE: "before the play"}
