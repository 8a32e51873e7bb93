"""Several runs together: what one command plays, and the folder that ``--out`` keeps it in.

A folder has ``runs.json``, which says what is to be played, and one file of results for each run, ``1.json``
and so on, as far as it has come.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cassino_dsl.ruleset.model import Ruleset
from cassino_dsl.simulate.checkpoint import DAMAGED, FORMAT, BadResult, Checkpoint, check_folder, read_head, write_whole
from cassino_dsl.simulate.cluster import Cluster
from cassino_dsl.simulate.run import Progress, RunOutcome, no_progress, no_remark, run
from cassino_dsl.simulate.spec import VARY, Spec, spec_from_json, vary_from_json
from cassino_dsl.simulate.wanted import EngineName
from cassino_dsl.units.form import Misfit, check_form, plainly
from cassino_dsl.units.record import fingerprint

PLAN = "runs.json"
LoadRuleset = Callable[[Spec], Ruleset]


@dataclass(frozen=True, slots=True)
class Session:
    """``vary``: the options that a grid varies, with their values; empty for a plain simulation."""

    specs: tuple[Spec, ...]
    folder: Path | None = None
    records: Path | IO[bytes] | None = None
    vary: tuple[tuple[str, tuple[str, ...]], ...] = ()


def begin(session: Session) -> bool:
    """Write down what is to be played: whether it had been begun before. Raises ``BadResult`` where the folder already
    holds something else."""
    folder = session.folder
    if folder is None:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    resumed = (folder / PLAN).exists()
    if resumed and read_session(folder).specs != session.specs:
        raise BadResult(f"{folder}: holds the results of other runs; choose a new folder, or --resume that one")
    foreign = [] if resumed else [p for i in range(len(session.specs)) if (p := result_path(folder, i)).exists()]
    if foreign:
        raise BadResult(f"{foreign[0]}: exists already, and is no result of this run; choose a new folder")
    data = {
        "cassino": FORMAT,
        "specs": [spec.as_json() for spec in session.specs],
        "records": str(session.records) if session.records else None,
        "vary": [[key, list(values)] for key, values in session.vary],
    }
    write_whole(folder / PLAN, json.dumps(data, indent=1))
    return resumed


def read_session(folder: Path) -> Session:
    """What a folder is for; raises ``BadResult`` where it is none of ours."""
    path = folder / PLAN
    check_folder(folder)
    if not path.exists():
        raise BadResult(f"{folder}: no results of `cassino simulate --out`")
    data = read_head(path)
    try:
        check_form(data, {"specs": [{}], "vary": VARY, "records": (str, type(None))})
        specs = tuple(spec_from_json(spec) for spec in data["specs"])
        if not specs:
            raise Misfit("no runs")
        vary = vary_from_json(data["vary"])
        return Session(specs, folder, Path(data["records"]) if data["records"] else None, vary)
    except DAMAGED as fault:
        raise BadResult(f"{path}: damaged ({plainly(fault)})") from fault


def result_path(folder: Path, index: int) -> Path:
    return folder / f"{index + 1}.json"


def play(
    session: Session,
    load: LoadRuleset,
    engine: EngineName = "auto",
    jobs: int | Cluster | None = None,
    progress: Progress = no_progress,
    remark: Callable[[str], None] = no_remark,
) -> Iterator[RunOutcome]:
    """Play all runs of a session, each from where it was left; an interrupted one is the last."""
    resumed = begin(session)
    said: set[str] = set()

    def once(text: str) -> None:
        if text not in said:
            said.add(text)
            remark(text)

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
