"""Effects of every form."""

from __future__ import annotations

from dataclasses import replace

from cassino_dsl.language.check.scope import STATE
from cassino_dsl.language.ruleset.types import ELEMENT, Type
from tests.grown.expressions import OWNERS
from tests.grown.garden import SKELETONS, Garden, Tree
from tests.grown.world import HOLDS_NOTHING, Place

ZONES = ("table", "table", "pile", "pile", "hand", "stock", "bottom(stock)")
PILED = ("stock", "stock", "table", "pile")
RARELY = "({condition}) and turns mod 5 = {residue}"
BY_CHANCE = (*ZONES, "anywhere(stock)")
FORMS = {form: int(often) for form, often in SKELETONS["effects"].items()}


def grow_effects(g: Garden, place: Place, most: int = 2) -> str | list[str]:
    """One effect, or a list of them."""
    found = [grow_effect(g, place) for _ in range(g.rng.randint(1, most))]
    if len(found) == 1 and g.maybe():
        return found[0]
    return "; ".join(found) if g.maybe(0.2) else found


def grow_named_effects(g: Garden) -> Tree:
    """Effects by name, which speak of the position and of their parameters; later ones may use earlier ones."""
    tree: Tree = {}
    for number in range(g.rng.randint(0, 2)):
        types = tuple(g.one([Type.INT, Type.SEAT, Type.CARD]) for _ in range(g.rng.randint(0, 2)))
        names = tuple((f"p{number}{i}", type) for i, type in enumerate(types))
        params = f"({', '.join(name for name, _ in names)})" if names else ""
        tree[f"e{number}{params}"] = grow_effects(g, Place(STATE, names))
        g.world.effects[f"e{number}"] = types
    return tree


def grow_effect(g: Garden, place: Place, depth: int = 2) -> str:
    form = g.rng.choices(list(FORMS), list(FORMS.values()))[0]
    if depth <= 0 and form in ("when", "each", "pick", "loop", "block"):
        form = "memory"
    if form == "perform" and g.world.effects and "state" in place.offers:
        name, types = g.one(list(g.world.effects.items()))
        # what is looked at before it is used must not be nothing there
        return name + (f"({', '.join(g.expr(type, place, 1) for type in types)})" if types else "")
    if form in ("memory", "perform"):
        return _memory(g, place)
    if form == "award":
        name = g.one(["", " as bonus", " as w_play", *(f" as {a}" for a in g.world.awards)])
        return f"award {g.expr(Type.INT, place, 1)} to {_owner(g, Type.SIDE, place)}{name}"
    if form == "move":
        return f"move {_items(g, place)} to {_zone(g, place, BY_CHANCE)}"
    if form == "deal":
        return f"deal {g.one(['1', '1', '2', g.expr(Type.INT, place, 1)])} to {_zone(g, place)}"
    if form == "absorb":
        return f"add {_items(g, place)} to build {g.expr(Type.BUILD, place, 1, sure=False)}"
    if form == "next":
        return f"next {_owner(g, Type.SEAT, place)}"
    if form == "ask":
        if not g.world.steps:
            return _memory(g, place)
        pattern = g.one([*g.world.steps, *(f"{s}?" for s in g.world.steps)])
        who = g.expr(Type.SEATS, place, 1) if g.maybe(0.3) else _owner(g, Type.SEAT, place)
        return _seldom(g, place, f"ask {who} to {pattern}")
    if form == "when":
        other = f" else {_bracketed(g, place, depth)}" if g.maybe(0.4) else ""
        return f"if {g.expr(Type.BOOL, place, 2)} then {_bracketed(g, place, depth)}{other}"
    if form == "loop":
        condition = g.expr(Type.BOOL, place, 2)
        return f"repeat {_bracketed(g, place, depth)} while {condition} at most {g.rng.randint(1, 4)}"
    if form == "shuffle":
        return f"shuffle {_zone(g, place, PILED)}"
    if form in ("each", "pick"):
        whole, name = (
            g.one([s for s in g.world.sets if s is not Type.BUILDS or "state" in place.offers]),
            g.grower.name(),
        )
        inner = grow_effect(g, place.bind(name, ELEMENT[whole]), depth - 1)
        word = "for" if form == "each" else "pick"
        return f"{word} {name} in {g.expr(whole, place, 1)} do {inner}"
    if form == "block":
        return f"({grow_effect(g, place, depth - 1)}; {grow_effect(g, place, depth - 1)})"
    endings = ["redeal", "end round", "end match", f"win {_owner(g, Type.SIDE, place)}"]
    return _seldom(g, place, g.one(endings))


def _bracketed(g: Garden, place: Place, depth: int) -> str:
    """An effect that takes no `else` from the one around it, and leaves it none."""
    if g.maybe(0.3):
        return f"({grow_effect(g, place, depth - 1)})"
    return f"({grow_effect(g, place, depth - 1)}; {_memory(g, place)})"


def _seldom(g: Garden, place: Place, effect: str) -> str:
    """Where it happened at every turn, there would be no game."""
    rarely = RARELY.format(condition=g.expr(Type.BOOL, place, 1), residue=g.rng.randint(0, 4))
    return f"if {rarely} and redeals < 2 then {effect}"


def _memory(g: Garden, place: Place) -> str:
    name, (of, type) = g.one(list(g.world.memory.items()))
    target = name if of == "match" else f"{name}({_owner(g, OWNERS[of], place)})"
    sure = type is Type.INT
    if (type is Type.INT or type in ELEMENT) and g.maybe(0.7):
        return f"{target} {g.one(['+=', '-='])} {g.expr(type, place)}"
    if type is Type.INT and of == "match" and g.maybe():
        return f"{target} := ({name} * 31 + {g.expr(type, place)}) mod 999983"  # every value leaves a trace
    return f"{target} := {g.expr(type, place, sure=sure)}"


def _owner(g: Garden, type: Type, place: Place) -> str:
    """Mostly one's own."""
    own = {Type.SEAT: ("mover", "me"), Type.SIDE: ("side", "us"), Type.BUILD: ("built", "built")}[type]
    if own[0] in place.offers and g.maybe(0.6):
        return own[1]
    return g.expr(type, place, 1, sure=False)


def _items(g: Garden, place: Place) -> str:
    """What lies somewhere: mostly one card or a few."""
    card = Type.CARD in HOLDS_NOTHING and g.maybe(0.5)
    few = replace(place, barred=place.barred | {"stock"})
    grown = g.expr(Type.CARD if card else g.one([Type.CARDS, Type.ITEMS]), few, g.one([1, 1, 2]), sure=False)
    return grown if grown != "none" else "top(stock)"  # what is moved by name has to be something


def _zone(g: Garden, place: Place, places: tuple[str, ...] = ZONES) -> str:
    zones = {name: of for name, (of, _) in g.world.zones.items()}
    zone = g.one([*places, *zones])
    of = {"pile": "side", "hand": "seat", **zones}.get(zone)
    needs = {"side": (Type.SIDE, "side"), "seat": (Type.SEAT, "mover")}.get(of or "")
    if needs is None or (needs[1] in place.offers and g.maybe(0.6)):
        return zone
    return f"{zone}({_owner(g, needs[0], place)})"
