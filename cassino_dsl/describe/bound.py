"""Which action a rule, a preference or an example speaks of: then it stands with that action, where it is needed."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.describe.faces import PLAYED, faces_that, with_name
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.ruleset.expr import Call, Expr, Literal, conjuncts
from cassino_dsl.ruleset.model import Action, Event, Preference, Rule, Ruleset, every
from cassino_dsl.ruleset.operators import IMPLIES, SET
from cassino_dsl.ruleset.words import CARD, CARD_OR_NOTHING, ROW


def of_rule(rule: Rule, ruleset: Ruleset) -> Action | None:
    """The one action whose plays a rule is about, if there is one."""
    return _the_one(names_of(rule, ruleset), ruleset)


def names_of(rule: Rule, ruleset: Ruleset) -> set[str]:
    """The actions whose plays a rule is about; none where it does not say."""
    found: set[str] = set()
    for part in conjuncts(rule.must):
        if not (isinstance(part, Call) and part.row is IMPLIES):
            return set()
        found |= {a.name for a in _of_test(part.args[0], ruleset)}
    return found


def may_bind(rule: Rule, action: Action, ruleset: Ruleset) -> bool:
    """Whether a rule may forbid a play of an action: one that may be broken forbids none."""
    names = names_of(rule, ruleset)
    return not rule.price and (not names or action.name in names)


def is_free(action: Action, ruleset: Ruleset) -> bool:
    """Whether an action may be chosen where its card could do something else: nothing comes first, and no rule that is
    about it asks what lies there or what is taken."""
    about = [r for r in ruleset.rules if not (names := names_of(r, ruleset)) or action.name in names]
    return not ruleset.preferences and not any(mentions(r.must, lambda call: call.row in _THERE) for r in about)


_THERE = frozenset({ROW["loose"], ROW["table"], ROW["tops"], ROW["taken"], CARD, CARD_OR_NOTHING})


def of_preference(preference: Preference, ruleset: Ruleset) -> Action | None:
    """The one action whose plays may fall by a preference, if there is one."""
    test = preference.over if preference.prefer is not None else preference.among
    return _the_one({a.name for a in _of_test(test, ruleset)}, ruleset) if test is not None else None


def in_any_order(preferences: Sequence[Preference]) -> bool:
    """Whether it is all one which of several preferences is asked first: none takes away what another prefers."""
    return not any(_may_hinder(a, b) for a in preferences for b in preferences if a is not b)


def _may_hinder(one: Preference, other: Preference) -> bool:
    if one.prefer is None or other.prefer is None or one.per_card != other.per_card:
        return True
    if set(conjuncts(other.prefer)) <= set(conjuncts(one.prefer)):
        return False  # what stays instead is preferred by both
    falls, preferred = _kinds(one.over), _kinds(other.prefer)
    return not (falls and preferred and falls.isdisjoint(preferred))


def follow_in_any_order(events: Sequence[Event]) -> bool:
    """Whether it is all one which of several events of one moment follows first: they do nothing but remember, and none
    asks for what another remembers, or sets it."""

    def set_by(event: Event) -> set[str] | None:
        effects = list(every(event.effects))
        plain = all(e.row.holds or e.row.remembers for e in effects)
        return {e.name for e in effects if e.row.remembers} if plain else None

    def bears_on(one: Event, other: Event) -> bool:
        names = set_by(one)
        asked = (other.when, other.effects)
        written = {e.name for e in every(other.effects)}
        return names is None or bool(names & written) or mentions(asked, lambda call: call.name in names)

    return not any(bears_on(a, b) for a in events for b in events if a is not b and a.on == b.on)


def playable(action: Action, ruleset: Ruleset) -> frozenset[int]:
    """The faces that an action can play: those that pass its test, and count for something where it asks for that."""
    faces = frozenset(range(len(ruleset.pack.faces)))
    if action.played.where is not None and (passing := faces_that(with_name(action.played.where), PLAYED, ruleset)):
        faces &= passing
    for binding in action.let:
        place = like(binding.source, ("value", ("card",), "?place"))
        if place is not None and isinstance(place["?place"], Literal):
            faces &= {f for f in faces if ruleset.values_of(f, str(place["?place"].value))}
    return faces


def _the_one(names: set[str], ruleset: Ruleset) -> Action | None:
    return next(a for a in ruleset.actions if a.name in names) if len(names) == 1 else None


def _of_test(test: Expr, ruleset: Ruleset) -> list[Action]:
    """The actions of which a play can pass a test; all, where it asks for no kind and no action."""
    parts = list(conjuncts(test))
    actions = [a for a in ruleset.actions if all(_passes(a, part) for part in parts)]
    for part in parts:
        if (cards := faces_that(with_name(part), PLAYED, ruleset)) is not None:
            actions = [a for a in actions if playable(a, ruleset) & cards]
    return actions


def _passes(action: Action, test: Expr) -> bool:
    kinds, names = asked_for("kind", test), asked_for("action", test)
    return (kinds is None or action.kind in kinds) and (names is None or action.name in names)


def _kinds(test: Expr | None) -> set[str]:
    """The kinds of play that a test asks for; none where it asks for no kind."""
    found = (asked_for("kind", part) for part in (conjuncts(test) if test is not None else ()))
    return next((set(k) for k in found if k is not None), set())


def asked_for(word: str, test: Expr) -> list[str] | None:
    """What a test asks the `kind` or the `action` of a play to be one of; None where it asks for something else."""
    found = like(test, ("=", (word,), "?k"))
    if found is not None and isinstance(found["?k"], Literal):
        return [str(found["?k"].value)]
    found = like(test, ("in", (word,), "?set"))
    whole = found and found["?set"]
    if not (isinstance(whole, Call) and whole.row is SET):
        return None
    return [str(a.value) for a in whole.args if isinstance(a, Literal)]
