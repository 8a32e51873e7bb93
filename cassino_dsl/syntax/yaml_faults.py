"""PyYAML's syntax errors, said so that a person who never read YAML's specification can mend them.

PyYAML says what its scanner met, not what the author did. The table ``_CAUSES`` recognizes the frequent
mistakes by PyYAML's words (libyaml and the pure Python parser word them differently) and by the characters
at the place; whatever it does not know is passed on in PyYAML's own words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import yaml

from cassino_dsl.diagnostics.codes import files as codes
from cassino_dsl.diagnostics.diagnostic import Code
from cassino_dsl.ruleset.span import Source, Span
from cassino_dsl.syntax.yaml_text import short

QUOTE = "quote the whole text, or write it as a block: `>` and the text on the lines below, indented"
_KEY_AND_VALUE = "write `key: value`; a text over several lines has to be indented deeper than its key"
_NOT_BESIDE = "this line is indented like none of those around it"
_INDENT = "indent it exactly like the lines that it belongs beside, with two blanks for each level"
_BEFORE_VALUE = re.compile(r"[ \t]*(?:-[ \t]+)*(?:[^\s:\"'{\[][^:\n]*:[ \t]+)?")
_BLANKS = re.compile(r" *")
_NO_SPACE = re.compile(r"[\w ]+:[^\s:]")  # `dsl:1`


@dataclass(frozen=True, slots=True)
class YamlFault:
    """What to report for a syntax error."""

    span: Span
    message: str
    help: str | None = None
    others: tuple[tuple[Span, str], ...] = ()
    code: type[Code] = codes.YamlSyntax


@dataclass(frozen=True, slots=True)
class _Error:
    """A syntax error of PyYAML, with offsets instead of marks."""

    source: Source
    problem: str
    context: str
    at: int  # where the problem was met
    since: int  # where what was being read began
    opened: Span | None  # the bracket that is open there

    @property
    def character(self) -> str:
        return self.source.text[self.at : self.at + 1]

    @property
    def line_start(self) -> int:
        return self.source.text.rfind("\n", 0, self.at) + 1

    @property
    def begins_line(self) -> bool:
        return not self.source.text[self.line_start : self.at].strip()

    @property
    def at_end(self) -> bool:
        return not self.source.text[self.at :].strip()

    @property
    def starter(self) -> str:
        """The first character of the value that stands on this line."""
        found = _BEFORE_VALUE.match(self.source.text, self.line_start)
        return self.source.text[found.end() : found.end() + 1] if found and found.end() < self.at else ""

    @property
    def above(self) -> int:
        """The first character of the line above that says something; of this line where there is none."""
        start = self.line_start
        while start:
            start = self.source.text.rfind("\n", 0, start - 1) + 1
            line = self.rest(start).text.lstrip()
            if line and not line.startswith("#"):
                return start + _indent(self.source.text, start)
        return self.line_start + _indent(self.source.text, self.line_start)

    def outside(self, opened: Span) -> bool:
        """Whether this line cannot belong to a bracket: one further down, indented no deeper than the bracket's."""
        text = self.source.text
        start = text.rfind("\n", 0, opened.start) + 1
        return start < self.line_start and _indent(text, self.line_start) <= _indent(text, start)

    @property
    def odd_above(self) -> bool:
        """Whether the line above, and not this one, is indented as few lines of the file are."""
        text = self.source.text
        depths = Counter(_indent(text, at) for at in self.source.line_starts)
        start = text.rfind("\n", 0, self.above) + 1
        return depths[_indent(text, start)] < depths[_indent(text, self.line_start)]

    def point(self, at: int | None = None) -> Span:
        """One character; at the end of the file, the place just after its last text."""
        at = self.at if at is None else at
        text = self.source.text
        if at < len(text) and text[at] not in "\r\n":
            return Span(self.source, at, at + 1)
        last = len(text[:at].rstrip())
        return Span(self.source, last, last)

    def rest(self, at: int | None = None) -> Span:
        """From a place to the end of its line."""
        at = self.at if at is None else at
        end = self.source.text.find("\n", at)
        text = self.source.text[at : end if end >= 0 else len(self.source.text)].rstrip()
        return Span(self.source, at, at + len(text)) if text else self.point(at)


def _indent(text: str, start: int) -> int:
    """How many blanks begin a line."""
    found = _BLANKS.match(text, start)
    return len(found[0]) if found else 0


