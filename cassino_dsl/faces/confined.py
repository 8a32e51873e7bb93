"""What a process gives up that looks at texts of strangers: memory, time, files to write, other processes."""

from __future__ import annotations

import os
from pathlib import Path

try:
    import resource

    ABLE = True
except ImportError:  # not everywhere is there anything of the kind: there, who asks bounds the time alone
    ABLE = False

MOST_WRITTEN = 1 << 20  # bytes of a file
MORE = 2.0  # seconds of the processor beyond those of the question: who should have killed it is gone
UNKNOWN = 1 << 30  # bytes that it has, where nobody says
NICE = 5  # who looks at something goes first


def confine(memory: int, native: bool = False, nice: int = NICE) -> None:
    """Give up what looking at a text does not need. ``memory``: bytes beyond what the program itself has taken;
    ``native``: whether texts are trusted, and a compiler may run, which writes files; ``nice``: by how much others go
    first."""
    if not ABLE:
        return
    alone = () if native else ((resource.RLIMIT_FSIZE, MOST_WRITTEN), (resource.RLIMIT_NPROC, 0))
    for kind, most in ((resource.RLIMIT_AS, _taken() + memory), (resource.RLIMIT_CORE, 0), *alone):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (most, most if hard == resource.RLIM_INFINITY else min(most, hard)))
    os.nice(nice)


def _taken() -> int:
    """The addresses that this process has, where the system says so."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.exists() else UNKNOWN


def only(seconds: float) -> None:
    """Let the system end this process after some seconds of work, should nobody else do so."""
    if not ABLE:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = int(used.ru_utime + used.ru_stime + seconds + MORE) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
