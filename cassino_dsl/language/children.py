"""The files beside a base that extend it: what it declares and does not use may be there for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cassino_dsl.language.compose.library import name_of
from cassino_dsl.language.diagnostics.codes import Code
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.syntax.given_texts import read_bytes
from cassino_dsl.language.targets import Target

MOST = 200  # files that are looked at
_CHAIN = 16  # bases above one another
_EXTENDS = re.compile(r"^extends:\s*[\"']?([\w.-]+)", re.MULTILINE)
_UNUSED = (Code.UNUSED_TERM, Code.NEVER_REACHED)
_KIND = "kind = "  # … of plays, which no action here is of: that condition never holds


def spare_what_children_read(target: Target, report: Report) -> None:
    """Take back what was said of terms, options, memory and kinds of plays that nothing here uses, where a child of the
    file speaks of them."""
    unused: list[tuple[Diagnostic, str]] = []
    for d in report.diagnostics:
        said = d.span.text if d.span is not None and not d.others else ""
        if said and d.code in _UNUSED:
            unused.append((d, said.partition("(")[0]))
        elif d.code is Code.CONSTANT_CONDITION and said.startswith(_KIND):
            unused.append((d, said.removeprefix(_KIND)))
    if not unused or target.house or target.own is None:
        return
    spoken = {word for text in _children(target.path) for word in re.findall(r"\w+", text)}
    spared = [d for d, word in unused if word in spoken]
    report.revise([d for d in report.diagnostics if d not in spared])


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
