"""A diagnostic is a value: what is wrong, where, and how to mend it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from cassino_dsl.language.diagnostics.codes import Code, Severity
from cassino_dsl.language.diagnostics.remedy import Advice, suggest
from cassino_dsl.language.diagnostics.remedy import Remedy as Remedy
from cassino_dsl.language.diagnostics.remedy import TextEdit as TextEdit
from cassino_dsl.language.ruleset.span import Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Messages are lower-case; only ``help`` says how to mend it, and ``remedies`` do it."""

    code: Code
    message: str
    span: Span | None
    help: str | None = None
    others: tuple[tuple[Span, str], ...] = ()
    notes: tuple[str, ...] = ()
    remedies: tuple[Remedy, ...] = ()

    def with_remedies(self) -> Diagnostic:
        """With what its help does, where that is an advice."""
        told = self.help.each(self.span) if isinstance(self.help, Advice) and self.span else ()
        return replace(self, remedies=tuple(remedy for _, remedy in told))

    @property
    def severity(self) -> Severity:
        return self.code.severity


class Report:
    """Collects diagnostics; a user's fault never raises.

    After ``LIMIT`` errors, or as many warnings, the rest are counted and not kept: ``overflow``. Each
    severity has a limit of its own, so that no flood of warnings hides an error.
    """

    LIMIT = 100

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.overflow = 0
        self.errors = 0  # found, also those that are not kept
        self._seen: set[Diagnostic] = set()
        self._kept: dict[Severity, int] = {"error": 0, "warning": 0}

    def add(
        self,
        code: Code,
        span: Span | None,
        message: str,
        *,
        help: str | None = None,
        others: tuple[tuple[Span, str], ...] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        """Keep what was found."""
        self.keep(Diagnostic(code, message, span, help, others, notes))

    def include(self, other: Report) -> None:
        """Keep what another report holds as if it had been found here."""
        for found in other.diagnostics:
            self.keep(found)
        self.overflow += other.overflow

    def keep(self, found: Diagnostic) -> None:
        """Keep one diagnostic, the same fault at the same place only once, with what its help does."""
        if (said := cut(found.message)) != found.message:
            found = replace(found, message=said)
        found = found if found.remedies else found.with_remedies()
        if found in self._seen:
            return
        self.errors += found.severity == "error"
        if self._kept[found.severity] >= self.LIMIT:
            self.overflow += 1
            return
        self._kept[found.severity] += 1
        self._seen.add(found)
        self.diagnostics.append(found)

    def revise(self, diagnostics: list[Diagnostic]) -> None:
        """Hold these instead of what was found so far; what overflowed stays counted."""
        self.diagnostics = diagnostics
        self._seen = set(diagnostics)
        for severity in self._kept:
            self._kept[severity] = sum(d.severity == severity for d in diagnostics)

    def only(self, keep: Callable[[Diagnostic], bool]) -> Report:
        """A report with those diagnostics that ``keep`` wants; what overflowed stays counted."""
        chosen = Report()
        chosen.overflow = self.overflow
        chosen.revise([d for d in self.diagnostics if keep(d)])
        return chosen

    @property
    def full(self) -> bool:
        """Whether further errors would only be counted: time for a pass to stop."""
        return self._kept["error"] >= self.LIMIT

    @property
    def failed(self) -> bool:
        return self._kept["error"] > 0


_QUOTED = re.compile(r"`([^`\n]*)`")


def cut(message: str) -> str:
    """A message with what it quotes cut where that is long."""
    return _QUOTED.sub(lambda quoted: f"`{quoted[1][:59]}…`" if len(quoted[1]) > 60 else quoted[0], message)


def nearest(word: str, known: list[str] | tuple[str, ...], cutoff: float = 0.6) -> str | None:
    """The one known word that a misspelt one most likely means, or None; ``cutoff``: how like it has to be, up to 1."""
    from difflib import get_close_matches

    folded = {k.lower(): k for k in known}
    found = get_close_matches(word.lower(), list(folded), n=1, cutoff=cutoff)
    return folded[found[0]] if found else None


def misspelt(word: str, known: list[str] | tuple[str, ...]) -> str | None:
    """The one known word of which this one is a slip of the pen, two letters away at most, or None."""
    from difflib import SequenceMatcher

    near = nearest(word, known, cutoff=0.7)
    if near is None:
        return None
    changes = SequenceMatcher(None, word, near).get_opcodes()
    apart = sum(max(i2 - i1, j2 - j1) for op, i1, i2, j1, j2 in changes if op != "equal")
    return near if apart <= 2 else None


def did_you_mean(word: str, known: list[str] | tuple[str, ...]) -> str | None:
    """A help text with the nearest known word, or None."""
    near = nearest(word, known)
    return suggest(near) if near else None
