"""Results on disk: one file for each run, replaced as a whole, so that a kill at any moment loses only the
last few seconds and never leaves half a result."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from cassino_dsl.simulate.spec import Spec, spec_from_json
from cassino_dsl.units.layout import Layout
from cassino_dsl.units.runner import UnitBlock
from cassino_dsl.units.tally import Tally, tally_from_json

FORMAT = 2  # 1 did not count stuck rounds
EVERY = 2.0  # seconds between two savings


class BadResult(Exception):
    """A results file that cannot be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a results file holds. ``stopped``: ``--until`` was satisfied. ``records``: bytes of the records
    file that belong to these units."""

    spec: Spec
    ruleset: str
    engine: str
    seconds: float
    stopped: bool
    records: int
    data: dict[str, Any]
    tally: Tally


class Checkpoint:
    """Saves a run to ``path`` (unless None) and its records to ``records`` (unless None) as it goes."""

    def __init__(self, spec: Spec, ruleset: str, path: Path | None, records: Path | None = None) -> None:
        self.spec, self.ruleset, self.path, self.records = spec, ruleset, path, records
        self.file: IO[bytes] | None = None
        self.saved_at = time.monotonic()

    def load(self, layout: Layout) -> Saved | None:
        """What was played before, if anything was; opens the records where they left off."""
        before = None
        if self.path is not None and self.path.exists():
            before = read_result(self.path, layout)
            if before.ruleset != self.ruleset:
                raise BadResult(f"{self.path}: the ruleset has changed since this run began")
        if self.records is not None:
            self.file = _open_records(self.records, before)
        return before

    def add(self, block: UnitBlock, tally: Tally, seconds: float, engine: str) -> None:
        """Take in a block; save where it is time."""
        if self.file is not None:
            spec = self.spec
            source = {"variant": spec.variant, "with": spec.with_rules, "set": spec.settings}
            for record in block.records or ():
                line = json.dumps({**source, **record}, ensure_ascii=False, separators=(",", ":"))
                self.file.write(line.encode() + b"\n")
        if time.monotonic() - self.saved_at >= EVERY:
            self.save(tally, seconds, False, engine)

    def save(self, tally: Tally, seconds: float, stopped: bool, engine: str) -> None:
        """Write everything so far."""
        self.saved_at = time.monotonic()
        size = 0
        if self.file is not None:
            self.file.flush()
            size = self.file.tell()
        if self.path is None:
            return
        if self.file is not None:
            os.fsync(self.file.fileno())
        data = {
            "cassino": FORMAT,
            "spec": self.spec.as_json(),
            "ruleset": self.ruleset,
            "engine": engine,
            "seconds": seconds,
            "stopped": stopped,
            "records": size,
            "tally": tally.as_json(),
        }
        write_whole(self.path, json.dumps(data, separators=(",", ":")))

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
            self.file = None


def _open_records(path: Path, before: Saved | None) -> IO[bytes]:
    """The records file, at the end of what belongs to the units played before."""
    if before is None or not before.tally.units:
        return path.open("wb")
    if not before.records or not path.exists() or path.stat().st_size < before.records:
        raise BadResult(f"{path}: lacks the records of the {before.tally.units:,} that were played before")
    # what a killed run wrote after its last saving is cut off and played again
    file = path.open("r+b")
    file.truncate(before.records)
    file.seek(0, os.SEEK_END)
    return file


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    new = path.with_name(path.name + ".tmp")
    with new.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def read_head(path: Path) -> dict[str, Any]:
    """The content of a results file, with its format checked."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["cassino"] != FORMAT:
            raise BadResult(f"{path}: written by another version of the program")
        return dict(data)
    except (ValueError, KeyError, TypeError) as fault:
        raise BadResult(f"{path}: no results of `cassino simulate --out`") from fault


def read_result(path: Path, layout: Layout) -> Saved:
    """Read a results file; raises ``BadResult`` where it is none or does not fit."""
    data = read_head(path)
    try:
        spec, tally = spec_from_json(data["spec"]), tally_from_json(data["tally"], layout)
        numbers = float(data["seconds"]), bool(data["stopped"]), int(data["records"])
        return Saved(spec, str(data["ruleset"]), str(data["engine"]), *numbers, data, tally)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as fault:
        raise BadResult(f"{path}: damaged results ({fault})") from fault
