"""Rulesets for the tests of comparison: shipped ones, those of this folder, and patches written on the spot."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl.compose.options import setting
from cassino_dsl.diff.change import Sides
from cassino_dsl.diff.pair import Pair
from cassino_dsl.pipeline import load_variant
from cassino_dsl.ruleset.model import Ruleset

HERE = Path(__file__).parent
PLAIN = str(HERE / "plain.yaml")
TINY = HERE / "tiny.yaml"
OTHER_WORDS = str(HERE / "other_words.yaml")


def ruleset(variant: str, *words: str) -> Ruleset:
    """A ruleset; words with `=` are settings, others house rules."""
    settings = tuple(s for w in words if "=" in w and (s := setting(w)) is not None)
    loaded = load_variant(variant, tuple(w for w in words if "=" not in w), settings)
    assert loaded.ruleset is not None, [d.message for d in loaded.report.diagnostics]
    return loaded.ruleset


def patched(folder: Path, name: str, patch: str) -> Ruleset:
    """`plain.yaml` with a patch."""
    (folder / "plain.yaml").write_text(Path(PLAIN).read_text())
    file = folder / f"{name}.yaml"
    file.write_text(f"dsl: 1\nextends: plain\n{patch}\n")
    return ruleset(str(file))


def tiny(folder: Path, patch: str = "", name: str = "patch") -> Ruleset:
    """`tiny.yaml`, a game of twenty cards for two to four seats, with a patch."""
    (folder / "tiny.yaml").write_text(TINY.read_text())
    file = folder / f"{name}.yaml"
    file.write_text(f"dsl: 1\nextends: tiny\n{patch}\n")
    return ruleset(str(file))


def pairs(a: Ruleset, b: Ruleset) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Two rulesets ready to be asked for every number of seats, and the faces that both have."""
    sides = Sides(a, b)
    return tuple(Pair(a, b, n, sides.names) for n in sides.seats), sides.faces


def pair(a: Ruleset, b: Ruleset) -> tuple[Pair, tuple[str, ...]]:
    """Two rulesets ready to be asked, and the faces that both have."""
    sides = Sides(a, b)
    return Pair(a, b, sides.seats[0], sides.names), sides.faces
