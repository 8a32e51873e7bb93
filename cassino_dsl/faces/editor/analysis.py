"""What is known of a text that somebody writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cassino_dsl.faces.editor.occurrences import Occurrence, occurrences
from cassino_dsl.faces.editor.reading import OVER, Reading, read
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.given_texts import given
from cassino_dsl.language.targets import Target, open_target


@dataclass(frozen=True)
class Analysis:
    """``texts``: of files that are open, by path; they count instead of what is saved. ``workspace``: the files among
    which those are looked for that extend this one."""

    text: str
    path: Path
    target: Target
    texts: Mapping[Path, str] = field(default_factory=dict)
    workspace: tuple[Path, ...] = ()

    @property
    def report(self) -> Report:
        """What `cassino validate --no-play` finds, but for examples."""
        return self.target.report

    @property
    def ruleset(self) -> Ruleset | None:
        """What the file means; None where it has errors."""
        return self.target.loaded.ruleset

    @cached_property
    def reading(self) -> Reading:
        """What is known of the text, whether it has errors or not."""
        return self.read(self.text)

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """The words of the file that name something."""
        return occurrences(self.reading)

    def read(self, text: str) -> Reading:
        """What is known of another text in the place of this one."""
        return read(text, self.path, self.texts, self.target.variant if self.target.house else OVER)


def analyse(
    text: str, path: Path, texts: Mapping[Path, str] | None = None, workspace: tuple[Path, ...] = ()
) -> Analysis:
    """Read and check a text as the file at a path, which need not be there."""
    texts = {**(texts or {}), path: text}
    with given(texts):
        return Analysis(text, path, open_target(str(path), None, (), ()), texts, workspace)


def others(analysis: Analysis) -> Iterator[tuple[Path, str]]:
    """The other files of the workspace, with their texts as they are now."""
    for path in dict.fromkeys((*analysis.texts, *analysis.workspace)):
        if path == analysis.path:
            continue
        try:
            yield path, analysis.texts[path] if path in analysis.texts else path.read_text("utf-8")
        except (OSError, UnicodeError):
            continue
