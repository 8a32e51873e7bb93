"""Rules and preferences: what may not be done, and what comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.describe.clauses import clause_of, joined_clauses
from cassino_dsl.describe.english import sentence, title
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.pattern import like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Type, conjuncts
from cassino_dsl.ruleset.model import Preference, Rule
from cassino_dsl.ruleset.operators import AND, IMPLIES, NOT, SET

_DOING = {
    "capture": "capture",
    "build": "make or change a build",
    "trail": "trail",
    "other": "do anything that is neither",
}


def _kinds(test: Expr) -> list[str] | None:
    """The kinds of play, or the actions, that a test asks for."""
    for word, verbs in (("kind", _DOING), ("action", None)):
        found = like(test, ("=", (word,), "?k"))
        if found is not None and isinstance(found["?k"], Literal):
            name = str(found["?k"].value)
            return [verbs.get(name, name) if verbs else f"use {title(name)}"]
        found = like(test, ("in", (word,), "?set"))
        if found is not None and isinstance(found["?set"], Call) and found["?set"].row is SET:
            names = [str(a.value) for a in found["?set"].args if isinstance(a, Literal)]
            return [verbs.get(n, n) if verbs else f"use {title(n)}" for n in names]
    return None


def doing(test: Expr, say: Phrases) -> tuple[str, list[Expr]]:
    """What one does in the plays that pass a test, and what else is asked of them."""
    what, rest = "", []
    for part in conjuncts(test):
        kinds = _kinds(part)
        if kinds and not what:
            what = " or ".join(kinds)
        else:
            rest.append(part)
    return what, rest


def _clauses(rest: list[Expr], say: Phrases) -> str:
    return joined_clauses([clause_of(say, r, True) for r in rest], "and")


def rule_text(rule: Rule, say: Phrases) -> str:
    said = [_must(part, say) for part in _apart(rule.must)]
    said.append(say.noted())
    if rule.price:
        said.append(f"You may break this rule; if you do: {Happening(say).effects(rule.price)}.")
    return " ".join(s for s in said if s)


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


_AFTER = "after the play, "


def _must(must: Expr, say: Phrases) -> str:
    if not (isinstance(must, Call) and must.row is IMPLIES):
        asked = say.condition(must)
        if asked.startswith(_AFTER):
            return f"After every play of yours this has to be so: {asked.removeprefix(_AFTER)}."
        return f"A play is allowed only if {asked}."
    when, then = must.args
    what, rest = doing(when, say)
    asked = say.condition(then)
    if not what and asked.removeprefix(_AFTER) == _clauses(rest, say):
        return f"If {_clauses(rest, say)}, this has to be so after your play, too."
    if not what:
        return f"If {_clauses(rest, say)}, a play is allowed only if {say.condition(then)}."
    denied = isinstance(then, Call) and then.row is NOT
    if not rest:
        if denied and isinstance(then, Call):
            return f"You may not {what} while {say.condition(then.args[0])}."
        return f"You may {what} only if {say.condition(then)}."
    cases = _clauses(rest, say)
    with_it = cases.removeprefix("the card played is ")
    if with_it != cases and not with_it.startswith("not ") and len(rest) == 1:
        case = sentence(f"with {with_it}")[:-1]
    else:
        case = f"Where {cases},"
    if denied and isinstance(then, Call):
        return f"{case} you may not {what} while {say.condition(then.args[0])}."
    return f"{case} you may {what} only if {say.condition(then)}."


def preference_text(preference: Preference, say: Phrases) -> str:
    text = _preferred(preference, say) if preference.prefer is not None else _extreme(preference, say)
    return " ".join(t for t in (text, say.noted()) if t)


def _way(test: Expr, say: Phrases) -> str:
    """What one does in some plays: `capture so that exactly one card is taken`."""
    what, rest = doing(test, say)
    clauses = f" so that {_clauses(rest, say)}" if rest else ""
    return f"{what or 'play'}{clauses}"


def _preferred(preference: Preference, say: Phrases) -> str:
    assert preference.prefer is not None
    better = _way(preference.prefer, say)
    over = preference.over
    open_end = over is None or (isinstance(over, Literal) and over.value is True)
    if over is None or open_end:
        worse, otherwise = "do anything else", ""
    else:
        worse, otherwise = _way(over, say), _otherwise(preference.prefer, over, say)
    if preference.per_card:
        if worse == "trail":
            return sentence(f"a card with which you can {better} may not be trailed")
        return sentence(f"with a card with which you can {better}, you may not {worse}{otherwise}")
    return sentence(f"while you can {better}, you may not {worse}{otherwise}")


def _otherwise(prefer: Expr, over: Expr, say: Phrases) -> str:
    """What is preferred may itself be among what falls."""
    a, b = doing(prefer, say)[0], doing(over, say)[0]
    return "" if a and b and a != b else " in any other way"


def _extreme(preference: Preference, say: Phrases) -> str:
    assert preference.number is not None
    number = say.number(preference.number)
    extreme = "highest" if preference.highest else "lowest"
    counted = number.removeprefix("the number of ")
    best = (
        f"the {'most' if preference.highest else 'fewest'} {counted}"
        if counted != number
        else f"the {extreme} value of this: {number}"
    )
    same = " with the same card" if preference.per_card else ""
    among = _plays(preference.among, say)
    return f"Of all {among}{same}, only those with {best} are allowed."


def _plays(among: Expr | None, say: Phrases) -> str:
    if among is None:
        return "plays"
    what, rest = doing(among, say)
    noun = {"capture": "captures", "trail": "plays that trail", "make or change a build": "plays that build"}.get(
        what, "plays"
    )
    return f"{noun} such that {_clauses(rest, say)}" if rest else noun
