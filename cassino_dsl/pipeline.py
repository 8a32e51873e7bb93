"""From a name or a path to a ruleset: the passes in a row."""

from __future__ import annotations

from dataclasses import dataclass

from cassino_dsl.check.ruleset import check_ruleset
from cassino_dsl.compose.compose import Composed, compose
from cassino_dsl.compose.options import Setting
from cassino_dsl.diagnostics.diagnostic import Report
from cassino_dsl.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of a file: the ruleset (None where it has errors), its tree, and all findings."""

    ruleset: Ruleset | None
    composed: Composed | None
    report: Report


def load_variant(variant: str, with_rules: tuple[str, ...] = (), settings: tuple[Setting, ...] = ()) -> Loaded:
    """Read, compose and check a variant (a shipped name or a path).

    A user's fault never raises: it stands in the report. Raises ``NotFound`` for names of the
    command line that mean nothing.
    """
    report = Report()
    composed = compose(variant, with_rules, settings, report)
    ruleset = check_ruleset(composed, report) if composed else None
    return Loaded(ruleset if not report.failed else None, composed, report)
