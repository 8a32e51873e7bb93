"""No row of the language is without a case here that says it, whatever else it is tested by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cassino_dsl import load
from cassino_dsl.language.ruleset.expr import Call, Quantified, walk
from cassino_dsl.language.ruleset.model import Ruleset
from cassino_dsl.language.ruleset.operators import AS
from cassino_dsl.language.ruleset.within import exprs_in
from cassino_dsl.language.ruleset.words import EFFECT, EVENT, QUANTITY, ROWS

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.yaml"))
UNWRITTEN = set(AS.values())  # what a place makes of what is written there
AWARDS = {"most", "each", "if", "points alone", "tie split", "tie each", "tie by", "tie nobody", "down", "up"}
LANGUAGE = {*(row.key for row in ROWS if row not in UNWRITTEN), *AWARDS}
LANGUAGE |= {*(f"do: {word}" for word in EFFECT), *(f"on: {word}" for word in EVENT), *(f"take: {w}" for w in QUANTITY)}


def said_in(ruleset: Ruleset) -> Iterator[str]:
    yield from (e.row.key for x in exprs_in(ruleset) for e in walk(x) if isinstance(e, Call | Quantified))
    yield from (f"do: {effect.op}" for effect in ruleset.effects())
    yield from (f"on: {event.on}" for event in ruleset.events)
    yield from (f"take: {part.row.word}" for action in ruleset.actions for part in action.take)
    for award in ruleset.awards:
        if award.most is not None:
            yield from ("most", f"tie {award.tie}", award.rounding)
        else:
            yield "each" if award.each is not None else "if" if award.condition is not None else "points alone"


@pytest.mark.ci
def test_every_row_has_a_case() -> None:
    said = {path.stem: set(said_in(load(str(path)).ruleset)) for path in FILES}
    assert LANGUAGE - set().union(*said.values()) == set()
    del said["what-is-over"]
    assert "do: end_match" in LANGUAGE - set().union(*said.values())  # without its case a row is missed