def explain(error: yaml.YAMLError, source: Source, opened: Span | None) -> YamlFault:
    """The fault behind a syntax error; ``opened`` is the innermost bracket that is still open."""
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "unknown error")
    context = str(getattr(error, "context", None) or "")
    at = _index(getattr(error, "problem_mark", None), 0)
    since = _index(getattr(error, "context_mark", None), at)
    size = len(source.text)
    found = _Error(source, problem, context, min(at, size), min(since, size), opened)
    if found.character == "\t":
        return _tab(found)
    for words, cause in _CAUSES:
        if re.search(words, f"{context}; {problem}"):
            return cause(found)
    return YamlFault(found.point(), f"YAML cannot read this: {short(problem)}")


def _index(mark: object, default: int) -> int:
    index = getattr(mark, "index", None)
    return index if isinstance(index, int) else default


def _tab(error: _Error) -> YamlFault:
    text = error.source.text[error.at :]
    width = max(1, len(text) - len(text.lstrip("\t")))
    return YamlFault(
        Span(error.source, error.at, error.at + width),
        "a tab where YAML wants spaces",
        help="indent with spaces, two for each level",
        code=codes.TabIndentation,
    )


def _second_colon(error: _Error) -> YamlFault:
    """``name: Cassino: the game``, or a line indented deeper under a key that has a value."""
    before = error.source.text[error.line_start : error.at]
    if re.search(r":\s", before) or error.starter == "-":
        return YamlFault(error.point(), "a `: ` inside a text", help=QUOTE)
    if len(before.strip()) > 1000:
        return YamlFault(error.point(), "this key is too long", help="a key has at most 1,000 characters")
    start = error.above
    if _NO_SPACE.match(error.source.text, start):
        return _no_space(error.rest(start))
    if not re.search(r":(\s|$)", error.rest(start).text):
        return YamlFault(error.rest(start), "this line is not a key with its value", help=_KEY_AND_VALUE)
    if error.odd_above:
        return YamlFault(error.rest(start), _NOT_BESIDE, help=_INDENT)
    return YamlFault(
        Span(error.source, error.at - len(before.lstrip()), error.at),
        "a key cannot begin in the middle of a text",
        help="the line above already holds a text: indent this line like the key it belongs beside",
    )


def _no_space(span: Span) -> YamlFault:
    return YamlFault(span, "no space after the colon", help="write a space after the colon of a key")


def _no_colon(error: _Error) -> YamlFault:
    """A line among keys that is no key."""
    span = error.rest(error.since)
    if _NO_SPACE.match(span.text):
        return _no_space(span)
    return YamlFault(span, "this line is not a key with its value", help=_KEY_AND_VALUE)


def _list_beside_key(error: _Error) -> YamlFault:
    help = "begin the list on the next line, or quote a text that begins with `- `"
    return YamlFault(error.point(), "a list cannot begin here", help=help)


def _lone_quote(error: _Error, sign: str) -> Span | None:
    """The one place where a quote of this sign has no partner in its line; None where there are several, or none."""
    lines = enumerate(error.source.text.split("\n"), 1)
    odd = [number for number, line in lines if line.count(sign) % 2]
    if len(odd) != 1:
        return None
    start = error.source.line_starts[odd[0] - 1]
    return error.point(start + error.source.line(odd[0]).rindex(sign))


def _open_quote(error: _Error) -> YamlFault:
    sign = error.point(error.since).text
    lone = _lone_quote(error, sign)
    if lone is not None and lone.line < error.point(error.since).line:
        return YamlFault(lone, "this quote has no partner in its line", help="write the other quote")
    return YamlFault(error.point(error.since), "this quote is never closed", help="write the closing quote")


def _escape(error: _Error) -> YamlFault:
    help = "leave out the quotes or use single ones; a backslash itself is written `\\\\`"
    return YamlFault(error.point(), "an unknown escape in a text between double quotes", help=help)


def _star_or_and(error: _Error) -> YamlFault:
    kind = "an alias" if "alias" in error.context else "an anchor"
    return YamlFault(
        error.point(error.since),
        f"YAML takes a text that begins with `{error.point(error.since).text}` for {kind}",
        help=QUOTE,
        code=codes.AnchorOrAlias,
    )


def _bang(error: _Error) -> YamlFault:
    start = error.at if error.character == "!" else error.since
    return YamlFault(
        error.point(start), "YAML takes a text that begins with `!` for a tag", help=QUOTE, code=codes.YamlTag
    )


def _block_header(error: _Error) -> YamlFault:
    starter = error.point(error.since)
    return YamlFault(
        starter,
        f"after `{starter.text}` the text has to begin on the next line",
        help=f"write the text on the lines below, indented; quote a text that begins with `{starter.text}`",
    )


def _starts_no_text(error: _Error) -> YamlFault:
    starter = "a backtick" if error.character == "`" else f"`{error.character}`"
    return YamlFault(error.point(), f"a text cannot begin with {starter}", help=QUOTE)


