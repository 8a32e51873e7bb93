"""Random play of every variant, and the conformance cases, with address and undefined-behaviour sanitizers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.compare import names, needs_compiler

ROOT = Path(__file__).parents[2]
CASES = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "tests" / "conformance").rglob("*.yaml"))


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("name", [*names(), *CASES])
def test_play_stays_inside_its_buffers(name: str, tmp_path: Path) -> None:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("the sanitizer is looked for where gcc keeps it")
    where = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    if not os.path.isabs(where):
        pytest.skip("no address sanitizer here")
    env = {
        **os.environ,
        "LD_PRELOAD": where,
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "XDG_CACHE_HOME": str(tmp_path),
        "CC": compiler,
    }
    run = subprocess.run(
        [sys.executable, "-m", "tests.native.sanitized", "200", name],
        capture_output=True,
        text=True,
        env=env,
        cwd=ROOT,
        timeout=1_800,
    )
    assert run.returncode == 0, run.stderr[-3_000:]
    assert f"clean {name}" in run.stdout
