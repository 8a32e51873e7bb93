"""Many expressions in one ruleset: each value that one takes leaves a trace in memory or points."""

from __future__ import annotations

from cassino_dsl.language.check.scope import CHOICE, SIDE
from cassino_dsl.language.ruleset.types import MEMORY_WORDS, Type
from tests.grown.cards import grow_cards, grow_options, grow_terms, grow_values
from tests.grown.clauses import EVENTS
from tests.grown.garden import SKELETONS, Garden, Tree
from tests.grown.memory import grow_memory
from tests.grown.rulesets import dice
from tests.grown.world import Place

PROBES = 40
MODULUS = 999_983
TYPES = (
    *(Type.BOOL, Type.BOOL, Type.INT, Type.INT, Type.CARD, Type.CARDS, Type.ITEMS, Type.BUILD, Type.RANK, Type.SUIT),
    *(Type.COLOUR, Type.SEAT, Type.SIDE, Type.VALUES, Type.RANKS),
)


def grow_probes(seed: int, number: int) -> Tree:
    """The tree of a variant file with forty expressions."""
    g = Garden(dice(seed, number))
    tree: Tree = {"dsl": "1", "title": f"Expressions {seed}/{number}", "options": grow_options(g), **grow_cards(g)}
    tree["values"] = {}
    g.world.awards = ("w_cards", "w_more")
    g.world.actions = tuple(SKELETONS["probed"])
    memory = grow_memory(g)
    tree["values"] = grow_values(g)
    for body in memory.values():
        body.pop("starts", None)
    tree["terms"] = grow_terms(g)
    tree["memory"] = memory
    tree["actions"] = SKELETONS["probed"]
    tree["rules"], tree["events"] = {}, _moving(g)
    tree["awards"] = {"w_cards": {"points": "count(pile)"}, "w_more": {"each": "A", "points": "1"}}
    for probe in range(PROBES):
        _probe(g, tree, probe)
    tree["match"] = {"rounds": "2", "tie": "draw"}
    return {key: body for key, body in tree.items() if body != {}}


def _moving(g: Garden) -> Tree:
    tree: Tree = {}
    for name, (of, type) in g.world.memory.items():
        owner = {"match": "", "side": "(us)", "seat": "(me)", "build": "(first(b9 in builds | true))"}[of]
        text = SKELETONS["moving"][MEMORY_WORDS[type]].format(m=name + owner, x=g.rng.randint(1, 3))
        tree[f"moving {name}"] = {"on": g.one(["captured", "captured", "played", "trailed"]), "do": text}
    return tree


def _probe(g: Garden, tree: Tree, probe: int) -> None:
    """One expression, in one of the places where expressions stand."""
    form = g.one(["award", "event", "event", "event", "rule"])
    depth = g.one([1, 2, 2, 3, 3, 4])
    if form == "award":
        tree["awards"][f"v{probe}"] = {"points": trace(g, Place(SIDE, barred=frozenset({"secured"})), depth)}
    elif form == "event":
        on = g.one([*(e for e in EVENTS if e != "score changed"), "captured", "built", "played"])
        effect = f"n{probe} := (n{probe} * 31 + {trace(g, Place(EVENTS[on]), depth)}) mod {MODULUS}"
        tree["events"][f"probe {probe}"] = {"on": on, "do": effect}
    else:  # what is broken costs something, and so shows
        must = f"{trace(g, Place(CHOICE), depth)} mod 2 = 0"
        tree["rules"][f"probe {probe}"] = {"must": must, "price": f"n{probe} := (n{probe} * 2 + 1) mod {MODULUS}"}
    if form != "award":
        tree["memory"][f"n{probe}"] = {"is": "int", "resets": g.one(["round", "match"])}
        tree["awards"][f"v{probe}"] = {"points": f"n{probe}"}


def trace(g: Garden, place: Place, depth: int) -> str:
    """A number that tells the values of an expression of any type apart, nearly always."""
    marked = (Type.MARK, Type.MARK) if g.world.marks else ()
    type = g.one([t for t in (*TYPES, *marked) if t is not Type.BUILD or "state" in place.offers])
    grown = g.expr(type, place, depth, sure=type is Type.INT)
    if type is Type.INT:
        return f"(({grown}) mod {MODULUS})"
    if type is Type.BOOL:
        return f"(1 if {grown} else 0)"
    if type in (Type.CARDS, Type.ITEMS):
        return f"(sum(q in {grown} | 16 + or_else(pips(first(r in cards(q) | true)), 0)) + count(cards({grown})))"
    if type is Type.VALUES:
        return f"(sum(q in {grown} | q) + count({grown}))"
    if type is Type.RANKS:
        return f"sum(q in {grown} | rank_number(q) * rank_number(q))"
    if type is Type.BUILD:
        return f"or_else(value({grown}), 99)"
    if type is Type.RANK:
        return f"or_else(rank_number({grown}), 99)"
    if type is Type.CARD:
        return f"or_else(rank_number(rank({grown})), 99)"
    words = {Type.COLOUR: g.world.colours, Type.MARK: g.world.marks}.get(type, ())
    whole = {Type.SUIT: "suits", Type.SEAT: "seats", Type.SIDE: "sides"}.get(type) or f"{{{', '.join(words)}}}"
    return f"sum(q in {whole} | 1 if q = {grown} else 2)"
