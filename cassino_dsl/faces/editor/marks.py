"""What an editor shows within a text: colours of words, links to files, and hints between words."""

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Inlay, Link, Token


def tokens(analysis: Analysis) -> tuple[Token, ...]:
    """The words of all expressions, by what they mean, in order."""
    return ()


def links(analysis: Analysis) -> tuple[Link, ...]:
    """What names other files."""
    return ()


def inlays(analysis: Analysis, start: int, end: int) -> tuple[Inlay, ...]:
    """The type of each `let`, and what a search costs, between two places."""
    return ()
