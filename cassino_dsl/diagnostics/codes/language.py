"""Faults of the texts in the small language: expressions, effects, parts, patterns."""

from __future__ import annotations

from cassino_dsl.diagnostics.diagnostic import Code


class SyntaxFault(Code):
    """a text that the grammar cannot read"""

    number = 30
    slug = "expression-syntax"


class EscapedText(Code):
    """an expression in a quoted text with escapes"""

    number = 31
    slug = "escaped-expression"


class TooComplex(Code):
    """a text that is too long or nests too deep"""

    number = 32
    slug = "expression-too-complex"


class UnknownName(Code):
    """a name that nothing declares"""

    number = 33
    slug = "unknown-name"


class NameNotHere(Code):
    """a name that has no meaning in this place"""

    number = 34
    slug = "name-not-here"


class WrongType(Code):
    """an expression of another type than its place needs"""

    number = 35
    slug = "wrong-type"


class WrongArguments(Code):
    """a function called with the wrong number of arguments"""

    number = 36
    slug = "wrong-arguments"


class HiddenName(Code):
    """a name that hides another"""

    number = 37
    slug = "hidden-name"
    severity = "warning"


class CircularTerm(Code):
    """a term that is defined by itself"""

    number = 38
    slug = "circular-term"


class UnusedTerm(Code):
    """a term that nothing uses"""

    number = 39
    slug = "unused-term"
    severity = "warning"


CODES: tuple[type[Code], ...] = (
    SyntaxFault,
    EscapedText,
    TooComplex,
    UnknownName,
    NameNotHere,
    WrongType,
    WrongArguments,
    HiddenName,
    CircularTerm,
    UnusedTerm,
)
