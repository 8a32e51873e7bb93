"""Where names are declared and used, and the changing of names."""

from cassino_dsl.faces.editor.analysis import Analysis
from cassino_dsl.faces.editor.answers import FileEdit, FilePlace, Refusal


def definition(analysis: Analysis, at: int) -> tuple[FilePlace, ...]:
    """Where what stands at a place is declared, in this file, in one beneath it or a shipped one."""
    return ()


def references(analysis: Analysis, at: int, declaration: bool = True) -> tuple[FilePlace, ...]:
    """Where what stands at a place is used, in this file and in those of the workspace that extend it."""
    return ()


def renamable(analysis: Analysis, at: int) -> FilePlace | Refusal:
    """The name at a place, if it can be changed."""
    return Refusal("not yet")


def rename(analysis: Analysis, at: int, name: str) -> tuple[FileEdit, ...] | Refusal:
    """All edits that give what stands at a place another name, or why that would change a meaning."""
    return Refusal("not yet")
