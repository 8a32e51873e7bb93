"""Plans that are printed and read, and their games."""

from __future__ import annotations

from typing import Any

from cassino_dsl.engine.reference.game import Engine
from cassino_dsl.engine.reference.play import Play
from cassino_dsl.engine.reference.rng import match_key
from cassino_dsl.engine.reference.text import play_text
from cassino_dsl.language.core.program import core_text
from cassino_dsl.language.diagnostics.diagnostic import Report
from cassino_dsl.language.plan.plan import Plan
from cassino_dsl.language.ruleset.span import Source
from tests.core.printed import named_as, read_core


def read_again(plan: Plan) -> Plan:
    """The plan printed and read."""
    report = Report()
    read = read_core(Source("core.yaml", core_text(plan)), report)
    assert read is not None, [(d.message, d.span.text if d.span else "") for d in report.diagnostics]
    return named_as(read, plan.ruleset.pack)


Decision = tuple[list[str], list[int], int]


def course(plan: Plan, decisions: int, seed: int = 1) -> list[Decision]:
    """The first decisions of matches: the texts of the legal plays, the scores, and who has to decide. What is chosen
    depends on the texts alone, so that plans which list plays in another order play on alike."""
    engine = Engine(plan)
    found: list[Decision] = []
    unit = 0
    while len(found) < decisions:
        key = match_key(seed, unit)
        state: Any = engine.new_match(key)
        while not state.match_over and len(found) < decisions:
            plays = engine.legal(state)
            texts = sorted(_text(engine, p) for p in plays)
            found.append((texts, [*state.scores, state.round], engine.decider(state)))
            chosen = texts[(len(found) * 7919 + seed) % len(texts)]
            state = engine.play(state, next(p for p in plays if _text(engine, p) == chosen))
        found.append(([], [*state.scores, state.round], -1))
        unit += 1
    return found


def _text(engine: Engine, play: Play) -> str:
    """Two actions may yield plays of one text: the name of the action belongs to it."""
    return f"{play.name}: {play_text(engine.evaluate.tables, play)}"
