"""Many positions in one run: one JSON position per line in, one JSON answer per line out.

A line at fault gets an answer too, `{"error": …, "line": n}`, so that answers and questions stay in step; no line ends
the rest.
"""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable
from typing import Any, BinaryIO

from cassino_dsl.faces.cli.limits import TimedOut, in_time
from cassino_dsl.faces.cli.printing import json_text, labelled
from cassino_dsl.faces.cli.terminal import nobody_reads
from cassino_dsl.language.syntax.read_source import opened, path_of

MAX_LINE = 1 << 20  # bytes of one position


def run_batch(file: str, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> int:
    """Answer every line of a file (`-`: standard input). 1 where some line had a fault, else 0."""
    with opened(path_of(file)) as lines:
        return _run(lines, answer)


def _run(lines: BinaryIO, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> int:
    code = number = 0
    write = sys.stdout.write
    while (line := lines.readline(MAX_LINE + 1)) and not nobody_reads():
        number += 1
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = lines.readline(MAX_LINE)
            found: dict[str, Any] = {"error": f"the line is longer than {MAX_LINE >> 20} MiB"}
        else:
            found = _answer(line, answer)
        if "error" in found:
            found["line"] = number
            code = 1
        write(json_text(labelled(found), separators=(",", ":")) + "\n")
    return code


def _answer(line: bytes, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    from cassino_dsl.language.diagnostics.cassino_error import CassinoError
    from cassino_dsl.language.diagnostics.json import as_json
    from cassino_dsl.language.ruleset.run_fault import RunFault

    if not line.strip():
        return {"error": "the line is empty"}
    try:
        text = line.removeprefix(BOM_UTF8).decode("utf-8")
        position = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole)
    except UnicodeDecodeError:
        return {"error": "the line is not UTF-8"}
    except RecursionError:
        return {"error": "the line is nested too deeply"}
    except ValueError as fault:
        return {"error": f"not JSON: {fault}"}
    if not isinstance(position, dict):
        return {"error": "a position is a JSON object"}
    try:
        with in_time():
            return answer(position)
    except TimedOut as fault:
        return {"error": str(fault)}
    except CassinoError as fault:
        return {"error": fault.message, "diagnostics": [as_json(d) for d in fault.diagnostics]}
    except RunFault as fault:
        return {"error": str(fault)}
    except Exception as fault:  # a fault of the program in one position is no reason to leave the others unanswered
        return {"error": f"internal error: {type(fault).__name__}: {fault}"}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key is given twice: which of the two would be meant?"""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i]))
        raise ValueError(f"`{twice[:40]}` is given twice")
    return found


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError(f"`{digits[:20]}…` is larger than any number of a position")
    return int(digits)


def _no_number(word: str) -> None:
    raise ValueError(f"`{word}` is no number of JSON")
