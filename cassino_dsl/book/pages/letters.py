"""Letters that an encoding lacks lose their accents: `Končine` is `Koncine` there, and no `Kon?ine`."""

from __future__ import annotations

import codecs
import unicodedata

BARE = "cassino_dsl.bare"  # the name of this, as what is done where an encoding lacks a letter


def _bare(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    told = unicodedata.normalize("NFKD", fault.object[fault.start : fault.end])
    return "".join(c if c.isascii() else "?" for c in told if not unicodedata.combining(c)), fault.end


codecs.register_error(BARE, _bare)
