"""What is known of a text that somebody writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cassino_dsl.faces.editor.occurrences import Occurrence, occurrences
from cassino_dsl.faces.editor.reading import OVER, Reading, read
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.read_source import given, read_bytes
from cassino_dsl.language.targets import Target, open_target


@dataclass(frozen=True)
class Analysis:
    """``texts``: of files that are open, by path; they count instead of what is saved. ``workspace``: the files among
    which those are looked for that extend this one."""

    text: str
    path: Path
    texts: Mapping[Path, str] = field(default_factory=dict)
    workspace: tuple[Path, ...] = ()

    @cached_property
    def target(self) -> Target:
        """What `cassino validate` makes of the file."""
        with given(self.texts):
            return open_target(str(self.path), None, (), ())

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
        return read(text, self.path, self.texts, self._over)

    @cached_property
    def _over(self) -> str:
        """The first shipped variant that a house rule fits which names none."""
        unsaid = re.search(r"^house:", self.text, re.MULTILINE) and not re.search(r"^over:", self.text, re.MULTILINE)
        return self.target.variant if unsaid and self.target.house else OVER


def analyse(
    text: str, path: Path, texts: Mapping[Path, str] | None = None, workspace: tuple[Path, ...] = ()
) -> Analysis:
    """A text as the file at a path, which need not be there; it is read and checked once something is asked."""
    return Analysis(text, path, {**(texts or {}), path: text}, workspace)


def others(analysis: Analysis) -> Iterator[tuple[Path, str]]:
    """The other files of the workspace, with their texts as they are now."""
    for path in dict.fromkeys((*analysis.texts, *analysis.workspace)):
        if path != analysis.path:
            yield path, text_at(path, analysis.texts)


def text_at(path: Path, texts: Mapping[Path, str]) -> str:
    """The text of a file, as it is open or saved; nothing, where it can't be read."""
    try:
        return texts[path] if path in texts else read_bytes(path).decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return ""
