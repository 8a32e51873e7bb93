"""What a new file begins with, for `cassino new` and for editors: the whole of it where nothing is written yet, and
clause by clause where somebody writes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

BEGINNINGS = {"game": "a small game", "variant": "a variant of another", "house_rule": "a house rule"}


def beginning(kind: str, name: str, base: str = "cassino", schema: str = "", file: str = "") -> str:
    """The text of a new file, of a kind of ``BEGINNINGS``. ``schema``: what the file names as its schema; ``file``: how
    its commands call it."""
    text = Path(__file__).with_name("beginnings").joinpath(f"{kind}.yaml.txt").read_text(encoding="utf-8")
    whole = text.format(title=name.replace("-", " ").title(), base=base, schema=schema, file=file or f"{name}.yaml")
    return whole if schema else whole.partition("\n")[2]


@cache
def usual_clauses() -> tuple[tuple[str, str], ...]:
    """The clauses of the small game, those that it has in comments too: the section of each, and its lines."""
    plain = re.sub(r"^# (?=\w+:$|  )", "", beginning("game", ""), flags=re.MULTILINE)
    return tuple((section, clause) for section, text in sections_of(plain) for clause in clauses_of(text))


def sections_of(text: str) -> list[tuple[str, str]]:
    """The sections of a file that have lines of their own, with these."""
    return re.findall(r"^(\w+):\n((?:[ ].*\n?)+)", text, re.MULTILINE)


def clauses_of(lines: str) -> Iterator[str]:
    """The clauses of a section, without its indent."""
    for clause in re.findall(r"^  (?:\S.*\n?(?:   .*\n?)*)", lines, re.MULTILINE):
        yield "\n".join(line[2:] for line in clause.rstrip().split("\n"))
