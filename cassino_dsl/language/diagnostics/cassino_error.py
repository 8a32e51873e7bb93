"""The exceptions for what is wrong with what somebody wrote, a variant, a position or a play, or gave to a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.diagnostics.text import render


class WrongArgument(ValueError, TypeError):
    """An argument of another kind than is meant: as any argument that makes no sense, it can be caught as a
    ``ValueError``."""


class CassinoError(Exception):
    """A variant, position or play with faults: ``diagnostics`` says which. As a text it is the first of them, with its
    place in the file and how to mend it, and how many there are beside it; ``message`` is what is wrong, in a line."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(list(diagnostics))
        self.diagnostics = list(diagnostics)
        self.message = "; ".join(d.message for d in diagnostics[:3])

    def __str__(self) -> str:
        if not self.diagnostics:
            return "there are faults, of which nothing is known"
        first = next((d for d in self.diagnostics if d.severity == "error"), self.diagnostics[0])
        more = len(self.diagnostics) - 1
        rest = f"\n({more} more finding{'s' if more > 1 else ''}: `.diagnostics`)" if more else ""
        return render(first) + rest

    def __reduce__(self) -> tuple[type[CassinoError], tuple[list[Diagnostic]]]:
        # what a help does was tried, and stands among the remedies
        return CassinoError, ([replace(d, help=d.help and str(d.help)) for d in self.diagnostics],)


def faulty(message: str, help: str | None, code: Code = Code.BAD_POSITION) -> CassinoError:
    """A position or play of which something cannot be asked."""
    report = Report()
    report.add(code, None, message, help=help)
    return CassinoError(report.diagnostics)
