"""The commands that play every combination of some options and house rules: grid and tune."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import replace
from time import monotonic
from typing import Any

import click

from cassino_dsl.analysis.simulate.checkpoint import BadResult
from cassino_dsl.analysis.simulate.grid import Vary, choice, combinations, differences, read_vary
from cassino_dsl.analysis.simulate.session import Session
from cassino_dsl.analysis.simulate.spec import Spec
from cassino_dsl.faces.cli import runs
from cassino_dsl.faces.cli.loading import read_settings
from cassino_dsl.faces.cli.printing import Answer, beside, report_answer
from cassino_dsl.faces.cli.terminal import INTERRUPTED

TUNE_GAMES, TUNE_GAMES_EACH = 40_000, 2_000  # in all at least; for each combination


def grid(o: Any) -> Answer:
    from cassino_dsl.analysis.simulate.figures import simulation
    from cassino_dsl.analysis.simulate.report.grid import GridReport

    rulesets = runs.Rulesets()
    if o.resume:
        if o.variant or o.vary:
            raise click.UsageError("--resume goes on with what the folder says; leave VARIANT and --vary out")
        session = runs.resumed(o)
    else:
        specs, vary = _varied_specs(o, rulesets)
        session = Session(specs, o.out, None, vary)
    outcomes = runs.measured(session, o, rulesets)
    if not session.vary:
        raise click.UsageError("that folder holds no grid; `cassino simulate --resume` goes on with it")
    rows = [(c, simulation(found)) for c, found in zip(combinations(session.vary), outcomes, strict=False)]
    runs.warn_of_stuck([figures for _, figures in rows])
    progress, started = runs.ProgressLine(), monotonic()
    pairs: Any = [()] * (len(rows) - 1)
    together = None
    if not any(outcome.interrupted for outcome in outcomes):

        def told(done: int, of: int) -> None:
            progress(done, of, done, monotonic() - started)

        with beside():
            pairs, together = differences(outcomes, o.engine, told)
        progress.clear()
    command = _again("grid", session.specs[0], session.vary)
    found = GridReport([key for key, _ in session.vary], rows, pairs, together, command)
    return report_answer(found, runs.exit_code(outcomes), o.full)


def tune(o: Any) -> int | Answer:
    from cassino_dsl.analysis.research.race import Stopped
    from cassino_dsl.analysis.research.race import tune as race
    from cassino_dsl.analysis.research.tune_report import TuneReport

    rulesets, progress = runs.Rulesets(), runs.ProgressLine()
    contest = _contest(o, rulesets)
    try:
        with runs.usage(ValueError, BadResult), runs.working(o, progress) as jobs:
            tuned, name = race(contest, rulesets, o.engine, jobs, progress, progress.remark)
    except Stopped:
        how = f"`--resume {contest.folder}` goes on" if contest.folder else "with --out DIR a race can be resumed"
        progress.remark(f"interrupted: nothing can be said before the race is over; {how}")
        return INTERRUPTED
    extra = tuple(word for goal in contest.goals for word in ("--goal", goal))
    command = _again("tune", contest.specs[0], contest.vary, extra)
    return report_answer(TuneReport(contest, tuned, name, command), 0 if tuned.reached else 1)


def _contest(o: Any, rulesets: runs.Rulesets) -> Session:
    from cassino_dsl.analysis.research.goals import read_goal

    if o.resume and (o.variant or o.vary or o.goal):
        raise click.UsageError("--resume goes on with what the folder says; leave VARIANT, --vary and --goal out")
    if o.resume:
        return runs.resumed(o, race=True)
    if not o.goal:
        raise click.UsageError("say what is wished with --goal, such as --goal 'ties<2%'")
    with runs.usage(ValueError):
        wished = tuple(read_goal(text).text for text in o.goal)
    specs, vary = _varied_specs(o, rulesets)
    games = o.games or max(TUNE_GAMES, TUNE_GAMES_EACH * len(specs))
    return Session(tuple(replace(spec, games=games) for spec in specs), o.out, None, vary, wished)


def _varied_specs(o: Any, rulesets: runs.Rulesets) -> tuple[tuple[Spec, ...], Vary]:
    """What each combination of `--vary` plays; wrong options are usage errors."""
    if not o.variant or not o.vary:
        raise click.UsageError("name a variant and what to --vary")
    with runs.usage(ValueError):
        vary = read_vary(o.vary)
    chosen = {setting.key for setting in read_settings(o.settings)}
    for key in chosen.intersection(key for key, _ in vary):
        raise click.UsageError(f"--set chooses one value of `{key}` and --vary several: leave one of them out")
    o.seed = secrets.randbits(64) if o.seed is None else o.seed
    specs = []
    for combination in combinations(vary):
        rules, settings = choice(vary, combination)
        specs.append(runs.spec_for(o.variant, (*o.with_rules, *rules), (*o.settings, *settings), o, rulesets))
    return tuple(specs), vary


def _again(command: str, first: Spec, vary: Vary, extra: tuple[str, ...] = ()) -> str:
    """What plays all combinations again: the command of the first, with all that is varied."""
    keys = {key for key, _ in vary}
    rules, _ = choice(vary, combinations(vary)[0])
    kept = first.with_rules[: len(first.with_rules) - len(rules)]
    settings = tuple(s for s in first.settings if s.partition("=")[0] not in keys)
    words = shlex.split(replace(first, with_rules=kept, settings=settings).command())
    words[1] = command
    words[3:3] = [*(w for key, values in vary for w in ("--vary", f"{key}={','.join(values)}")), *extra]
    return shlex.join(words)
