"""`cassino lsp` in an editor that no one here wrote: Neovim with its own client, without a screen.

`.ci/run` installs it and says so (CASSINO_NEOVIM), so that it has to be there; elsewhere this is skipped without it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.lsp.client import ROOT

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(not which("nvim") and not os.environ.get("CASSINO_NEOVIM"), reason="there is no Neovim here"),
]
FILE = """\
dsl: 1
extends: cassino
title: "Ours ♥🂡"
terms:
  peek(n): "count(table)   > n"
rules:
  look ♥🂡 first: kind = trail implies peak(0)
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("neovim")
    (folder / "ours.yaml").write_text(FILE)
    told = folder / "seen.json"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHON": sys.executable, "FILE": str(folder / "ours.yaml")}
    env |= {"SEEN": str(told), "XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    script = Path(__file__).with_name("neovim.lua")
    run = ["nvim", "--headless", "-u", "NONE", "-n", "-c", f"luafile {script}"]
    subprocess.run(run, env=env, cwd=folder, timeout=400, check=True, capture_output=True)
    found: dict[str, Any] = json.loads(told.read_text())
    assert "fault" not in found, found
    return found


def test_it_attaches_and_ends(seen: dict[str, Any]) -> None:
    assert seen["attached"]
    assert seen["stopped"]


def test_findings_stand_at_their_places(seen: dict[str, Any]) -> None:
    (found,) = seen["diagnostics"]
    line = FILE.split("\n")[6]
    assert found["line"] == 7
    assert found["column"] == len(line[: line.index("peak")].encode())  # of bytes, as Neovim counts
    assert "did you mean `peek`?" in found["message"]


def test_a_remedy_is_a_code_action(seen: dict[str, Any]) -> None:
    assert "write `peek`" in seen["offered"]
    assert seen["mended"] == FILE.split("\n")[6].replace("peak", "peek")


def test_completion_and_hover(seen: dict[str, Any]) -> None:
    assert any(word.startswith("count") for word in seen["completed"])
    assert "count" in seen["hover"]


def test_renaming(seen: dict[str, Any]) -> None:
    assert "glance(n)" in seen["renamed"][0]
    assert "glance(0)" in seen["renamed"][1]


def test_formatting(seen: dict[str, Any]) -> None:
    assert "  glance(n): count(table) > n" in seen["formatted"]


def test_lenses(seen: dict[str, Any]) -> None:
    assert seen["lenses"] == ["rulebook", "play", "diff with base"]
