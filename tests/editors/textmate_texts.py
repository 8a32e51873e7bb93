"""How the texts of the language are coloured: one list of TextMate patterns for each start rule of the grammar.

What is a keyword in a text of one kind is read off the grammar's own rules, what is a function off the rows of the
words: nothing is listed here but the names of colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.cards import PLACES, PRESETS
from cassino_dsl.language.ruleset.model import KINDS
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.language.syntax.parser import STARTS

Pattern = dict[str, Any]
EXPRESSION = "expression"
WHERE = "where"
NOT_COMPARED = r"(?<![=<>] )"  # behind such a sign any word is a value: `= win`, where an option can be that
ENDS = r"(?=[,}\]\"'])"  # where a text ends that stands in the flow style of YAML, or between quotes


def texts() -> dict[str, list[Pattern]]:
    """The patterns of each kind of text, by its start rule; but for its own words, each is an expression."""
    grammar = (folder("grammar") / "cassino.lark").read_text(encoding="utf-8")
    lark = Lark(grammar, parser="lalr", start=list(STARTS))
    terminals = {terminal.name: terminal for terminal in lark.terminals}
    read = {start: _read(start, lark.rules, terminals) for start in STARTS}
    plain = read[EXPRESSION]
    found = {EXPRESSION: [*_own(EXPRESSION, plain, "keyword.operator.word"), *_names()]}
    for start, what in read.items():
        if start != EXPRESSION:
            own = _Read(what.pairs - plain.pairs, {k: v for k, v in what.shapes.items() if k not in plain.shapes})
            found[start] = [*_own(start, own, "keyword.control"), {"include": f"#{EXPRESSION}"}]
    return found


def scope(name: str) -> str:
    """The name of a colour: themes know those of other languages by their beginning."""
    return f"{name}.cassino"


def words(names: Iterable[str]) -> str:
    """A pattern for any of these words as a whole."""
    return rf"(?<!\w)(?:{'|'.join(re.escape(name) for name in sorted(names))})(?!\w)"


def _coloured(match: str, colour: str) -> Pattern:
    return {"match": match, "name": scope(colour)}


@dataclass(frozen=True, slots=True)
class _Read:
    """What the grammar says of one kind of text: the words and signs in it, each with the one that stands before it
    where there is one, and the shapes of what has no fixed text, by name."""

    pairs: frozenset[tuple[str, str]]
    shapes: dict[str, str]


def _read(start: str, rules: list[Rule], terminals: dict[str, TerminalDef]) -> _Read:
    found: set[str] = set()
    wanted = {start}
    while wanted:
        found |= wanted
        below = chain.from_iterable(rule.expansion for rule in rules if rule.origin.name in wanted)
        wanted = {part.name for part in below if not part.is_term} - found
    parts = [[terminals.get(part.name) for part in rule.expansion] for rule in rules if rule.origin.name in found]
    literal = [["", *(t.pattern.value if t and t.pattern.type == "str" else "" for t in rule)] for rule in parts]
    pairs = frozenset((a, b) for a, b in chain.from_iterable(map(pairwise, literal)) if b)
    return _Read(pairs, {t.name: t.pattern.value for t in chain.from_iterable(parts) if t and t.pattern.type == "re"})


def _own(start: str, read: _Read, keyword: str) -> list[Pattern]:
    """Brackets, words, signs, and shapes such as that of a card."""
    found = [_bracket(start, *pair) for pair in ("()", "{}")]
    pairs = {(a, b) for a, b in read.pairs if b != WHERE}
    if pairs != read.pairs:
        found.append(_where())
    for name, shape in sorted(read.shapes.items()):  # before words: they say themselves what has to follow
        colour = {"CARD": "constant.other.card", "INT": "constant.numeric"}.get(name, keyword)
        if name != "NAME":
            function = any(re.fullmatch(shape, word) for word in _functions())  # `groups(b)` is one
            unless = r"(?!\s*\()" if function else ""
            found.append(_coloured(rf"(?<!\w){_over_lines(shape)}(?!\w){unless}", colour))
    phrases = {rf"{a}\s+{b}" for a, b in pairs if a.isalpha() and b.isalpha()}  # apart they may be something else
    found += [_coloured(rf"(?<!\w){phrase}(?!\w)", keyword) for phrase in sorted(phrases)]
    alone, functions = {b for a, b in pairs if b.isalpha() and not a.isalpha()}, _functions()
    for these, unless in ((alone - functions, ""), (alone & functions, r"(?!\s*\()")):
        if these:
            found.append(_coloured(NOT_COMPARED + words(these) + unless, keyword))
    signs = {b for _, b in pairs if not b.isalpha()} - {*"(){},"}
    if signs:
        longest_first = sorted(signs, key=lambda sign: (-len(sign), sign))
        found.append(_coloured("|".join(map(re.escape, longest_first)), "keyword.operator"))
    return [*found, _coloured(",", "punctuation.separator")]


def _bracket(start: str, left: str, right: str) -> Pattern:
    return {
        "begin": re.escape(left),
        "end": re.escape(right),
        "beginCaptures": {"0": {"name": scope("punctuation.section.begin")}},
        "endCaptures": {"0": {"name": scope("punctuation.section.end")}},
        "patterns": [{"include": f"#{start}"}],
    }


def _where() -> Pattern:
    """What follows `where` is an expression to its end, in which `card` and `all` mean something else."""
    return {
        "begin": words([WHERE]),
        "end": ENDS,
        "beginCaptures": {"0": {"name": scope("keyword.control")}},
        "patterns": [{"include": f"#{EXPRESSION}"}],
    }


def _functions() -> set[str]:
    """Words that take arguments."""
    return {word for word, rows in BY_WORD.items() if any(row.params for row in rows)} | set(QUANTIFIER)


def _names() -> list[Pattern]:
    """Names: those of the language, and those of the author."""
    ranks = {rank for ranks, _, _ in PRESETS.values() for rank in ranks if rank.isalpha()}
    suits = {word for _, suits, _ in PRESETS.values() for suit in suits for word in (suit.name, suit.colour)}
    return [
        _coloured(words(_functions()) + r"(?=\s*\()", "support.function"),
        _coloured(words(["true", "false", "none"]), "constant.language"),
        _coloured(words(ranks | suits), "constant.other.card"),
        _coloured(words(BY_WORD), "support.variable"),
        _coloured(words((set(KINDS) | set(PLACES)) - set(BY_WORD)), "constant.other.word"),
        _coloured(r"(?<!\w)[A-Za-z_]\w*(?=\s*\()", "entity.name.function"),
        _coloured(r"(?<!\w)[A-Za-z_]\w*", "variable.other"),
    ]


def _over_lines(shape: str) -> str:
    """A pattern whose lookahead goes on in the next line, which one line does not show: there the word is enough."""
    head, looks, rest = shape.partition(r"(?=\s+")
    return f"{head}(?=\\s*$|\\s+{rest}" if looks else shape
