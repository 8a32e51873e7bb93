"""Rulesets for the tests of comparison: shipped ones, those of this folder, and patches written on the spot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from cassino_dsl.analysis.diff.product_game import Pair
from cassino_dsl.analysis.diff.sides import Sides
from cassino_dsl.analysis.diff.witness import Witness, WitnessSearch
from cassino_dsl.language.compose.options import setting
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.model import Ruleset

HERE = Path(__file__).parent
PLAIN = str(HERE / "plain.yaml")
TINY = HERE / "tiny.yaml"
OTHER_WORDS = str(HERE / "other_words.yaml")


def cases(file: str) -> Any:
    """What the tests of a file compare, from the YAML of that name; every scalar is a text."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return yaml.load((HERE / f"{file}.yaml").read_text(encoding="utf-8"), loader)


def ruleset(variant: str, *words: str) -> Ruleset:
    """A ruleset; words with `=` are settings, others house rules."""
    settings = tuple(s for w in words if "=" in w and (s := setting(w)) is not None)
    loaded = load_variant(variant, tuple(w for w in words if "=" not in w), settings)
    assert loaded.ruleset is not None, [d.message for d in loaded.report.diagnostics]
    return loaded.ruleset


def patched(folder: Path, name: str, patch: str, base: str = "plain") -> Ruleset:
    """A ruleset of this folder, `plain.yaml` if none is said, with a patch."""
    (folder / f"{base}.yaml").write_text((HERE / f"{base}.yaml").read_text())
    file = folder / f"{name}.yaml"
    file.write_text(f"dsl: 1\nextends: {base}\n{patch}\n")
    return ruleset(str(file))


def tiny(folder: Path, patch: str = "", name: str = "patch") -> Ruleset:
    """`tiny.yaml`, a game of twenty cards for two to four seats, with a patch."""
    return patched(folder, name, patch, "tiny")


def pairs(a: Ruleset, b: Ruleset) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Two rulesets ready to be asked for every number of seats, and the faces that both have."""
    sides = Sides(a, b)
    return tuple(Pair(a, sides.renamed, n) for n in sides.seats), sides.faces


def pair(a: Ruleset, b: Ruleset) -> tuple[Pair, tuple[str, ...]]:
    """Two rulesets ready to be asked, and the faces that both have."""
    every, faces = pairs(a, b)
    return every[0], faces


def find_witness(both: tuple[Pair, ...], faces: tuple[str, ...], legality: bool = True) -> Witness | None:
    """What a search for a witness comes to."""
    return WitnessSearch(both, faces).found(legality)
