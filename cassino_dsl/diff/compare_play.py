"""Changes of what may be played: actions, rules, preferences, the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cassino_dsl.diff.change import Change, Class, Sides, changed, heaviest, key_span
from cassino_dsl.diff.clauses import NEVER, NOTHING, Clauses
from cassino_dsl.diff.compare_order import order_changes, section_changes
from cassino_dsl.diff.match_up import MatchUp, differences, match_section, match_up
from cassino_dsl.diff.memory_use import Uses
from cassino_dsl.diff.phrase import ClausePhrases
from cassino_dsl.ruleset.expr import Name, walk
from cassino_dsl.ruleset.model import Action, Effect, Part, Rule


def _action_form(clauses: Clauses, action: Action) -> Any:
    return (*clauses.action(action).values(), clauses.tests(action, ()), clauses.step(action))


def _action_or_nothing(clauses: Clauses, action: Action) -> Any:
    """The form of an action; NOTHING where it is switched off."""
    return NOTHING if clauses.tests(action, ()) == NEVER else _action_form(clauses, action)


def _legality(clause: object) -> Class:
    return "legality"


def action_changes(sides: Sides) -> Iterator[Change]:
    """Actions gone and new, and what differs in the others, field by field."""
    found = match_section(sides, "actions", _action_or_nothing)
    off = [(a, b) for a, b in found.changed if {id(a), id(b)} & found.idle.keys()]
    for a, b in found.changed:
        if (a, b) not in off:
            yield from _turned_numbers(sides, a, b)
    alone: MatchUp[Action] = MatchUp([], off, found.only_a, found.only_b, found.idle)
    yield from differences(sides, alone, "actions", _legality, ClausePhrases.action, "no such action")
    yield from order_changes(sides, "actions", found, _legality)


FIELDS: tuple[tuple[str, str, Callable[[ClausePhrases, Action], str]], ...] = (
    ("play", "cards played", lambda p, a: p.played(a.played)),
    ("to", "goes to", ClausePhrases.target),
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
    if turned is None or other.forms(_action_form, a, turned)[1] == sides.forms(_action_form, a, b)[1]:
        yield from _fields(sides, a, b)
        return
    yield from _fields(other, a, turned)
    said = sides.words(_lets, a, b)
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
    forms_a, forms_b = sides.forms(Clauses.action, a, b)
    path = f"actions.{a.name}"

    def differs(field: str) -> bool:
        return any(x[field] != y[field] for x, y in zip(forms_a, forms_b, strict=True))

    def change(field: str, name: str, said: tuple[Any, Any]) -> Change:
        kind = _about(sides, a.effects, b.effects) if field == "do" else "legality"
        return changed(f"{path}.{field}", kind, f"{a.name}, {name}", said, (a.span, b.span))

    for field, name, words in FIELDS:
        if differs(field):
            yield change(field, name, sides.words(words, a, b))
    if not sides.alike(lambda c, x: c.tests(x, ()), a, b) and not _tested_alike(sides, a, b):
        yield change("when", "when", sides.words(lambda p, x: p.expr(x.when) or "always", a, b))
    if differs("take"):
        yield from _parts(sides, a, b)
    if differs("let"):
        yield change("let", "numbers", sides.words(_lets, a, b))
    if a.step != sides.names.steps.get(b.step, b.step):
        yield change("step", "step", (a.step, b.step))


def _lets(phrases: ClausePhrases, action: Action) -> str:
    return ", ".join(f"{x.name} in {phrases.expr(x.source)}" for x in action.let) or "none"


def _parts(sides: Sides, a: Action, b: Action) -> Iterator[Change]:
    def form(clauses: Clauses, part: Part) -> Any:
        return clauses.part(part, a if any(part is p for p in a.take) else b)

    found = match_up(sides, a.take, b.take, form)
    for change in differences(sides, found, f"actions.{a.name}.take", _legality, ClausePhrases.part, "nothing"):
        yield replace(change, text=f"{a.name}, {change.text}")


def rule_changes(sides: Sides) -> Iterator[Change]:
    """Rules are one long `and`: where every action is held to the same, it does not matter how they are cut."""
    found = match_section(sides, "rules", Clauses.rule)
    # of rules that ask for the same, only the price differs
    prices = {id(r): (x.price, y.price) for x, y in found.changed if _asked_alike(sides, x, y) for r in (x, y)}
    prices |= {id(r): (x.price, y.price) for x, y in found.same if x.price and y.price for r in (x, y)}

    def kind(rule: Rule) -> Class:
        return _about(sides, *prices[id(rule)]) if id(rule) in prices else "legality"

    yield from order_changes(sides, "rules", found, kind)
    if _held_to_the_same(sides):
        found = replace(
            found,
            changed=[(x, y) for x, y in found.changed if x.price or y.price],
            only_a=[r for r in found.only_a if r.price],
            only_b=[r for r in found.only_b if r.price],
        )
    yield from differences(sides, found, "rules", kind, ClausePhrases.rule, "no such rule")


def _asked_alike(sides: Sides, a: Rule, b: Rule) -> bool:
    """Whether two rules ask for the same, and both have a price where it is broken."""
    return bool(a.price and b.price) and sides.alike(Clauses.text, a.must, b.must)


def _held_to_the_same(sides: Sides) -> bool:
    names = sides.names.actions
    yours = {names.get(b.name, b.name): b for b in sides.b.actions}
    if set(yours) != {a.name for a in sides.a.actions}:
        return False
    return all(_tested_alike(sides, a, yours[a.name]) for a in sides.a.actions)


def _tested_alike(sides: Sides, a: Action, b: Action) -> bool:
    """Whether what an action asks and what the rules ask of it is the same in all."""
    return sides.alike(lambda c, x: c.tests(x, c.ruleset.rules), a, b)


def preference_changes(sides: Sides) -> Iterator[Change]:
    """Preferences by what they prefer."""
    form, words = Clauses.preference, ClausePhrases.preference
    yield from section_changes(sides, "preferences", form, _legality, words, "no such preference")


def turn_changes(sides: Sides) -> Iterator[Change]:
    """The acts of a turn, and how captured cards lie."""
    a, b = sides.a, sides.b
    if not sides.alike(Clauses.pattern, a.turn, b.turn):
        said = (ClausePhrases(a).pattern(a.turn), ClausePhrases(b).pattern(b.turn))
        yield changed("turn", "legality", "a turn", said, (key_span(a, "turn"), key_span(b, "turn")))
    if not sides.alike(Clauses.text, a.pile_order, b.pile_order):
        said = sides.words(lambda p, e: p.expr(e) or "as taken", a.pile_order, b.pile_order)
        yield changed(
            "piles.order", "legality", "captured cards lie by", said, (key_span(a, "piles"), key_span(b, "piles"))
        )
