"""What the commands share that play many games: what is to be played, who plays it, and how far it is."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import click

from cassino_dsl.analysis.simulate.checkpoint import BadResult
from cassino_dsl.analysis.simulate.run import RunOutcome
from cassino_dsl.analysis.simulate.session import Session, play, read_session
from cassino_dsl.analysis.simulate.spec import Spec, read_width
from cassino_dsl.analysis.simulate.sums import Sums
from cassino_dsl.analysis.simulate.work import Jobs, WorkerEnded
from cassino_dsl.faces.cli.loading import check_seats, load_ruleset, read_players
from cassino_dsl.faces.cli.printing import StatusLine, beside, remark
from cassino_dsl.faces.cli.terminal import INTERRUPTED
from cassino_dsl.language.ruleset.model import Ruleset

GAMES = 1_000
GAMES_UNTIL = 100_000_000  # with --until, the width says when to stop


@contextmanager
def usage(*faults: type[Exception]) -> Iterator[None]:
    """These, which say what is wrong with a word of the command line or a folder that it names, are usage errors."""
    try:
        yield
    except faults as fault:
        raise click.UsageError(str(fault)) from fault


class Rulesets:
    """Loads each ruleset once."""

    def __init__(self) -> None:
        self.get = cache(load_ruleset)

    def __call__(self, spec: Spec) -> Ruleset:
        return self.get(spec.variant, spec.with_rules, spec.settings)  # type: ignore[no-any-return]


def spec_for(variant: str, with_rules: tuple[str, ...], settings: tuple[str, ...], o: Any, rulesets: Rulesets) -> Spec:
    """What to play, with everything left open filled in; wrong options are usage errors."""
    ruleset = rulesets.get(variant, with_rules, settings)
    seats = check_seats(o.seats, ruleset.seats, f"`{ruleset.name}`")
    until = getattr(o, "until", "")
    players = read_players(o.players, seats)
    try:
        if until:
            read_width(until)
    except ValueError as fault:
        raise click.UsageError("--until takes a width such as 0.5% or 0.05") from fault
    games = o.games or (GAMES_UNTIL if until else GAMES)
    shard = _shard(getattr(o, "shard", "1/1"), bool(until))
    more = {name: getattr(o, name) for name in ("first", "until", "rotate") if hasattr(o, name)}
    return Spec(variant, with_rules, settings, seats, o.unit, players, o.seed, games, shard=shard, **more)


def _shard(text: str, until: bool) -> tuple[int, int]:
    """``i/n``; a usage error where it is none."""
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise click.UsageError(f"--shard takes I/N with I from 1 to N, not {text!r}")
    if until and of != "1":
        raise click.UsageError("--until and --shard don't go together: a shard cannot know when the whole is enough")
    return int(number), int(of)


def measured(session: Session, o: Any, rulesets: Rulesets) -> list[RunOutcome]:
    """Play a session with progress on a terminal and remarks on stderr."""
    progress, outcomes = ProgressLine(), []
    go_on = "with --out DIR a run can be resumed"
    if session.folder is not None:
        records = ["--records", str(session.records)] if session.records else []
        go_on = f"`{shlex.join(['--resume', str(session.folder), *records])}` goes on"
    with usage(BadResult), working(o, progress, go_on if session.folder else "`--jobs 1` does without them") as jobs:
        for outcome in play(session, rulesets, o.engine, jobs, progress, progress.remark):
            progress.clear()
            outcomes.append(outcome)
            if outcome.interrupted:
                progress.remark(f"interrupted: {outcome.tally.units} played; {go_on}")
    return outcomes


@contextmanager
def working(o: Any, line: StatusLine, help: str = "") -> Iterator[Jobs]:
    """Who plays: so many processes, or the cluster of `--dask`. What is wrong with it is a usage error; where a process
    was ended from outside, ``help`` is said."""
    if o.dask and o.jobs:
        raise click.UsageError("--jobs says how many processes play here, --dask where else: leave one of them out")
    try:
        if not o.dask:
            with beside():
                yield o.jobs
            return
        from cassino_dsl.analysis.simulate.cluster import Cluster, NoCluster

        with usage(NoCluster), Cluster(o.dask) as cluster, beside():
            yield cluster
    except WorkerEnded as fault:
        if not help:
            raise
        raise click.ClickException(f"a worker process was ended from outside; {help}") from fault
    finally:
        line.clear()


class ProgressLine(StatusLine):
    """How many units are played, with rate and time left."""

    def __call__(self, done: int, wanted: int, here: int, seconds: float) -> None:
        if not here or not self.due():
            return
        rate = here / max(seconds, 1e-9)
        told = f"{done:,} of {wanted:,}" if wanted else f"{done:,}"
        left = f", {clock((wanted - done) / rate)} left" if wanted else ""
        self.show(f"{told}, {rate:,.0f} a second{left}")


def clock(seconds: float) -> str:
    """Seconds as people say them."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def warn_of_stuck(answers: Sequence[dict[str, Any]]) -> None:
    """Stuck rounds that no variant file allows are said on stderr, whatever the format."""
    from cassino_dsl.analysis.simulate.report.verdict import stuck_warnings

    for text in stuck_warnings(answers):
        remark(text)


def exit_code(outcomes: Sequence[RunOutcome]) -> int:
    """What a run ends with: where someone stopped it, what that means, else what it found."""
    return INTERRUPTED if any(o.interrupted for o in outcomes) else found_code(outcomes)


def found_code(outcomes: Sequence[RunOutcome]) -> int:
    """0; 1 where rounds were stuck that the variant does not allow to be: that is a finding."""
    return int(any(Sums(o.tally, o.layout)("stuck") and o.ruleset.match.stuck != "allowed" for o in outcomes))


def resumed(o: Any, records: Path | None = None, race: bool = False) -> Session:
    """What a folder says is to be played. Where it records its matches outside of itself, or has players of one's own,
    the command line names that file and these again: what is written and which code is run is for the user to say, not
    for a folder that may be a stranger's."""
    folder = o.resume
    with usage(BadResult):
        session = read_session(folder)
    if bool(session.goals) != race:
        held = "no race; `cassino simulate --resume`" if race else "a race; `cassino tune --resume`"
        raise click.UsageError(f"that folder holds {held} goes on with it")
    kept = session.records if isinstance(session.records, Path) else None
    if kept and records is None and not kept.resolve().is_relative_to(folder.resolve()):
        raise click.UsageError(f"this run records its matches: add --records {shlex.quote(str(kept))}")
    if records and (kept is None or records.resolve() != kept.resolve()):
        there = "no records" if kept is None else f"records in `{kept}`"
        raise click.UsageError(f"{folder}: this run writes {there}, and not in `{records}`")
    return replace(session, specs=tuple(_named_again(spec, o.players) for spec in session.specs))


def _named_again(spec: Spec, words: str) -> Spec:
    """The run with players of one's own, if it has any, as the command line names them again."""
    from cassino_dsl.players.names import is_code

    if not any(map(is_code, spec.players)):
        return spec
    names = tuple(name.strip() for name in words.split(","))
    if names not in (spec.players, spec.players[:1]) or names * (spec.seats // len(names)) != spec.players:
        again = spec.players[:1] if len(set(spec.players)) == 1 else spec.players
        raise click.UsageError(f"this run has players of one's own: add --players {shlex.quote(','.join(again))}")
    return replace(spec, players=read_players(words, spec.seats))
