"""How a run is cut into blocks, and after which units ``--until`` looks whether it is narrow enough.

The looks come after fixed numbers of units, so that a run stops at the same one on every engine and with any
number of processes. They lie further apart as the run grows: each stretch is about an eighth of what was played.
"""

from __future__ import annotations

from collections.abc import Iterator

SHORTEST = 64


def looks() -> Iterator[int]:
    """The numbers of units after which ``--until`` looks."""
    units = 0
    while True:
        units += max(SHORTEST, 1 << max(0, (units // 8).bit_length() - 1))
        yield units


def blocks(total: int, most: int, done: int = 0) -> Iterator[tuple[int, int, bool]]:
    """Start, length, and whether there is a look at the end, for the units from ``done`` to ``total``."""
    for look in looks():
        while done < min(look, total):
            size = min(most, look - done, total - done)
            done += size
            yield done - size, size, done == look
        if done >= total:
            return
