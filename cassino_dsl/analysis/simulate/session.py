"""Several runs together: what one command plays, and the folder that ``--out`` keeps it in.

A folder has ``runs.json``, which says what is to be played, and one file of results for each run, ``1.json``
and so on, as far as it has come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, reduce
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import IO

from cassino_dsl.analysis.simulate.checkpoint import (
    BadResult,
    Checkpoint,
    Saved,
    read_document,
    read_result,
    write_document,
)
from cassino_dsl.analysis.simulate.run import Progress, RunOutcome, nobody, run
from cassino_dsl.analysis.simulate.spec import Spec, spec_from_json
from cassino_dsl.analysis.simulate.work import Jobs
from cassino_dsl.engine.choice import EngineName
from cassino_dsl.engine.layout import layout_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.match.record import fingerprint

PLAN = "runs.json"
LoadRuleset = Callable[[Spec], Ruleset]


@dataclass(frozen=True, slots=True)
class Session:
    """``vary``: the options that a grid varies, with their values; empty for a plain simulation. ``goals``: those of a
    race, of which the heats have the results, each a session in a folder of its own."""

    specs: tuple[Spec, ...]
    folder: Path | None = None
    records: Path | IO[bytes] | None = None
    vary: tuple[tuple[str, tuple[str, ...]], ...] = ()
    goals: tuple[str, ...] = ()


def begin(session: Session) -> bool:
    """Write down what is to be played: whether it had been begun before. Raises ``BadResult`` where the folder already
    holds something else."""
    folder = session.folder
    if folder is None:
        return False
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileNotFoundError as fault:
        raise BadResult(f"no folder `{folder}` can be made") from fault
    resumed = (folder / PLAN).exists()
    if resumed and ((there := read_session(folder)).specs, there.goals) != (session.specs, session.goals):
        raise BadResult(f"{folder}: holds the results of other runs; choose a new folder, or --resume that one")
    foreign = [] if resumed else [p for i in range(len(session.specs)) if (p := result_path(folder, i)).exists()]
    if foreign:
        raise BadResult(f"{foreign[0]}: exists already, and is no result of this run; choose a new folder")
    data = {
        "specs": [asdict(spec) for spec in session.specs],
        "records": str(session.records) if session.records else None,
        "vary": session.vary,
        "goals": session.goals,
    }
    write_document(folder / PLAN, data)
    return resumed


def read_session(folder: Path) -> Session:
    """What a folder is for; raises ``BadResult`` where it is none of ours."""
    data = read_document(folder / PLAN)
    records = Path(data["records"]) if data["records"] else None
    vary = tuple((key, tuple(values)) for key, values in data["vary"])
    return Session(tuple(map(spec_from_json, data["specs"])), folder, records, vary, tuple(data["goals"]))


def result_path(folder: Path, index: int) -> Path:
    return folder / f"{index + 1}.json"


def play(
    session: Session,
    load: LoadRuleset,
    engine: EngineName = "auto",
    jobs: Jobs = None,
    progress: Progress = nobody,
    remark: Callable[[str], None] = nobody,
) -> Iterator[RunOutcome]:
    """Play all runs of a session, each from where it was left; an interrupted one is the last."""
    resumed = begin(session)
    once = lru_cache(maxsize=None)(remark)  # what is said of one run need not be said of the next
    for index, spec in enumerate(session.specs):
        ruleset = load(spec)
        path = result_path(session.folder, index) if session.folder else None
        checkpoint = None
        if path or session.records:
            checkpoint = Checkpoint(spec, fingerprint(ruleset, spec.seats), path, session.records, resumed)
        outcome = run(spec, ruleset, engine, jobs, checkpoint, progress, once)
        yield outcome
        if outcome.interrupted:
            return


# ---- the results of several folders put together: shards of one run give exactly what the whole run gives


def merge(folders: Sequence[Path], load: LoadRuleset, remark: Callable[[str], None] = nobody) -> list[RunOutcome]:
    """One outcome for each run that the folders share; raises ``BadResult`` where they don't belong together."""
    sessions = [read_session(folder) for folder in folders]
    if len({len(s.specs) for s in sessions}) > 1:
        raise BadResult("these folders hold different numbers of runs")
    return [_merge_run(index, sessions, load, remark) for index in range(len(sessions[0].specs))]


def _merge_run(index: int, sessions: Sequence[Session], load: LoadRuleset, remark: Callable[[str], None]) -> RunOutcome:
    spec = sessions[0].specs[index]
    ruleset = load(spec)
    parts: list[Saved] = []
    for session in sessions:
        assert session.folder is not None
        if not session.specs[index].same_play(spec):
            raise BadResult(f"{session.folder}: another game than {sessions[0].folder}, or another seed")
        path = result_path(session.folder, index)
        if not path.exists():
            remark(f"{session.folder}: nothing has been played there yet")
            continue
        parts.append(read_result(path, fingerprint(ruleset, spec.seats)))
    if not parts:
        raise BadResult("there are no results yet")
    missing = _check_spans(parts, remark)
    whole = replace(spec, shard=(1, 1))
    code: Counter[str] = Counter()
    for part in parts:
        code.update(part.code)
    return RunOutcome(
        whole,
        ruleset,
        layout_of(make_plan(ruleset, spec.seats)),
        reduce(add, (p.tally for p in parts)),
        code,
        sum(p.seconds for p in parts),
        missing,
    )


def _check_spans(parts: Sequence[Saved], remark: Callable[[str], None]) -> bool:
    """Whether units are missing; units that were played twice cannot be counted."""
    played = sorted((p.spec.span[0], p.tally.units) for p in parts)
    for (start, count), (following, _) in pairwise(played):
        if start + count > following:
            raise BadResult(f"number {following} was played in two of the folders; each unit counts once")
    wanted = max(p.spec.games for p in parts)
    units = sum(count for _, count in played)
    stopped = all(p.stopped for p in parts)
    if units < wanted and not stopped:
        remark(f"{wanted - units:,} of {wanted:,} are missing")
    return units < wanted and not stopped
