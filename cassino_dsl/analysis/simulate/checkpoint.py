"""Results on disk: one file for each run, replaced as a whole, so that a kill at any moment loses only the
last few seconds and never leaves half a result."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from cassino_dsl.analysis.simulate.spec import Spec, spec_from_json
from cassino_dsl.analysis.units.runner import UnitBlock
from cassino_dsl.engine.layout import Tally, tally_from_json

FORMAT = 10  # another number whenever results hold something else
EVERY = 2.0  # seconds between two savings
MAX_BYTES = 1 << 24  # of a results file; they have some ten thousand
MAX_LINE = 20_000_000  # bytes of a record


class BadResult(Exception):
    """A results file that cannot be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a results file holds. ``code``: as of a ``RunOutcome``. ``stopped``: ``--until`` was satisfied. ``records``:
    bytes of the records file that belong to these units."""

    spec: Spec
    ruleset: str
    code: dict[str, int]
    seconds: float
    stopped: bool
    records: int
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

    def load(self) -> Saved | None:
        """What was played before, if anything was; opens the records where they left off."""
        before = None
        if self.path is not None and self.path.exists():
            before = read_result(self.path, self.ruleset)
        if self.records is not None:
            self.file = self._open_records(self.records, before) if isinstance(self.records, Path) else self.records
        return before

    def add(self, block: UnitBlock, tally: Tally, seconds: float, code: Mapping[str, int]) -> None:
        """Take in a block; save where it is time."""
        if self.file is not None:
            spec = self.spec
            source = {"variant": spec.variant, "with": spec.with_rules, "set": spec.settings}
            for record in block.records or ():
                line = json.dumps({**source, **record}, ensure_ascii=False, separators=(",", ":"))
                with self._named(self.file):
                    self.file.write(line.encode() + b"\n")
        if time.monotonic() - self.saved_at >= EVERY:
            self.save(tally, seconds, False, code)

    def save(self, tally: Tally, seconds: float, stopped: bool, code: Mapping[str, int]) -> None:
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
        saved = Saved(self.spec, self.ruleset, dict(code), seconds, stopped, size, tally)
        write_document(self.path, asdict(saved))

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
        except (ValueError, KeyError, TypeError, RecursionError):
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


def write_document(path: Path, data: dict[str, Any]) -> None:
    """Write a document of the program, with the version of its format and a digest of all else."""
    write_whole(path, json.dumps({"cassino": FORMAT, "digest": _digest(data), **data}, separators=(",", ":")))


def read_document(path: Path) -> dict[str, Any]:
    """What ``write_document`` wrote. Raises ``BadResult`` where it is none, is of another version, or is not as it was
    written: then nothing in it can be trusted."""
    if not path.parent.exists():
        raise BadResult(f"there is no folder `{path.parent}`")
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(MAX_BYTES))
        version, digest = data.pop("cassino"), data.pop("digest", None)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
        raise BadResult(f"{path}: no results that `--out` has kept") from fault
    if version != FORMAT:
        raise BadResult(f"{path}: written by another version of the program")
    if digest != _digest(data):
        raise BadResult(f"{path}: damaged, or changed since it was written")
    return dict(data)


def _digest(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()


def read_result(path: Path, ruleset: str) -> Saved:
    """Read the results of a ruleset; raises ``BadResult`` where there are none."""
    data = read_document(path)
    if data["ruleset"] != ruleset:
        raise BadResult(f"{path}: the ruleset has changed since")
    data |= {"spec": spec_from_json(data["spec"]), "tally": tally_from_json(data["tally"])}
    return Saved(**data)
