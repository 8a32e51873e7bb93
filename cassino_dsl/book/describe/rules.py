"""Rules and preferences: what may not be done, what comes first, and which action they bind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from cassino_dsl.book.describe.condition_parts import asked_for
from cassino_dsl.book.describe.effects import EffectWords
from cassino_dsl.book.describe.english import Noun, bold, joined, sentence
from cassino_dsl.book.describe.expression_patterns import like
from cassino_dsl.book.describe.phrases import Phrases
from cassino_dsl.language.ruleset.expr import Call, Expr, Literal, Type, conjuncts, is_just
from cassino_dsl.language.ruleset.model import Action, Preference, Rule, Ruleset
from cassino_dsl.language.ruleset.operators import AND, IMPLIES, NOT

# ---- in words


def rule_text(rule: Rule, say: Phrases) -> str:
    names = names_of(rule, say.table.ruleset)
    say = say.of_plays([a for a in say.table.ruleset.actions if not names or a.name in names])
    said = [_must(part, say) for part in _apart(rule.must)]
    if rule.price:
        said.append(f"You may break this rule; if you do: {EffectWords(say).inline(rule.price)}.")
    return " ".join(said)


def _apart(must: Expr) -> Iterator[Expr]:
    """What is asked in several parts, each by itself: `A implies B and (C implies D)` is `A implies B` and
    `A and C implies D`."""
    for part in conjuncts(must):
        if not (isinstance(part, Call) and part.row is IMPLIES):
            yield part
            continue
        when, then = part.args
        for asked in conjuncts(then):
            if isinstance(asked, Call) and asked.row is IMPLIES:
                both = Call(Type.BOOL, AND, (when, asked.args[0]), part.span)
                yield from _apart(replace(asked, args=(both, asked.args[1])))
            else:
                yield replace(part, args=(when, asked))


def _must(must: Expr, say: Phrases) -> str:
    if not (isinstance(must, Call) and must.row is IMPLIES):
        return f"A play is allowed only if {say.condition(must)}."
    when, then = must.args
    what, rest = doing(when, say)
    cases = f"if {say.all_hold(rest)}, " if rest else ""
    if not what:
        return sentence(f"{cases}a play is allowed only if {say.condition(then)}")
    if isinstance(then, Call) and then.row is NOT:
        return sentence(f"you may not {what} if {say.all_hold([*rest, then.args[0]])}")
    return sentence(f"{cases}you may {what} only if {say.condition(then)}")


def doing(test: Expr, say: Phrases) -> tuple[str, list[Expr]]:
    """What one does in the plays that pass a test, and what else is asked of them."""
    what, rest = "", []
    for part in conjuncts(test):
        kinds, actions = asked_for("kind", part) or (), asked_for("action", part) or ()
        words = [*say.table.doing(kinds), *(f"use {bold(name)}" for name in actions)]
        if words and not what:
            what = joined(words, "or")
        else:
            rest.append(part)
    return what, rest


def preference_text(preference: Preference, say: Phrases) -> str:
    if preference.number is not None:
        extreme = "highest" if preference.highest else "lowest"
        same = " with the same card" if preference.per_card else ""
        number, among = say.number(preference.number), preference.among
        plays = f"all plays by which you {_way(among, say)}" if among is not None else "all plays"
        return f"Of {plays}{same}, only those are allowed for which this is {extreme}: {number}."
    assert preference.prefer is not None
    better, over = _way(preference.prefer, say), preference.over
    anything = over is None or is_just(over, True)
    worse = "do anything else" if over is None or anything else _way(over, say)
    overlap = over is not None and not anything and not _are_apart(preference.prefer, over, say.table.ruleset)
    otherwise = " in any other way" if overlap else ""
    if preference.per_card:
        return f"You may not {worse}{otherwise} with a card with which you can {better}; with another card you may."
    return sentence(f"if you can {better}, you may not {worse}{otherwise}")


def _way(test: Expr, say: Phrases) -> str:
    """What one does in some plays: `capture such that exactly one card is taken`."""
    what, rest = doing(test, say)
    for part in rest if what == "capture" else ():
        found = like(part, ("=", ("count", ("taken",)), "?n"))
        if found is not None and isinstance(found["?n"], Literal):
            noun = Noun("card or build", "cards and builds") if say.table.builds else Noun("card", "cards")
            what, rest = f"{what} exactly {noun.of(int(found['?n'].value or 0))}", [p for p in rest if p is not part]
            break
    return f"{what or 'play'}{f' such that {say.all_hold(rest)}' if rest else ''}"


def _are_apart(prefer: Expr, over: Expr, ruleset: Ruleset) -> bool:
    """Whether no play is of both kinds."""
    return {a.name for a in _of_test(prefer, ruleset)}.isdisjoint(a.name for a in _of_test(over, ruleset))


# ---- whom they bind


def bound_by(rule: Rule | Preference, ruleset: Ruleset) -> Action | None:
    """The one action whose plays a rule, or a preference, may take away, if there is one."""
    if isinstance(rule, Rule):
        names = names_of(rule, ruleset)
    else:
        test = rule.over if rule.prefer is not None else rule.among
        names = {a.name for a in _of_test(test, ruleset)} if test is not None else set()
    return next(a for a in ruleset.actions if a.name in names) if len(names) == 1 else None


def names_of(rule: Rule, ruleset: Ruleset) -> set[str]:
    """The actions whose plays a rule is about; none where it does not say."""
    found: set[str] = set()
    for part in conjuncts(rule.must):
        if not (isinstance(part, Call) and part.row is IMPLIES):
            return set()
        found |= {a.name for a in _of_test(part.args[0], ruleset)}
    return found


def may_bind(rule: Rule | Preference, action: Action, ruleset: Ruleset) -> bool:
    """Whether a rule or a preference may forbid a play of an action: a rule that may be broken forbids none."""
    if isinstance(rule, Preference):
        test = rule.over if rule.prefer is not None else rule.among
        return test is None or is_just(test, True) or action in _of_test(test, ruleset)
    names = names_of(rule, ruleset)
    return not rule.price and (not names or action.name in names)


def in_any_order(ruleset: Ruleset) -> bool:
    """Whether it is all one which of several preferences is asked first: none takes away what another prefers."""
    return not any(_may_hinder(a, b, ruleset) for a, b in permutations(ruleset.preferences, 2))


def _may_hinder(one: Preference, other: Preference, ruleset: Ruleset) -> bool:
    if one.prefer is None or other.prefer is None or one.over is None or one.per_card != other.per_card:
        return True
    # what stays instead may be preferred by both
    return not (
        set(conjuncts(other.prefer)) <= set(conjuncts(one.prefer)) or _are_apart(one.over, other.prefer, ruleset)
    )


def _of_test(test: Expr, ruleset: Ruleset) -> list[Action]:
    """The actions of which a play can pass a test; all, where it asks for no kind and no action."""
    return [a for a in ruleset.actions if all(_passes(a, part) for part in conjuncts(test))]


def _passes(action: Action, test: Expr) -> bool:
    kinds, names = asked_for("kind", test), asked_for("action", test)
    return (kinds is None or action.kind in kinds) and (names is None or action.name in names)
