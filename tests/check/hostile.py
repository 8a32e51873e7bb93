"""Variant files as data: those made to hurt of ``hostile.yaml``, and the bad input of ``bad_input.yaml``."""

from __future__ import annotations

import re
from typing import Any

from tests.beside import beside

HEAD = "dsl: 1\nextends: cassino\n"
REPEATED = re.compile(r"⟪(.*?)×(\d+)⟫", re.DOTALL)


def cases(name: str) -> dict[str, Any]:
    found: dict[str, Any] = beside(__file__, name)
    return found


def text_of(case: dict[str, Any]) -> str:
    """The file of a case."""
    return repeated(case["whole"] if "whole" in case else HEAD + case["add"])


def repeated(text: str) -> str:
    """The text with all its repeated pieces."""
    return REPEATED.sub(lambda found: "".join(_piece(found[1], i + 1) for i in range(int(found[2]))), text)


def _piece(text: str, number: int) -> str:
    return text.replace("#-1", str(number - 1)).replace("#", str(number))


_CASES = cases("hostile.yaml")
_TABLE = f"{HEAD}terms:\n  worth(c):\n"
_READ = "rules:\n  r: kind = trail implies worth(card) > 0\n"
_FACES = [", ".join(f"{r}s" for r in range(2, 10) if i >> (r - 2) & 1) for i in range(1, 201)]

# name: (file, the codes that it gets, in any order)
REFUSED: dict[str, tuple[str, set[str]]] = {
    **{name: (text_of(case), set(case["codes"])) for name, case in _CASES["refused"].items()},
    "301 rows of values": (f"{HEAD}values:\n" + "".join(f"  {'A, ' * i}A: 1\n" for i in range(301)), {"bad-number"}),
    "a table of 300 rows": (
        _TABLE + "".join(f"    {'A, ' * i}A: {i}\n" for i in range(300)) + _READ,
        {"expression-too-complex"},
    ),
    "a table of 200 rows": (
        _TABLE + "".join(f"    {faces}: {i}\n" for i, faces in enumerate(_FACES, 1)) + _READ,
        {"too-costly"},
    ),
}
# nothing is wrong with these, however odd they look
HARMLESS = {name: text_of(case) for name, case in _CASES["harmless"].items()}
