"""What npm brings: the packages of the lock file of the pages, for tests alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "cassino_dsl" / "faces" / "web"
WANTED = os.environ.get("CASSINO_NPM") == "1"  # set where its lack is a fault


def node_here() -> str:
    return _here("node")


def _here(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        assert not WANTED, f"{program} is not here"
        pytest.skip(f"needs {program}")
    return found


def install(folder: Path) -> None:
    """Put what the lock file names into a folder, beside a copy of the pages."""
    npm = _here("npm")
    for name in ("editor", "static"):
        shutil.copytree(WEB / name, folder / name, ignore=shutil.ignore_patterns("node_modules"))
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder / "editor", capture_output=True, text=True)
    if done.returncode:
        assert not WANTED, done.stderr
        pytest.skip("npm cannot install what the lock file names")
