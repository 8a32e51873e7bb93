"""Reads expressions, effects, parts and patterns where they stand in a variant file.

Lark parses a slice of the whole file, so every token knows its offset in it; the tree is built
bottom-up while parsing, so no input can exhaust Python's stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark, TextSlice, Tree, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternRE, PatternStr, TerminalDef

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.resources import folder
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.ast import Ast
from cassino_dsl.language.syntax.syntax_errors import FORMS, KINDS, cause
from cassino_dsl.language.syntax.tree import Scalar

STARTS = ("expression", "effect", "played", "part", "target", "pattern", "selector", "numbers", "binding")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one text may say: its characters, its nested forms (a chain `a + b + c` nests once for each operator),
    the digits of a number."""

    length: int = 4_000
    depth: int = 60
    digits: int = 7


WRITTEN = Limits()  # of what people write
SHORT = 400  # characters of a text of which it is remembered what it says
_BASED = re.compile(r"^(?:extends|house|over)\s*:", re.MULTILINE)  # a file that lies over another
_DIVIDE = "name parts of it under `terms`"


_NAMING = set("call quantified grouped items groups assign increase decrease each pick perform".split())


class NestedTooDeep(Exception):
    """Nesting past the limit; carries the place where the nested form begins."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


_LEAVES = {"int", "card", "name", "step"}
_LISTS = {"arguments", "members"}
_FLAT = {"call", "set"}


@lru_cache(maxsize=1)
def _lark() -> Lark:
    try:
        with tables().open("rb") as file:  # to make them takes longer than to check a variant
            found: Lark = Lark.load(file)
            return found
    except Exception:  # of another grammar, or of another Lark, whose tables may look otherwise
        return made()


def tables() -> Path:
    """Where the tables lie that come with the program; their name changes with all that they are made of."""
    release, key = lark.__version__.rpartition(".")[0], "\0".join([*STARTS, _grammar()])
    return folder("grammar") / f"lark-{release}-{sha256(key.encode()).hexdigest()[:12]}.pickle"


def made() -> Lark:
    """The parser, made of the grammar."""
    return Lark(
        _grammar(),
        parser="lalr",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_whole_words,
    )


def _grammar() -> str:
    return (folder("grammar") / "cassino.lark").read_text(encoding="utf-8")


_ENDS = r"(?!\w)"  # of a word


def _whole_words(terminal: TerminalDef) -> None:
    """A word of the grammar is no beginning of a longer one: `inpile` is not `in pile`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + _ENDS)
        terminal.priority += 1  # before what else begins so


def parse(start: str, scalar: Scalar, report: Report, limits: Limits = WRITTEN) -> Ast | None:
    """Parse one text with the given start rule; None, with a diagnostic, where it does not parse."""
    span = scalar.body
    if report.full:
        return None
    code, place = Code.EXPRESSION_TOO_COMPLEX, scalar.span
    if not scalar.exact:
        code, message = Code.ESCAPED_EXPRESSION, "a quoted text with escapes cannot hold an expression"
        help: str | None = "write it without quotes, or in a block under `>`"
    elif span.end - span.start > limits.length:
        message, help = f"this text is longer than {limits.length} characters", _DIVIDE
    elif not scalar.text.strip():
        code, message = Code.EXPRESSION_SYNTAX, f"nothing here: {KINDS[start]} is expected"
        taken = "; `removed` takes away what a base says" if _BASED.search(span.source.text) else ""
        help = f"write it after the colon: {FORMS[start]}{taken}"
    else:
        try:
            return _parsed(start, span, limits.depth)
        except NestedTooDeep as fault:
            place, message, help = fault.span.beginning(20), f"this nests deeper than {limits.depth} levels", _DIVIDE
        except UnexpectedInput as fault:
            found = cause(fault, span, start, lambda text: _reads(start, text))
            place = Span(span.source, span.start + found.start, span.start + found.end)
            code, message, help = Code.EXPRESSION_SYNTAX, found.message, found.help
    report.add(code, place, message, help=help)
    return None


def tokens(start: str, text: str) -> list[tuple[str, str]] | None:
    """The words and signs of a text, each with the name of its terminal; None where it cannot be read."""
    if len(text) > WRITTEN.length:
        return None
    reading = _lark().parse_interactive(text, start=start)
    try:
        found = [(token.type, " ".join(token.split())) for token in reading.iter_parse()]
        reading.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return None
    return found


