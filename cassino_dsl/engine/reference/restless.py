"""Where chance may move cards unseen: what was seen to go elsewhere stays known."""

from __future__ import annotations

from cassino_dsl.language.ruleset.model import Effect, Ruleset, every
from cassino_dsl.language.ruleset.row import MOVED
from cassino_dsl.language.ruleset.unfold_terms import Unfolder, term_table
from cassino_dsl.language.ruleset.within import calls_in

_PART = {"hand": "hands", "pile": "piles", "bottom": "stock", "anywhere": "stock", "build": "builds"}
_USUALLY_HIDDEN = frozenset({"hands", "piles", "stock"})


def part_of(zone: str) -> str:
    """The part of a position (``hands``, ``table``, ``builds``, ``piles``, ``stock`` or ``zones``) that a zone is."""
    part = _PART.get(zone, zone)
    return part if part in MOVED else "zones"


def restless(ruleset: Ruleset) -> frozenset[str]:
    """The parts of a position between or in which chance moves cards, and those to which others go from where nobody
    may have seen it; every part where chance decides what is remembered, on which anything may depend."""
    if not any(map(_by_chance, ruleset.effects())):  # as in most games
        return frozenset()
    unfold = Unfolder(term_table(ruleset.terms))
    effects = [*every(unfold.effect(e) for row in ruleset.done() for e in row)]
    by_chance = [*filter(_by_chance, effects)]
    if any("memory" in e.row.writes for e in every(by_chance)):
        return MOVED
    found = {part for e in every(by_chance) for part in _from(e) | _to(e)}
    hidden = _USUALLY_HIDDEN | {part_of(v.zone) for v in ruleset.visible}
    before = -1
    while before < len(found):
        before = len(found)
        for effect in effects:
            if _from(effect) & found & hidden:
                found |= _to(effect)
    return frozenset(found)


def _by_chance(effect: Effect) -> bool:
    return "chance" in effect.row.writes or effect.zone == "anywhere"


def _from(effect: Effect) -> frozenset[str]:
    """The parts at which an effect looks, or from which it deals."""
    read = {part for expr in effect.exprs for call in calls_in(expr) for part in call.row.reads}
    return (frozenset(read) | ({"stock"} if effect.op == "deal" else set())) & MOVED


def _to(effect: Effect) -> frozenset[str]:
    """The parts into which an effect puts cards."""
    if "cards" not in effect.row.writes:
        return frozenset()
    return frozenset({part_of(effect.zone) if effect.zone else "builds"})
