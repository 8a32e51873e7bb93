"""Changes of what is remembered, what follows by itself, and how rounds make a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cassino_dsl.diff.change import Change, Class, Sides, changed
from cassino_dsl.diff.match_up import differences, match_up, order_of
from cassino_dsl.ruleset.expr import Call, Expr, walk
from cassino_dsl.ruleset.model import Effect, Event, Match, Memory, Ruleset


def memory_changes(sides: Sides) -> Iterator[Change]:
    """Memory by what it holds; what nothing reads is wording."""
    found = match_up(sides, sides.a.memory, sides.b.memory, lambda c, m: (c.memory(m), _said(c, m)), sides.names.memory)
    yield from differences(sides, found, "memory", _memory_class, lambda p, m: p.memory(m), "not remembered")


def _said(clauses: Any, memory: Memory) -> str:
    # two memories of one shape are told apart by their names, as far as both rulesets have them
    return str(clauses.normal.names.memory.get(memory.name, memory.name))


def _memory_class(memory: Memory, sides: Sides) -> Class:
    return read_by(memory.name, [r for r in (sides.a, sides.b) if any(m.name == memory.name for m in r.memory)])


def read_by(name: str, rulesets: Iterable[Ruleset]) -> Class:
    """The class of the weightiest clause that reads a memory."""
    found: set[Class] = set()
    for ruleset in rulesets:
        terms = {t.name for t in ruleset.terms if _reads([t.body], name, set())}
        if _reads(_legal_exprs(ruleset), name, terms):
            found.add("legality")
        if _reads([e for a in ruleset.awards for e in (a.points, a.most, a.condition, a.tie_points)], name, terms):
            found.add("scoring")
        if _reads([ruleset.match.over, ruleset.match.leads], name, terms):
            found.add("match")
        for event in ruleset.events:
            if _reads([event.when, *_effect_exprs(event.effects, name)], name, terms):
                found.add(event_class(event, [ruleset], {name}))
    order: tuple[Class, ...] = ("legality", "scoring", "match", "deal")
    return next((c for c in order if c in found), "wording")


def _reads(exprs: Iterable[Expr | None], name: str, terms: set[str]) -> bool:
    calls = (e for expr in exprs if expr is not None for e in walk(expr) if isinstance(e, Call))
    return any((c.function == "memory" and c.name == name) or (c.function == "term" and c.name in terms) for c in calls)


def _legal_exprs(ruleset: Ruleset) -> list[Expr | None]:
    found: list[Expr | None] = [r.must for r in ruleset.rules]
    for a in ruleset.actions:
        found += [a.played.where, a.to_arg, a.when, *(b.source for b in a.let)]
        found += [e for part in a.take for e in (part.source, part.where)]
    for p in ruleset.preferences:
        found += [p.prefer, p.over, p.number, p.among]
    return found


def _effect_exprs(effects: Iterable[Effect], own: str = "") -> list[Expr | None]:
    """The expressions of effects; what a memory's own change reads of it does not count."""
    found: list[Expr | None] = []
    for e in effects:
        if not (own and e.op in ("assign", "increase", "decrease") and e.name == own):
            found += e.exprs
        found += _effect_exprs((*e.body, *e.other), own)
    return found


def _ops(effects: Iterable[Effect]) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for e in effects:
        found |= {(e.op, e.name)} | _ops((*e.body, *e.other))
    return found


def event_class(event: Event, rulesets: list[Ruleset], open_memory: set[str] = frozenset()) -> Class:  # type: ignore[assignment]
    """What an event is about: by what it does, and by who reads what it remembers."""
    ops = _ops(event.effects)
    words = {op for op, _ in ops}
    if words & {"win", "end_match"}:
        return "match"
    if "award" in words or event.on in ("round scored", "score changed"):
        return "scoring"
    if event.on in ("layout dealt", "hands dealt") or words & {"redeal", "deal"}:
        return "deal"
    if event.on == "round over":
        return "scoring"
    if words & {"move", "absorb", "ask", "next", "end_round"}:
        return "legality"
    memories = {name for op, name in ops if op in ("assign", "increase", "decrease")} - open_memory
    classes = {read_by(name, rulesets) for name in memories}
    return next((c for c in ("legality", "scoring", "match", "deal") if c in classes), "wording")


def event_changes(sides: Sides) -> Iterator[Change]:
    """Events; the order of two on one occasion matters only where one touches what the other reads."""
    a, b = sides.a.events, sides.b.events
    found = match_up(sides, a, b, lambda c, e: c.event(e))
    both = [sides.a, sides.b]
    yield from differences(
        sides, found, "events", lambda e, s: event_class(e, both), lambda p, e: p.event(e), "no such event"
    )
    first, second = order_of(found.same, a, b)
    for i, one in enumerate(first):
        for other in first[i + 1 :]:
            x, y = found.same[one][0], found.same[other][0]
            if x.on == y.on and second.index(one) > second.index(other) and _touch(x, y):
                said = (f"{x.name}, then {y.name}", f"{y.name}, then {x.name}")
                spans = (x.span, found.same[one][1].span)
                yield changed("events", event_class(x, both), f"on {x.on}", said, spans)


def _touch(x: Event, y: Event) -> bool:
    """Whether the order of two events can matter: one writes what the other reads or writes."""
    for one, other in ((x, y), (y, x)):
        writes = {name if name else "the table" for _, name in _ops(one.effects) if name or _ != "when"}
        if any(op not in ("assign", "increase", "decrease", "when", "block") for op, _ in _ops(one.effects)):
            return True
        exprs = [other.when, *_effect_exprs(other.effects)]
        if any(_reads(exprs, name, set()) for name in writes) or writes & {n for _, n in _ops(other.effects) if n}:
            return True
        if any(isinstance(e, Call) and e.function == "term" for x_ in exprs if x_ for e in walk(x_)):
            return True
    return False


EXPRS: tuple[tuple[str, str, Callable[[Match], Expr | None], str], ...] = (
    ("target", "target", lambda m: m.target, "none"),
    ("rounds", "rounds", lambda m: m.rounds, "any number"),
    ("over", "the match is over when", lambda m: m.over, "nothing else ends it"),
    ("playoff", "target of the playoff", lambda m: m.playoff, "none"),
    ("leads", "leads the next round", lambda m: m.leads, "next(leader)"),
)


def match_changes(sides: Sides) -> Iterator[Change]:
    """How rounds make a match, line by line."""
    a, b = sides.a.match, sides.b.match
    for key, name, of, nothing in EXPRS:
        x, y = of(a), of(b)
        if sides.form_a(lambda c, k=key, x=x: _match_form(c, k, x)) == sides.form_b(  # type: ignore[misc]
            lambda c, k=key, y=y: _match_form(c, k, y)  # type: ignore[misc]
        ):
            continue
        said = sides.words(
            lambda p, x=x, n=nothing: p.expr(x) or n,  # type: ignore[misc]
            lambda p, y=y, n=nothing: p.expr(y) or n,  # type: ignore[misc]
        )
        spans = (x.span if x is not None else a.span, y.span if y is not None else b.span)
        yield changed(f"match.{key}", "match", name, said, spans)
    for key, name in (("counting", "counting"), ("winner", "wins"), ("tie", "a tie")):
        old, new = getattr(a, key), getattr(b, key)
        if old != new:
            yield changed(f"match.{key}", "match", name, (old, new), (a.span, b.span))


def _match_form(clauses: Any, key: str, expr: Expr | None) -> Any:
    if key == "leads" and expr is None:
        return ("next", ("leader",))
    return clauses.maybe(expr)
