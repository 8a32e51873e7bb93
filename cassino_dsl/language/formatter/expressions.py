"""How the texts of the small language are written: one spacing, and lines that end where the thought does.

Only tokens are looked at: what is written has the tokens that were read, or it stays as its author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cassino_dsl.language.syntax.parser import STARTS, WRITTEN, tokens

Token = tuple[str, str]
Tokens = tuple[Token, ...]

_OPENS, _CLOSES = {"LPAR", "LBRACE"}, {"RPAR", "RBRACE"}
_TIGHT_BEFORE = {"RPAR", "RBRACE", "COMMA", "SEMICOLON", "QMARK"}
_REPEATS = {"STAR", "PLUS"}  # in a pattern they belong to the step before them
_ENDS_OPERAND = {"NAME", "INT", "CARD", "RPAR", "RBRACE"}
_WITH_TO = {"ASK", "MOVE", "DEAL", "AWARD", "ADD"}
# what a long text is broken at, first the weakest: before these words, or after them
_BREAKS = (
    ({"SEMICOLON"}, False),
    ({"COMMA"}, False),
    ({"DO"}, False),
    ({"THEN", "ELSE"}, True),
    ({"WHERE"}, True),
    ({"IMPLIES"}, False),
    ({"OTHERWISE"}, True),
    ({"OR"}, True),
    ({"AND"}, True),
    ({"VBAR"}, False),
)
_SET_IN = ({"DO"}, {"THEN", "ELSE"}, {"WHERE"})  # what follows these is part of what stands before


@lru_cache(maxsize=4096)
def read_tokens(start: str, text: str) -> Tokens | None:
    """The tokens of a text that the grammar can read as one of its start rules; None for any other."""
    found = tokens(start, text) if start in STARTS else None
    if not found or tokens(start, _line(start, tuple(found))) != found:
        return None
    return _choices(found)


def _choices(found: list[Token]) -> Tokens:
    """The tokens, with another name for the `else` of `… if … else …` than for that of `if … then … else …`."""
    told: list[Token] = []
    open_choices = [0]  # `if` without its `else`, in every bracket that is open
    for kind, word in found:
        if kind in _OPENS:
            open_choices.append(0)
        elif kind in _CLOSES:
            open_choices.pop()
        elif kind == "IF" and told and told[-1][0] in _ENDS_OPERAND:
            open_choices[-1] += 1
        elif kind == "ELSE" and open_choices[-1]:
            open_choices[-1] -= 1
            kind = "OTHERWISE"
        told.append((kind, word))
    return tuple(told)


def one_line(start: str, text: str) -> str | None:
    """The text with one spacing, in one line; None where it is not of the small language, or cannot be read."""
    found = read_tokens(start, text)
    return None if found is None else _line(start, found)


def lines(start: str, text: str, width: int, margin: int) -> list[str]:
    """The text in lines of so many characters, where that can be: else some are longer. ``margin``: how far they are
    set in, which counts where a text is nearly too long to be read."""
    found = read_tokens(start, text)
    broken = [text] if found is None else _broken(start, found, 0, width, False)
    return broken if sum(margin + len(line) + 1 for line in broken) <= WRITTEN.length else [text]


def _line(start: str, found: Tokens) -> str:
    text, pattern = "", start == "pattern"
    for at, (kind, word) in enumerate(found):
        before, earlier = (found[i][0] if i >= 0 else "" for i in (at - 1, at - 2))
        asked = before == "TO" and [kind for kind, _ in found[:at] if kind in _WITH_TO][-1:] == ["ASK"]
        pattern = start == "pattern" or (pattern and before != "SEMICOLON") or asked
        tight = (
            not text
            or before in _OPENS
            or kind in _TIGHT_BEFORE
            or ".." in (word, found[at - 1][1])
            or (kind == "LPAR" and before == "NAME" and not pattern)
            or (kind in _REPEATS and pattern)
            or (before == "MINUS" and earlier not in _ENDS_OPERAND)
        )
        text += word if tight else " " + word
    return text


def _broken(start: str, found: Tokens, indent: int, width: int, part: bool) -> list[str]:
    """Lines of tokens; ``part``: they are part of something that is broken already, so what goes on is set in."""
    if indent + sum(len(word) for _, word in found) <= width:
        line = " " * indent + _line(start, found)
        if len(line) <= width:
            return [line]
    bare = {kind for kind, depth in zip((kind for kind, _ in found), _depths(found), strict=True) if not depth}
    for kinds, before in _BREAKS:
        pieces = _split(found, kinds, before) if kinds & bare else []
        if len(pieces) > 1:
            deeper = indent + 2 * (part or kinds in _SET_IN)
            made = [_broken(start, piece, deeper if i else indent, width, True) for i, piece in enumerate(pieces)]
            return [line for piece in made for line in piece]
    return _within_brackets(start, found, indent, width) or [" " * indent + _line(start, found)]


def _depths(found: Tokens) -> Iterator[int]:
    """In how many brackets each token stands."""
    depth = 0
    for kind, _ in found:
        depth += (kind in _OPENS) - (kind in _CLOSES)
        yield depth


def _split(found: Tokens, kinds: set[str], before: bool) -> list[Tokens]:
    """The tokens in pieces, cut before or after those of some kinds that stand in no bracket."""
    cuts = [0]
    for at, depth in enumerate(_depths(found)):
        if not depth and found[at][0] in kinds:
            cuts.append(at if before else at + 1)
    return [found[a:b] for a, b in zip(cuts, [*cuts[1:], len(found)], strict=True) if a < b]


def _within_brackets(start: str, found: Tokens, indent: int, width: int) -> list[str]:
    """Lines of tokens that only their widest bracket can be broken in: what stands before it, what is in it (of
    `all(x in S | …)`, what follows the bar), and with its last line what follows it."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for at, (kind, _) in enumerate(found):
        if kind in _OPENS:
            opened.append(at)
        elif kind in _CLOSES:
            ends[opened.pop()] = at
    if not ends:
        return []
    begin = max(ends, key=lambda at: ends[at] - at)
    while ends.get(begin + 1) == ends[begin] - 1:  # brackets around nothing but brackets
        begin += 1
    end = ends[begin]
    inner = found[begin + 1 : end]
    if not inner:
        return []
    bar = _split(inner, {"VBAR"}, False)
    if len(bar) == 2:
        begin += len(bar[0])
        inner = bar[1]
    head, tail = " " * indent + _line(start, found[: begin + 1]), _line(start, found[end:])
    body = _broken(start, inner, indent + 2, width - (len(tail) if len(tail) < width // 2 else 0), False)
    return [head, *body[:-1], body[-1] + tail]
