"""The one exception for what is wrong with a variant, a position or a play that somebody wrote."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report


class CassinoError(Exception):
    """A variant, position or play with faults: ``diagnostics`` says which."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(d.message for d in diagnostics[:3]))
        self.diagnostics = list(diagnostics)


def faulty(message: str, help: str | None, code: Code = Code.BAD_POSITION) -> CassinoError:
    """A position or play of which something cannot be asked."""
    report = Report()
    report.add(code, None, message, help=help)
    return CassinoError(report.diagnostics)
