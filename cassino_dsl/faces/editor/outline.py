"""The form of a text: its clauses, what can be folded, what stands in what."""

from collections.abc import Iterable
from pathlib import Path

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import Symbol


def symbols(analysis: Analysis) -> tuple[Symbol, ...]:
    """The sections of a file, and their clauses."""
    return ()


def find_symbols(query: str, texts: Iterable[tuple[Path, str]]) -> tuple[tuple[Path, Symbol], ...]:
    """The clauses of these texts in whose names the letters of the query stand one after the other."""
    return ()


def folds(analysis: Analysis) -> tuple[tuple[int, int], ...]:
    """What can be folded: from the end of its first line to the end of its last."""
    return ()


def selections(analysis: Analysis, at: int) -> tuple[tuple[int, int], ...]:
    """What stands around a place, from its word to the whole text."""
    return ()
