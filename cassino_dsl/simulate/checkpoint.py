"""Results on disk: one file for each run, replaced as a whole, so that a kill at any moment loses only the
last few seconds and never leaves half a result."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from cassino_dsl.simulate.spec import Spec, spec_from_json
from cassino_dsl.units.form import NUMBER, Form, Misfit, check_form, plainly
from cassino_dsl.units.layout import Layout
from cassino_dsl.units.runner import UnitBlock
from cassino_dsl.units.tally import Tally, tally_from_json, whole

FORMAT = 7  # 1 did not count stuck rounds, 2 not the points of an award by all sides together, 3 nothing by player,
# 4 how often the points of an award, a place or a player came to what, 5 no worlds; it played for rounds, and
# 6 played rounds out otherwise where a turn may take several steps
EVERY = 2.0  # seconds between two savings
MAX_BYTES = 1 << 24  # of a results file; they have some thousand
MAX_LINE = 20_000_000  # bytes of a record
# what reading a document that is not as it should be may raise
DAMAGED = (ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError)

SAVED: Form = {
    "spec": {},
    "tally": {},
    "seconds": NUMBER,
    "stopped": bool,
    "records": int,
    "ruleset": str,
    "engine": str,
}


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
    """Saves a run to ``path`` (unless None) and its records to ``records`` (unless None) as it goes: a file, or what is
    open already and stays so. ``resumed``: a records file that this run has begun may be there."""

    def __init__(
        self,
        spec: Spec,
        ruleset: str,
        path: Path | None,
        records: Path | IO[bytes] | None = None,
        resumed: bool = False,
    ) -> None:
        self.spec, self.ruleset, self.path, self.records, self.resumed = spec, ruleset, path, records, resumed
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
            self.file = self._open_records(self.records, before) if isinstance(self.records, Path) else self.records
        return before

    def add(self, block: UnitBlock, tally: Tally, seconds: float, engine: str) -> None:
        """Take in a block; save where it is time."""
        if self.file is not None:
            spec = self.spec
            source = {"variant": spec.variant, "with": spec.with_rules, "set": spec.settings}
            for record in block.records or ():
                line = json.dumps({**source, **record}, ensure_ascii=False, separators=(",", ":"))
                with self._named(self.file):
                    self.file.write(line.encode() + b"\n")
        if time.monotonic() - self.saved_at >= EVERY:
            self.save(tally, seconds, False, engine)

    def save(self, tally: Tally, seconds: float, stopped: bool, engine: str) -> None:
        """Write everything so far."""
        self.saved_at = time.monotonic()
        size = 0
        if self.file is not None:
            with self._named(self.file):
                self.file.flush()
            size = self.file.tell() if self.file.seekable() else 0  # a pipe has no place to come back to
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
            with self._named(self.file):
                self.file.flush()
                if self.file is not self.records:
                    self.file.close()
            self.file = None

    @contextmanager
    def _named(self, file: IO[bytes]) -> Iterator[None]:
        """A fault of writing names the file. After it nothing more is saved: what is saved last, the records have."""
        try:
            yield
        except OSError as fault:
            self.file = self.path = None
            if file is not self.records:
                fault.filename = fault.filename or str(self.records)
                with suppress(OSError):
                    file.close()
            raise

    def _open_records(self, path: Path, before: Saved | None) -> IO[bytes]:
        """The records file, at the end of what belongs to the units played before."""
        there = path.exists()
        if there and not path.is_file():
            return path.open("wb")  # a device, as /dev/null
        if there and not (self.resumed and self._is_own(path)):
            raise BadResult(f"{path}: exists already, and holds no records of this run")
        if before is None or not before.tally.units:
            return path.open("wb" if there else "xb")
        if not before.records or not there or path.stat().st_size < before.records:
            raise BadResult(f"{path}: lacks the records of the {before.tally.units:,} that were played before")
        # what a killed run wrote after its last saving is cut off and played again
        file = path.open("r+b")
        file.truncate(before.records)
        file.seek(0, os.SEEK_END)
        return file

    def _is_own(self, path: Path) -> bool:
        """Whether a file begins with a record of this run, or has nothing in it yet."""
        if not path.is_file():
            return False
        with path.open("rb") as file:
            line = file.readline(MAX_LINE)
        try:
            record = json.loads(line) if line else {"ruleset": self.ruleset, "seed": self.spec.seed}
            return bool(record["ruleset"] == self.ruleset and record["seed"] == self.spec.seed)
        except DAMAGED:
            return False


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    new = path.with_name(path.name + ".tmp")
    new.unlink(missing_ok=True)  # of a killed run; or a link to somewhere else, which must not be written through
    with new.open("x", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def check_folder(folder: Path) -> None:
    """Raises ``BadResult`` where there is no such folder, in which results might be."""
    if not folder.exists():
        raise BadResult(f"there is no folder `{folder}`")


def check_version(data: Any, path: Path) -> None:
    """Raises ``Misfit`` where a document has no version, and ``BadResult`` where it has another."""
    check_form(data, {"cassino": int})
    if data["cassino"] != FORMAT:
        raise BadResult(f"{path}: written by another version of the program")


def read_head(path: Path) -> dict[str, Any]:
    """The content of a results file, with its format checked."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
        if len(text) > MAX_BYTES:
            raise BadResult(f"{path}: larger than {MAX_BYTES >> 20} MiB, as no results are")
        data = json.loads(text)
        check_version(data, path)
        return dict(data)
    except DAMAGED as fault:
        raise BadResult(f"{path}: no results of `cassino simulate --out` ({plainly(fault)})") from fault


def read_result(path: Path, layout: Layout) -> Saved:
    """Read a results file; raises ``BadResult`` where it is none or does not fit."""
    data = read_head(path)
    try:
        check_form(data, SAVED)
        spec, tally = spec_from_json(data["spec"]), tally_from_json(data["tally"], layout)
        seconds = float(data["seconds"])
        if not 0 <= seconds < 1e12:
            raise Misfit(f"no time: {seconds}")
        if tally.units > spec.span[1]:
            raise Misfit("more was played than there was to play")
        numbers = seconds, bool(data["stopped"]), whole(data["records"], 0)
        return Saved(spec, str(data["ruleset"]), str(data["engine"]), *numbers, data, tally)
    except DAMAGED as fault:
        raise BadResult(f"{path}: damaged results ({plainly(fault)})") from fault
