"""How long an editor waits, and how much memory it costs: `python -m tests.lsp.measure`.

The largest shipped file is written in for a while, over the streams of a real server: after each key it is waited for
the findings, then one of each request is asked. Another run has the file of 300 lines. Work is told by Linux alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import psutil

from cassino_dsl.language.resources import folder
from tests.lsp.client import Client, Refusal, at, between, client

KEYS = 25  # after which all is measured
EDITS = 1_000
LINES = 300  # of the file for which the time to the findings is promised
_HERE = ("hover", "completion", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename")
_ALL = ("documentSymbol", "foldingRange", "semanticTokens/full", "documentLink", "codeLens", "formatting")


def measured(files: dict[str, Path], edits: int) -> None:
    for name, path in files.items():
        text = path.read_text()
        with TemporaryDirectory() as where, client(Path(where)) as one:
            uri = (Path(where) / path.name).as_uri()
            one.open(uri, text)
            one.found(uri)
            print(f"\n{path.name}: {len(text.splitlines())} lines ({name})")
            _table(_times(one, uri, text))
            if name == "largest":
                _memory(one, uri, text, edits)


def _times(one: Client, uri: str, text: str) -> dict[str, list[tuple[float, float]]]:
    times: dict[str, list[tuple[float, float]]] = {}
    lines = text.split("\n")
    busy = [n for n, line in enumerate(lines) if line.count(" ") > 8 and ":" in line]
    version = 1

    def timed(name: str, do: Callable[..., Any], *args: Any, **more: Any) -> None:
        begun, worked = monotonic(), _work(one)
        with suppress(Refusal):
            do(*args, **more)
        times.setdefault(name, []).append((1000 * (monotonic() - begun), _work(one) - worked))

    for key in range(KEYS):
        line = busy[key * 7 % len(busy)]
        column = len(lines[line]) * (key % 5 + 2) // 8
        broken = {"range": between((line, column), (line, column)), "text": " ]["}
        whole = {"range": between((line, column), (line, column + 3)), "text": ""}
        for change, what in ((broken, "findings of a broken file"), (whole, "findings, the last one mended")):
            version += 1
            one.change(uri, version, change)
            timed(what, one.found, uri, version)
        here = {"textDocument": {"uri": uri}, "position": at(line, column)}
        for name in _HERE:
            more = {"context": {"includeDeclaration": True}} if name == "references" else {}
            timed(name, one.ask, f"textDocument/{name}", **here, **more)
        timed("rename", one.ask, "textDocument/rename", **here, newName="another")
        timed("selectionRange", one.ask, "textDocument/selectionRange", **here, positions=[at(line, column)])
        for name in _ALL:
            options = {"tabSize": 2, "insertSpaces": True}
            timed(name, one.ask, f"textDocument/{name}", textDocument={"uri": uri}, options=options)
        around = between((line, 0), (line, column))
        action = {"textDocument": {"uri": uri}, "range": around, "context": {"diagnostics": []}}
        timed("codeAction", one.ask, "textDocument/codeAction", **action)
        timed("workspace/symbol", one.ask, "workspace/symbol", query="capture")
    return times


def _table(times: dict[str, list[tuple[float, float]]]) -> None:
    print(f"{'':32}{'waited':>10}{'p95':>10}{'work':>10}{'p95':>10}")
    for name, found in times.items():
        each = [(median(some), quantiles(some, n=20)[-1]) for some in zip(*found, strict=True)]
        print(f"{name:32}" + "".join(f"{figure:8.0f}ms" for pair in each for figure in pair))


def _work(one: Client) -> float:
    """Milliseconds for which the server and its processes have worked: on a busy machine that tells more than time."""
    server = psutil.Process(one.process.pid)
    pids = [process.pid for process in (server, *server.children())]
    threads = (thread for pid in pids for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"))
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


def _memory(one: Client, uri: str, text: str, edits: int) -> None:
    def taken() -> str:
        server = psutil.Process(one.process.pid)
        each = [p.memory_info().rss >> 20 for p in (server, *server.children(recursive=True))]
        return f"{' + '.join(map(str, each))} MiB"

    before = taken()
    for number in range(edits):
        line = number * 37 % len(text.split("\n"))
        one.change(uri, 10_000 + number, {"range": between((line, 0), (line, number % 2)), "text": "#"})
        if number % 5 == 0:
            one.ask("textDocument/semanticTokens/full", textDocument={"uri": uri})
        if number % 50 == 0:
            one.change(uri, 10_000 + number, {"text": text})
    print(f"memory of the server and its processes: {before} before, {taken()} after {edits} edits more")


def main() -> None:
    files = {len(p.read_text().splitlines()): p for p in sorted(folder("variants").glob("*.yaml"))}
    near = min(files, key=lambda lines: abs(lines - LINES))
    edits = int(sys.argv[1]) if sys.argv[1:] else EDITS
    measured({"of some 300 lines": files[near], "largest": files[max(files)]}, edits)


if __name__ == "__main__":
    main()
