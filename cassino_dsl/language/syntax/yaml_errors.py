"""PyYAML's syntax errors, said so that a person who never read YAML's specification can mend them.

PyYAML says what its scanner met, not what the author did. The table ``_CAUSES`` recognizes the frequent
mistakes by PyYAML's words (libyaml and the pure Python parser word them differently) and by the characters
at the place; whatever it does not know is passed on in PyYAML's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

import yaml

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.diagnostics.remedy import (
    MOST_EDITS,
    QUOTE,
    Advice,
    TextEdit,
    insert,
    quote,
    there,
    write,
)
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.shape import KEYS, OF_KEYS
from cassino_dsl.language.syntax.stumble import Stumble
from cassino_dsl.language.syntax.yaml_text import flow_text, short

_KEY_AND_VALUE = "write `key: value`; a text over several lines has to be indented deeper than its key"
_NOT_BESIDE = "this line is indented like none of those around it"
_INDENT = "indent it exactly like the lines that it belongs beside, with two blanks for each level"
_COMMENT = re.compile(r"(?://+|--|/\*|;)\s*(.*?)\s*(?:\*/)?")
_PAIR = re.compile(r"(\w+)\s*[=：]\s*(\S.*)")
_BLOCK = re.compile(r":[ \t]*[|>][-+0-9]*[ \t]*\n[ \t]*\Z")  # what comes behind is the text of a block
_INDENTATION = re.compile(r" *")
_SPACES = "indent with spaces, two for each level"
_SPACE = "write a space after the colon of a key"
_NO_SPACE = re.compile(r"[\w ]+:[^\s:]")  # `dsl:1`
_GLUED = re.compile(r"\b\w+:[{\[]")  # `kings:{each: K}`; from the beginning of a word, or a long line takes for ever


def explain(error: yaml.YAMLError, source: Source, opened: Span | None) -> Diagnostic:
    """The fault behind a syntax error; ``opened`` is the innermost bracket that is still open."""
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "unknown error")
    context = str(getattr(error, "context", None) or "")
    at = _index(getattr(error, "problem_mark", None), 0)
    since = _index(getattr(error, "context_mark", None), at)
    size = len(source.text)
    found = Stumble(source, problem, context, min(at, size), min(since, size), opened)
    if found.character == "\t":
        return _tab(found)
    for words, cause in _CAUSES:
        if re.search(words, f"{context}; {problem}"):
            return cause(found)
    return _fault(found.point(), f"YAML cannot read this: {short(problem)}")


def _fault(
    span: Span,
    message: str,
    help: str | None = None,
    others: tuple[tuple[Span, str], ...] = (),
    code: Code = Code.YAML_SYNTAX,
) -> Diagnostic:
    return Diagnostic(code, message, span, help, others)


def _index(mark: object, default: int) -> int:
    index = getattr(mark, "index", None)
    return index if isinstance(index, int) else default


def _tab(error: Stumble) -> Diagnostic:
    text = error.source.text[error.at :]
    width = max(1, len(text) - len(text.lstrip("\t")))
    blanks = " " if error.source.text[error.line_start : error.at].strip() == "-" else "  " * width
    help = write(blanks, said=_SPACES)
    if error.begins_line:
        help = there(_SPACES, islice(_untabbed(error.source), MOST_EDITS))
    place = Span(error.source, error.at, error.at + width)
    return _fault(place, "a tab where YAML wants spaces", help, code=Code.TAB_INDENTATION)


def _untabbed(source: Source) -> Iterator[TextEdit]:
    """Two blanks for each tab that begins a line; more, where what stands below a key would not be deeper than it."""
    above, opens, deeper = 0, False, 0
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number).rstrip()
        said = line.lstrip(" \t")
        if not said or said.startswith("#"):
            continue
        wide = len(line) - len(said)
        tabs = line.count("\t", 0, wide)
        deeper = max(deeper, above + 2 - wide - tabs if opens else 0) if tabs else 0
        if tabs:
            yield TextEdit(Span(source, start, start + wide), " " * (wide + tabs + deeper))
        above, opens = wide + tabs + deeper, bool(re.search(r":(?:[ \t]+#.*)?\Z", said))


def _second_colon(error: Stumble) -> Diagnostic:
    """``name: Cassino: the game``, or a line indented deeper under a key that has a value."""
    before = error.source.text[error.line_start : error.at]
    if (glued := _GLUED.search(before)) is not None:
        return _no_space(error.rest(error.line_start + glued.start()))
    if re.search(r":\s", before) or error.starter == "-":
        value = error.rest(error.value)
        begins = re.match(r"\w+(?=:\s)", value.text)
        if error.key in OF_KEYS or (begins and error.key not in KEYS and begins[0] in KEYS):
            said = f"write what stands under `{error.key}` on lines of its own, indented, or in braces"
            help = there(said, [TextEdit(value, f"{{{value.text}}}")], "write it in braces", safe=False)
            return _fault(value, "two keys on one line", help)
        return _fault(error.point(), "a `: ` inside a text", help=QUOTE)
    start = error.above
    if _NO_SPACE.match(error.source.text, start) or not re.search(r":(\s|$)", error.rest(start).text):
        return _no_colon(error.rest(start))
    if error.odd_above:
        return _odd(error, error.above, error.line_start)
    said = "the line above already holds a text: indent this line like the key it belongs beside"
    return _fault(
        Span(error.source, error.at - len(before.lstrip()), error.at),
        "a key cannot begin in the middle of a text",
        help=_indented(error, said, error.line_start, start),
    )


def _odd(error: Stumble, at: int, like: int, message: str = _NOT_BESIDE) -> Diagnostic:
    """A line that is indented unlike another one; `-name: x`, which YAML takes for a key, has no blank before."""
    line = error.rest(at)
    if re.match(r"-\w+:(?:\s|$)", line.text):
        return _fault(line, "no blank after the `-` of an entry", help=insert("write a blank behind it", 1, " "))
    return _fault(line, message, help=_indented(error, _INDENT, at, like))


def _indented(error: Stumble, said: str, line: int, like: int) -> Advice:
    """A line indented like another one; both by a place in them."""
    text = error.source.text
    start, other = (text.rfind("\n", 0, at) + 1 for at in (line, like))
    own, blanks = (_INDENTATION.match(text, at)[0] for at in (start, other))  # type: ignore[index]
    return there(said, [TextEdit(Span(error.source, start, start + len(own)), blanks)], "indent it so", safe=False)


def _no_space(span: Span) -> Diagnostic:
    return _fault(span, "no space after the colon", help=insert(_SPACE, span.text.find(":") + 1, " "))


def _no_colon(span: Span) -> Diagnostic:
    """A line among keys that is no key: no space behind its colon, a comment of another language, or a value behind
    another sign."""
    if _NO_SPACE.match(span.text):
        return _no_space(span)
    comment, pair = _COMMENT.fullmatch(span.text), _PAIR.fullmatch(span.text)
    help: str = _KEY_AND_VALUE
    if comment:
        help = write(f"# {comment[1]}", ": a comment begins with `#`", certain=False)
    elif pair and not _BLOCK.search(span.source.text[: span.start]):
        help = write(f"{pair[1]}: {pair[2]}")
    return _fault(span, "this line is not a key with its value", help=help)


def _lone_quote(error: Stumble, sign: str) -> Span | None:
    """The one place where a quote of this sign has no partner in its line; None where there are several, or none."""
    lines = enumerate(error.source.text.split("\n"), 1)
    odd = [number for number, line in lines if line.count(sign) % 2]
    if len(odd) != 1:
        return None
    start = error.source.line_starts[odd[0] - 1]
    return error.point(start + error.source.line(odd[0]).rindex(sign))


def _open_quote(error: Stumble) -> Diagnostic:
    sign = error.point(error.since).text
    lone = _lone_quote(error, sign)
    opened = error.point(error.since)
    return _no_partner(error, lone if lone is not None and lone.line < opened.line else opened)


def _no_partner(error: Stumble, lone: Span) -> Diagnostic:
    help = insert("write the closing quote", len(error.rest(lone.start).text), lone.text, certain=False)
    return _fault(lone, "this quote is never closed", help=help)


def _in_brackets(error: Stumble) -> Diagnostic:
    """Inside ``{…}`` or ``[…]``: not closed, closed by the wrong bracket, or a bracket in a text."""
    opened = error.opened or error.point(error.since)
    closer = "]" if opened.text == "[" else "}"
    pair = f"`{opened.text}…{closer}`"
    others = ((opened, "opened here"),)
    line = error.source.text[error.line_start : error.at + 2]
    if error.character in ":{[" and (glued := _GLUED.search(line)) is not None:
        return _no_space(error.rest(error.line_start + glued.start()))
    if error.at_end or error.outside(opened):
        help = insert(f"write the closing `{closer}`", len(error.rest(opened.start).text), closer, certain=False)
        return _fault(opened, f"this `{opened.text}` is never closed", help=help)
    if error.character == ",":
        return _fault(error.point(), "a value is missing before this comma", others=others, help="write it")
    if error.character == ":" and error.source.text[: error.at].rstrip()[-1:] in {"{", "[", ","}:
        return _no_key(error)
    if error.character in {"{", "["}:
        message = f"inside {pair} a `{error.character}` ends the text before it"
        value = flow_text(error.source, error.at, own=False)
        help = quote("write the value on a line of its own or quote it", value)
        return _fault(error.point(), message, help, others)
    return _fault(
        error.point(),
        f"expected `,` or `{closer}` here",
        others=others,
        help=f"is a comma or the closing `{closer}` missing before it?",
    )


def _no_key(error: Stumble) -> Diagnostic:
    help = "write it, or quote a text that begins with a colon"
    return _fault(error.point(), "a key is missing before this colon", help=help, code=Code.KEY_NOT_TEXT)


def _unexpected(error: Stumble) -> Diagnostic:
    """A list or mapping in block style is followed by what does not belong to it."""
    kind = "list" if "collection" in error.context or "sequence" in error.context else "mapping"
    if error.character == ":":
        return _no_key(error)
    if kind == "mapping" and error.begins_line and error.character == "-":
        others = ((error.point(error.since), "the mapping begins here"),)
        named = "the others have names: give it one instead of the `-`, `a_name: …`"
        return _fault(error.rest(), "an entry of a list stands among keys", help=named, others=others)
    if error.begins_line and error.odd_above and error.character != "-":
        return _odd(error, error.above, error.line_start)
    if error.begins_line and kind == "list" and error.character != "-":
        help = "write `- ` before each item of a list, or before none where each has a name: `a_name: …`"
        return _fault(error.rest(), "this line does not fit the list around it", help)
    if error.begins_line:
        return _odd(error, error.at, error.above, f"this line does not fit the {kind} around it")
    last = error.source.text[: error.at].rstrip()[-1:]
    lone = _lone_quote(error, last) if last in {'"', "'"} else None
    if lone is not None and lone.line != error.point().line:
        return _no_partner(error, lone)
    if last in {'"', "'"}:
        odd = error.source.text[error.line_start : error.at].count(last) % 2
        help = "the quoted text begins on a line above: is its closing quote missing there?" if odd else QUOTE
        return _fault(error.rest(), "text after the closing quote", help=help)
    if error.starter in {"{", "["}:
        help = f"leave it out, or {QUOTE}"
        return _fault(error.rest(), f"text after the bracket that began with `{error.starter}`", help=help)
    return _fault(error.rest(), "text that does not belong to the value before it", help=QUOTE)


def _after_the_end(error: Stumble) -> Diagnostic:
    """A second root: a line indented less than the first one, or what follows ``...``."""
    lines = error.source.text[: error.line_start].rstrip().rsplit("\n", 1)
    if lines[-1].startswith("..."):
        return _fault(
            error.rest(),
            "a second document begins here",
            help="take the line `...` away, or put what follows into a file of its own",
            code=Code.SEVERAL_DOCUMENTS,
        )
    help = "begin all keys of the file in the first column"
    if error.odd_above:
        return _fault(error.rest(error.above), _NOT_BESIDE, help=help)
    return _fault(error.rest(), "this does not belong to what stands above it", help=help)


def _begins(error: Stumble, kind: str, code: Code) -> Diagnostic:
    """A text that begins with a sign of YAML."""
    sign = error.point(error.since if error.starter != "!" else error.value)
    help = QUOTE if sign.text != "!" else write("not ", certain=False, said=f"write `not`, or {QUOTE}")
    return _fault(sign, f"YAML takes a text that begins with `{sign.text}` for {kind}", help, code=code)


def _block_header(error: Stumble) -> Diagnostic:
    if error.starter == "!":
        return _begins(error, "a tag", Code.YAML_TAG)
    starter = error.point(error.since)
    help = f"write the text on the lines below, indented; quote a text that begins with `{starter.text}`"
    return _fault(starter, f"after `{starter.text}` the text has to begin on the next line", help)


def _cannot_begin(error: Stumble, what: str) -> Diagnostic:
    sign = "a backtick" if error.character == "`" else f"`{error.character}`"
    help = quote(QUOTE, flow_text(error.source, error.at)) if error.opened else QUOTE
    return _fault(error.point(), f"a {what} cannot begin with {sign}", help)


_LIST = "begin the list on the next line, or quote a text that begins with `- `"
_ESCAPE = "leave out the quotes or use single ones; a backslash itself is written `\\\\`"
_PERCENT = "quote the text, or indent the line"
_CAUSES: tuple[tuple[str, Callable[[Stumble], Diagnostic]], ...] = (
    ("tab character", _tab),
    ("mapping values are not allowed", _second_colon),
    ("found unexpected ':'", _in_brackets),
    ("could not find expected ':'", lambda e: _no_colon(e.rest(e.since))),
    ("sequence entries are not allowed", lambda e: _fault(e.point(), "a list cannot begin here", _LIST)),
    ("quoted scalar; .*(end of stream|document)", _open_quote),
    (
        "quoted scalar; ",
        lambda e: _fault(e.point(), "an unknown escape in a text between double quotes", _ESCAPE),
    ),
    ("an alias; ", lambda e: _begins(e, "an alias", Code.ANCHOR_OR_ALIAS)),
    ("an anchor; ", lambda e: _begins(e, "an anchor", Code.ANCHOR_OR_ALIAS)),
    ("a tag; |undefined tag handle", lambda e: _begins(e, "a tag", Code.YAML_TAG)),
    ("a block scalar; ", _block_header),
    ("cannot start any token", lambda e: _cannot_begin(e, "text")),
    ("a directive; ", lambda e: _fault(e.point(e.since), "a line cannot begin with `%`", _PERCENT)),
    ("a flow (mapping|sequence); ", _in_brackets),
    ("(flow|block) node; .*node content", lambda e: _in_brackets(e) if e.opened else _cannot_begin(e, "value")),
    ("while parsing a block", _unexpected),
    ("<document start>", _after_the_end),
)
