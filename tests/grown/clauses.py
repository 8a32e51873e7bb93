"""Rules, preferences, turns, events and checks."""

from __future__ import annotations

from cassino_dsl.language.check.scope import CHOICE, DONE, OFFERS, STATE
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import EVENT_ROWS
from tests.grown.effects import grow_effects
from tests.grown.garden import Garden, Tree
from tests.grown.world import Place

EVENTS = {row.name: OFFERS[row.offers] for row in EVENT_ROWS}


def grow_rules(g: Garden) -> Tree:
    """Rules that forbid a few plays, and rules that put a price on them."""
    tree: Tree = {}
    parts = tuple(g.world.parts.items()) if g.maybe(0.4) else ()
    place = Place(CHOICE, parts)
    for number in range(g.rng.randint(0, 3)):
        must, body = g.expr(Type.BOOL, place), {}
        if g.maybe(0.4):
            body = {"price": grow_effects(g, Place(DONE, parts))}
        elif g.maybe(0.97):  # what forbids everything ends the round, and nothing is compared
            guard = g.one(["kind = capture", "kind = build", "kind = trail and turns mod 4 = 1", "count(taken) > 1"])
            must = f"{guard} implies {must}"
        tree[f"rule {number}"] = {"must": must, **body} if body else must
    return tree


def grow_preferences(g: Garden) -> Tree:
    tree: Tree = {}
    place = Place(CHOICE)
    for number in range(g.one([0, 0, 1, 1, 2])):
        body: Tree = {}
        if g.maybe():
            body["prefer"] = g.one(["kind = capture", g.expr(Type.BOOL, place)])
            if g.maybe(0.7):
                body["over"] = g.one(["kind = trail", g.expr(Type.BOOL, place)])
        else:
            word = g.one(["least", "most"])
            body[word] = g.one(["count(taken)", "count(cards(taken))", g.expr(Type.INT, place)])
            if g.maybe():
                body["among"] = g.one(["kind = capture", g.expr(Type.BOOL, place)])
        if g.maybe(0.4):
            body["per"] = g.one(["turn", "card"])
        tree[f"preference {number}"] = body
    return tree


def grow_turn(g: Garden) -> Tree:
    """A pattern with every step; without one, a turn is one play."""
    steps = g.world.steps
    if not steps:
        return {"turn": g.one(["play", "play?", "play play?"])} if g.maybe(0.2) else {}
    one = steps[0]
    whims = (f"{one}? play", f"play {one}?", f"play | {one}", f"{one}? play | play {one}", f"play ({one} | play)?")
    pattern = g.one([*whims, f"({one} | play) play?", f"play {one}*", f"play+ {one}?"])
    return {"turn": " | ".join([pattern, *(f"play {s}?" for s in steps[1:])])}


def grow_events(g: Garden) -> Tree:
    tree: Tree = {}
    for number in range(g.rng.randint(1, 5)):
        on = g.one(["captured", "captured", "played", "trailed", *EVENTS])
        place = Place(EVENTS[on])
        body: Tree = {"on": on}
        if g.maybe(0.5):
            body["when"] = g.expr(Type.BOOL, place)
        body["do"] = grow_effects(g, place, 3)
        tree[f"event {number}"] = body
    if g.maybe(0.5):
        tree["the rest"] = {"on": "round over", "do": "move table to pile(side(leader))"}
    return tree


def grow_checks(g: Garden) -> Tree:
    """Mostly promises that hold, since a broken one ends the game."""
    if g.maybe(0.7):
        return {}
    check = g.expr(Type.BOOL, Place(STATE))
    return {"a check": check if g.maybe(0.1) else f"round < 40 or {check}"}
