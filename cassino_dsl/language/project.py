"""What a folder says of all variant files in it: `cassino.toml`, or `[tool.cassino]` in `pyproject.toml`, in the folder
of a file or the nearest above it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os.path import relpath
from pathlib import Path
from typing import Any

from cassino_dsl.language.diagnostics.codes import Code, by_label
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report, did_you_mean
from cassino_dsl.language.ignores import leave_out_ignored
from cassino_dsl.language.ruleset.span import Source, Span
from cassino_dsl.language.syntax.read_source import Remedies, is_pipe, read_bytes, source_from_bytes
from cassino_dsl.language.syntax.tree import Mapping as Tree

NAMES = ("cassino.toml", "pyproject.toml")
KEYS = ("select", "ignore", "trial", "paths")
MOST_ROUNDS = 100_000
_FORM = 'write what holds for all files of the folder, as `ignore = ["CAS063"]`'
_NOTHING: Remedies = dict.fromkeys((Code.FILE_TOO_LARGE, Code.BINARY_FILE, Code.EMPTY_FILE), _FORM)


@dataclass(frozen=True)
class Project:
    """``select``: the only warnings that are told, all where none is named, but for those to ``ignore``; ``trial``: how
    many random rounds `validate` plays of a file, None where nothing is said; ``paths``: what is looked at where
    no file is named. ``report``: what is wrong with the settings themselves."""

    select: frozenset[Code] = frozenset()
    ignore: frozenset[Code] = frozenset()
    trial: int | None = None
    paths: tuple[str, ...] = ()
    file: str = ""
    report: Report = field(default_factory=Report)

    def tells(self, found: Diagnostic) -> bool:
        """Whether a finding is one that people of this folder want to hear of. An error always is."""
        return found.severity == "error" or self.tells_of(found.code)

    def tells_of(self, code: Code) -> bool:
        return (not self.select or code in self.select) and code not in self.ignore


def leave_out_unwanted(report: Report, own: Tree | None, project: Project, looked_for: Iterable[Code]) -> None:
    """Leave out of a report what the settings of the folder and comments in the files ignore. ``looked_for``: what
    would have been found in the file itself, ``own``, if it were there: what is ignored in vain."""
    report.revise([d for d in report.diagnostics if project.tells(d)])
    leave_out_ignored(report, own, [code for code in looked_for if project.tells_of(code)])


def project_of(path: Path) -> Project:
    """The settings that hold for a file, or in a folder."""
    own = path / "file" if path.is_dir() else Path("file") if is_pipe(path) else path
    for file in (folder / name for folder in own.absolute().parents for name in NAMES):
        if file.is_file() and (found := _read(file)) is not None:
            return found
    return Project()


def _read(file: Path) -> Project | None:
    """What a file says; None where it is one of another kind, as many `pyproject.toml` are."""
    own = file.name == NAMES[0]
    shown = str(file.relative_to(Path.cwd())) if file.is_relative_to(Path.cwd()) else str(file)
    report = Report()
    source = source_from_bytes(shown, read_bytes(file), report, _NOTHING)
    if source is None:
        return Project(file=shown, report=report) if own else None
    try:
        said: Any = tomllib.loads(source.text)
    except (ValueError, RecursionError) as fault:
        if not own and "[tool.cassino" not in source.text:
            return None
        report.add(Code.BAD_PROJECT, _fault_place(source, str(fault)), f"TOML cannot read this: {fault}", help=_FORM)
        return Project(file=shown, report=report)
    for name in () if own else ("tool", "cassino"):
        said = said.get(name) if isinstance(said, Mapping) else None
    if not isinstance(said, Mapping):
        return None
    return _Reader(source, report).project(said, file.parent)


def _fault_place(source: Source, message: str) -> Span:
    found = re.search(r"line (\d+), column (\d+)", message)
    lines = source.line_starts
    at = lines[min(int(found[1]), len(lines)) - 1] + int(found[2]) - 1 if found else len(source.text.rstrip())
    return Span(source, min(at, len(source.text)), min(at + 1, len(source.text)))


class _Reader:
    """Reads the keys of one file."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source, self.report = source, report

    def project(self, said: Mapping[str, Any], folder: Path) -> Project:
        for key in said:
            if key not in KEYS:
                help = did_you_mean(key, KEYS) or f"its keys are {', '.join(KEYS)}"
                self._fault(key, f"there is no setting `{key}`", help)
        return Project(
            select=self._codes(said, "select"),
            ignore=self._codes(said, "ignore"),
            trial=self._trial(said),
            paths=tuple(relpath(folder / text) for text in self._texts(said, "paths", 'paths = ["games"]')),
            file=self.source.name,
            report=self.report,
        )

    def _texts(self, said: Mapping[str, Any], key: str, form: str) -> list[str]:
        value = said.get(key, [])
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return value
        self._fault(key, f"`{key}` is a list of texts", f"write it as in `{form}`")
        return []

    def _codes(self, said: Mapping[str, Any], key: str) -> frozenset[Code]:
        found = set()
        for text in self._texts(said, key, f'{key} = ["CAS063"]'):
            code = by_label(text)
            if code is None:
                help = did_you_mean(text.upper(), [c.label for c in Code]) or "write codes as `validate` prints them"
                self._fault(text, f"there is no code `{text}`", help)
            elif code.severity == "error":
                message = f"{text} is an error: nothing can be played with it, so it is always told"
                self._fault(text, message, "name warnings alone")
            else:
                found.add(code)
        return frozenset(found)

    def _trial(self, said: Mapping[str, Any]) -> int | None:
        value = said.get("trial")
        if value == "none":
            return 0
        if value is None or (type(value) is int and 0 < value <= MOST_ROUNDS):
            return value
        message = f'`trial` is a number of rounds up to {MOST_ROUNDS:,}, or "none"'
        self._fault("trial", message, 'write it as in `trial = 400`, or `trial = "none"`')
        return None

    def _fault(self, word: str, message: str, help: str) -> None:
        self.report.add(Code.BAD_PROJECT, self._place(word), message, help=help)

    def _place(self, word: str) -> Span:
        """Where a word stands, at the latest place that can be it: what other tools are told stands elsewhere."""
        start = max(self.source.text.find("[tool.cassino"), 0)
        found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(self.source.text, start)
        return Span(self.source, found.start(), found.end()) if found else self.source.whole()
