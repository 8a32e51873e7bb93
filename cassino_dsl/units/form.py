"""The form of what the program keeps as JSON, and what is wrong with a document that is not of it, in plain words."""

from __future__ import annotations

import json
from typing import Any

# a kind of value; some of which it is one; the form of each entry of a list; forms by their keys, where a key that
# ends in `?` may be missing
Form = Any
NUMBER = (int, float)

_CALLED = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


class Misfit(ValueError):
    """What is wrong with a document, in words for those who have it."""


def check_form(document: Any, form: Form, *path: str | int) -> None:
    """Raises ``Misfit`` at the first place where a document is not of its form."""
    if isinstance(form, dict) and isinstance(document, dict):
        for key, below in form.items():
            name = key.removesuffix("?")
            if name in document:
                check_form(document[name], below, *path, name)
            elif name == key:
                raise Misfit(f"`{_place(*path, name)}` is missing")
    elif isinstance(form, list) and isinstance(document, list):
        for number, entry in enumerate(document, 1):
            check_form(entry, form[0], *path, number)
    elif type(document) not in (kinds := _kinds(form)):
        wanted = " or ".join(_CALLED[kind] for kind in kinds)
        place = f"`{_place(*path)}`" if path else "it"
        raise Misfit(f"{place} is {_CALLED[type(document)]} where {wanted} has to be")


def plainly(fault: Exception) -> str:
    """What an exception says that reading a document raised, without a word of Python."""
    if isinstance(fault, Misfit):
        return str(fault)
    if isinstance(fault, KeyError) and fault.args and isinstance(fault.args[0], str):
        return f"`{fault.args[0]}` is missing"
    if isinstance(fault, json.JSONDecodeError | UnicodeDecodeError):
        return "it is no JSON"
    return "it is not as the program writes it"


def _kinds(form: Form) -> tuple[type, ...]:
    if isinstance(form, tuple):
        return form
    return (type(form),) if isinstance(form, dict | list) else (form,)


def _place(*path: str | int) -> str:
    return ".".join(map(str, path))
