"""What an editor shows within a text: colours of words, links to files, and hints between words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Inlay, Link, Token
from cassino_dsl.faces.editor.navigation import declarations
from cassino_dsl.faces.editor.occurrences import OF_PEOPLE
from cassino_dsl.faces.editor.reading import whole_of
from cassino_dsl.language.check.cost import Scale
from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.ruleset.expr import Quantified
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.syntax.parser import STARTS
from cassino_dsl.language.syntax.shape import Shape, beneath, text_of
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence

_WORDS = re.compile(r"[A-Za-z_]\w*|[-+*/=<>!:|;?]+|\.\.")
MANY = 500  # forms, from which on a search is said to cost something
_NO_TOKENS = OF_PEOPLE | {"key", "file", "moment"}


def tokens(analysis: Analysis) -> tuple[Token, ...]:
    """The words of all expressions, by what they mean, in order."""
    found = [
        Token(one.span.start, one.span.end, one.what, one.declares)
        for one in analysis.occurrences
        if one.what not in _NO_TOKENS and one.span.start < one.span.end
    ]
    taken = {at for token in found for at in range(token.start, token.end)}
    for text in _texts(analysis.reading.tree, whole_of(analysis.text)):
        for word in _WORDS.finditer(text.text):
            start, end = text.start + word.start(), text.start + word.end()
            if start not in taken:
                found.append(Token(start, end, "keyword" if word[0][0].isalpha() else "operator"))
    apart: list[Token] = []
    for token in sorted(found, key=lambda one: (one.start, -one.end)):
        if not apart or token.start >= apart[-1].end:
            apart.append(token)
    return tuple(apart)


def _texts(node: Node, shape: Shape | None) -> Iterator[Span]:
    """Where the texts of the grammar stand."""
    for key, child in node if isinstance(node, Mapping) else ():
        yield from _texts(child, beneath(shape, key.text, detailed=True)[1])
    for item in node.items if isinstance(node, Sequence) else ():
        yield from _texts(item, shape)
    if isinstance(node, Scalar) and node.exact and node.text != REMOVED:
        text = text_of(shape)
        if text is not None and text.reads in STARTS:
            yield node.body


def links(analysis: Analysis) -> tuple[Link, ...]:
    """What names other files."""
    files = ((one, declarations(analysis, one)) for one in analysis.occurrences if one.what == "file")
    return tuple(Link(one.span.start, one.span.end, place.path) for one, places in files for place in places[:1])


def inlays(analysis: Analysis, start: int, end: int) -> tuple[Inlay, ...]:
    """The type of each `let`, and what a search costs, between two places."""
    found = [*_types(analysis), *_costs(analysis)]
    return tuple(sorted((one for one in found if start <= one.at <= end), key=lambda one: one.at))


def _types(analysis: Analysis) -> Iterator[Inlay]:
    for one in analysis.occurrences:
        if one.path[-1:] == ("let",) and one.what == "name":
            types = (use.note.expr.type for use in analysis.occurrences if use.home == one.span and use.note)
            type = next((type for type in types if type is not Type.POISON), None)
            if type is not None:
                yield Inlay(one.span.end, f": {type.value}", "type")


def _costs(analysis: Analysis) -> Iterator[Inlay]:
    """What each search costs that stands in no other one, by the forms that it looks at, where they are many."""
    if analysis.ruleset is None:
        return
    scale, last = Scale(analysis.ruleset), -1
    for (start, end), note in sorted(analysis.reading.notes.items(), key=lambda row: (row[0][0], -row[0][1])):
        if isinstance(note.expr, Quantified) and start >= last:
            last, looked = end, scale.weigh(note.expr).looked
            if looked >= MANY:
                yield Inlay(end, f" up to {looked:,} forms", "cost")
