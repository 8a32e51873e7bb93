"""Reads expressions, effects, parts and patterns where they stand in a variant file.

Lark parses a slice of the whole file, so every token knows its offset in it; the tree is built
bottom-up while parsing, so no input can exhaust Python's stack.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import Lark, TextSlice, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.diagnostic import Report, did_you_mean
from cassino_dsl.resources import folder
from cassino_dsl.ruleset.span import Source, Span
from cassino_dsl.syntax.ast import Ast
from cassino_dsl.syntax.grammar_cache import cached_parser
from cassino_dsl.syntax.tree import Scalar

STARTS = ("expression", "effect", "played", "part", "target", "pattern", "selector", "numbers", "binding")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one text may say: its characters, its nested forms (a chain `a + b + c` nests once for each operator),
    the digits of a number."""

    length: int = 4_000
    depth: int = 60
    digits: int = 7


WRITTEN = Limits()  # of what people write


_NAMING = {"call", "quantified", "grouped", "items", "groups", "assign", "increase", "decrease", "each", "pick"}
_KEYWORDS = (
    "implies if else or and not in div mod where card cards stock all none of with one maybe some any "
    "maximal group groups build award to as move deal add ask next redeal end round match win then for do pick shuffle"
).split()


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
    grammar = (folder("grammar") / "cassino.lark").read_text(encoding="utf-8")

    def make() -> Lark:
        return Lark(grammar, parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True)

    return cached_parser(grammar, " ".join(STARTS), make)


def parse(start: str, scalar: Scalar, report: Report, limits: Limits = WRITTEN) -> Ast | None:
    """Parse one text with the given start rule; None, with a diagnostic, where it does not parse."""
    span = scalar.body
    if report.full:
        return None
    if not scalar.exact:
        report.add(
            codes.EscapedText,
            scalar.span,
            "a quoted text with escapes cannot hold an expression",
            help="write it without quotes, or in a block under `>`",
        )
        return None
    if span.end - span.start > limits.length:
        report.add(
            codes.TooComplex,
            scalar.span,
            f"this text is longer than {limits.length} characters",
            help="name parts of it under `terms`",
        )
        return None
    if not scalar.text.strip():
        report.add(codes.SyntaxFault, scalar.span, f"nothing here: expected {_article(start)}")
        return None
    try:
        return _parsed(start, span, limits.depth)
    except NestedTooDeep as fault:
        deep = fault.span
    except UnexpectedInput as fault:
        _unexpected(fault, scalar, start, report)
        return None
    report.add(
        codes.TooComplex,
        Span(deep.source, deep.start, min(deep.end, deep.start + 20)),
        f"this nests deeper than {limits.depth} levels",
        help="name parts of it under `terms`",
    )
    return None


def _parsed(start: str, span: Span, depth: int) -> Ast:
    kept, key = span.source.kept, (start, span.start, span.end, depth)
    if key not in kept:
        tree = _lark().parse(TextSlice(span.source.text, span.start, span.end), start=start)
        kept[key] = _shape(tree, span.source, depth)
    found: Ast = kept[key]
    return found


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


def _article(start: str) -> str:
    return f"an {start}" if start[0] in "aeiou" else f"a {start}"


def _unexpected(fault: UnexpectedInput, scalar: Scalar, start: str, report: Report) -> None:
    source = scalar.body.source
    if isinstance(fault, UnexpectedCharacters) and fault.pos_in_stream is not None:
        at = fault.pos_in_stream
        word = source.text[at]
        span = Span(source, at, at + 1)
        report.add(codes.SyntaxFault, span, f"`{word}` has no meaning here", help=_symbol_help(word))
        return
    assert isinstance(fault, UnexpectedToken)
    token = fault.token
    if token.type == "$END":
        end = scalar.body.start + len(scalar.body.text.rstrip())
        span = Span(source, max(end - 1, scalar.body.start), end)
        report.add(codes.SyntaxFault, span, f"this {start} stops too early", help=_unfinished(scalar))
        return
    assert token.start_pos is not None
    assert token.end_pos is not None
    span = Span(source, token.start_pos, token.end_pos)
    help = did_you_mean(str(token), _KEYWORDS) if token.type == "NAME" else _token_help(span, str(token), start)
    report.add(codes.SyntaxFault, span, f"`{token}` cannot stand here in {_article(start)}", help=help)


def _token_help(span: Span, token: str, start: str) -> str | None:
    if token == "=" and start == "effect":
        return "memory is set with `:=`"
    if token == "=" and span.source.text[span.start - 1 : span.start] == "=":
        return "a single `=` compares"
    if token == "-" and start == "selector":
        return "a range is written `2..7`"
    return None


def _symbol_help(symbol: str) -> str | None:
    return {
        ":": "inside an expression write `|` between the name and its condition: `any(b in builds | …)`",
        "&": "write `and`",
        "!": "write `not`",
        "/": "write `div` for whole division",
        "%": "write `mod` for the remainder",
        "[": "sets stand in braces: `{J, Q, K}`",
        '"': "names stand without quotes",
        "'": "names stand without quotes",
    }.get(symbol)


def _unfinished(scalar: Scalar) -> str | None:
    text = scalar.body.text
    if text.count("(") > text.count(")") or text.count("{") > text.count("}"):
        return "a bracket is not closed; inside `{…}` of YAML a comma ends the text: put it on a line of its own"
    return None
