"""Laws of whole numbers are used only where no number can meet the largest there is."""

from __future__ import annotations

from pathlib import Path

from cassino_dsl import load
from cassino_dsl.engine.native.engine import legal_plays
from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.state import Build
from cassino_dsl.language.core.passes import core_of
from cassino_dsl.language.plan.make import make_plan
from cassino_dsl.language.ruleset.row import BOUNDS
from cassino_dsl.language.ruleset.types import Type
from cassino_dsl.language.ruleset.words import ROWS
from tests.native.compare import needs_compiler, quick_engine

CROWDED = """
dsl: 1
pack: {base: french, copies: 2}
seats: 2
deal: {hand: 4, table: 4, refill: "min(4, count(stock) div 2)"}
values: {A..10: pips, "J, Q, K": 11}
actions:
  trail: {play: card, to: table}
rules:
  few: 7000 * 1000000 * count(table + cards(builds)) - 900000 * 1000000 <= 100000 * 1000000
awards:
  cards: {points: count(pile)}
match: {rounds: 1}
"""
BUILDS = 90


@needs_compiler
def test_a_set_may_have_more_members_than_a_pack_has_cards(tmp_path: Path) -> None:
    """Builds and their cards: 184 times 7,000,000,000 is cut to the bound before the difference is made."""
    file = tmp_path / "crowded.yaml"
    file.write_text(CROWDED)
    engine = Engine(make_plan(load(str(file)).ruleset, 2))
    state = engine.new_match(1)
    cards, state.stock = state.stock[:BUILDS], state.stock[BUILDS:]
    state.builds = [Build(7, ((c,),), {}) for c in cards]
    core, native = Engine(core_of(engine.plan.ruleset, 2)), quick_engine(engine.plan.ruleset, 2)
    for plays in (engine.legal(state), core.legal(state), legal_plays(native, engine.plan, state)):
        assert [p.kind for p in plays] == ["trail"] * 4


def test_every_number_says_how_far_it_goes() -> None:
    """A row that says nothing goes as far as any number; these do: what awards add is not known here, and many
    factors go beyond any bound."""
    numbers = [r for r in ROWS if r.result is Type.INT and r.most is None and r.bound is BOUNDS["anything"]]
    assert {r.word for r in numbers} == {"score", "points", "earned", "secured", "range", "product"}
