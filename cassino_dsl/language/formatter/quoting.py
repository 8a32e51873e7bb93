"""How a text is written in YAML: as it is, in quotes where YAML needs them, or in a block of lines."""

from __future__ import annotations

import json
import re

_SPECIAL = re.compile(r"^[\s,\[\]{}#&*!|>'\"%@`]|^[-?:](\s|$)|^(---|\.\.\.)|:\s|:$|\s#|\s$|[\t\n\r]|^<<$|^$")
_IN_BRACKETS = re.compile(r"[,\[\]{}?]")
_SINGLE_BLANK = re.compile(r"(?<![ \t]) (?![ \t])")


def inline(text: str, brackets: bool) -> str:
    """The text in one line; ``brackets``: within `{…}` or `[…]`, where more has to be quoted, as what looks as if they
    had cut it short."""
    cut = brackets and (_IN_BRACKETS.search(text) or text.count("(") > text.count(")"))
    if not _SPECIAL.search(text) and not cut:
        return text
    if "\n" in text or "\t" in text or "\r" in text:
        return json.dumps(text, ensure_ascii=False)
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


def folded(text: str, width: int) -> tuple[str, list[str]] | None:
    """The sign of a `>` block and its lines, of so many characters where that can be; None where a block would say
    something else."""
    body, sign = _ended(text)
    paragraphs = body.split("\n")
    if not body.strip() or any(p != p.strip(" \t") for p in paragraphs):
        return None
    found = []
    for number, paragraph in enumerate(paragraphs):
        found += ([""] if number else []) + _wrapped(paragraph, width)
    return ">" + sign, found


def literal(text: str) -> tuple[str, list[str]] | None:
    """The sign of a `|` block and its lines; None where a block would say something else."""
    body, sign = _ended(text)
    if not body.strip():
        return None
    first = body[: re.search(r"[^\n ]", body).start()]  # type: ignore[union-attr]  # it says something
    return "|" + ("2" if " " in first else "") + sign, body.split("\n")


def _ended(text: str) -> tuple[str, str]:
    """A text without its last line end, and the sign that says how it ends."""
    if not text.endswith("\n"):
        return text, "-"
    return text[:-1], "+" if text.endswith("\n\n") else ""


def _wrapped(paragraph: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in _SINGLE_BLANK.split(paragraph) if paragraph else []:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
