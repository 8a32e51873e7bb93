"""Changes of what may be played: actions, rules, preferences, the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cassino_dsl.diff.change import Change, Class, Sides, changed, heaviest, key_span
from cassino_dsl.diff.clauses import NEVER, NOTHING, Clauses
from cassino_dsl.diff.compare_order import order_changes
from cassino_dsl.diff.match_up import MatchUp, differences, match_up
from cassino_dsl.diff.memory_use import Uses
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.ruleset.expr import Name, walk
from cassino_dsl.ruleset.model import Action, Effect, Part, Rule


def _action_form(clauses: Clauses, action: Action) -> Any:
    return (*clauses.action(action).values(), clauses.tests(action, ()), clauses.step(action))


def _action_or_nothing(clauses: Clauses, action: Action) -> Any:
    """The form of an action; NOTHING where it is switched off."""
    return NOTHING if clauses.tests(action, ()) == NEVER else _action_form(clauses, action)


def _legality(clause: Any, sides: Sides) -> Class:
    return "legality"


def action_changes(sides: Sides) -> Iterator[Change]:
    """Actions gone and new, and what differs in the others, field by field."""
    found = match_up(sides, sides.a.actions, sides.b.actions, _action_or_nothing, sides.names.actions)
    off = [(a, b) for a, b in found.changed if {id(a), id(b)} & found.idle.keys()]
    for a, b in found.changed:
        if (a, b) not in off:
            yield from _turned_numbers(sides, a, b)
    alone: MatchUp[Action] = MatchUp([], off, found.only_a, found.only_b, found.idle)
    yield from differences(sides, alone, "actions", _legality, lambda p, c: p.action(c), "no such action")
    yield from order_changes(sides, "actions", found, _legality)


FIELDS: tuple[tuple[str, str, Callable[[ClausePhrases, Action], str]], ...] = (
    ("play", "cards played", lambda p, a: p.played(a.played)),
    ("to", "goes to", lambda p, a: p.target(a)),
    ("do", "does", lambda p, a: p.effects(a.effects) or "nothing"),
    ("owes", "owes", lambda p, a: a.owes or "nothing"),
)


def _about(sides: Sides, a: tuple[Effect, ...], b: tuple[Effect, ...]) -> Class:
    """What a change of effects is about."""
    return heaviest((Uses(sides.a).effects_class(a), Uses(sides.b).effects_class(b)))


def _turned_numbers(sides: Sides, a: Action, b: Action) -> Iterator[Change]:
    """What differs in an action. Other clauses speak of its numbers by their order: where these stand in another, that
    is the change, and the rest is compared as if they did not."""
    turned = _numbers_as_in(a, b)
    if turned is not None:
        actions = tuple(turned if x is b else x for x in sides.b.actions)
        other = Sides(sides.a, replace(sides.b, actions=actions))
    if turned is None or other.form_b(lambda c: _action_form(c, turned)) == sides.form_b(lambda c: _action_form(c, b)):
        yield from _fields(sides, a, b)
        return
    yield from _fields(other, a, turned)
    said = sides.words(lambda p: _lets(p, a), lambda p: _lets(p, b))
    name = f"{a.name}, order of the numbers"
    yield changed(f"actions.{a.name}.let", "legality", name, said, (a.span, b.span))


def _numbers_as_in(a: Action, b: Action) -> Action | None:
    """An action with its numbers in the order of another, where both call them alike and they stand in another order;
    none of them speaks of a later one."""
    order, lets = [x.name for x in a.let], {x.name: x for x in b.let}
    if order == list(lets) or sorted(order) != sorted(lets):
        return None
    for i, name in enumerate(order):
        if any(isinstance(e, Name) and e.name in order[i:] for e in walk(lets[name].source)):
            return None
    return replace(b, let=tuple(lets[name] for name in order))


def _fields(sides: Sides, a: Action, b: Action) -> Iterator[Change]:
    forms_a = sides.form_a(lambda c: c.action(a))
    forms_b = sides.form_b(lambda c: c.action(b))
    path = f"actions.{a.name}"

    def differs(field: str) -> bool:
        return any(x[field] != y[field] for x, y in zip(forms_a, forms_b, strict=True))

    def change(field: str, name: str, said: tuple[Any, Any]) -> Change:
        kind = _about(sides, a.effects, b.effects) if field == "do" else "legality"
        return changed(f"{path}.{field}", kind, f"{a.name}, {name}", said, (a.span, b.span))

    for field, name, words in FIELDS:
        if differs(field):
            yield change(field, name, sides.words(lambda p, w=words: w(p, a), lambda p, w=words: w(p, b)))  # type: ignore[misc]
    own = sides.form_a(lambda c: c.tests(a, ())) == sides.form_b(lambda c: c.tests(b, ()))
    if not own and not _tested_alike(sides, a, b):
        said = sides.words(lambda p: p.expr(a.when) or "always", lambda p: p.expr(b.when) or "always")
        yield change("when", "when", said)
    if differs("take"):
        yield from _parts(sides, a, b)
    if differs("let"):
        said = sides.words(lambda p: _lets(p, a), lambda p: _lets(p, b))
        yield change("let", "numbers", said)
    if a.step != sides.names.steps.get(b.step, b.step):
        yield change("step", "step", (a.step, b.step))


def _lets(phrases: ClausePhrases, action: Action) -> str:
    return ", ".join(f"{x.name} in {phrases.expr(x.source)}" for x in action.let) or "none"


def _parts(sides: Sides, a: Action, b: Action) -> Iterator[Change]:
    def form(clauses: Clauses, part: Part) -> Any:
        return clauses.part(part, a if any(part is p for p in a.take) else b)

    found = match_up(sides, a.take, b.take, form)
    for change in differences(sides, found, f"actions.{a.name}.take", _legality, lambda p, c: p.part(c), "nothing"):
        yield Change(
            change.path, "legality", change.a, change.b, f"{a.name}, {change.text}", change.a_span, change.b_span
        )


def rule_changes(sides: Sides) -> Iterator[Change]:
    """Rules are one long `and`: where every action is held to the same, it does not matter how they are cut."""
    found = match_up(sides, sides.a.rules, sides.b.rules, lambda c, r: c.rule(r))
    # of rules that ask for the same, only the price differs
    prices = {id(r): (x.price, y.price) for x, y in found.changed if _asked_alike(sides, x, y) for r in (x, y)}
    prices |= {id(r): (x.price, y.price) for x, y in found.same if x.price and y.price for r in (x, y)}

    def kind(rule: Rule, sides: Sides) -> Class:
        return _about(sides, *prices[id(rule)]) if id(rule) in prices else "legality"

    yield from order_changes(sides, "rules", found, kind)
    if not _held_to_the_same(sides):
        yield from differences(sides, found, "rules", kind, lambda p, r: p.rule(r), "no such rule")
        return
    priced: MatchUp[Rule] = MatchUp(
        [],
        [(x, y) for x, y in found.changed if x.price or y.price],
        [r for r in found.only_a if r.price],
        [r for r in found.only_b if r.price],
        found.idle,
    )
    yield from differences(sides, priced, "rules", kind, lambda p, r: p.rule(r), "no such rule")


def _asked_alike(sides: Sides, a: Rule, b: Rule) -> bool:
    """Whether two rules ask for the same, and both have a price where it is broken."""
    same = sides.form_a(lambda c: c.text(a.must)) == sides.form_b(lambda c: c.text(b.must))
    return bool(a.price and b.price) and same


def _held_to_the_same(sides: Sides) -> bool:
    names = sides.names.actions
    yours = {names.get(b.name, b.name): b for b in sides.b.actions}
    if set(yours) != {a.name for a in sides.a.actions}:
        return False
    return all(_tested_alike(sides, a, yours[a.name]) for a in sides.a.actions)


def _tested_alike(sides: Sides, a: Action, b: Action) -> bool:
    """Whether what an action asks and what the rules ask of it is the same in all."""
    mine = sides.form_a(lambda c: c.tests(a, c.ruleset.rules))
    return mine == sides.form_b(lambda c: c.tests(b, c.ruleset.rules))


def preference_changes(sides: Sides) -> Iterator[Change]:
    """Preferences by what they prefer."""
    a, b = sides.a.preferences, sides.b.preferences
    found = match_up(sides, a, b, lambda c, p: c.preference(p))
    yield from differences(sides, found, "preferences", _legality, lambda p, c: p.preference(c), "no such preference")
    yield from order_changes(sides, "preferences", found, _legality)


def turn_changes(sides: Sides) -> Iterator[Change]:
    """The acts of a turn, and how captured cards lie."""
    a, b = sides.a, sides.b
    if sides.form_a(lambda c: c.pattern(a.turn)) != sides.form_b(lambda c: c.pattern(b.turn)):
        said = (ClausePhrases(a).pattern(a.turn), ClausePhrases(b).pattern(b.turn))
        yield changed("turn", "legality", "a turn", said, (key_span(a, "turn"), key_span(b, "turn")))
    if sides.form_a(lambda c: c.maybe(a.pile_order)) != sides.form_b(lambda c: c.maybe(b.pile_order)):
        said = sides.words(lambda p: p.expr(a.pile_order) or "as taken", lambda p: p.expr(b.pile_order) or "as taken")
        yield changed(
            "piles.order", "legality", "captured cards lie by", said, (key_span(a, "piles"), key_span(b, "piles"))
        )