def _percent_line(error: _Error) -> YamlFault:
    span = Span(error.source, error.since, error.since + 1)
    return YamlFault(span, "a line cannot begin with `%`", help="quote the text, or indent the line")


def _in_brackets(error: _Error) -> YamlFault:
    """Inside ``{…}`` or ``[…]``: not closed, closed by the wrong bracket, or a bracket in a text."""
    opened = error.opened or error.point(error.since)
    closer = "]" if opened.text == "[" else "}"
    pair = f"`{opened.text}…{closer}`"
    others = ((opened, "opened here"),)
    if error.at_end or error.outside(opened):
        return YamlFault(opened, f"this `{opened.text}` is never closed", help=f"write the closing `{closer}`")
    if error.character == ",":
        return YamlFault(error.point(), "a value is missing before this comma", others=others, help="write it")
    if error.character == ":" and error.source.text[: error.at].rstrip()[-1:] in {"{", "[", ","}:
        return _no_key(error)
    if error.character in {"{", "["}:
        return YamlFault(
            error.point(),
            f"inside {pair} a `{error.character}` ends the text before it",
            others=others,
            help="write the value on a line of its own or quote it",
        )
    return YamlFault(
        error.point(),
        f"expected `,` or `{closer}` here",
        others=others,
        help=f"is a comma or the closing `{closer}` missing before it?",
    )


def _no_key(error: _Error) -> YamlFault:
    help = "write it, or quote a text that begins with a colon"
    return YamlFault(error.point(), "a key is missing before this colon", help=help, code=codes.KeyNotText)


def _no_value(error: _Error) -> YamlFault:
    if error.opened:
        return _in_brackets(error)
    return YamlFault(error.point(), f"a value cannot begin with `{error.character}`", help=QUOTE)


def _unexpected(error: _Error) -> YamlFault:
    """A list or mapping in block style is followed by what does not belong to it."""
    kind = "list" if "collection" in error.context or "sequence" in error.context else "mapping"
    if error.character == ":":
        return _no_key(error)
    if error.begins_line and error.odd_above:
        return YamlFault(error.rest(error.above), _NOT_BESIDE, help=_INDENT)
    if error.begins_line:
        help = f"indent it exactly like the other {'items' if kind == 'list' else 'keys'}"
        if kind == "list" and error.character != "-":
            help = "write `- ` before each item of a list"
        return YamlFault(
            error.rest(),
            f"this line does not fit the {kind} around it",
            help=help,
            others=((error.point(error.since), f"the {kind} begins here"),),
        )
    last = error.source.text[: error.at].rstrip()[-1:]
    lone = _lone_quote(error, last) if last in {'"', "'"} else None
    if lone is not None and lone.line != error.point().line:
        return YamlFault(lone, "this quote has no partner in its line", help="write the other quote")
    if last in {'"', "'"}:
        odd = error.source.text[error.line_start : error.at].count(last) % 2
        help = "the quoted text begins on a line above: is its closing quote missing there?" if odd else QUOTE
        return YamlFault(error.rest(), "text after the closing quote", help=help)
    if error.starter in {"{", "["}:
        return YamlFault(error.rest(), f"text after the bracket that began with `{error.starter}`", help=QUOTE)
    return YamlFault(error.rest(), "text that does not belong to the value before it", help=QUOTE)


def _after_the_end(error: _Error) -> YamlFault:
    """A second root: a line indented less than the first one, or what follows ``...``."""
    lines = error.source.text[: error.line_start].rstrip().rsplit("\n", 1)
    if lines[-1].startswith("..."):
        return YamlFault(
            error.rest(),
            "a second document begins here",
            help="take the line `...` away, or put what follows into a file of its own",
            code=codes.SeveralDocuments,
        )
    help = "begin all keys of the file in the first column"
    if error.odd_above:
        return YamlFault(error.rest(error.above), _NOT_BESIDE, help=help)
    return YamlFault(error.rest(), "this does not belong to what stands above it", help=help)


_CAUSES: tuple[tuple[str, Callable[[_Error], YamlFault]], ...] = (
    ("tab character", _tab),
    ("mapping values are not allowed", _second_colon),
    ("could not find expected ':'", _no_colon),
    ("sequence entries are not allowed", _list_beside_key),
    ("quoted scalar; .*(end of stream|document)", _open_quote),
    ("quoted scalar; ", _escape),
    ("an (alias|anchor); ", _star_or_and),
    ("a tag; |undefined tag handle", _bang),
    ("a block scalar; ", _block_header),
    ("cannot start any token", _starts_no_text),
    ("a directive; ", _percent_line),
    ("a flow (mapping|sequence); ", _in_brackets),
    ("(flow|block) node; .*node content", _no_value),
    ("while parsing a block", _unexpected),
    ("<document start>", _after_the_end),
)
