"""The tables of the parser that come with the program."""

from __future__ import annotations

import os
from typing import Any

import pytest
from lark import Lark
from lark import __version__ as version

from cassino_dsl.language.resources import folder
from cassino_dsl.language.syntax import parser


def test_they_are_those_of_the_grammar() -> None:
    """UPDATE_GOLDENS=1 writes them anew. Lark numbers its states by chance: what is compared is what can be read."""
    if os.environ.get("UPDATE_GOLDENS") == "1":
        for old in folder("grammar").glob("*.pickle"):
            old.unlink()
        with parser.tables().open("wb") as file:
            parser.made().save(file)
    (made,) = folder("grammar").glob("*.pickle")
    now = parser.tables()
    assert made.stem.rpartition("-")[2] == now.stem.rpartition("-")[2], "UPDATE_GOLDENS=1 pytest tests/syntax"
    if made != now:
        pytest.skip(f"{made.name} is of another Lark than {version}: each run makes its own")
    assert _reads(parser._lark.__wrapped__()) == _reads(parser.made())


def _reads(lark: Lark) -> tuple[Any, ...]:
    """What a parser does, its states in the order in which one comes to them."""
    table = lark.parser.parser._parse_table
    numbers = {state: number for number, state in enumerate(table.start_states[start] for start in parser.STARTS)}
    rows = []
    for state in (todo := [*numbers]):
        row = {}
        for word, (_, then) in sorted(table.states[state].items()):
            if isinstance(then, int):
                if then not in numbers:
                    numbers[then] = len(numbers)
                    todo.append(then)
                row[word] = numbers[then]
            else:
                row[word] = then
        rows.append(row)
    words = [(word.name, word.pattern.to_regexp(), word.priority) for word in lark.terminals]
    ends = [numbers[table.end_states[start]] for start in parser.STARTS]
    return rows, ends, words, lark.rules, lark.options.options


def test_of_another_grammar_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "_grammar", lambda: "start: WORD\nWORD: /a+/\n")
    monkeypatch.setattr(parser, "STARTS", ("start",))
    assert parser._lark.__wrapped__().parse("aaa", start="start").data == "start"
