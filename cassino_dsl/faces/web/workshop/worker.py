"""The process that looks at texts of strangers: questions come in one by one from the server (which wrote
them, and so they may be pickled), and answers go out as lines of JSON.

It has little memory and time, writes no large file, and starts no other process; who started it kills it when an
answer takes too long. When nobody asks any more it ends.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Any

from cassino_dsl.faces.confined import confine, only
from cassino_dsl.faces.web import limits
from cassino_dsl.faces.web.requests import BadRequest, Question
from cassino_dsl.faces.web.workshop.answers import answer
from cassino_dsl.faces.web.workshop.match import TextMatch, TextReplay

TOO_MUCH = f"the answer would have more than {limits.ANSWER >> 20} MiB"


def main() -> int:
    """Answer until there is nothing more to read."""
    folder, memory = sys.argv[1], int(sys.argv[2])
    os.chdir(folder)
    native = sys.argv[3:] == ["native"]
    confine(memory, native)
    with open(0, "rb") as asked, open(1, "wb") as answers:
        answers.write(b"ready\n")
        answers.flush()
        try:
            while True:
                found = json.dumps(_answered(pickle.load(asked), native)).encode()
                if len(found) > limits.ANSWER:
                    found = json.dumps({"error": TOO_MUCH}).encode()
                answers.write(found + b"\n")
                answers.flush()
        except EOFError:  # nothing more is asked
            _tidy(Path(folder))
            return 0
        except MemoryError:  # who asked sees that this process has ended
            return 1


def _tidy(folder: Path) -> None:
    """Take the text away, and what holds the folders of all, if this is the last: a server that is killed can't."""
    os.chdir(folder.parent)
    rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.parent.rmdir()


def _answered(question: Question | TextMatch | TextReplay, native: bool) -> dict[str, Any]:
    """What is said of a question: an answer, why there is none, or what went wrong. Where the memory is not enough this
    process ends."""
    try:
        only(question.seconds)
        return {"answer": answer(question, native)}
    except BadRequest as reason:
        return {"error": str(reason)}
    except MemoryError:
        raise
    except Exception as fault:  # one of the program: it is told to who runs the server
        return {"fault": f"{type(fault).__name__}: {fault}"}


if __name__ == "__main__":
    sys.exit(main())
