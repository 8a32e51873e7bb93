"""From a name or a path to a ruleset: the passes in a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from cassino_dsl.language.check.ruleset import check_ruleset
from cassino_dsl.language.compose.compose import Composed, LeftOut, compose
from cassino_dsl.language.compose.merge import PERSONAL, named
from cassino_dsl.language.compose.options import Setting
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.syntax.tree import Mapping, Scalar

MOST_TRIED = 8  # clauses that are left out one by one, to see which is at fault; of several at fault, each
MOST_BLAMED = 8  # clauses that are at fault together
_BROAD = ("pack", "seats", "sides", "deal", "values")  # sections that everything depends on
_BOTH = "change the places below to fit, too, or take this away"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of a file: the ruleset (None where it has errors), its tree, and all findings."""

    ruleset: Ruleset | None
    composed: Composed | None
    report: Report


def load_variant(
    variant: str, with_rules: tuple[str, ...] = (), settings: tuple[Setting, ...] = (), language: str = ""
) -> Loaded:
    """Read, compose and check a variant (a shipped name or a path), with its texts in another ``language``, too.

    A user's fault never raises: it stands in the report. Raises ``NotFound`` for names of the
    command line that mean nothing.
    """
    loaded = _loaded(variant, with_rules, settings, None, language)
    if loaded.report.failed and loaded.composed is not None:
        over = bool(with_rules)
        given = partial(_loaded, variant, with_rules, settings, language=language)
        _blame(loaded.composed, over, loaded.report, lambda out: given(left_out=out).report)
    return loaded


def _loaded(
    variant: str,
    with_rules: tuple[str, ...],
    settings: tuple[Setting, ...],
    left_out: LeftOut | None,
    language: str = "",
) -> Loaded:
    report = Report()
    composed = compose(variant, with_rules, settings, report, left_out, language)
    ruleset = check_ruleset(composed, report) if composed else None
    return Loaded(ruleset if not report.failed else None, composed, report)


# ---- whose fault it is


def _blame(composed: Composed, over: bool, report: Report, without: Callable[[LeftOut], Report]) -> None:
    """Faults in what lies beneath a file that are not there without one of its clauses are faults of that clause;
    ``over``: the file is a house rule that was asked for, else the variant itself."""
    above = composed.patches if over else (composed.own,) if composed.own.get("extends") else ()
    mine = {tree.span.source for tree in above}
    # what may follow from what lies above it; that a house rule does not fit says itself why
    errors = [d for d in report.diagnostics if d.severity == "error" and d.code is not Code.HOUSE_RULE_DOES_NOT_FIT]
    beneath = [d for d in errors if d.span is not None and d.span.source not in mine]
    if not beneath or not above:
        return
    clauses = [clause for tree in above for clause in _clauses(tree)]
    blamed: dict[Scalar, list[Diagnostic]] = {}
    while beneath and len(blamed) < MOST_BLAMED:
        found = _cause(beneath, clauses, without)
        if found is None:
            break
        key, gone = found
        blamed[key] = gone
        beneath = [d for d in beneath if d not in gone]
    if blamed:
        _report_blamed(blamed, report)


def _cause(
    beneath: list[Diagnostic], clauses: list[tuple[LeftOut, Scalar]], without: Callable[[LeftOut], Report]
) -> tuple[Scalar, list[Diagnostic]] | None:
    """The clause without which the first of these faults is not there, and all that are not there then."""
    first = beneath[0]
    likely = sorted(clauses, key=lambda clause: (not _speaks_of(first, clause[0]), clause[0].section not in _BROAD))
    for out, key in likely[:MOST_TRIED]:
        left = {(d.code, d.message, d.span) for d in without(out).diagnostics}
        gone = [d for d in beneath if (d.code, d.message, d.span) not in left]
        if first in gone:
            return key, gone
    return None


def _report_blamed(blamed: dict[Scalar, list[Diagnostic]], report: Report) -> None:
    """One finding for all clauses that are at fault, at the first; none where that is itself said to be wrong."""
    gone = [d for found in blamed.values() for d in found]
    kept = [d for d in report.diagnostics if d not in gone]
    key, *others = blamed
    line = key.span.source.name, key.span.line
    if not any(d.span is not None and (d.span.source.name, d.span.line) == line for d in kept):
        also = tuple((k.span, "and this") for k in others)
        places = tuple((span, "with this") for span in dict.fromkeys(d.span for d in gone) if span)
        *names, last = (f"`{k.text}`" for k in blamed)
        said = f"{', '.join(names)} and {last}" if names else last
        message = f"{said} {'do' if others else 'does'} not go with what lies beneath: {gone[0].message}"
        more = (f"{len(places)} places speak of what is not there",) if len(places) > 3 else ()
        kept.append(Diagnostic(gone[0].code, message, key.span, _BOTH, (*also, *places[:3]), (*gone[0].notes, *more)))
    report.revise(kept)


def _clauses(tree: Mapping) -> Iterator[tuple[LeftOut, Scalar]]:
    """Every clause of a file, with its key."""
    source = tree.span.source
    for section, node in tree:
        if section.text in PERSONAL:
            continue
        if not isinstance(node, Mapping):
            yield LeftOut(source, section.text), section
            continue
        for key, _ in node:
            yield LeftOut(source, section.text, key.text), key


def _speaks_of(diagnostic: Diagnostic, clause: LeftOut) -> bool:
    said = diagnostic.message + (diagnostic.span.text if diagnostic.span else "")
    return named(clause.name or clause.section, clause.section) in re.findall(r"\w+", said)
