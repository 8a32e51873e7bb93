"""A scene for each code: the smallest thing to do after which a person sees it.

Most are the `bad` files of the codes themselves. The others need two files, the command line, or play.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cassino_dsl.choices import try_choices
from cassino_dsl.compose.options import setting
from cassino_dsl.diagnostics.codes import by_label
from cassino_dsl.diagnostics.codes.files import CODES as FILE_CODES
from cassino_dsl.diagnostics.codes.trial import CODES as TRIAL_CODES
from cassino_dsl.diagnostics.diagnostic import Code, Diagnostic, Report
from cassino_dsl.examples.read import read_examples
from cassino_dsl.examples.run import run_example
from cassino_dsl.game import CassinoError, Game, load
from cassino_dsl.pipeline import load_variant
from cassino_dsl.ruleset.errors import RunFault
from cassino_dsl.simulate.trial import try_out
from cassino_dsl.targets import open_target

Scene = Callable[[Path], list[Diagnostic]]


def load_text(folder: Path, text: str | bytes, with_rules: tuple[str, ...] = ()) -> list[Diagnostic]:
    """What is found in a file `example.yaml`."""
    path = folder / "example.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load_variant(str(path), with_rules).report.diagnostics


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


# ---- more than one file, and the command line


def house_rules_conflict(folder: Path) -> list[Diagnostic]:
    write(folder, quick="dsl: 1\nhouse: true\nmatch: {target: 11}\n", long="dsl: 1\nhouse: true\nmatch: {target: 31}\n")
    return load_text(folder, "dsl: 1\nextends: cassino\nwith: quick, long\n")


def does_not_fit(folder: Path) -> list[Diagnostic]:
    needs = "needs: {memory.marks: it counts marks}\nrules: {few marks: marks(us) < 3}\n"
    write(folder, few="dsl: 1\nhouse: true\n" + needs)
    return load_text(folder, "dsl: 1\nextends: cassino\nwith: few\n")


def clause_replaced(folder: Path) -> list[Diagnostic]:
    rules = "rules:\n  courts one or three at a time: count(taken) < 4\n"
    write(folder, few="dsl: 1\nhouse: true\n" + rules)
    return load_text(folder, "dsl: 1\nextends: cassino\nwith: few\n")


def unknown_option(folder: Path) -> list[Diagnostic]:
    chosen = setting("taget=31")
    assert chosen is not None
    return load_variant("cassino", (), (chosen,)).report.diagnostics


def not_a_house_rule(folder: Path) -> list[Diagnostic]:
    write(folder, quick="dsl: 1\nhouse: true\nmatch: {target: 11}\n")
    return load_text(folder, "dsl: 1\nextends: quick\n")


# ---- positions and plays


def _asked(ask: Callable[[Game], object], variant: str = "traditional-cassino") -> list[Diagnostic]:
    try:
        ask(load(variant))
    except CassinoError as fault:
        return fault.diagnostics
    raise AssertionError("nothing was wrong")


def bad_position(folder: Path) -> list[Diagnostic]:
    return _asked(lambda game: game.moves({"hand": "7c", "tabel": "3c 4d"}))


def card_too_often(folder: Path) -> list[Diagnostic]:
    return _asked(lambda game: game.moves({"hand": "7c 3c", "table": "3c 4d"}))


def wrong_seats(folder: Path) -> list[Diagnostic]:
    return _asked(lambda game: game.moves({"seats": 5, "hand": "7c"}))


def illegal_play(folder: Path) -> list[Diagnostic]:
    return _asked(lambda game: game.apply({"hand": "7c", "table": "3c 4d"}, "7c takes 3c"))


def bad_play(folder: Path) -> list[Diagnostic]:
    return _asked(lambda game: game.apply({"hand": "7c", "table": "3c 4d"}, "take the lot!"))


def example_failed(folder: Path) -> list[Diagnostic]:
    return examples_of(folder, by_label("example-failed").bad)  # type: ignore[union-attr]


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


def check_failed(folder: Path) -> list[Diagnostic]:
    return first_round(folder, by_label("check-failed").bad)  # type: ignore[union-attr]


def endless_play(folder: Path) -> list[Diagnostic]:
    return first_round(folder, by_label("endless-play").bad)  # type: ignore[union-attr]


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


def trial_of(code: type[Code]) -> Scene:
    return lambda folder: tried_out(folder, code.bad)


# ---- bytes


def file_too_large(folder: Path) -> list[Diagnostic]:
    return load_text(folder, b"#" * (2 << 20))


def not_utf8(folder: Path) -> list[Diagnostic]:
    return load_text(folder, "dsl: 1\nextends: cassino\ntitle: café noir\n".encode("latin-1"))


def binary_file(folder: Path) -> list[Diagnostic]:
    return load_text(folder, b"\x89PNG\0\0")


def too_many_nodes(folder: Path) -> list[Diagnostic]:
    return load_text(folder, "dsl: 1\nextends: cassino\nexamples:\n" + "- a\n" * 20_001)


SCENES: dict[str, Scene] = {
    "file-too-large": file_too_large,
    "not-utf8": not_utf8,
    "binary-file": binary_file,
    "too-many-nodes": too_many_nodes,
    "house-rules-conflict": house_rules_conflict,
    "house-rule-does-not-fit": does_not_fit,
    "clause-replaced": clause_replaced,
    "unknown-option": unknown_option,
    "not-a-house-rule": not_a_house_rule,
    "bad-position": bad_position,
    "card-too-often": card_too_often,
    "wrong-seats": wrong_seats,
    "illegal-play": illegal_play,
    "bad-play": bad_play,
    "example-failed": example_failed,
    "check-failed": check_failed,
    "endless-play": endless_play,
    "too-many-plays": too_many_plays,
    "takes-too-long": takes_too_long,
    **{code.slug: trial_of(code) for code in TRIAL_CODES},
}
ELSEWHERE = {"bad-record"}  # `cassino replay` has tests of its own
TRIED_OUT = {code.slug for code in TRIAL_CODES}
IN_PLAY = {"example-failed", "check-failed", "endless-play", *TRIED_OUT}  # what their `bad` files show only in play


def scene(code: type[Code]) -> Scene:
    """What to do to see a code."""
    return SCENES.get(code.slug) or (lambda folder: load_text(folder, code.bad))


assert {c.slug for c in FILE_CODES if not c.bad} <= set(SCENES)
