"""Awards of every form and tie, and how rounds make a match."""

from __future__ import annotations

from cassino_dsl.language.check.scope import SIDE, STATE
from cassino_dsl.language.ruleset.types import Type
from tests.grown.cards import selector
from tests.grown.garden import Garden, Tree
from tests.grown.world import Place

BARRED = frozenset({"secured"})  # an award that asks what awards have secured would ask for itself


def grow_awards(g: Garden) -> Tree:
    """`w_cards` sees to it that scores differ, so that matches end."""
    tree: Tree = {"w_cards": {"points": g.one(["count(pile)", "2 * count(pile) + count(c in pile | rank(c) = K)"])}}
    for name in g.world.awards:
        if name not in tree:
            tree[name] = _award(g)
    entries = list(tree.items())
    g.rng.shuffle(entries)
    return dict(entries)


def _award(g: Garden) -> Tree:
    place = Place(SIDE, barred=BARRED)
    body: Tree = {"points": g.expr(Type.INT, place)}
    form = g.one(["points", "most", "most", "each", "if"])
    if form == "each":
        body["each"] = selector(g)
    elif form == "if":
        body["if"] = g.expr(Type.BOOL, place)
    elif form == "most":
        body["most"] = g.one(["count(pile)", "count(pile) div 8", g.expr(Type.INT, place)])
        if g.maybe(0.3):
            body["if"] = g.expr(Type.BOOL, place)
        tie = g.one(["", "nobody", "split", "each", "by"])
        if tie == "split":
            body |= {"tie": "split", "round": g.one(["up", "down"])}
        elif tie in ("each", "by"):
            body["tie"] = {tie: g.expr(Type.INT, place)}
        elif tie:
            body["tie"] = tie
    return body


def grow_match(g: Garden) -> Tree:
    """A match of a few rounds."""
    body: Tree = {"rounds": g.one(["1", "2", "2", "3", "count(seats)"])}
    if g.maybe(0.5):
        body["target"] = g.one(["40", "60", "100"])
        if g.maybe(0.4):
            body["counting"] = g.one(["race", "race", "totals"])
    if g.maybe(0.2):
        body["over"] = g.expr(Type.BOOL, Place(STATE, barred=BARRED))
    if g.maybe(0.3):
        body["each"] = g.one(["captured", "captured", "round over"])
    if g.maybe(0.3):
        number = g.expr(Type.INT, Place(SIDE, barred=BARRED))
        body["winner"] = g.one(["highest", "lowest", "-abs(20 - score(us))", f"score(us) + ({number})"])
    body["tie"] = g.one(["another round", "draw", "playoff"])
    if body["tie"] == "playoff":
        body["playoff"] = g.one(["6", "20"])
    if g.maybe(0.1):
        body["stuck"] = g.one(["never", "allowed"])
    if g.maybe(0.3):
        body["leads"] = g.expr(Type.SEAT, Place(STATE))
    if body["tie"] == "draw":
        body["half_points"] = "false" if "each" in body else "true"
    return body
