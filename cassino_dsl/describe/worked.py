"""Worked examples in words: the position, and what is expected of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def position_text(example: Mapping[str, Any]) -> str:
    """The position of an example in sentences."""
    parts = []
    if example.get("table"):
        parts.append(f"On the table: {plain(str(example['table']))}.")
    for build in example.get("builds") or ():
        if isinstance(build, Mapping):
            groups = build.get("groups")
            shown = ", ".join(map(str, groups)) if isinstance(groups, list) else str(groups)
            owner = f" of seat {build['owner']}" if build.get("owner") else ""
            parts.append(f"A build of {build.get('value')}{owner}: {plain(shown)}.")
    if example.get("hand"):
        parts.append(f"In the hand: {plain(str(example['hand']))}.")
    return " ".join(parts)


def expectation_text(example: Mapping[str, Any]) -> str:
    """What an example expects, in a sentence for each kind of expectation."""
    wanted = example.get("expect")
    if not isinstance(wanted, Mapping):
        return ""
    parts = []
    for key, verb in (("captures", "takes"), ("builds", "builds")):
        rows = wanted.get(key)
        for card, sets in rows.items() if isinstance(rows, Mapping) else ():
            choices = sets if isinstance(sets, list) else [sets]
            parts.append(f"{card} {verb} {'; '.join(map(str, choices)) if choices and choices != [''] else 'nothing'}.")
    for key, text in (("plays", "Plays"), ("legal", "Legal"), ("illegal", "Not legal"), ("trails", "May be trailed")):
        if wanted.get(key):
            value = wanted[key]
            parts.append(f"{text}: {'; '.join(map(str, value)) if isinstance(value, list) else value}.")
    awards = wanted.get("awards")
    for name, row in awards.items() if isinstance(awards, Mapping) else ():
        points = ", ".join(f"side {s} {p}" for s, p in row.items()) if isinstance(row, Mapping) else str(row)
        parts.append(f"{str(name).replace('_', ' ').capitalize()}: {points}.")
    if wanted.get("winner"):
        parts.append(f"Side {wanted['winner']} wins." if wanted["winner"] != "nobody" else "Nobody wins.")
    return " ".join(plain(p) for p in parts)


def sentence(text: str) -> str:
    """Text with a capital letter and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def plain(text: str) -> str:
    """Text of a file with nothing that Markdown would take for more than text."""
    return "".join("\\" + ch if ch in "\\`*_[]<>#|" else ch for ch in " ".join(text.split()))
