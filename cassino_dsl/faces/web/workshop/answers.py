"""What is answered about a text: findings, examples, its rulebook, a simulation, what it changes.

All this runs in a process of its own, in a folder that holds the text and nothing else: what the text names is shipped,
or is not there. The reference engine plays; nothing of a text is compiled, but where all are trusted.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

from cassino_dsl.analysis.diff.diff import Difference, Wanted, compare
from cassino_dsl.analysis.diff.page import report_of
from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import run_example
from cassino_dsl.analysis.simulate.figures import simulation
from cassino_dsl.analysis.simulate.report import plots
from cassino_dsl.analysis.simulate.report.html import report_html
from cassino_dsl.analysis.simulate.report.simulation import report
from cassino_dsl.analysis.simulate.run import run
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.analysis.simulate.trial import TimeIsUp, report_fault, try_out
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.faces.editor.analysis import Analysis, analyse
from cassino_dsl.faces.editor.completion import complete
from cassino_dsl.faces.editor.hover import hover
from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, Question
from cassino_dsl.faces.web.session import check_seats
from cassino_dsl.faces.web.shipped_games import book_of, option_json, table_json
from cassino_dsl.faces.web.workshop.match import Matches, TextMatch, TextReplay
from cassino_dsl.language.check.check_context import field_text
from cassino_dsl.language.choices import try_choices
from cassino_dsl.language.compose.options import Setting, setting
from cassino_dsl.language.core.contradictions import check_contradictions
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.diagnostics.json import as_json
from cassino_dsl.language.ignores import leave_out_ignored
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.remedies import tried
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.syntax.tree import Scalar
from cassino_dsl.language.targets import Target, open_target
from cassino_dsl.players.names import seat_players
from cassino_dsl.table.table import NotPossible

FILE = "yours.yaml"  # what messages call the text
SEED = 1  # the same text, the same answer
PLAYING = 15.0  # seconds after which a simulation ends with what was played
SEARCHING = 9.0  # seconds after which no position is looked for any more in which a text and its base differ
MATCHES = (2, 6, 20)  # of each ruleset, for the effect of what a text changes: as many as there is time for
TRIED = 2  # rounds with each number of seats, as one types, in so many seconds
TRYING = 3.0
_HERE = "here a text names shipped games and house rules alone, by their names"


_MATCHES = Matches()


def answer(question: Question | TextMatch | TextReplay, native: bool = False) -> dict[str, Any]:
    """Answer a question in the working directory; raises ``BadRequest`` where there is nothing to answer. ``native``:
    whether texts are trusted, and may be compiled."""
    try:
        if isinstance(question, TextMatch):
            wish = question.wish
            return _MATCHES.answer(question, lambda: _sound(_opened(wish.text, wish.settings)))
        if isinstance(question, TextReplay):
            return question.answer(_sound(_opened(question.wish.text, question.wish.settings)))
        if question.do in _AT_A_PLACE:
            return _AT_A_PLACE[question.do](analyse(question.text, Path(FILE)), question.at)
        target = _opened(question.text, question.settings)
        if question.do == "simulate":
            return _simulate(target, question, "auto" if native else "reference")
        return _ANSWERS[question.do](target, question)
    except NotPossible as reason:
        raise BadRequest(str(reason)) from reason
    except RunFault as fault:
        raise BadRequest(f"{fault}; {fault.help}" if fault.help else str(fault)) from fault


def _opened(text: str, settings: tuple[str, ...]) -> Target:
    Path(FILE).write_text(text, encoding="utf-8")
    return open_target(FILE, None, (), tuple(filter(None, map(setting, settings))))


def _sound(target: Target) -> Ruleset:
    """The ruleset of a text without errors."""
    ruleset = target.loaded.ruleset
    if ruleset is None:
        first = next(d for d in target.report.diagnostics if d.severity == "error")
        raise BadRequest(f"the text has errors, which come first: {first.message}")
    return ruleset


# ---- what an editor asks


def _complete(analysis: Analysis, at: int) -> dict[str, Any]:
    return {"proposals": [asdict(one) for one in complete(analysis, at)]}


def _hover(analysis: Analysis, at: int) -> dict[str, Any]:
    found = hover(analysis, at)
    return {"told": None if found is None else asdict(found)}


_AT_A_PLACE: Mapping[str, Callable[[Analysis, int], dict[str, Any]]] = {"complete": _complete, "hover": _hover}


# ---- findings


def _check(target: Target, question: Question) -> dict[str, Any]:
    ruleset, report, remark = target.loaded.ruleset, target.report, ""
    if ruleset is not None:
        read_examples(target, report)
        check_contradictions(ruleset, report, FILE)
        if not question.whole:
            report.include(_faults(target, ruleset))
        else:
            try_choices(target, ruleset, report)
            trial = try_out(target, ruleset, report, compiled=False)
            remark = f"{trial.rounds} of {trial.wanted} random rounds played" if trial.stopped else ""
    leave_out_ignored(report, target.own, ())
    tried(report, lambda: _read_again(question))
    return {
        "diagnostics": [_finding(d) for d in report.diagnostics],
        "more": report.overflow,
        "sound": ruleset is not None and not report.failed,
        "remark": remark,
        "about": None if ruleset is None else _about(target, ruleset),
    }


def _faults(target: Target, ruleset: Ruleset) -> Report:
    """What the first rounds stop at, such as a check of the base: what else is to be said of rounds takes more."""
    tried, found = Report(), Report()
    try_out(target, ruleset, tried, TRIED * len(ruleset.seats), TRYING, compiled=False)
    for one in tried.diagnostics:
        if one.code is Code.FAULT_IN_PLAY:
            found.keep(one)
    return found


def _read_again(question: Question) -> Report:
    """What reading the text finds, with a remedy in it."""
    target = open_target(FILE, None, (), tuple(filter(None, map(setting, question.settings))))
    if target.loaded.ruleset is not None:
        read_examples(target, target.report)
    leave_out_ignored(target.report, target.own, ())
    return target.report


def _about(target: Target, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "title": _title(target, ruleset),
        "house": target.house,
        "base": _base(target),
        "seats": list(ruleset.seats),
        "options": [option_json(option) for option in ruleset.options],
        "examples": target.own is not None and target.own.get("examples") is not None,
    }


def _title(target: Target, ruleset: Ruleset) -> str:
    """What the text calls itself, also where it is a house rule."""
    return field_text(target.own, "title", ruleset.title) if target.own else ruleset.title


def _base(target: Target) -> str | None:
    """The shipped game that the text changes."""
    if target.house:
        return target.variant
    extends = target.own.get("extends") if target.own else None
    return extends.text if isinstance(extends, Scalar) else None


def _finding(found: Diagnostic) -> dict[str, Any]:
    if found.code in (Code.OUTSIDE_FOLDER, Code.UNKNOWN_BASE) and not found.remedies:
        found = replace(found, help=_HERE)
    return as_json(found)


# ---- examples, rules


def _examples(target: Target, question: Question) -> dict[str, Any]:
    _sound(target)
    report = Report()
    found = read_examples(target, report)
    results = [run_example(one, limits.STEPS).json() for one in found]
    return {"examples": results, "unread": [_finding(d) for d in report.diagnostics if d.severity == "error"]}


def _rulebook(target: Target, question: Question) -> dict[str, Any]:
    return {"html": book_of(_sound(target), target)}


# ---- play


def _table(target: Target, question: Question) -> dict[str, Any]:
    ruleset = _sound(target)
    return table_json(_title(target, ruleset), ruleset, target)


def _simulate(target: Target, question: Question, engine: EngineName) -> dict[str, Any]:
    ruleset = _sound(target)
    seats = question.seats or min(ruleset.seats)
    check_seats(ruleset, seats)
    players = seat_players((question.players,), seats)
    settings = question.settings
    spec = Spec(target.variant, target.with_rules, settings, seats, "round", players, SEED, question.rounds)
    try:
        with _until(PLAYING):
            outcome = run(spec, ruleset, engine, jobs=1)
    except RunFault as fault:
        told = Report()
        report_fault(ruleset, target.own.span.source.whole() if target.own else None, told, fault.message, fault.help)
        return {"html": "", "rounds": 0, "wanted": question.rounds, "diagnostics": [*map(_finding, told.diagnostics)]}
    found = simulation(outcome)
    html = report_html("Simulation", report(found), plots.plots(found))
    played, wanted, remark = found["rounds"], question.rounds, ""
    if played < wanted:
        remark = (
            f"{played:,} of {wanted:,} rounds, in {PLAYING:.0f} s: then the time is up. What stands below is of these;"
            " how far it can be from what all rounds would show, the intervals (95 %) say."
        )
    answer = {"html": without_styles(html), "rounds": played, "wanted": wanted, "remark": remark}
    return {**answer, "diagnostics": []}


@contextmanager
def _until(seconds: float) -> Iterator[None]:
    """Within it a run ends once the time is up, as it does at Ctrl-C: after the rounds that it is playing."""

    def end(number: int, frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _diff(target: Target, question: Question) -> dict[str, Any]:
    begun, ruleset, base = monotonic(), _sound(target), _base(target)
    if base is None:
        raise BadRequest("this text extends no game and is no house rule, so there is nothing to compare it with")
    theirs = load_variant(base, (), _shared(target, base)).ruleset
    if theirs is None:
        raise BadRequest(f"`{base}` cannot be loaded")
    found = compare(theirs, ruleset, Wanted(witness=False, effect=False, seed=SEED))
    if found.changes:
        found = _shown(found, begun + SEARCHING)
    if question.play and found.changes:
        found = _played(found, begun + PLAYING)
    return {"html": without_styles(report_of(found)[0]), "same": found.none}


def _shown(found: Difference, deadline: float) -> Difference:
    """The comparison with a position that shows it, where one is found in time."""
    more, looked = _in_time(found, Wanted(effect=False, seed=SEED), deadline)
    said = f"no position was found in which the changes show: the time was up after {looked:,} had been looked at"
    return more or replace(found, remarks=(*found.remarks, said))


def _played(found: Difference, deadline: float) -> Difference:
    """The comparison with as many matches of both as there is time for."""
    for number in MATCHES:
        more, _ = _in_time(found, Wanted(witness=False, engine="reference", games=number, seed=SEED), deadline)
        if more is None:
            said = f"{MATCHES[-1]} matches of both would take too long here"
            done = f": {found.effect.games} were played" if found.effect else ""
            return replace(found, remarks=(*found.remarks, said + done))
        if more.effect is None:  # why, a remark says
            return replace(found, remarks=tuple(dict.fromkeys((*found.remarks, *more.remarks))))
        found = replace(found, effect=more.effect)
    return found


def _in_time(found: Difference, wanted: Wanted, deadline: float) -> tuple[Difference | None, int]:
    """What a comparison finds out, if it comes to its end in time; and how far it came."""
    reached = 0

    def look(what: str, number: int, whole: int) -> None:
        nonlocal reached
        reached = number
        if monotonic() > deadline:
            raise TimeIsUp

    try:
        return compare(found.a, found.b, wanted, look), reached
    except TimeIsUp:
        return None, reached


def _shared(target: Target, base: str) -> tuple[Setting, ...]:
    """The options chosen that the base has, too."""
    plain = load_variant(base).ruleset
    known = {o.name for o in plain.options} if plain else set()
    return tuple(s for s in target.settings if s.key in known)


def without_styles(html: str) -> str:
    """HTML in which styles of elements wait under another name: a page whose policy allows none in a text sets them
    one by one. The sheets in plots say how lines end, and are not missed."""
    html = re.sub(r"<style.*?</style>", "", html, flags=re.DOTALL)
    return re.sub(r"(<[^<>]*?) style=", r"\1 data-style=", html)


_ANSWERS: Mapping[str, Callable[[Target, Question], dict[str, Any]]] = {
    "check": _check,
    "examples": _examples,
    "rulebook": _rulebook,
    "table": _table,
    "diff": _diff,
}
