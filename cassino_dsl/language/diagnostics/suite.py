"""What was looked at in one file, as continuous integration counts it: findings, and cases that pass or fail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cassino_dsl.language.diagnostics.diagnostic import Diagnostic
from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Case:
    """Something that was tried, as an example is; it failed where it has diagnostics."""

    name: str
    span: Span
    failures: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """A file: what is wrong with the file itself, and what was tried of it. ``overflow``: findings that were counted
    and not kept."""

    name: str
    findings: tuple[Diagnostic, ...]
    cases: tuple[Case, ...] = ()
    overflow: int = 0

    @property
    def errors(self) -> int:
        return sum(d.severity == "error" for d in self.findings) + self.overflow

    @property
    def failed(self) -> int:
        return sum(bool(case.failures) for case in self.cases)


def all_diagnostics(suites: Iterable[Suite]) -> Iterator[Diagnostic]:
    """Every diagnostic of some files, in their order."""
    for suite in suites:
        yield from suite.findings
        for case in suite.cases:
            yield from case.failures


def whole_message(diagnostic: Diagnostic) -> str:
    """Message, notes and help as one text of several lines, for readers that know no parts of it."""
    help = f"help: {diagnostic.help}" if diagnostic.help else ""
    return "\n".join(part for part in (diagnostic.message, *diagnostic.notes, help) if part)


def in_checkout(file: str) -> Path:
    """The path of a file: beneath the working directory relative to it, so that it fits a checkout anywhere."""
    path = Path(file)
    return path.relative_to(Path.cwd()) if path.is_absolute() and path.is_relative_to(Path.cwd()) else path
