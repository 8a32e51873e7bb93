"""What the members of each zone and set of the language are called. A row that is missing is told by its phrase."""

from __future__ import annotations

from cassino_dsl.describe.english import Noun, spoken, whose
from cassino_dsl.describe.pattern import like, reads
from cassino_dsl.describe.say import Say
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Type, children, with_children
from cassino_dsl.ruleset.model import ASIDE, Ruleset
from cassino_dsl.ruleset.operators import AS, EQ, MEMORIES, PART, ZONE
from cassino_dsl.ruleset.simplify import Facts, simplify
from cassino_dsl.ruleset.words import BY_WORD, FROM, KNOWN, ROW

_CARD = ("card", "cards")
# row: (one, many, before, after); {0} is the owner's thing (`your hand`), {side} a side at this table
ZONES = {
    ROW["hand"]: (*_CARD, "", "in your hand"),
    ROW["kept"]: (*_CARD, "", "left in your hand"),
    ROW["loose"]: (*_CARD, "loose", ""),
    ROW["table"]: ("loose card or build", "loose cards and builds", "", ""),
    ROW["builds"]: ("build", "builds", "", ""),
    ROW["tops"]: ("top card of another {side}'s pile", "top cards of the other {side}s' piles", "", ""),
    ROW["stock"]: (*_CARD, "", "in the stock"),
    ROW["cards"]: ("card played", "cards played", "", ""),
    ROW["taken"]: ("card or build taken", "cards and builds taken", "", ""),
    ROW["seats"]: ("player", "players", "", ""),
    ROW["sides"]: ("{side}", "{side}s", "", ""),
    ROW["ranks"]: ("rank", "ranks", "", ""),
    ROW["suits"]: ("suit", "suits", "", ""),
}
# where nothing is ever built there are only cards
WITHOUT_BUILDS = {
    ROW["loose"]: (*_CARD, "", "on the table"),
    ROW["table"]: (*_CARD, "", "on the table"),
    ROW["taken"]: ("card taken", "cards taken", "", ""),
}
_ELEMENTS = {
    Type.CARDS: _CARD,
    Type.BUILDS: ("build", "builds"),
    Type.ITEMS: ("card or build", "cards and builds"),
    Type.RANKS: ("rank", "ranks"),
    Type.SUITS: ("suit", "suits"),
    Type.SEATS: ("player", "players"),
    Type.SIDES: ("side", "sides"),
    Type.VALUES: ("number", "numbers"),
}


def zone_noun(call: Call, say: Say) -> Noun | None:
    """The noun of a zone or another set that a row stands for; None where the row is no such thing."""
    table = say.table
    words = None if table.builds else WITHOUT_BUILDS.get(call.row)
    words = words or ZONES.get(call.row)
    if words is not None:
        one, many, before, after = (w.replace("{side}", table.side) for w in words)
        return Noun(one, many, before, after)
    if call.row is ROW["hand(seat)"]:
        return Noun(*_CARD, after=f"in {whose(say.thing(call.args[0]), 'hand')}")
    if call.row in BY_WORD["pile"]:
        owner = say.thing(call.args[0]) if call.args else say.thing(_us(call))
        return Noun(*_CARD, after=f"in {whose(owner, 'pile')}")
    if call.row in BY_WORD["cards"] and call.args:
        if isinstance(call.args[0], Call) and call.args[0].row is ROW["taken"]:
            return Noun("card taken", "cards taken")
        return Noun(*_CARD, after=f"{'of' if table.builds else 'among'} {say.all_of(call.args[0])}")
    if call.row is ZONE:
        return Noun(*_CARD, after="out of play" if call.name == ASIDE.name else f"in {own_zone(call, say)}")
    if call.row is FROM:
        return Noun("player", "players", after=f"(in turn, beginning with {say.thing(call.args[0])})")
    if call.row is PART:
        return Noun(*_ELEMENTS[call.type], after=f"taken as “{spoken(call.name)}”")
    if call.type in _ELEMENTS and not call.row.sign:
        said = call.row.phrase.format(*(say.thing(a) for a in call.args), name=call.name)
        return Noun(*_ELEMENTS[call.type], after=f"of {said}")
    return None


def element(type: Type) -> Noun:
    """What a member of a set of this type is called."""
    return Noun(*_ELEMENTS.get(type, ("thing", "things")))


def own_zone(call: Call, say: Say) -> str:
    """A zone of the file as a whole."""
    return zone_called(call.name, say.thing(call.args[0]) if call.args else None)


def zone_called(name: str, owner: str | None) -> str:
    """A place that cards go to, or lie in: somebody's, or everybody's."""
    if name in ("pile", "hand") and owner is not None:
        return whose(owner, name)
    called = f"“{spoken(name)}”"
    return PLACES_OF_CARDS.get(name, called) if owner is None else whose(owner, called)


def _us(call: Call) -> Call:
    return Call(Type.SIDE, ROW["us"], (), call.span)


# where cards can go, beside piles and hands
PLACES_OF_CARDS = {
    "table": "the table",
    "stock": "the top of the stock",
    "bottom": "the bottom of the stock",
    "anywhere": "a place in the stock that chance decides",
    "aside": "the cards out of play",
}
ALL_OF = {
    ROW["table"]: "everything on the table",
    ROW["loose"]: "all loose cards",
    ROW["taken"]: "what is taken",
    ROW["cards"]: "the cards played",
    ROW["stock"]: "the stock",
    ROW["hand"]: "your hand",
}


def in_zone(test: Expr, variable: str, zone: Expr, ruleset: Ruleset) -> Expr:
    """What is left of a test on something that is known to lie among the loose cards, or the builds."""
    rows = (ROW["loose"], ROW["builds"])
    if not (isinstance(zone, Call) and zone.row in rows):
        return test

    def known(expr: Expr) -> Expr:
        within = like(expr, ("in", "?x", "?zone"))
        where = within["?zone"] if within is not None and _is_named(within["?x"], variable) else None
        if isinstance(where, Call) and where.row in rows:
            return Literal(Type.BOOL, where.row is zone.row, expr.span)
        asks = isinstance(expr, Call) and expr.row in (EQ, KNOWN)
        if asks and zone.row is rows[0] and any(_is_remembered(a, variable) for a in children(expr)):
            return Literal(Type.BOOL, False, expr.span)  # nothing is remembered of loose cards
        return with_children(expr, known)

    changed = known(test)
    return test if changed == test else simplify(changed, Facts(ruleset.pack))


def _is_named(expr: Expr, name: str) -> bool:
    while isinstance(expr, Call) and expr.row in AS.values():
        expr = expr.args[0]
    return isinstance(expr, Name) and expr.name == name


def _is_remembered(expr: Expr, variable: str) -> bool:
    """Whether it is what is remembered of a build, or that player's side."""
    while isinstance(expr, Call) and (expr.row in MEMORIES or expr.row in BY_WORD["side"]) and len(expr.args) == 1:
        if expr.row in MEMORIES:
            return reads(expr, variable)
        expr = expr.args[0]
    return False
