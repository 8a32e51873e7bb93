"""What is known of a text that somebody writes: read as the checker reads it, also where it is half a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.ruleset.model import Ruleset
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


def analyse(
    text: str, path: Path, texts: Mapping[Path, str] | None = None, workspace: tuple[Path, ...] = ()
) -> Analysis:
    """Read and check a text as the file at a path, which need not be there."""
    return Analysis(text, path, open_target(str(path), None, (), ()), texts or {}, workspace)
