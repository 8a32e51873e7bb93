"""Random expressions that may speak of a variant with memory, options and terms of every type (``rich.yaml``)."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from cassino_dsl.language.check.scope import BUILT, CHOICE
from cassino_dsl.language.pipeline import load_variant
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.types import Type
from tests.grown.expressions import Grower
from tests.grown.world import Place, World

RICH = Path(__file__).parent / "rich.yaml"
OFFERS = CHOICE | BUILT  # everything that any place offers


@cache
def rich() -> Ruleset:
    ruleset = load_variant(str(RICH)).ruleset
    assert ruleset is not None
    return ruleset


def grown(rng: random.Random, type: Type, depth: int, offers: frozenset[str] = OFFERS) -> str:
    """A text of this type, for a place that offers so much."""
    ruleset = rich()
    pack = ruleset.pack
    memory = {m.name: (m.of, m.type) for m in ruleset.memory}
    options = [o for o in ruleset.options if o.name not in memory]  # a name of both means the memory
    types = {"int": Type.INT, "bool": Type.BOOL}
    world = World(
        faces=tuple(f.text for f in pack.faces),
        ranks=pack.ranks,
        suits=tuple(s.name for s in pack.suits),
        options={o.name: types[o.type] for o in options if o.type in types},
        choices={o.name: o.choices for o in options if o.type == "word"},
        memory=memory,
        terms={t.name: (tuple(type for _, type in t.params), t.body.type, "play") for t in ruleset.terms},
        actions=tuple(a.name for a in ruleset.actions),
        awards=tuple(a.name for a in ruleset.awards),
    )
    return Grower(rng, world).grow(type, Place(offers), depth)
