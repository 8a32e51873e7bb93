"""Command lines that ask for nothing sensible: an exit code and a message, never a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cassino_dsl.faces.cli.commands import COMMANDS
from tests.cli.conftest import Cassino


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_shows_examples(cassino: Cassino, name: str) -> None:
    ran = cassino(name, "--help")
    assert ran.code == 0
    assert re.search(rf"^ *Examples?:.*cassino {name}", ran.out, re.DOTALL | re.MULTILINE)


def test_help_names_every_command(cassino: Cassino) -> None:
    ran = cassino("--help")
    assert ran.code == 0
    assert all(f"\n  {name} " in ran.out for name in COMMANDS)
    assert cassino("--version").out.startswith("cassino")


def test_help_loads_click_and_nothing_heavy() -> None:
    code = (
        "import sys\nfrom cassino_dsl.faces.cli.main import main\nsys.argv = ['cassino', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = ('lark', 'yaml', 'rich', 'jsonschema', 'cassino_dsl.game', 'cassino_dsl.match.basic_game')\n"
        "print(*sorted(m for m in sys.modules if m in heavy))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1].strip() == ""


def test_an_interrupt_while_the_program_is_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    """Click is the first thing that is loaded: here it is as slow as a Ctrl-C is quick."""
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    [script] = [e for e in entry_points(group="console_scripts") if e.name == "cassino"]
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from {script.module} import {script.attr}; {script.attr}()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.split()) == (130, [b"interrupted"])


def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    code = f"import os; os.rmdir({str(tmp_path)!r}); from cassino_dsl.__main__ import main; main()"
    command = [sys.executable, "-c", code, "new", "my-game"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == b"cassino: a file, or the folder in which it should lie, is not there\n"
