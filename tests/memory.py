"""The most memory that this process alone has had; as a program, that of `cassino ARGUMENTS`, written to a file.

What the system counts for a child (`ru_maxrss`) holds what its parent had before it became this one."""

from __future__ import annotations

import atexit
import resource
import sys
from pathlib import Path


def peak() -> int:
    """In bytes."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    kibibytes = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    if kibibytes:
        return kibibytes[0] * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _main() -> None:
    """`python tests/memory.py FILE ARGUMENTS`"""
    from cassino_dsl.faces.cli.main import main

    file = Path(sys.argv.pop(1))
    atexit.register(lambda: file.write_text(str(peak())))
    main()


if __name__ == "__main__":
    _main()
