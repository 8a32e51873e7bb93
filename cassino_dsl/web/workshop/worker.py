"""The process that looks at texts of strangers: questions come in line by line, and answers go out so.

It has little memory and time, writes no large file, and starts no other process; who started it kills it when an
answer takes too long. When nobody asks any more it ends.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Any

from cassino_dsl.web import limits
from cassino_dsl.web.workshop.answers import NoAnswer, answer
from cassino_dsl.web.workshop.match import DOING, match_of_json
from cassino_dsl.web.workshop.questions import question_of_json

MOST_WRITTEN = 1 << 20  # bytes of a file
MORE = 2.0  # seconds of the processor beyond those of the question: who should have killed it is gone
UNKNOWN = 1 << 30  # bytes that it has, where nobody says
NICE = 5  # rooms go first


def confine(memory: int, native: bool) -> None:
    """Give up what looking at a text does not need. ``memory``: bytes beyond what the program itself has taken;
    ``native``: whether texts are trusted, and a compiler may run, which writes files."""
    alone = () if native else ((resource.RLIMIT_FSIZE, MOST_WRITTEN), (resource.RLIMIT_NPROC, 0))
    for kind, most in ((resource.RLIMIT_AS, _taken() + memory), (resource.RLIMIT_CORE, 0), *alone):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most, most if hard == resource.RLIM_INFINITY else min(most, hard)))
    os.nice(NICE)


def _taken() -> int:
    """The addresses that this process has, where the system says so."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.exists() else UNKNOWN


def main() -> int:
    """Answer until there is nothing more to read."""
    folder, memory = sys.argv[1], int(sys.argv[2])
    os.chdir(folder)
    confine(memory, native=sys.argv[3:] == ["native"])
    with open(0, "rb") as asked, open(1, "wb") as answers:
        answers.write(b"ready\n")
        answers.flush()
        for line in asked:
            answers.write(_answered(line) + b"\n")
            answers.flush()
    _tidy(Path(folder))
    return 0


def _tidy(folder: Path) -> None:
    """Take the text away, and what holds the folders of all, if this is the last: a server that is killed can't."""
    os.chdir(folder.parent)
    rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.parent.rmdir()


def _answered(line: bytes) -> bytes:
    try:
        data = json.loads(line)
        question = match_of_json(data) if data["do"] in DOING else question_of_json(data)
        _only(question.seconds)
        found = json.dumps({"answer": answer(question)}).encode()
        if len(found) > limits.ANSWER:
            return _said("error", f"the answer would have more than {limits.ANSWER >> 20} MiB")
        return found
    except NoAnswer as reason:
        return _said("error", str(reason))
    except MemoryError:
        return _said("large", "")
    except Exception as fault:  # one of the program: it is told to who runs the server
        return _said("fault", f"{type(fault).__name__}: {fault}")


def _said(kind: str, text: str) -> bytes:
    data: dict[str, Any] = {kind: text}
    return json.dumps(data).encode()


def _only(seconds: float) -> None:
    """Let the system end this process, should nobody else do so."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = int(used.ru_utime + used.ru_stime + seconds + MORE) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


if __name__ == "__main__":
    sys.exit(main())
