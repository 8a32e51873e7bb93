"""The skeleton: are the keys known, and does the right kind of thing stand under each?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cassino_dsl.language.compose.merge import REMOVED
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.diagnostics.remedy import TextEdit, quote, there, write
from cassino_dsl.language.ruleset.span import Span
from cassino_dsl.language.syntax.foreign_idioms import DECLARED, in_ascii
from cassino_dsl.language.syntax.parser import STARTS, parse
from cassino_dsl.language.syntax.shape import EXAMPLE, VARIANT, Either, Fields, Key, Many, Named, Shape, Text
from cassino_dsl.language.syntax.tree import Mapping, Node, Scalar, Sequence
from cassino_dsl.language.syntax.unknown_keys import lacking, named_entries
from cassino_dsl.language.syntax.wrong_nodes import ONE_MOMENT, head_of, unquoted, wrong_kind, wrong_word
from cassino_dsl.language.syntax.yaml_text import short

_CUT = re.compile(r"[ \t]+#[^\s#][^\r\n]*")  # a comment that looks like the rest of the text before it
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


Place = tuple[Node, Shape, str]  # a node, what has to stand there, and what messages call it


def check_structure(tree: Node, report: Report, shape: Shape = VARIANT) -> None:
    """Look at every node beside its shape; every fault is reported."""
    places, found = _looked_at(tree, shape)
    if found is None:
        found = Report()
        for node, wanted, where in places:
            _look(node, wanted, where, found)
        tree.span.source.kept[_looked_at] = (tree, shape, places, found)
    report.include(found)


def _look(node: Node, wanted: Shape, where: str, report: Report) -> None:
    if isinstance(wanted, Either):
        if isinstance(node, Scalar) and _is_strange(node, wanted.text):
            wrong_word(node, where, wanted.text.words, report, wanted.other)
    elif isinstance(wanted, Text):
        _text(node, wanted, where, report)
    elif isinstance(wanted, Fields):
        _fields(node, wanted, where, report)
    elif isinstance(wanted, Named) and not isinstance(node, Mapping) and not _is_empty(node):
        wrong_kind(node, where, wanted, report)
    elif isinstance(wanted, Many) and not (wanted.single or isinstance(node, Sequence) or _is_empty(node)):
        name = node.entries[0][0].text if isinstance(node, Mapping) and named_entries(node, wanted) else ""
        help = (
            f"each begins with its name, as `- name: {short(name)}`, and what belongs to it stands below"
            if name
            else None
        )
        report.add(Code.WRONG_NODE, head_of(node), f"{where} is a list: one entry per line, each after `- `", help=help)


def _looked_at(tree: Node, shape: Shape) -> tuple[list[Place], Report | None]:
    """A node and all that stands in it, from the outside inwards, as far as its shape reaches; names that the author
    gives are texts of their own. One tree is looked at several times: what was found last is kept with its text, and
    what was wrong with it, where that has been asked."""
    kept = tree.span.source.kept
    last = kept.get(_looked_at)
    if last is None or last[0] is not tree or last[1] is not shape:
        places: list[Place] = []
        _find_places(tree, shape, "the example" if shape is EXAMPLE else "the file", places)
        kept[_looked_at] = last = (tree, shape, places, None)
    return last[2], last[3]


def _find_places(node: Node, shape: Shape, where: str, found: list[Place]) -> None:
    found.append((node, shape, where))
    if isinstance(shape, Either):
        if not isinstance(node, Scalar) or not _is_strange(node, shape.text):
            _find_places(node, shape.text if isinstance(node, Scalar) else shape.other, where, found)
    elif isinstance(shape, Many) and isinstance(node, Sequence):
        for item in node.items:
            _find_places(item, shape.shape, f"an entry of {where}", found)
    elif isinstance(shape, Many) and shape.single:
        _find_places(node, shape.shape, where, found)
    elif isinstance(shape, Fields | Named) and isinstance(node, Mapping):
        known = {k.name: k.shape for k in shape.keys} if isinstance(shape, Fields) else {}
        rest = shape.rest if isinstance(shape, Fields) else shape.shape
        names = shape.rest_names if isinstance(shape, Fields) else shape.names
        for key, child in node:
            below = known.get(key.text, rest)  # what is no key at all has been said when the file was read
            if key.text not in known and below is not None:
                found.append((key, Text("name" if names == "text" else names), ""))
            if below is not None and (key.text in known or names != "identifier" or IDENTIFIER.match(key.text)):
                _find_places(child, below, f"`{short(key.text)}`", found)


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.text


def _is_strange(node: Scalar, shape: Text) -> bool:
    """Whether it is none of the words that may stand there."""
    return bool(shape.words) and node.text not in shape.words


def _text(node: Node, shape: Text, where: str, report: Report) -> None:
    if shape.reads == "text" and not shape.words and not isinstance(node, Scalar):
        return  # parts of positions may be written in several forms; their reader says what is wrong
    if not isinstance(node, Scalar):
        what = "keys" if isinstance(node, Mapping) else "a list"
        of = "one number" if shape.such else "a text"
        report.add(Code.WRONG_NODE, head_of(node), f"{where} is {of}, not {what}", help=_as_text(node, where, shape))
        return
    if shape.reads == "text" and (cut := _CUT.match(node.span.source.text, node.span.end)):
        end = min(cut.end(), cut.start() + 60)
        span, whole = (Span(node.span.source, node.span.start, at) for at in (end, cut.end()))
        help = quote("quote the whole text; a comment has a blank after its `#`", whole)
        report.add(Code.TEXT_CUT, span, f"{where or 'this'} ends before the `#`", help=help)
    if _is_strange(node, shape):
        wrong_word(node, where, shape.words, report)
    elif shape.reads == "name" and not node.text.strip():
        report.add(Code.BAD_NAME, node.span, "a name cannot be empty", help="say in a word or two what it is about")
    elif shape.reads == "identifier":
        _name(node, report)
    elif shape.reads == "int" and not (node.text.isdecimal() and len(node.text) < 8):
        report.add(Code.BAD_NUMBER, node.span, f"{where} is a whole number, not `{short(node.text)}`")


def _as_text(node: Mapping | Sequence, where: str, shape: Text) -> str:
    """How to write as one text what stands there as a list or as keys."""
    texts = [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    if shape.words:
        among = f"one of: {', '.join(shape.words)}"
        if len(texts) == 1 and texts[0] in shape.words:
            return write(texts[0], f", {among}")
        return ONE_MOMENT if where == "`on`" and {*texts} <= {*shape.words} else f"it is {among}"
    if shape.reads == "cards":
        one_text = [TextEdit(node.span, " ".join(texts))] if node.span.text.startswith("[") and texts else []
        return there(
            "cards stand in one text, with blanks between them: `5h Kd`", one_text, "write one text", safe=False
        )
    if isinstance(node, Sequence) and shape.reads in ("numbers", "selector") and len(texts) == len(node.items):
        joined = ", ".join(re.sub(r"(?<=\d)\s*[-–:]\s*(?=\d)", "..", text) for text in texts)
        quoted = write(f'"{joined}"')  # also in `{…}`, where a comma ends a text
        return write(joined, otherwise=quoted) if shape.reads == "numbers" else quoted
    if shape.such:
        return f"it is one number, such as `{shape.such}`; several are added by `+`, and `if` chooses: `2 if … else 1`"
    if isinstance(node, Sequence) and len(texts) == len(node.items) and all(t.isalnum() for t in texts):
        return write(f'"{{{", ".join(texts)}}}"', ": sets stand in braces, and such a text in quotes")
    if shape.reads == "numbers":
        return "it is one text: `2`, `2..4`, or `2, 4`"
    source = node.span.text
    if isinstance(node, Mapping) and '"' not in source and unquoted(node) is not None:
        return write(f'"{source}"', ": what begins with a brace has to stand in quotes")
    if shape.reads == "effect":
        return "an effect is a text: `award 1 to us`, `move loose to pile(us)`"
    return "it is one text; where that begins with `{` or `[`, it stands in quotes or in a block under `>`"


def _fields(node: Node, shape: Fields, where: str, report: Report) -> None:
    if not isinstance(node, Mapping):
        wrong_kind(node, where, shape, report)
        return
    strange = shape.rest is None and any(key.text not in shape.names() for key, _ in node)
    lacks = lacking(node, shape)
    if lacks and not strange:  # where a key is strange, it may be the one that is missing
        names = " and ".join(f"`{k.name}`" for k in lacks)
        name = where.strip("`")
        message = f"{where} lacks the key{'s' if len(lacks) > 1 else ''} {names}"
        said = (f"write `{k.name}: {name}` into it" if name in _words(k) else _told(k) for k in lacks)
        report.add(Code.MISSING_KEY, head_of(node), message, help="; ".join(said))


def _told(key: Key) -> str:
    """What a key says, and which words it takes."""
    among = f", one of {', '.join(_words(key))}" if _words(key) else ""
    return f"`{key.name}`: {key.about}{among}"


def _words(key: Key) -> tuple[str, ...]:
    return key.shape.words if isinstance(key.shape, Text) else ()


def _name(key: Scalar, report: Report) -> None:
    """A name of the author's for what may be spoken of."""
    if not IDENTIFIER.match(key.text):
        meant = re.sub(r"\W+", "_", in_ascii(DECLARED.sub("", key.text))).strip("_")
        help = "names consist of letters, digits and `_`, and do not begin with a digit"
        if IDENTIFIER.match(meant) and len(meant) <= 40:
            help = write(meant, f": {help}", key.text.isascii())
        report.add(Code.BAD_NAME, key.span, f"`{short(key.text)}` cannot be a name here", help=help)


MAX_TOTAL = 40_000  # characters of all expressions of a variant together


def check_length(tree: Node, report: Report) -> bool:
    """Whether the texts are few enough to be parsed in time; a diagnostic where they are not."""
    total = 0
    for _, scalar in _texts(tree):
        total += len(scalar.text)
        if total > MAX_TOTAL:
            message = f"up to here the file holds more than {MAX_TOTAL:,} characters of expressions"
            help = "divide what it says among several variants, or use `terms`"
            report.add(Code.EXPRESSION_TOO_COMPLEX, scalar.span.beginning(20), message, help=help)
            return False
    return True


def check_syntax(tree: Node, report: Report, shape: Shape = VARIANT) -> None:
    """Parse every text of a tree that is in the small language."""
    for start, scalar in _texts(tree, shape):
        if scalar.text != REMOVED:
            parse(start, scalar, report)


def _texts(tree: Node, whole: Shape = VARIANT) -> Iterator[tuple[str, Scalar]]:
    """Every text in the small language, with the start rule that reads it."""
    for node, shape, _ in _looked_at(tree, whole)[0]:
        if isinstance(shape, Text) and shape.reads in STARTS and isinstance(node, Scalar):
            yield shape.reads, node
