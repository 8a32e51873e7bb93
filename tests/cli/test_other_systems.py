"""Commands where what POSIX has is missing, as on Windows: no owners of files, no alarm, no `resource`; a
locale that is not UTF-8, no home, and nothing that may be written to. What `docs/platforms.md` says was tried."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Libraries that look at the system when they are loaded come first: they would know that this one has all of it.
BARE = """
import sys, os, signal, asyncio, subprocess, multiprocessing, concurrent.futures.process, tempfile, platformdirs, rich
platformdirs.user_cache_path("x")
for name in ("resource", "fcntl", "termios", "pwd", "grp", "pty", "tty"):
    sys.modules[name] = None
for name in ("getuid", "geteuid", "getgid", "killpg", "fork", "setsid", "fchmod", "mkfifo", "O_NOFOLLOW", "O_CLOEXEC"):
    delattr(os, name)
for name in ("SIGALRM", "setitimer", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGTSTP", "SIGWINCH"):
    delattr(signal, name)
from cassino_dsl.__main__ import main
main()
"""
POSITION = '{"hand": "9s 10s Ks", "table": "Ac 2c 3c 4c"}'
COMMANDS = (
    "validate scopa",
    "show scopa --as rulebook",
    "moves cassino position.json",
    "simulate scopa --games 20 --seed 1 --records r.jsonl",
    "compile scopa",
    "test scopa",
    "show scopa --as core --seats 2",
    "simulate scopa --games 20 --jobs 2",
    "diff scopa escoba --games 5",
    "explain rank",
    "new mine",
)


def bare(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a folder, where the system has little."""
    env = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path), "LC_ALL": "C", "PYTHONUTF8": "0"}
    env |= {"PYTHONCOERCECLOCALE": "0", "CASSINO_CACHE_DIR": "/nonexistent/cassino", "CASSINO_DEBUG": "1"}
    return subprocess.run([sys.executable, "-c", BARE, *words], cwd=folder, env=env, capture_output=True, timeout=120)


@pytest.mark.share(3)
@pytest.mark.parametrize("line", [*COMMANDS[:5], *(pytest.param(line, marks=pytest.mark.ci) for line in COMMANDS[5:])])
def test_a_command_needs_nothing_of_posix(line: str, tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(POSITION)
    done = bare(tmp_path, *line.split())
    assert done.returncode == (1 if line.startswith("diff") else 0), done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_what_cannot_be_had_is_said(tmp_path: Path) -> None:
    (tmp_path / "position.json").write_text(POSITION)
    timed = bare(tmp_path, "moves", "cassino", "position.json", "--timeout", "5")
    assert timed.returncode == 2
    assert b"has no clock for --timeout" in timed.stderr
    kept = bare(tmp_path, "cache", "show")
    assert b"does not say whom a file belongs to" in kept.stdout + kept.stderr
