"""The files beside a base that extend it: what it declares and does not use may be there for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cassino_dsl.language.compose.library import name_of
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.syntax.read_source import read_bytes
from cassino_dsl.language.targets import Target

MOST = 200  # files that are looked at
_CHAIN = 16  # bases above one another
_EXTENDS = re.compile(r"^extends:\s*[\"']?([\w.-]+)", re.MULTILINE)
_UNUSED = (Code.UNUSED_TERM, Code.NEVER_REACHED)


def spare_what_children_read(target: Target, report: Report) -> None:
    """Take back what was said of terms, options and memory that nothing here uses, where a child of the file speaks of
    them."""
    unused = {
        d: d.span.text.partition("(")[0] for d in report.diagnostics if d.span and not d.others and d.code in _UNUSED
    }
    if unused and not target.house:
        spoken = spoken_by_children(target)
        report.revise([d for d in report.diagnostics if unused.get(d) not in spoken])


def spoken_by_children(target: Target) -> set[str]:
    """All words of the files that extend one."""
    return {word for text in _children(target.path) for word in re.findall(r"\w+", text)} if target.own else set()


def _children(path: Path) -> Iterator[str]:
    """The texts of the files beside one that extend it, or extend one that does."""
    texts, bases = dict[str, str](), dict[str, str]()
    for file in sorted(path.parent.glob("*.yaml"))[:MOST]:
        with suppress(OSError):
            text = read_bytes(file).decode(errors="replace") if file.is_file() and file != path else ""
            if (extends := _EXTENDS.search(text)) is not None:
                texts[name_of(file)], bases[name_of(file)] = text, extends[1]
    for name, text in texts.items():
        base: str | None = name
        for _ in range(_CHAIN):
            base = bases.get(base) if base is not None else None
            if base == name_of(path):
                yield text
                break
