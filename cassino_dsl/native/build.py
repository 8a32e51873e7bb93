"""Compiles the C of a plan and keeps what came of it in the user's cache, by content, compiler and processor."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from cassino_dsl.cache import NoCache, keep, kept, workshop

FLAGS = ("-O2", "-march=native", "-fwrapv", "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-std=gnu11")
# passes of gcc's -O2 that take a quarter of the time it takes to compile, and from which play gains nothing
LEFT_OUT = ("-fno-tree-slp-vectorize", "-fno-tree-pre", "-fno-gcse", "-fno-code-hoisting")
TIMEOUT = 300  # seconds
_KIND, _ENDING = "ruleset", "so"


class NoCompiler(Exception):
    """There is no C compiler here, or it refuses; the message says so in words."""


@lru_cache(maxsize=1)
def compiler() -> tuple[str, ...]:
    """The command of the C compiler: CC, cc, gcc, clang, or the one that the ``ziglang`` wheel brings."""
    wanted = os.environ.get("CC", "").split()
    if wanted and shutil.which(wanted[0]):
        return tuple(wanted)
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return (found,)
    if find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompiler("there is no C compiler (`pip install 'cassino-dsl[native]'` brings one)")


@lru_cache(maxsize=4)
def _identity(command: tuple[str, ...]) -> str:
    """What tells one compiler and one machine from another."""
    try:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError) as fault:
        raise NoCompiler(f"the C compiler does not start: {fault}") from fault
    return "\n".join([*command, said, platform.machine(), _processor()])


@lru_cache(maxsize=1)
def _processor() -> str:
    """What the processor can do: code for one may not run on another."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(
        sorted({line for line in lines if line.startswith(("flags", "Features", "model name", "CPU part"))})
    )


def library(text: str, flags: tuple[str, ...] = FLAGS, compile: bool = True) -> Path:
    """The shared library of a C text, compiled unless it is in the cache (or, without ``compile``, only from there).

    It appears in the cache by one rename, whole or not at all, so that processes don't see each other's work.
    """
    command = compiler()
    identity = _identity(command)
    if "Free Software Foundation" in identity:  # others refuse what only gcc knows
        flags = (*flags, *LEFT_OUT)
    key = "\0".join([text, identity, *flags])
    try:
        found = kept(_KIND, key, _ENDING)
        if found is not None:
            return found
        if not compile:
            raise NoCompiler("it has not been compiled here")
        with workshop() as work:
            return keep(_KIND, key, _ENDING, _compile(text, command, flags, Path(work)))
    except NoCache as fault:
        raise NoCompiler(str(fault)) from fault
    except OSError as fault:
        raise NoCompiler(f"{fault.filename or 'the cache'} cannot be written: {fault.strerror}") from fault


def _compile(text: str, command: tuple[str, ...], flags: tuple[str, ...], work: Path) -> bytes:
    """What the compiler makes of a C text in a folder of its own."""
    source, result = work / "ruleset.c", work / "ruleset.so"
    source.write_text(text, encoding="utf-8")
    try:
        words = [*command, *flags, "-o", str(result), str(source)]
        said = subprocess.run(words, capture_output=True, encoding="utf-8", errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired as fault:
        raise NoCompiler("the C compiler takes too long") from fault
    if said.returncode or not result.exists():
        lines = [line for line in said.stderr.splitlines() if "error" in line] or said.stderr.splitlines()
        raise NoCompiler(f"the C compiler refuses: {lines[0][:200] if lines else f'exit code {said.returncode}'}")
    return result.read_bytes()


def load(path: Path) -> ctypes.CDLL:
    """The library, ready to be called; one that cannot be loaded is taken out of the cache."""
    try:
        return ctypes.CDLL(str(path))
    except OSError as fault:
        path.unlink(missing_ok=True)
        raise NoCompiler(f"the compiled ruleset cannot be loaded: {fault}") from fault
