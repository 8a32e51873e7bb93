"""What the shell completes, and that it is set up as the how-to says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cassino_dsl.faces.cli.commands import COMMANDS
from cassino_dsl.faces.cli.main import cassino as group
from cassino_dsl.language.compose.library import shipped_house_rules, shipped_variants
from tests.cli.conftest import Cassino

HOW_TO = Path(__file__).resolve().parents[2] / "docs" / "how-to.md"


def completed(*words: str) -> list[str]:
    """What the last word may become; `file` where the shell completes files."""
    found = ShellComplete(group, {}, "cassino", "_CASSINO_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [item.value if item.type == "plain" else item.type for item in found]


def test_commands() -> None:
    assert completed("") == list(COMMANDS)
    assert completed("s") == ["show", "score", "solve", "serve", "simulate"]


@pytest.mark.parametrize(
    "words", [("show",), ("simulate",), ("simulate", "scopa"), ("diff",), ("diff", "scopa"), ("moves",), ("play",)]
)
def test_variants(words: tuple[str, ...]) -> None:
    assert completed(*words, "tabl") == ["tablanette", "tablic"]
    assert set(shipped_variants()) <= set(completed(*words, ""))


def test_house_rules_and_files() -> None:
    assert completed("show", "cassino", "--with", "") == shipped_house_rules()
    assert completed("test", "swee") == ["sweeps", "sweeps-last"]
    assert completed("diff", "cassino", "cassino", "--b-with", "sudd") == ["sudden-death"]
    assert completed("show", "./") == ["file"]
    assert completed("replay", "x") == ["file"]
    assert completed("new", "mine", "--from", "tabl") == ["tablanette", "tablic"]


def test_options_and_their_values() -> None:
    assert completed("simulate", "cassino", "--set", "tar") == ["target="]
    assert completed("simulate", "cassino", "--set", "sweeps=") == ["sweeps=false", "sweeps=true"]
    assert completed("simulate", "cassino", "--set", "target=") == ["target=21"]
    assert completed("grid", "scopa", "--vary", "fewest=t") == ["fewest=true"]
    assert completed("diff", "cassino", "scopa", "--b-set", "few") == ["fewest="]
    assert completed("show", "./nothing.yaml", "--set", "") == []
    assert completed("show", "cassino", "--format", "h") == ["html"]
    assert completed("simulate", "cassino", "--players", "random,gr") == ["random,greedy"]
    assert "--force" in completed("list", "--")


def test_the_shells_of_the_how_to(cassino: Cassino, monkeypatch: pytest.MonkeyPatch) -> None:
    named = re.findall(r"_CASSINO_COMPLETE=(\w+)", HOW_TO.read_text(encoding="utf-8"))
    assert named == ["bash_source", "zsh_source", "fish_source"]
    for word in named[1:]:  # that of bash asks bash for its version
        monkeypatch.setenv("_CASSINO_COMPLETE", word)
        assert "_CASSINO_COMPLETE" in cassino().out
    monkeypatch.setenv("_CASSINO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "cassino show sco")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert "plain,scopa\n" in cassino().out
