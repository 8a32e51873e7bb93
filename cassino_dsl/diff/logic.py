"""Conditions in normal form: negation pushed to the leaves, `and` and `or` flat, sorted and free of repeats.

A form is a nested tuple that begins with its operator; equal forms mean the same. What an expression *is one
of* (a rank among ranks, a card among faces, a kind among kinds) is one operator, ``oneof``, with the whole
list it is chosen from, so that `not` is the rest of the list and alternatives unite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Form = tuple[Any, ...]

TRUE: Form = ("true",)  # no literals: in Python True equals 1
FALSE: Form = ("false",)


def ordered(forms: Iterable[Form]) -> tuple[Form, ...]:
    """Forms in one fixed order, each once."""
    return tuple(sorted(dict.fromkeys(forms), key=repr))


def both(forms: Iterable[Form]) -> Form:
    """All of these hold."""
    return _join("and", forms, TRUE, FALSE)


def either(forms: Iterable[Form]) -> Form:
    """One of these holds."""
    return _join("or", forms, FALSE, TRUE)


def _join(op: str, forms: Iterable[Form], neutral: Form, strong: Form) -> Form:
    flat: list[Form] = []
    for form in forms:
        flat.extend(form[1:] if form[0] == op else (form,))
    parts = ordered(_united(op, [f for f in flat if f != neutral]))
    parts = tuple(f for f in parts if f != neutral)
    if strong in parts or any(negation(f) in parts for f in parts):
        return strong
    if not parts:
        return neutral
    return parts[0] if len(parts) == 1 else (op, *parts)


def _united(op: str, forms: list[Form]) -> list[Form]:
    """Merge what is said of one subject: `rank = J or rank = Q` is one choice."""
    rest = [f for f in forms if f[0] not in _MERGED]
    about: dict[Any, Form] = {}
    for form in (f for f in forms if f[0] in _MERGED):
        subject, merge = _MERGED[form[0]]
        key = (form[0], subject(form))
        about[key] = merge(op, about[key], form) if key in about else form
        if about[key][0] != form[0]:  # all or nothing came of it
            rest.append(about.pop(key))
    return [*rest, *about.values()]


def oneof(subject: Form, allowed: Iterable[str], whole: tuple[str, ...]) -> Form:
    """The subject is among ``allowed``, out of ``whole``."""
    inside = set(allowed)
    members = tuple(w for w in whole if w in inside)
    if not members:
        return FALSE
    return TRUE if len(members) == len(whole) else ("oneof", subject, members, whole)


def negation(form: Form) -> Form:
    """The opposite of a condition."""
    op = form[0]
    if form in (TRUE, FALSE):
        return FALSE if form == TRUE else TRUE
    if op == "not":
        return form[1]  # type: ignore[no-any-return]
    if op in ("and", "or"):
        return (either if op == "and" else both)(negation(f) for f in form[1:])
    if op == "oneof":
        _, subject, allowed, whole = form
        return oneof(subject, (w for w in whole if w not in allowed), whole)
    if op in _OPPOSITE:
        return _OPPOSITE[op](form)
    return ("not", form)


# other modules add the opposites of their own operators here, so that this one need not know them
_OPPOSITE: dict[str, Callable[[Form], Form]] = {
    "eq": lambda form: ("ne", *form[1:]),
    "ne": lambda form: ("eq", *form[1:]),
}


def opposite(op: str, how: Callable[[Form], Form]) -> None:
    """Say how a condition with this operator is negated."""
    _OPPOSITE[op] = how


def _merge_choices(op: str, a: Form, b: Form) -> Form:
    first, second = set(a[2]), set(b[2])
    return oneof(a[1], first & second if op == "and" else first | second, a[3])


# conditions on one subject that `and` and `or` make one of: what the subject is, and how
_MERGED: dict[str, tuple[Callable[[Form], Any], Callable[[str, Form, Form], Form]]] = {
    "oneof": (lambda form: (form[1], form[3]), _merge_choices),
}


def mergeable(op: str, subject: Callable[[Form], Any], merge: Callable[[str, Form, Form], Form]) -> None:
    """Say how two conditions with this operator become one."""
    _MERGED[op] = (subject, merge)


def choose(test: Form, then: Form, other: Form, is_condition: bool) -> Form:
    """``then`` if the test holds, else ``other``."""
    if test == TRUE or then == other:
        return then
    if test == FALSE:
        return other
    if is_condition:
        return both((either((negation(test), then)), either((test, other))))
    against = negation(test)
    if repr(against) < repr(test):
        test, then, other = against, other, then
    return ("if", test, then, other)
