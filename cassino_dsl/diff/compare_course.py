"""Changes of what is remembered, what follows by itself, what is scored, and how rounds make a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cassino_dsl.core.idle import zones_used
from cassino_dsl.core.passes import core_of
from cassino_dsl.diff.change import Change, Class, Sides, changed, heaviest
from cassino_dsl.diff.clauses import Clauses
from cassino_dsl.diff.compare_order import order_changes, section_changes
from cassino_dsl.diff.match_up import differences, match_section
from cassino_dsl.diff.memory_use import Uses
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.ruleset.expr import Expr
from cassino_dsl.ruleset.model import Event, Match, Memory, Zone


def memory_changes(sides: Sides) -> Iterator[Change]:
    """Memory by what it holds; what nothing reads is wording."""
    found = match_section(sides, "memory", lambda c, m: (c.memory(m), _said(c, m)))
    uses = (Uses(sides.a), Uses(sides.b))

    def kind(memory: Memory) -> Class:
        return heaviest(u.classes.get(memory.name, "wording") for u in uses)

    yield from differences(sides, found, "memory", kind, ClausePhrases.memory, "not remembered")
    yield from order_changes(sides, "memory", found, lambda m: "legality")
    theirs = {sides.names.memory.get(m.name, m.name): m for m in sides.b.memory}
    for a, b in ((m, theirs[m.name]) for m in sides.a.memory if m.name in theirs):
        if not sides.alike(Clauses.seen, a, b):
            said = sides.words(ClausePhrases.shown, a, b)
            yield changed(f"memory.{a.name}.seen", "deal", f"who sees {a.name}", said, [a.span, b.span])


def zone_changes(sides: Sides) -> Iterator[Change]:
    """Zones by whose they are and whether what lies there is captured; what no clause names is wording."""
    found = match_section(sides, "zones", lambda c, z: (c.zone(z), _said(c, z)))
    used = {name for r in (sides.a, sides.renamed) for n in r.seats for name in zones_used(core_of(r, n))}

    def kind(zone: Zone) -> Class:
        return "legality" if {zone.name, sides.names.zones.get(zone.name)} & used else "wording"

    yield from differences(sides, found, "zones", kind, ClausePhrases.zone, "no such zone")


def _said(clauses: Any, declared: Memory | Zone) -> str:
    # two of one shape are told apart by their names, as far as both rulesets have them
    return str(clauses.names.names.declared.get(declared.name, declared.name))


def event_changes(sides: Sides) -> Iterator[Change]:
    """Events by what they do, and when."""
    uses = (Uses(sides.a), Uses(sides.b))

    def kind(event: Event) -> Class:
        return heaviest(u.event_class(event) for u in uses if any(e is event for e in u.ruleset.events))

    yield from section_changes(sides, "events", Clauses.event, kind, ClausePhrases.event, "no such event")


EXPRS: tuple[tuple[str, str, Callable[[Match], Expr | None], str], ...] = (
    ("target", "target", lambda m: m.target, "none"),
    ("rounds", "rounds", lambda m: m.rounds, "any number"),
    ("over", "the match is over when", lambda m: m.over, "nothing else ends it"),
    ("winner", "what is compared at the end", lambda m: m.compare, "the score"),
    ("playoff", "target of the playoff", lambda m: m.playoff, "none"),
    ("leads", "leads the next round", lambda m: m.leads, "next(leader)"),
)


def match_changes(sides: Sides) -> Iterator[Change]:
    """How rounds make a match, line by line."""
    a, b = sides.a.match, sides.b.match
    for key, name, of, nothing in EXPRS:
        x, y = of(a), of(b)
        form = _leads_form if key == "leads" else Clauses.text
        if not sides.alike(form, x, y):
            said = sides.words(lambda p, e, n=nothing: p.expr(e) or n, x, y)  # type: ignore[misc]
            spans = (x.span if x is not None else a.span, y.span if y is not None else b.span)
            yield changed(f"match.{key}", "match", name, said, spans)
    for key, name in (("counting", "counting"), ("winner", "wins"), ("tie", "a tie")):
        old, new = getattr(a, key), getattr(b, key)
        if old != new:
            yield changed(f"match.{key}", "match", name, (old, new), (a.span, b.span))

    if a.at_once != b.at_once:
        old, new = ("as soon as it is captured" if m.at_once else "at the end of the round" for m in (a, b))
        yield changed("match.each", "scoring", "points for each card are given", (old, new), (a.span, b.span))
    if a.half_points != b.half_points:
        old, new = ("half points" if m.half_points else "whole points" for m in (a, b))
        yield changed("match.half_points", "scoring", "points are counted in", (old, new), (a.span, b.span))
    if a.stuck != b.stuck:  # a promise of the author: it changes no game
        yield changed("match.stuck", "checks", "rounds in which nobody can play", (a.stuck, b.stuck), (a.span, b.span))


def _leads_form(clauses: Clauses, expr: Expr | None) -> str:
    return "next(leader)" if expr is None else clauses.text(expr)


def award_changes(sides: Sides) -> Iterator[Change]:
    """Awards by what they give."""
    words = ClausePhrases.award
    yield from section_changes(sides, "awards", Clauses.award, lambda x: "scoring", words, "no such award")
