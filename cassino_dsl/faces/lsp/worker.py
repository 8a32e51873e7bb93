"""A process that reads texts for the server, or tries them out: questions come in, answers go out as lines of JSON.

A text may be a stranger's: what looks at it has bounded memory and time, writes nothing, starts nothing, and compiles
nothing. When nobody asks any more it ends.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import select
import sys
import traceback
from typing import Any

from lsprotocol.converters import get_converter

from cassino_dsl.faces.confined import confine, only
from cassino_dsl.faces.lsp.answers import ANSWERS
from cassino_dsl.faces.lsp.desk import Desk
from cassino_dsl.faces.lsp.process import Errand, Refused
from cassino_dsl.language.compose.library import NotFound
from cassino_dsl.language.syntax.read_source import given

MEMORY = 1 << 30  # bytes, beyond those of the program itself
RARELY = (20_000, 20, 50)  # how often Python looks for what nobody needs any more: all of it takes a fifth of a second
IDLE = 1.0  # seconds without a question, after which that is looked for
MOST_ASKED = 200  # questions, after which it is looked for in any case


def main() -> int:
    """Answer until there is nothing more to read."""
    confine(MEMORY, nice=int(sys.argv[1]))
    desk, as_json = Desk(), get_converter()
    gc.freeze()  # what the program itself is made of stays
    gc.set_threshold(*RARELY)
    with open(0, "rb") as asked, open(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # what is printed is no answer
        answers.write(b"ready\n")
        answers.flush()
        try:
            number = 0
            while True:
                number += 1
                if number % MOST_ASKED == 0 or not _asked_within(IDLE):
                    gc.collect()
                found = as_json.unstructure(answered(desk, pickle.load(asked)))
                answers.write(json.dumps(found).encode() + b"\n")
                answers.flush()
        except (EOFError, BrokenPipeError, KeyboardInterrupt):  # nothing more is asked
            return 0
        except MemoryError:  # who asked sees that this process has ended
            return 1


def _asked_within(seconds: float) -> bool:
    """Whether a question comes so soon; where nobody can tell, it is taken for sure."""
    try:
        return bool(select.select([0], [], [], seconds)[0])
    except (OSError, ValueError):  # on Windows only sockets can be waited for
        return True


def answered(desk: Desk, errand: Errand) -> dict[str, Any]:
    """An answer, or the fault of this program for which there is none."""
    only(errand.seconds)
    desk.put(errand.setting, errand.texts)
    try:
        with given(desk.texts):
            return {"answer": ANSWERS[errand.do](desk, *errand.args)}
    except (Refused, NotFound) as reason:
        return {"refused": str(reason)}
    except MemoryError:
        raise
    except Exception as fault:
        where = traceback.extract_tb(fault.__traceback__)[-1]
        return {"fault": f"{type(fault).__name__}: {fault} ({os.path.basename(where.filename)}:{where.lineno})"}


if __name__ == "__main__":
    sys.exit(main())
