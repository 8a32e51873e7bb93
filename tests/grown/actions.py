"""Actions: a playable skeleton, and others with every form of what is played, chosen, taken and where it goes."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.check.scope import BUILT, CARD, CHOICE, DONE, MOVER, ONE_CARD
from cassino_dsl.language.ruleset.types import SET_OF, Type
from tests.grown.effects import grow_effects
from tests.grown.garden import SKELETONS, Garden, Tree
from tests.grown.world import Place

BARRED = frozenset({"card"})  # where no single card is played
PLAYED = ("card", "card", "card", "card", "stock card", "none", "2 cards", "1..2 cards", "all cards")
SOURCES = tuple(SKELETONS["sources"])


# a number that depends on what a name stands for: where an effect reads it, plays tell it
_READS = {
    Type.INT: "u",
    Type.RANK: "count({c0 in loose | rank(c0) = u})",
    Type.SUIT: "count({c0 in loose | suit(c0) = u})",
    Type.COLOUR: "count({c0 in loose | colour(c0) = u})",
    Type.CARD: "pips(u)",
    Type.SEAT: "count(hand(u))",
    Type.BUILD: "groups(u)",
    Type.ITEM: "count(cards(u))",
}


def name_actions(g: Garden) -> None:
    """`a_take` and `a_trail` make the game; one more for each further step, and some of step `play`."""
    whims = [f"a{n}" for n in range(g.rng.randint(0, 2))] + [f"a_{step}" for step in g.world.steps]
    g.world.actions = ("a_take", *(["a_build"] if g.maybe(0.7) else []), *whims, "a_trail")


def grow_actions(g: Garden) -> Tree:
    skeleton = {"a_take": _take, "a_build": _build, "a_trail": lambda g: {"play": "card", "to": "table"}}
    tree: Tree = {}
    for name in g.world.actions:
        step = name[2:] if name[2:] in g.world.steps else "play"
        tree[name] = skeleton[name](g) if name in skeleton else _action(g, step)
    for name in ("a_take", "a_build", "a_trail"):
        if name in tree:
            _spice(g, tree[name], 0.15)
    for action in tree.values():
        known = _parts(action)
        for name in action.get("take", {}):
            type = known.get(name, Type.ITEMS)
            g.world.parts[name] = type if g.world.parts.get(name, type) is type else Type.ITEMS
    entries = list(tree.items())
    if g.maybe(0.2):
        g.rng.shuffle(entries)
    return dict(entries)


def _take(g: Garden) -> Tree:
    """A capture that a third of all hands can make."""
    captured = [name for name, (_, captured) in g.world.zones.items() if captured]
    tree: Tree = g.one(
        [
            {"play": "card", "take": {"like": "one c in loose where rank(c) = rank(card)"}, "to": "pile"},
            {
                "play": "card",
                "let": {"v": "value(card, hand)"},
                "take": {
                    "sums": f"{g.one(['any', 'some', 'one', 'maximal'])} groups g of loose where v in total(g)".replace(
                        "one groups", "one group"
                    ),
                    "same": f"{g.one(['any', 'all', 'maybe'])} b in builds where value(b) = v",
                },
                "to": "pile",
            },
            {"play": "card", "take": {"all_like": "some i in loose where rank(i) = rank(card)"}, "to": "pile"},
        ]
    )
    return tree | {"to": g.one(["pile", "pile", *captured])}


def _build(g: Garden) -> Tree:
    """Makes, raises and joins builds; sometimes one that has to be captured in the same turn."""
    held = g.one(["value(kept, hand)", "value(kept, hand)", "{5..12}"])
    tree: Tree = {
        "play": "card",
        "let": {"w": "value(card, hand)", "v": held},
        "take": {
            "join": f"{g.one(['all', 'any', 'maybe'])} b in builds where value(b) = v",
            "base": f"{g.one(['maybe', 'one'])} group g with card of "
            f"{g.one(['loose', 'loose + {b in builds | groups(b) = 1}', 'table'])} where v - w in total(g)",
            "more": f"{g.one(['any', 'maximal'])} groups g of loose where v in total(g)",
        },
        "to": "build v",
    }
    for part in ("join", "more"):
        if g.maybe(0.3):
            del tree["take"][part]
    if "kept" in held and g.maybe(0.15):
        tree["owes"] = "a_take"
    return tree


def _decision(g: Garden, step: str) -> Tree:
    """An action that moves nothing: what its first name stands for is what it decides, often in secret."""
    type = g.one([*_READS])
    tree: Tree = {"play": "none", "let": {"u": _few(g, type, Place(CARD, barred=BARRED))}}
    place = Place(CARD, barred=BARRED).bind("u", type)
    if g.maybe(0.3):
        tree["let"]["v"] = _few(g, Type.INT, place)
    more = grow_effects(g, replace(place, offers=DONE, barred=frozenset()))
    tree["do"] = [f"award {_READS[type]} to us", *([more] if isinstance(more, str) else more)]
    return tree | _secrecy(g) | ({"step": step} if step != "play" else {})


def _secrecy(g: Garden) -> Tree:
    """Who sees what is decided."""
    if g.maybe(0.5):
        return {}
    return {"seen": g.one(["own", "none", "all", g.expr(Type.BOOL, Place(MOVER).bind("s", Type.SEAT))])}


def _action(g: Garden, step: str) -> Tree:
    """An action of whim."""
    if g.maybe(0.2):
        return _decision(g, step)
    played = g.one(PLAYED)
    single = played in ("card", "stock card")
    place = Place(CARD | ONE_CARD) if single else Place(CARD, barred=BARRED)
    tree: Tree = {"play": played}
    if played != "none" and g.maybe(0.4):
        word = "card" if "cards" not in played else "cards"
        names = Place(place.offers & (MOVER | {"card"} | ONE_CARD), barred=frozenset({"kept", *place.barred}))
        tree["play"] += f" where {g.expr(Type.BOOL, names, 2) if g.maybe(0.5) else _about(g, word)}"
    if g.maybe(0.5):
        tree["let"] = {}
        for name in ("u", "v")[: g.rng.randint(1, 2)]:
            type = g.one([Type.INT, Type.INT, Type.RANK, Type.CARD, Type.SEAT, Type.SUIT])
            tree["let"][name] = _few(g, type, place)
            place = place.bind(name, type)
    zones = [*g.world.zones]
    to = g.one(["pile", "pile", "pile", "build", "table", "hand", *zones, "pile(next)", "hand(next)"])
    if to != "table" and (played == "none" or to in ("pile", "build") or g.maybe(0.6)):
        tree["take"] = {f"part{n}": _part(g, place, n) for n in range(g.one([1, 1, 1, 2, 3]))}
    tree["to"] = (
        _of_others(g, to)
        if to in zones and g.maybe(0.3)
        else {
            "build": f"build {g.expr(Type.INT, place, 1)}",
            "pile(next)": "pile(side(next(me)))",
            "hand(next)": "hand(previous(me))",
        }.get(to, to)
    )
    if step != "play":
        tree["step"] = step
    if to == "hand" or tree["to"].startswith("hand("):
        tree |= _secrecy(g)
    _spice(g, tree, 0.3, place)
    return tree


def _of_others(g: Garden, zone: str) -> str:
    owner = {"side": "(side(next(me)))", "seat": "(next(me))"}.get(g.world.zones[zone][0], "")
    return f"{zone}{owner}"


def _parts(tree: Tree) -> dict[str, Type]:
    """The parts of an action whose sources are known by their words, with what they take."""
    found = {}
    for name, text in tree.get("take", {}).items():
        source = next((s for s in sorted(SOURCES, key=len) if f" of {s} where" in text or f" in {s} where" in text), "")
        if source:
            found[name] = {"builds": Type.BUILDS, "loose": Type.CARDS, "rival_tops": Type.CARDS}.get(source, Type.ITEMS)
    return found


def _about(g: Garden, word: str) -> str:
    rank = g.one(g.world.court)
    return g.one(
        [f"rank(card) != {rank}", "pips(card) > 4"]
        if word == "card"
        else [f"all(c in cards | rank(c) != {rank})", "count(c in cards | pips(c) > 4) = 1"]
    )


def _few(g: Garden, type: Type, place: Place) -> str:
    """A small set to choose from."""
    if type is Type.INT and g.maybe(0.7):
        return g.one(["{2..6}", "value(kept, hand)", "{3, 7}"] + ([] if place.barred else ["value(card, hand)"]))
    return {
        Type.RANK: "ranks",
        Type.CARD: g.one(["kept", "loose", "{c0 in loose | pips(c0) < 6}"]),
        Type.SEAT: "seats",
        Type.SUIT: "suits",
        Type.COLOUR: f"{{{', '.join(g.world.colours)}}}",
        Type.BUILD: "builds",
        Type.ITEM: "table",
    }.get(type) or g.expr(SET_OF[type], place, 1)


def _part(g: Garden, place: Place, number: int) -> str:
    source = g.one(SOURCES) if g.maybe(0.8) else g.expr(Type.ITEMS, place, 1)
    quantity = g.one(["one", "one", "maybe", "some", "any", "all", "maximal"])
    variable = f"i{number}"
    if g.maybe(0.4) or quantity == "maximal":
        quantity = "some" if quantity == "all" else quantity
        words = "group" if quantity in ("one", "maybe") else "groups"
        with_card = " with card" if g.maybe(0.1) and quantity in ("one", "maybe") else ""
        inner = place.bind(variable, Type.ITEMS)
        total = g.one([n for n, t in place.names if t is Type.INT] or ["7"]) if g.maybe(0.7) else None
        number_of = total or g.expr(Type.INT, place, 1)
        relation = f"{number_of} in total({variable})"
        if g.maybe(0.2):
            relation += f" and {g.expr(Type.BOOL, inner, 1)}"
        if g.maybe(0.15):
            given = g.one(["", "", *([] if place.barred else [" + {card}", " + {card}"])])
            relation = f"run({variable}{given})" + (f" and count({variable}) < 4" if g.maybe() else "")
        if g.maybe(0.06):
            relation = g.expr(Type.BOOL, inner, 2)
        return f"{quantity} {words} {variable}{with_card} of {source} where {relation}"
    item = place.bind(variable, Type.BUILD if source == "builds" else Type.ITEM)
    where = f" where {_fits(g, item, variable)}" if quantity != "any" or g.maybe() else ""
    return f"{quantity} {variable} in {source}{where}"


def _fits(g: Garden, place: Place, variable: str) -> str:
    """A condition on an item that some items meet."""
    if g.maybe(0.35):
        return g.expr(Type.BOOL, place, 2)
    forms = [f"rank({variable}) = {g.one(g.world.court)}", f"suit({variable}) = {g.one(g.world.suits)}"]
    if not place.barred:
        forms += [f"rank({variable}) = rank(card)", f"suit({variable}) = suit(card)"] * 2
    numbers = [n for n, t in place.names if t is Type.INT]
    if place.names[-1][1] is Type.BUILD:
        forms = [f"groups({variable}) > 1", "true", *(f"{n} = value({variable})" for n in numbers)]
    else:
        forms += [f"{n} in value(or_else({variable}, {g.one(g.world.faces)}))" for n in numbers]
    return g.one(forms)


def _spice(g: Garden, tree: Tree, chance: float, place: Place | None = None) -> None:
    """Conditions, effects and what players find sensible."""
    place = place or Place(CARD | ONE_CARD)
    one = place.offers & ONE_CARD
    if "let" in tree and not place.names:
        place = replace(place, names=tuple((name, Type.INT) for name in tree["let"]))
    place = replace(place, names=(*place.names, *_parts(tree).items()))
    if g.maybe(chance):
        tree["when"] = f"{g.expr(Type.BOOL, replace(place, offers=CHOICE | one), 2)}"
        if g.maybe(0.6):
            tree["when"] = f"count(hand) < 3 or {tree['when']}"
    if g.maybe(chance):
        after = BUILT if str(tree["to"]).startswith("build") else DONE
        tree["do"] = grow_effects(g, replace(place, offers=after | one, barred=frozenset()))
    if g.maybe(chance):
        tree["sensible"] = g.expr(Type.BOOL, replace(place, offers=CHOICE | one), 2)
