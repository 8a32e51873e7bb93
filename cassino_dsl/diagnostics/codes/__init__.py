"""Every diagnostic code: one class per kind of fault, one module per group of faults.

To add a code, write its class in a module of this folder and name it in that module's ``CODES``;
a new module is named here, in ``ALL``. Numbers and slugs are never reused.
"""

from __future__ import annotations

import re

from cassino_dsl.diagnostics.codes import compose, files, language, meaning, play, structure, trial
from cassino_dsl.diagnostics.diagnostic import Code

ALL: tuple[type[Code], ...] = (
    *files.CODES,
    *language.CODES,
    *structure.CODES,
    *compose.CODES,
    *meaning.CODES,
    *play.CODES,
    *trial.CODES,
)


def by_label(label: str) -> type[Code] | None:
    """The code called ``CAS012``, ``cas12`` or ``unknown-card``, or None."""
    wanted = label.strip().lower()
    digits = re.fullmatch(r"cas0*([0-9]{1,4})", wanted)
    for code in ALL:
        if code.slug == wanted or (digits and code.number == int(digits[1])):
            return code
    return None
