"""How commands print: JSON, tables and headings, reports of figures, remarks, faults, and how far long work is."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, redirect_stdout
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, NamedTuple

import click

from cassino_dsl.faces.cli.limits import TimedOut
from cassino_dsl.faces.cli.terminal import cleared, escape_of

Printer = Callable[[], object]
NARROWEST = 8  # column that gives way on a terminal
SCHEMA = 1  # of the JSON that commands print: what has a meaning in it keeps that meaning


class Answer(NamedTuple):
    """What a command found: who prints it, by format, and its exit code. ``told``: what says on standard output what
    there is against it, where the answer itself goes into a file: a log shows why a step failed."""

    printers: Mapping[str, Printer]
    code: int = 0
    told: Printer | None = None


def answer(data: Any, text: Printer, code: int = 0) -> Answer:
    """What most commands find: data for `--format json`, and what prints them for people."""
    return Answer({"json": lambda: print_json(data), "text": text}, code)


def report_answer(found: Any, code: int, full: bool = True) -> Answer:
    """A report of figures (``analysis.simulate.report``), in every format that it has; ``full``: whether plain text has
    every table."""
    return Answer(
        {
            "json": lambda: print_json(found.as_data(), compact=True),
            "csv": lambda: click.echo(found.as_csv(), nl=False),
            "html": lambda: _print_page(*found.as_page()),
            "markdown": lambda: _print_figures(found.report(), "markdown"),
            "text": lambda: _print_figures(found.report(), "text", full),
        },
        code,
    )


def _print_page(html: str, missing: str) -> None:
    """A page of HTML; what is missing from it is said on stderr."""
    if missing:
        remark(missing)
    click.echo(html, nl=False)


def _print_figures(report: Any, format: str, full: bool = True) -> None:
    from cassino_dsl.analysis.simulate.report.text import markdown, text
    from cassino_dsl.language.diagnostics.text import safe

    said = markdown(report) if format == "markdown" else text(report, full)
    click.echo("\n".join(map(safe, said.split("\n"))), nl=False)  # it may quote a stranger
    if not full:
        click.echo("all figures: --full, or -o FILE.html for a page with plots")


def remark(text: str) -> None:
    """Say something beside the answer, on stderr."""
    click.echo(f"cassino: {text}", err=True)


def plural(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


# ---- JSON


def print_json(data: Any, compact: bool = False) -> None:
    """JSON goes to stdout alone; every object that is printed says by which schema. ``compact``: lists of plain values
    stand on one line, `[0.4, 0.6]`, and the bins of histograms with them."""
    objects = [labelled(one) for one in data] if isinstance(data, list) else labelled(data)
    click.echo(_in_lines(objects) if compact else json_text(objects, indent=2))


def _in_lines(data: Any, margin: str = "") -> str:
    if not isinstance(data, dict | list | tuple) or not data or _on_one_line(data):
        return json_text(data)
    inner = margin + "  "
    if isinstance(data, dict):
        lines = [f"{inner}{json_text(str(key))}: {_in_lines(value, inner)}" for key, value in data.items()]
    else:
        lines = [inner + _in_lines(value, inner) for value in data]
    first, last = "{}" if isinstance(data, dict) else "[]"
    return "\n".join([first, ",\n".join(lines), margin + last])


def _on_one_line(data: Any, deep: int = 2) -> bool:
    """Whether this is a list of plain values, or of lists of them."""
    if isinstance(data, list | tuple):
        return deep > 0 and all(_on_one_line(one, deep - 1) for one in data)
    return deep < 2 and not isinstance(data, dict)


def json_text(data: Any, **layout: Any) -> str:
    """Data as JSON; half characters, which JSON can name and no text can hold, become question marks."""
    return json.dumps(data, ensure_ascii=False, **layout).encode("utf-8", "replace").decode()


def labelled(data: dict[str, Any]) -> dict[str, Any]:
    """The object with its schema, as all that commands print have it."""
    return {**data, "schema": SCHEMA}


# ---- tables and headings


def print_table(headers: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Print rows under headers; the columns numbered in ``right`` hold numbers. On a terminal that is narrow the last
    column gives way, and goes on below."""
    from cassino_dsl.language.diagnostics.text import painted, safe

    texts = [[*headers], *([safe(str(cell)) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    if sys.stdout.isatty():
        left = get_terminal_size().columns - sum(width + 2 for width in widths[:-1])
        widths[-1] = min(widths[-1], max(NARROWEST, left))
    for number, (*row, last) in enumerate(texts):
        for part in wrap(last, widths[-1], break_on_hyphens=False) or [""]:
            sized = enumerate(zip((*row, part), widths, strict=True))
            line = "  ".join(c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in sized).rstrip()
            click.echo(line if number else painted(escape_of(sys.stdout), line, "bold"))
            row = [""] * len(row)


def heading(text: str, style: str = "bold") -> None:
    """A line that stands out on a terminal."""
    from cassino_dsl.language.diagnostics.text import painted, safe

    click.echo(painted(escape_of(sys.stdout), safe(text), style))


def beside() -> AbstractContextManager[object]:
    """What is printed meanwhile goes to stderr: players of one's own may print, and must not among answers."""
    return redirect_stdout(sys.stderr)


# ---- how faults end a command: never with a traceback


def report_fault(fault: BaseException) -> int:
    """Say what went wrong on stderr; the exit code. 1 for faults of files and plays, 2 for all others."""
    from cassino_dsl.engine.choice import NoEngine
    from cassino_dsl.language.compose.library import NotFound
    from cassino_dsl.language.diagnostics.cassino_error import CassinoError
    from cassino_dsl.language.diagnostics.text import painted, render, safe
    from cassino_dsl.language.ruleset.run_fault import RunFault
    from cassino_dsl.players.learned.weights import BadWeights
    from cassino_dsl.players.own import PlayerFault

    help, code = getattr(fault, "help", ""), 2
    if isinstance(fault, CassinoError):
        for diagnostic in fault.diagnostics:
            click.echo(render(diagnostic, escape_of(sys.stderr)), err=True)
        return 1
    if isinstance(fault, RunFault | TimedOut):
        slug = fault.code if isinstance(fault, RunFault) else "takes-too-long"
        head = painted(escape_of(sys.stderr), f"error[{slug}]", "error")
        click.echo(f"{head}: {safe(str(fault))}", err=True)
        code = 1
    elif isinstance(fault, NotFound | NoEngine | BadWeights):
        remark(safe(str(fault)))
    elif isinstance(fault, PlayerFault):
        remark(safe(fault.headline))
        click.echo(f"  = position: {fault.position_text}", err=True)
    elif isinstance(fault, OSError):
        remark(safe(_about_file(fault)))
    else:
        if os.environ.get("CASSINO_DEBUG"):
            click.echo(traceback.format_exc(), err=True)
        remark(f"internal error: {type(fault).__name__}: {safe(str(fault))}")
        help = "this is a fault of the program; CASSINO_DEBUG=1 shows where"
    if help:
        click.echo(f"  = help: {safe(help)}", err=True)
    return code


def _about_file(fault: OSError) -> str:
    name = f"`{fault.filename}`" if fault.filename else "a file"
    if isinstance(fault, FileNotFoundError):
        if not fault.filename:
            return "a file, or the folder in which it should lie, is not there"
        folder = Path(fault.filename).parent
        return f"there is no file {name}" if folder.exists() else f"there is no folder `{folder}`"
    if isinstance(fault, IsADirectoryError):
        return f"{name} is a folder, not a file"
    return f"{name}: {fault.strerror or fault}"


# ---- how far long work has come: one line on stderr, where that is a terminal

EVERY = 0.1  # seconds


class StatusLine:
    """A line that is written over, not too often, and cleared in the end."""

    def __init__(self) -> None:
        # a dumb terminal cannot write over a line
        self.shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.last = 0.0

    def due(self) -> bool:
        """Whether it is time for another text."""
        return self.shown and time.monotonic() - self.last >= EVERY

    def show(self, text: str) -> None:
        self.last = time.monotonic()
        click.echo(cleared(sys.stderr) + text, err=True, nl=False)

    def remark(self, text: str) -> None:
        self.clear()
        remark(text)

    def clear(self) -> None:
        if self.shown and self.last:
            click.echo(cleared(sys.stderr), err=True, nl=False)
            self.last = 0.0


class StepLine(StatusLine):
    """What is being done, and how far it is."""

    def __call__(self, what: str, number: int, whole: int) -> None:
        if self.due():
            of = f" of {whole:,}" if whole else ""
            self.show(what + (f": {number:,}{of}" if number else " …"))
