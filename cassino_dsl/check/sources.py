"""What terms and named effects have in common: both are declared with parameters and checked where they are used, and
may use each other, but not without end."""

from __future__ import annotations

from collections.abc import Sequence

from cassino_dsl.check.draft import Draft, EffectSource, TermSource
from cassino_dsl.diagnostics.codes import language as codes
from cassino_dsl.diagnostics.codes import meaning
from cassino_dsl.ruleset.span import Span

Source = TermSource | EffectSource


def takes(draft: Draft, source: Source, number: int, use: Span) -> bool:
    """Whether so many arguments are as many as it takes."""
    wanted = len(source.params)
    if number != wanted:
        draft.report.add(
            codes.WrongArguments,
            use,
            f"`{source.name}` takes {wanted} argument{'s' if wanted != 1 else ''}",
            others=((source.key.span, "defined here"),),
            help=f"it is used as `{source.key.text}`",
        )
    return number == wanted


def stands_in_itself(draft: Draft, source: Source, around: Sequence[str], fault: str, help: str) -> bool:
    """Whether it is used by itself, beneath these that use each other; ``fault``: how that is said."""
    if source.name not in around:
        return False
    circle = [*around[around.index(source.name) :], source.name]
    way = f": {' → '.join(circle)}" if len(circle) > 2 else ""
    draft.report.add(codes.CircularTerm, source.key.span, f"{fault}{way}", help=help)
    return True


def stands_too_deep(draft: Draft, source: Source, chain: str, help: str) -> None:
    """It is used at the end of too long a chain."""
    message = f"`{source.name}` stands too deep: a chain of {chain} uses it"
    draft.report.add(meaning.TooCostly, source.key.span, message, help=help)


def unused(draft: Draft, source: Source, what: str) -> None:
    """Nothing uses it."""
    draft.report.add(codes.UnusedTerm, source.key.span, f"nothing uses the {what} `{source.name}`", help="remove it")
