"""Rules and preferences: what may not be done, and what comes first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cassino_dsl.describe.bound import asked_for
from cassino_dsl.describe.clauses import clause_of, joined_clauses, literal_numbers
from cassino_dsl.describe.conditions import DOING
from cassino_dsl.describe.english import joined, numeral, sentence, title, with_article
from cassino_dsl.describe.fits import BUILDING
from cassino_dsl.describe.happening import Happening
from cassino_dsl.describe.pattern import Found, like
from cassino_dsl.describe.phrases import Phrases
from cassino_dsl.describe.resolved import mentions
from cassino_dsl.ruleset.expr import Call, Expr, Literal, Name, Quantified, Type, all_of, conjuncts, is_just
from cassino_dsl.ruleset.model import Preference, Rule
from cassino_dsl.ruleset.operators import AND, FILTER, IMPLIES, NOT, TERMS

_DOING = {**DOING, "other": "do anything that is neither"}


def _kinds(test: Expr) -> list[str]:
    """What one does in plays of the kinds, or the actions, that a test asks for."""
    kinds, actions = asked_for("kind", test) or (), asked_for("action", test) or ()
    return [*(_DOING.get(kind, kind) for kind in kinds), *(f"use {title(name)}" for name in actions)]


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


def _last_for_a_build(what: str, then: Expr, say: Phrases) -> str | None:
    """That no build for which one holds a card may be left without one: said of the card."""
    found = like(then, ("all", "?b", "?set", ("in", ("value", "?b"), ("value", ("kept",), "?place"))))
    whole = found and found["?set"]
    if found is None or not (isinstance(whole, Quantified) and whole.row is FILTER):
        return None
    tests = list(conjuncts(whole.body))
    builds = Name(whole.variable, whole.name, whole.span)
    gaps: Found = {"?b": builds, "?place": found["?place"]}
    held = [t for t in tests if like(t, ("in", ("value", "?b"), ("value", ("hand",), "?place")), gaps) is not None]
    if not held:
        return None
    rest = all_of([t for t in tests if t not in held], whole.span)
    noun = say.members(replace(whole, body=rest))
    return f"You may not {what} the only card in your hand that has the value of {noun.a}."


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
_TAKEN = re.compile(r"^there is (an? [^,;]+?) that you take (.+)")


def _must(must: Expr, say: Phrases) -> str:
    if not (isinstance(must, Call) and must.row is IMPLIES):
        asked = say.condition(must)
        if asked.startswith(_AFTER):
            return f"A play is allowed only if after it {asked.removeprefix(_AFTER)}."
        return f"A play is allowed only if {asked}."
    when, then = must.args
    what, rest = doing(when, say)
    if what == DOING["build"]:
        say = say.bound(BUILDING, what)
    asked, cases = say.condition(then), _clauses(rest, say) if rest else ""
    if not what and asked.removeprefix(_AFTER) == cases:
        return f"If {cases}, only plays that leave it so are allowed."
    if not what:
        return f"If {cases}, a play is allowed only if {asked}."
    denied = isinstance(then, Call) and then.row is NOT
    if not rest:
        if denied and isinstance(then, Call):
            return f"You may not {what} while {say.condition(then.args[0])}."
        if (last := _last_for_a_build(what, then, say)) is not None:
            return last
        whole, changed, held = asked.removeprefix("for every ").partition(" whose value you change, ")
        if asked.startswith("for every ") and changed:
            return f"You may change the value of {with_article(whole)} only if {held}."
        if asked.startswith("for every "):
            return f"You may {what} only if {asked}."
        return f"You may {what} only if {asked}."
    nothing_else = like(then, ("=", ("count", ("taken",)), 1)) is not None
    cases = _TAKEN.sub(r"you take \1 \2", cases) if nothing_else else cases
    if nothing_else and len(rest) == 1 and cases.startswith("you take a"):
        return f"If you {what} and {cases.removeprefix('you ')}, you may take nothing else."
    if asked != cases and asked.replace("left in your hand", "in your hand") == cases:
        return f"If {cases}, you may {what} only if this is still so of the cards left there."
    numbers = like(then, ("in", ("count", ("taken",)), "?numbers"))
    with_it = cases.removeprefix("the card played is ")
    if with_it != cases and not with_it.startswith("not ") and len(rest) == 1:
        case = sentence(f"with {with_it}")[:-1]
    else:
        case = f"Where {cases},"
    if denied and isinstance(then, Call):
        return f"{case} you may not {what} while {say.condition(then.args[0])}."
    if what == "capture" and numbers is not None and (few := literal_numbers(numbers["?numbers"])):
        items = "cards or builds" if say.table.builds else "cards"
        return f"{case} you may take only {joined([numeral(n) for n in few], 'or')} {items} at once."
    return f"{case} you may {what} only if {asked}."


def preference_text(preference: Preference, say: Phrases) -> str:
    text = _preferred(preference, say) if preference.prefer is not None else _extreme(preference, say)
    return " ".join(t for t in (text, say.noted()) if t)


def _way(test: Expr, say: Phrases) -> str:
    """What one does in some plays: `capture so that exactly one card is taken`."""
    what, rest = doing(test, say)
    if what == "capture" and len(rest) == 1 and like(rest[0], ("=", ("count", ("taken",)), 1)) is not None:
        return f"capture a single card{' or build' if say.table.builds else ''}"
    clauses = f" so that {_clauses(rest, say)}" if rest else ""
    return f"{what or 'play'}{clauses}"


def _preferred(preference: Preference, say: Phrases) -> str:
    assert preference.prefer is not None
    standing, over = _standing(preference.over)
    where = f"where {_clauses(standing, say)}, " if standing else ""
    better = _way(preference.prefer, say)
    if over is None or is_just(over, True):
        worse, otherwise = "do anything else", ""
    else:
        worse, otherwise = _way(over, say), _otherwise(preference.prefer, over, say)
    if not preference.per_card:
        return sentence(f"{where}while you can {better}, you may not {worse}{otherwise}")
    can = f"a card {'with which you' if better.startswith('use ') else 'that'} can {better}"
    if worse == "trail":
        return sentence(f"{where}{can} may not be trailed")
    if better.startswith("capture a single ") and worse == "capture":
        return sentence(f"{where}{can} may {better.replace('capture', 'capture only')}")
    if can.startswith("a card that ") and not worse.startswith("use "):
        return sentence(f"{where}{can} may not {worse}{otherwise}")
    return sentence(f"{where}with {can}, you may not {worse}{otherwise}")


def _standing(over: Expr | None) -> tuple[list[Expr], Expr | None]:
    """What has to be so whatever is played, and what is asked of a play."""
    standing: list[Expr] = []
    if over is None:
        return standing, None
    asked: list[Expr] = []
    for part in conjuncts(over):
        of_play = isinstance(part, Literal) or mentions(part, _is_of_a_play)
        (asked if of_play else standing).append(part)
    return standing, all_of(asked, over.span) if asked else Literal(Type.BOOL, True, over.span)


_OF_A_PLAY = ("card", "one card", "play", "built", "before")


def _is_of_a_play(call: Call) -> bool:
    """Whether it asks for what is played; a word of this game may."""
    return (
        call.row in TERMS or call.row.of_a_moment or call.row.needs in ("card", "one card", "play", "built", "before")
    )


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
    noun = {"": "plays", "capture": "captures", "make or change a build": "plays that build"}.get(
        what, f"plays that {what}"
    )
    return f"{noun} such that {_clauses(rest, say)}" if rest else noun
