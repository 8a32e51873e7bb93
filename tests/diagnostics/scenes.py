"""A scene for each code: the smallest thing to do after which a person sees it.

Most are the `bad` files of the codes themselves. The others need two files, the command line, or play.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cassino_dsl.analysis.examples.read import read_examples
from cassino_dsl.analysis.examples.run import run_example
from cassino_dsl.analysis.simulate.trial import try_out
from cassino_dsl.game import CassinoError, load
from cassino_dsl.language.choices import try_choices
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.diagnostics.codes import Code, by_label
from cassino_dsl.language.diagnostics.diagnostic import Diagnostic, Report
from cassino_dsl.language.formatter.format import format_text
from cassino_dsl.language.ignores import leave_out_ignored
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.project import project_of
from cassino_dsl.language.ruleset.run_fault import RunFault
from cassino_dsl.language.targets import open_target
from tests.beside import beside

Scene = Callable[[Path], list[Diagnostic]]
_TOLD = beside(__file__, "scenes.yaml")


def load_text(folder: Path, text: str | bytes, with_rules: tuple[str, ...] = ()) -> list[Diagnostic]:
    """What is found in a file `example.yaml`."""
    path = folder / "example.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_variant(str(path), with_rules).report.diagnostics


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


# ---- more than one file, the command line, positions and plays: ``scenes.yaml``


def told(scene: dict[str, Any]) -> Scene:
    def play(folder: Path) -> list[Diagnostic]:
        if "set" in scene:
            chosen = setting(scene["set"])
            assert chosen is not None
            return load_variant("cassino", (), (chosen,)).report.diagnostics
        if "position" in scene:
            return _asked(scene["position"], scene.get("play"))
        write(folder, **{name: f"dsl: 1\n{text}\n" for name, text in scene["files"].items()})
        return load_text(folder, scene.get("whole") or f"dsl: 1\nextends: cassino\n{scene['adds']}\n")

    return play


def _asked(position: dict[str, Any], play: str | None) -> list[Diagnostic]:
    game = load("traditional-cassino")
    with pytest.raises(CassinoError) as found:
        game.moves(position) if play is None else game.apply(position, play)
    return found.value.diagnostics


def examples_of(folder: Path, text: str) -> list[Diagnostic]:
    """What the examples of a file find."""
    path = folder / "example.yaml"
    path.write_text(text, encoding="utf-8")
    target = open_target(str(path), None, (), ())
    report = Report()
    examples = read_examples(target, report)
    assert examples or report.diagnostics
    return [*report.diagnostics, *(d for e in examples for d in run_example(e).diagnostics())]


# ---- what only play can show


def takes_too_long(folder: Path) -> list[Diagnostic]:
    """A question that may be very little work."""
    game = load("cassino")
    game.steps = 1_000
    return _fault(lambda: game.moves({"hand": "9s", "table": "Ac 2c 3c 4c 5c 6c 7c 8c"}))


def too_many_plays(folder: Path) -> list[Diagnostic]:
    table = "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s"
    return _fault(lambda: load("cassino").moves({"hand": "10c", "table": table}))


def first_round(folder: Path, text: str, keys: int = 1) -> list[Diagnostic]:
    """Play first rounds of a file, always the first legal play; the fault that ends them."""
    path = folder / "example.yaml"
    path.write_text(text, encoding="utf-8")
    game = load(path)

    def play() -> None:
        engine = game.engine()
        for key in range(keys):
            state = engine.new_match(key)
            while not state.round_over and not state.match_over and state.round == 1:
                state = engine.play(state, engine.legal(state)[0])

    return _fault(play)


def _fault(do: Callable[[], object]) -> list[Diagnostic]:
    """The fault of a ruleset at run time, as a diagnostic."""
    try:
        do()
    except RunFault as fault:
        code = by_label(fault.code)
        assert code is not None
        return [Diagnostic(code, str(fault), None, fault.help)]
    return []


# ---- what `validate` looks at: all values of options, and a few random rounds


def tried_out(folder: Path, text: str) -> list[Diagnostic]:
    """What is found in a file when its options are gone through and six rounds of it are played, however long they
    take."""
    path = folder / "example.yaml"
    path.write_text(text, encoding="utf-8")
    target = open_target(str(path), None, (), ())
    assert target.loaded.ruleset is not None
    try_choices(target, target.loaded.ruleset, target.report, seconds=600)
    assert not try_out(target, target.loaded.ruleset, target.report, rounds=6, seconds=600).stopped
    return target.report.diagnostics


def trial_of(code: Code) -> Scene:
    return lambda folder: tried_out(folder, code.explanation.bad)


# ---- bytes, and a file beside another

BYTES = {
    Code.FILE_TOO_LARGE: b"#" * (2 << 20),
    Code.NOT_UTF8: "dsl: 1\nextends: cassino\ntitle: café noir\n".encode("latin-1"),
    Code.BINARY_FILE: b"\x89PNG\0\0",
    Code.TOO_MANY_NODES: b"dsl: 1\nextends: cassino\nexamples:\n" + b"- a\n" * 20_001,
}


def bytes_of(code: Code) -> Scene:
    return lambda folder: load_text(folder, BYTES[code])


def text_of_another(folder: Path) -> list[Diagnostic]:
    write(folder, mine="dsl: 1\nextends: scopa\n")
    (folder / "mine.it.yaml").write_text("dsl: 1\ntext_of: other\ntitle: Mia\n", encoding="utf-8")
    return load_variant(str(folder / "mine.yaml"), language="it").report.diagnostics


def ignored(comment: str) -> Scene:
    """What is found where a file ignores something."""

    def look(folder: Path) -> list[Diagnostic]:
        (folder / "example.yaml").write_text(f"dsl: 1\nextends: scopa\n# cassino: {comment}\ntitle: Ours\n", "utf-8")
        target = open_target(str(folder / "example.yaml"), None, (), ())
        leave_out_ignored(target.report, target.own, tuple(Code))
        return target.report.diagnostics

    return look


def bad_project(folder: Path) -> list[Diagnostic]:
    (folder / "cassino.toml").write_text("trail = 5\n", encoding="utf-8")
    return project_of(folder).report.diagnostics


def not_formatted(folder: Path) -> list[Diagnostic]:
    return [*format_text(f"dsl: 1\n? {'long' * 300}\n: 1\n", "example.yaml").findings]


TRIED_OUT = (Code.STUCK_ROUNDS, Code.FAULT_IN_PLAY, Code.ACTION_NEVER_PLAYED, Code.NOTHING_PLAYED, Code.NEVER_REACHED)
SCENES: dict[Code | None, Scene] = {
    **{by_label(name): told(scene) for name, scene in _TOLD.items()},
    **{code: bytes_of(code) for code in BYTES},
    Code.EXAMPLE_FAILED: lambda folder: examples_of(folder, Code.EXAMPLE_FAILED.explanation.bad),
    Code.CHECK_FAILED: lambda folder: first_round(folder, Code.CHECK_FAILED.explanation.bad),
    Code.ENDLESS_PLAY: lambda folder: first_round(folder, Code.ENDLESS_PLAY.explanation.bad),
    Code.TOO_MANY_PLAYS: too_many_plays,
    Code.TAKES_TOO_LONG: takes_too_long,
    Code.TEXT_OF_ANOTHER: text_of_another,
    Code.NOTHING_IGNORED: ignored("ignore CAS063 it is so until two more play"),
    Code.BAD_IGNORE: ignored("ignore"),
    Code.BAD_PROJECT: bad_project,
    Code.NOT_FORMATTED: not_formatted,
    **{code: trial_of(code) for code in TRIED_OUT},
}
ELSEWHERE = {Code.BAD_RECORD}  # `cassino replay` has tests of its own
IN_PLAY = (
    Code.EXAMPLE_FAILED,
    Code.CHECK_FAILED,
    Code.ENDLESS_PLAY,
    *TRIED_OUT,
)  # what their `bad` files show only in play


def scene(code: Code) -> Scene:
    """What to do to see a code."""
    return SCENES.get(code) or (lambda folder: load_text(folder, code.explanation.bad))
