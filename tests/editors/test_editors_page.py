"""What the page on editors tells people to copy: it can be read, and editors that are here do with it what it says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from cassino_dsl.book.describe.json_schema import ID, VERSION
from tests.editors.test_vscode import EXTENSION, ROOT

PAGE = ROOT / "docs" / "editors.md"
FILE = """\
# ours
dsl: 1
extends: cassino
rules:
  look first: kind = trail implies peak(0)
"""


def block(heading: str, language: str) -> str:
    """The text to copy under a heading."""
    part = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", part, re.S | re.M)
    return str(found)


@pytest.fixture
def here(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A folder with a file at fault, and an environment in which `cassino` is this program."""
    (tmp_path / "ours.yaml").write_text(FILE, encoding="utf-8")
    program = tmp_path / "bin" / "cassino"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m cassino_dsl "$@"\n')
    program.chmod(0o755)
    env = {"PYTHONPATH": str(ROOT), "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}
    return tmp_path, {**os.environ, **env}


def test_settings_can_be_read() -> None:
    (server,) = json.loads(block("Kate", "json"))["servers"].values()
    helix: dict[str, Any] = tomllib.loads(block("Helix", "toml"))
    own = helix["language-server"]["cassino"]
    assert server["command"] == [own["command"], *own["args"]] == ["cassino", "lsp"]
    (language,) = helix["language"]
    package = json.loads((EXTENSION / "package.json").read_text())["contributes"]
    (known,) = package["languages"]
    globs = [f"*{extension}" for extension in known["extensions"]]
    assert [one["glob"] for one in language["file-types"]] == globs
    assert language["scope"] == package["grammars"][0]["scopeName"]
    (schema,) = json.loads(block("Zed", "json"))["lsp"]["yaml-language-server"]["settings"]["yaml"]["schemas"].values()
    assert schema == globs


def test_the_catalogue_names_the_schema_of_the_language() -> None:
    entry = json.loads(block("The JSON Schema, for any other editor", "json"))
    assert entry["url"] == ID
    assert entry["versions"] == {VERSION: ID}


@pytest.mark.ci
@pytest.mark.skipif(not which("nvim"), reason="there is no Neovim here")
def test_neovim(here: tuple[Path, dict[str, str]]) -> None:
    folder, env = here
    (folder / "init.lua").write_text(block("Neovim", "lua"), encoding="utf-8")
    (folder / "try.lua").write_text("""
        vim.cmd('edit ours.yaml')
        vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 100)
        for _, found in ipairs(vim.diagnostic.get(0)) do print(found.lnum + 1, found.message) end
        vim.cmd('qa!')
    """)
    command = ["nvim", "--headless", "-u", "init.lua", "-n", "-c", "luafile try.lua"]
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=90)
    assert re.search(r"5 .*there is no function `peak`", ran.stdout + ran.stderr), ran.stdout + ran.stderr


@pytest.mark.ci
@pytest.mark.skipif(not which("emacs"), reason="there is no Emacs here")
def test_emacs(here: tuple[Path, dict[str, str]]) -> None:
    folder, env = here
    (folder / "init.el").write_text(block("Emacs", "elisp"), encoding="utf-8")
    (folder / "try.el").write_text("""
        (load-file "init.el")
        (require 'eglot)
        (find-file "ours.yaml")
        (apply #'eglot--connect (eglot--guess-contact))
        (let ((turns 300))
          (while (and (> (setq turns (1- turns)) 0) (null (flymake-diagnostics)))
            (accept-process-output nil 0.2)))
        (dolist (found (flymake-diagnostics))
          (message "%s %d %s" major-mode (line-number-at-pos (flymake-diagnostic-beg found))
                   (flymake-diagnostic-text found)))
    """)
    ran = subprocess.run(
        ["emacs", "--batch", "-l", "try.el"], cwd=folder, env=env, capture_output=True, text=True, timeout=90
    )
    if "Cannot open load file" in ran.stderr:
        pytest.skip("needs eglot and yaml-mode")
    assert re.search(r"cassino-mode 5 .*there is no function `peak`", ran.stderr), ran.stderr
