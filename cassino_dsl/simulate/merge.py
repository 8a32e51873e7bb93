"""Puts the results of several folders together: shards of one run give exactly what the whole run gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import Path

from cassino_dsl.plan.make import make_plan
from cassino_dsl.simulate.checkpoint import BadResult, Saved, read_result
from cassino_dsl.simulate.run import RunOutcome, no_remark
from cassino_dsl.simulate.session import LoadRuleset, Session, read_session, result_path
from cassino_dsl.units.layout import layout_of
from cassino_dsl.units.record import fingerprint


def merge(folders: Sequence[Path], load: LoadRuleset, remark: Callable[[str], None] = no_remark) -> list[RunOutcome]:
    """One outcome for each run that the folders share; raises ``BadResult`` where they don't belong together."""
    sessions = [read_session(folder) for folder in folders]
    if len({len(s.specs) for s in sessions}) > 1:
        raise BadResult("these folders hold different numbers of runs")
    return [_merge_run(index, sessions, load, remark) for index in range(len(sessions[0].specs))]


def _merge_run(index: int, sessions: Sequence[Session], load: LoadRuleset, remark: Callable[[str], None]) -> RunOutcome:
    spec = sessions[0].specs[index]
    ruleset = load(spec)
    layout = layout_of(make_plan(ruleset, spec.seats))
    parts: list[Saved] = []
    for session in sessions:
        assert session.folder is not None
        if not session.specs[index].same_play(spec):
            raise BadResult(f"{session.folder}: another game than {sessions[0].folder}, or another seed")
        path = result_path(session.folder, index)
        if not path.exists():
            remark(f"{session.folder}: nothing has been played there yet")
            continue
        saved = read_result(path, layout)
        if saved.ruleset != fingerprint(ruleset, spec.seats):
            raise BadResult(f"{path}: the ruleset has changed since")
        parts.append(saved)
    if not parts:
        raise BadResult("there are no results yet")
    missing = _check_spans(parts, remark)
    whole = replace(spec, shard=(1, 1))
    engines = {p.engine for p in parts}
    return RunOutcome(
        whole,
        ruleset,
        layout,
        reduce(add, (p.tally for p in parts)),
        engines.pop() if len(engines) == 1 else "mixed",
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