def follows(start: str, text: str) -> frozenset[str]:
    """What may come after the beginning of a text: words and signs as they are written, `NAME`, `INT`, and `$END` where
    it may be the whole; nothing where it can't be so begun."""
    if len(text) > WRITTEN.length:
        return frozenset()
    try:
        state = _lark().parse_interactive(text, start=start)
        state.exhaust_lexer()
        return frozenset(word for name in state.accepts() for word in _SPELT_SO.get(name) or (_written(name),))  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return frozenset()


_SPELT_SO = {
    "_GROUP": ("group", "groups"),
    "_GROUP_OF": ("group",),
    "_PICK": ("pick",),
    "_SHUFFLE": ("shuffle",),
    "_REPEAT": ("repeat",),
    "WITH_CARD": ("with card", "with cards"),
}


def _written(terminal: str) -> str:
    known = {t.name: t.pattern for t in _lark().terminals}
    pattern = known.get(terminal)
    said = pattern is not None and (pattern.type == "str" or pattern.value.endswith(_ENDS))
    return str(pattern.value).removesuffix(_ENDS) if pattern is not None and said else terminal


def _parsed(start: str, span: Span, depth: int) -> Ast:
    kept, key = span.source.kept, (start, span.start, span.end, depth)
    if key not in kept:
        alone = _alone(start, span.text, depth) if span.end - span.start <= SHORT else None
        if alone is not None:
            kept[key] = _moved(alone, span)
        else:  # where it stands, so that a fault has its place
            tree = _lark().parse(TextSlice(span.source.text, span.start, span.end), start=start)
            kept[key] = _shape(tree, span.source, depth)
    found: Ast = kept[key]
    return found


@lru_cache(maxsize=1_000)  # of one typed into, every text but one is as it was
def _alone(start: str, text: str, depth: int) -> Ast | None:
    """What a text says, whatever file it stands in; None where it has a fault."""
    try:
        return _shape(_lark().parse(text, start=start), Source("", text), depth)
    except (NestedTooDeep, UnexpectedInput):
        return None


def _moved(ast: Ast, to: Span) -> Ast:
    """The same where the text stands."""
    span = Span(to.source, to.start + ast.span.start, to.start + ast.span.end)
    if ast.span.start == ast.span.end == 0:
        span = Span(to.source, 0, 0)
    return Ast(ast.head, span, tuple(_moved(arg, to) for arg in ast.args), ast.text, ast.depth)


def _reads(start: str, text: str) -> int:
    """How far a text can be read: the offset of its fault, or its length."""
    try:
        _lark().parse(text, start=start)
    except UnexpectedToken as fault:
        end = fault.token.type == "$END" or fault.token.start_pos is None
        return len(text.rstrip()) - 1 if end else int(fault.token.start_pos or 0)
    except UnexpectedInput as fault:
        return fault.pos_in_stream or 0
    return len(text)


def _shape(tree: Any, source: Source, limit: int) -> Ast:
    """Walk Lark's tree bottom-up with a stack of our own, building the nodes."""
    done: dict[int, Ast] = {}
    stack: list[tuple[Any, bool]] = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            children = [done[id(c)] if isinstance(c, Tree) else c for c in node.children]
            done[id(node)] = _node(str(node.data), children, node.meta, source, limit)
        else:
            stack.append((node, True))
            stack.extend((c, False) for c in node.children if isinstance(c, Tree))
    return done[id(tree)]


def _node(head: str, children: list[Any], meta: Any, source: Source, limit: int) -> Ast:
    """One form by one rule: its alias is the head, a leading name its text, the rest its arguments."""
    text = ""
    nodes: list[Ast] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, Ast):
            nodes.extend(child.args if child.head in _LISTS and head in _FLAT else (child,))
        elif head in _LEAVES or (head in _NAMING and not text and child.type == "NAME"):
            text = str(child)
        else:
            nodes.append(Ast("word", Span(source, child.start_pos, child.end_pos), (), str(child)))
    span = Span(source, 0, 0) if meta.empty else Span(source, meta.start_pos, meta.end_pos)
    depth = 1 + max((n.depth for n in nodes), default=0)
    if depth > limit:
        raise NestedTooDeep(span)
    return Ast(head, span, tuple(nodes), text, depth)
