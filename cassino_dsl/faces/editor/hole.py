"""The text in which somebody writes, with a name in the place of the word at the cursor: what the checker finds out of
that name says what may stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.reading import Reading
from cassino_dsl.faces.editor.spot import Spot
from cassino_dsl.language.check.check_context import Note
from cassino_dsl.language.check.effects import read_series
from cassino_dsl.language.check.expressions import check, infer
from cassino_dsl.language.check.terms import fitting
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.span import Source
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import BY_WORD, QUANTIFIER
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.parser import STARTS, follows, parse
from cassino_dsl.language.syntax.tree import Scalar

NAME = "the_word_that_is_written_here"
_NAMED = ("name", "call", "quantified", "grouped")  # forms that a name begins
_OF_CONDITIONS = ("in", "not", "and", "or", "implies")
MOST_ADDED = 12  # words that end what is begun
# what ends a form that is begun, by the word that has to follow
_ENDINGS = {
    "then": " then redeal",
    "do": " do redeal",
    "else": " else 1",
    "to": " to us",
    "in": " in table",
    "of": " of table",
    ":=": " := 1",
    "cards": " cards",
    "NAME": " x",
    "INT": " 1",
}


@dataclass(frozen=True, slots=True)
class Hole:
    """``around``: the forms in which the name stands, the innermost first, in what was made of the text; ``note``: what
    the checker found, and ``parent`` of the form around it; ``reading``: of the whole file with it."""

    around: tuple[Ast, ...]
    note: Note | None
    parent: Note | None
    reading: Reading

    def faults(self, word: str) -> int:
        """How many faults the checker finds in the form in which the name stands, were it this word."""
        around = self.parent or self.note
        if around is None or self.note is None or self.reading.draft is None:
            return 0
        report = Report()
        draft = replace(self.reading.draft, report=report, notes=None, terms={})  # what is wrong in them is told once
        check(draft, _with(around.ast, self.note.ast, word), around.scope, around.wanted)
        return report.errors

    def taken(self, name: str, args: tuple[Ast, ...]) -> tuple[Type, ...]:
        """What a term or a named effect takes in the place of the hole, beside what else it is given."""
        draft, notes = self.reading.draft, self.reading.notes
        at = next((n for n, arg in enumerate(args) if arg.text == NAME), len(args))
        if draft is None or self.note is None:
            return ()
        exprs = [note.expr if (note := notes.get((arg.span.start, arg.span.end))) else None for arg in args]
        known = [(e.type, e.maybe, e.written) if e else (Type.POISON, False, False) for e in exprs]
        return fitting(draft, name, known, at, self.note.scope.offers, (infer, read_series))


def hole_at(analysis: Analysis, spot: Spot, at: int, start: str) -> Hole:
    """The text of a spot, of which the characters up to ``at`` are taken for what is meant, read with a name there."""
    text = analysis.text
    before = re.sub(r"\w*$", "", text[spot.start : at])
    after = re.sub(r"^\w*", "", text[at : spot.end])
    whole = _whole(start, before, after)
    ast = _parsed(start, whole) if whole is not None else None
    whole = (whole or "").replace("\n", " ").replace("\r", " ")
    reading = analysis.read(_put(text, spot, whole))
    if spot.closing and NAME not in reading.source.text:  # in brackets that nothing closes yet
        reading = analysis.read(_put(closed(text, spot), spot, whole))
    notes = reading.notes.values()
    note = next((n for n in notes if n.ast.head in _NAMED and n.ast.text == NAME), None)
    parent = next((n for n in notes if note is not None and note.ast in n.ast.args), None)
    return Hole(tuple(_around(ast)) if ast else (), note, parent, reading)


def closed(text: str, spot: Spot) -> str:
    """A text with what closes the brackets around a spot, instead of the rest of its line."""
    end = text.find("\n", spot.end)
    return text[: spot.end] + spot.closing + (text[end:] if end >= 0 else "")


def _whole(start: str, before: str, after: str) -> str | None:
    """A whole text with the name in it: with what stands behind the cursor, or else with what ends it soonest."""
    found = before + NAME + after
    if start not in STARTS or _parsed(start, found) is not None:
        return found
    return _ended(start, before + NAME)


def _closing(text: str, may: frozenset[str]) -> str | None:
    """What closes the innermost bracket."""
    opened = re.sub(r"\([^(){}]*\)|\{[^(){}]*\}", "", text)
    while opened != (opened := re.sub(r"\([^(){}]*\)|\{[^(){}]*\}", "", opened)):
        pass
    at = max(opened.rfind("("), opened.rfind("{"))
    if at < 0:
        return None
    word = re.search(r"\w*$", opened[:at])
    runs = opened[at] == "{" or (word is not None and word[0] in QUANTIFIER)
    if runs and "|" in may and "|" not in opened[at:] and re.search(r"\sin\s", opened[at:]):
        return " | true"
    close = ")" if opened[at] == "(" else "}"
    return close if close in may else None


def readable(start: str, before: str, words: frozenset[str], after: str) -> frozenset[str]:
    """The words (``NAME``: any name) with which a text can be read that goes on behind them; all, if it can with none
    of them, or ends with them."""
    whole = {word: f"{before}{NAME if word == 'NAME' else word}{after}" for word in words}
    found = {word for word, text in whole.items() if _parsed(start, text) is not None} if after.strip() else words
    return frozenset(found or words)


def operators_out_of_place(analysis: Analysis, spot: Spot, start: str, end: int, may: frozenset[str]) -> frozenset[str]:
    """Of what may go on behind a whole expression, the operators with which the checker finds more faults in all that
    ends there than with others; behind the name that a quantifier binds, all but `in`."""
    text = analysis.text[spot.start : end].rstrip()
    bound = re.search(r"\b(\w+)\s*\(\s*[a-z]\w*\Z", text)
    if bound and bound[1] in QUANTIFIER and bound[1] not in BY_WORD:
        return may - {"in"}
    reading, stop = analysis.reading, spot.start + len(text)
    if not _ending(reading, stop):
        whole = ((_ended(start, text) if start in STARTS else None) or text).replace("\n", " ").replace("\r", " ")
        put, shown = _put(analysis.text, spot, whole), text.replace("\n", " ").replace("\r", " ").replace("'", "")
        stop = put.find(shown, max(spot.start - 1, 0)) + len(shown)
        reading = analysis.read(put)
        if spot.closing and reading.source.text[stop - len(shown) : stop] != shown:  # in brackets that nothing closes
            reading = analysis.read(put + spot.closing)
    notes = _ending(reading, stop)
    if not notes or reading.draft is None:
        return frozenset()
    faults: dict[str, int] = {}
    for word, note in ((word, note) for word in may - {"$END", "if"} for note in notes):
        sign = "not in" if word == "not" else word
        other = note.ast.span.text if word in ("+", "-") else NAME  # what adds up adds up with itself
        for rest in (other, f"{other} = {NAME}"):  # what is counted may be compared yet
            ast = _parsed("expression", f"{note.ast.span.text} {sign} {rest}")
            if ast is not None:
                report, scope = Report(), note.scope.bind(NAME, Type.POISON)
                check(replace(reading.draft, report=report, notes=None, terms={}), ast, scope, note.wanted)
                wrong = word in _OF_CONDITIONS and note.wanted not in (None, Type.BOOL)  # what holds is no number
                faults[word] = min(report.errors + wrong, faults.get(word, report.errors + wrong))
    return frozenset(word for word, number in faults.items() if number > min(faults.values()))


def _ending(reading: Reading, stop: int) -> list[Note]:
    """What was found of all expressions that end at a place."""
    return [note for note in reading.notes.values() if note.ast.span.end == stop]


def _ended(start: str, text: str) -> str | None:
    """A whole text that begins so: with what ends it soonest."""
    for _ in range(MOST_ADDED):
        if _parsed(start, text) is not None:
            return text
        may = follows(start, text)
        ending = _closing(text, may) or next((added for word, added in _ENDINGS.items() if word in may), None)
        if "$END" in may or ending is None:
            return text if "$END" in may else None
        text += ending
    return None


def _parsed(start: str, text: str) -> Ast | None:
    source = Source("", text)
    span = source.whole()
    return parse(start, Scalar(text, span, type(span)(source, 0, len(text))), Report())


def _with(ast: Ast, part: Ast, word: str) -> Ast:
    """A form in which one part says another word."""
    if ast == part:
        return replace(ast, text=word)
    return replace(ast, args=tuple(_with(arg, part, word) if arg.span.text else arg for arg in ast.args))


def _around(ast: Ast) -> Iterator[Ast]:
    """The forms around the name, from the inside."""
    for arg in ast.args:
        if NAME in arg.span.text or arg.text == NAME:
            yield from _around(arg)
    yield ast


def _put(text: str, spot: Spot, instead: str) -> str:
    """The file with another text at the spot."""
    if spot.quote == "|":
        line = text[spot.start : spot.end].split("\n")[0]
        indent = line[: len(line) - len(line.lstrip(" "))] or " "
        return text[: spot.start] + indent + instead + text[spot.end :]
    begin, end = spot.start, spot.end
    if spot.quote:
        begin, end = begin - 1, end + (text[end : end + 1] == spot.quote)
    space = "" if text[:begin].endswith((" ", "\n", "'", '"')) else " "
    return f"{text[:begin]}{space}'{instead.replace(chr(39), '')}'{text[end:]}"
