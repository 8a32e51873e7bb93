"""Memory of every type, owner and time of starting anew; and zones."""

from __future__ import annotations

from cassino_dsl.language.check.scope import MOVER, PLAY, STATE
from cassino_dsl.language.ruleset.types import MEMORY_TYPES, Type
from tests.grown.garden import Garden, Tree
from tests.grown.world import Place

OWNERS = ("match", "match", "side", "seat", "build")
RESETS = ("round", "round", "deal", "turn", "match")


def grow_memory(g: Garden) -> Tree:
    """A few of all; a number of the match and one of each side are always there, to be written to."""
    found: dict[str, tuple[str, str]] = {"m_match": ("match", "int"), "m_side": ("side", "int")}
    for number in range(g.rng.randint(1, 6)):
        found[f"m{number}"] = (g.one(OWNERS), g.one(tuple(MEMORY_TYPES)))
    if g.maybe(0.4):
        found["m_build"] = ("build", "int")
    # what starts may speak of memory, and is worked out with memory that has not started
    g.world.memory = {name: (of, MEMORY_TYPES[is_]) for name, (of, is_) in found.items()}
    return {name: _memory(g, of, is_) for name, (of, is_) in found.items()}


def grow_zones(g: Garden) -> Tree:
    """Places for cards beside those of every game."""
    tree: Tree = {}
    for number in range(g.one([0, 0, 1, 1, 2])):
        of = g.one(["match", "side", "seat"])
        captured = of != "match" and g.maybe(0.6)
        said = {"captured": "true"} if captured else {"captured": "false"} if g.maybe(0.2) else {}
        tree[f"z{number}"] = {"of": of, **said}
        g.world.zones[f"z{number}"] = (of, captured)
    return tree


def _memory(g: Garden, of: str, is_: str) -> Tree:
    body: Tree = {"is": is_}
    if of != "match" or g.maybe(0.2):
        body["of"] = of
    if g.maybe(0.5):
        body["resets"] = g.one(RESETS)
    if g.maybe(0.3):
        body["starts"] = g.expr(MEMORY_TYPES[is_], Place(STATE), sure=is_ == "int")
    if of == "build" and g.maybe(0.7):
        body["on_build"] = g.expr(MEMORY_TYPES[is_], Place(PLAY), sure=is_ == "int")
    if g.maybe(0.2):
        owner = {"side": (("s", Type.SIDE),), "seat": (("s", Type.SEAT),), "build": (("b", Type.BUILD),)}.get(of, ())
        body["seen"] = g.one(["none", g.expr(Type.BOOL, Place(MOVER, owner))])
    return body
