"""What is said of a word."""

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Hover, Signature


def hover(analysis: Analysis, at: int) -> Hover | None:
    """What the word at a place is: its type, what it means, its value, and where it comes from."""
    return None


def signature(analysis: Analysis, at: int) -> Signature | None:
    """The call that is being written at a place."""
    return None
